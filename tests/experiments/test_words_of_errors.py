"""Errors that pydantic finds are told in our words."""

from __future__ import annotations

import pytest

from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_experiments.league.config import read_league_config
from pixies_experiments.training.config import BadConfigError, read_ppo_config
from tests.games import hidden_card


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("sb3", "'sb3': file is missing: what model.save(file) wrote\n"),
        ("external:seconds=3", "'external:seconds=3': command is missing: the program to ask\n"),
        ("mcts:cutoff=3", "'mcts:cutoff=3': cutoff needs an evaluation, which values the "),
        ("mcts:simulations=few", "'mcts:simulations=few': simulations: Input should be a valid"),
    ],
)
def test_wrong_options_of_an_agent_are_told_without_the_kind_of_the_error(spec, said):
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec, hidden_card.game())
    assert str(caught.value).startswith(said)
    assert "Value error" not in str(caught.value) and ": :" not in str(caught.value)


def test_a_wrong_configuration_names_the_table_and_what_is_wrong_with_it(tmp_path):
    path = tmp_path / "run.toml"
    path.write_text(
        'seats = "all"\n[[opponents.matchups]]\nagent = "random"\nplayers = 2\ncopies = 2\n',
        encoding="utf-8",
    )
    with pytest.raises(BadConfigError) as caught:
        read_ppo_config(path)
    said = "opponents.matchups.0: 2 copies leave no seat of 2 to the agent"
    assert str(caught.value) == f"{path}: {said}"
    path.write_text('seats = "all"\n[shaping]\nagent = "greedy"\n', encoding="utf-8")
    with pytest.raises(BadConfigError) as caught:
        read_ppo_config(path)
    assert str(caught.value).startswith(f"{path}: file: shaping is for runs in which one seat")


def test_the_fields_of_runs_and_leagues_are_told_in_the_order_of_their_pages(tmp_path):
    """Those that both have come first."""
    path = tmp_path / "run.toml"
    path.write_text("hiden = 1\n", encoding="utf-8")
    shared = "game, options, boards, players, observation_mode, reward, seed"
    for read, own in (
        (read_ppo_config, "total_steps, seats, network, ppo, opponents, imitation, shaping"),
        (read_league_config, "generations, network, ppo, rivals, temperature, mains, exploiters"),
    ):
        with pytest.raises(BadConfigError, match=f"there are {shared}, {own}, "):
            read(path)
    path.write_text('hidden = "recall"\n', encoding="utf-8")
    for read in (read_ppo_config, read_league_config):
        with pytest.raises(BadConfigError, match="did you mean observation_mode"):
            read(path)

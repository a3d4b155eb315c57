"""What a configuration names, tried on the game before a run writes anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pixies_agents.learned.network import Network
from pixies_agents.learned.prior import Prior
from pixies_env.core.agents import Agent, agent_on
from pixies_env.core.game import Game
from pixies_experiments.training.named import agent_named


def check_agents(
    named: Mapping[str, str], games: Sequence[Game], made: Mapping[str, Agent] | None = None
) -> dict[str, Agent]:
    """Make agents, given by field, for the first of some boards and set them before all.

    Returns them by specification. ValueError names the field of one that cannot be made or cannot
    play. ``made`` are agents by name, instead of specifications.
    """
    found: dict[str, Agent] = {}
    for field, spec in named.items():
        if spec in found:
            continue
        try:
            agent = found[spec] = agent_named(spec, games[0], made or {})
            for game in games:
                agent_on(agent, game)
        except ValueError as error:
            raise ValueError(f"{field}: {error}") from error
    return found


def check_players(numbers: Mapping[str, Sequence[int]], game: Game) -> None:
    """ValueError names the field with a number of players that the game is not for."""
    for field, counts in numbers.items():
        for players in counts:
            try:
                game.check_players(players)
            except ValueError as error:
                raise ValueError(f"{field}: {error}") from error


def widths_of(network: Network) -> str:
    """What the table ``[network]`` of a run says that begins with a network, for an error."""
    trunk, policy, value = (
        [layer.weight.shape[1] for layer in stack]
        for stack in (network.trunk, network.policy, network.value)
    )
    # The last layers of the two are as wide as the game says.
    return (
        f"a run with it has trunk = {trunk}, policy = {policy[:-1]} and value = {value[:-1]} in "
        "its table [network]"
    )


def check_prior(network: Network, prior: Prior | None) -> None:
    """ValueError if a network to begin with does not correct what the run does, weighed alike."""
    if network.prior != prior:
        raise ValueError(
            f"the network corrects {network.prior or 'no heuristic'}, the run {prior or 'none'}: "
            "network.prior, but for its worlds and trust, network.prior_weight and "
            "network.prior_shown must be those of the network"
        )

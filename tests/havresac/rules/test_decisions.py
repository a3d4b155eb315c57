"""Section 5: names of decisions and of chance, and who is asked."""

from collections import Counter
from fractions import Fraction

from pixies_env.core.states.state import State
from tests.havresac.rules.table import GAME, options, play, playing


def test_the_default_maps_make_226_names() -> None:
    counts = Counter(role.partition("(")[0] for role in GAME.actions.roles)
    assert counts == {
        "move": 99,
        "recall": 99,
        "use": 3,
        "power": 4,
        "aim": 12,
        "buy": 6,
        "idle": 1,
        "done": 1,
        "end": 1,
    }
    assert GAME.actions.roles[0] == "move(r0c0)" and GAME.actions.roles[98] == "move(r8c10)"
    assert {"aim(bow,up)", "aim(hammer,right)", "aim(net,down)", "power(left)"} <= set(
        GAME.actions.roles
    )


def test_the_names_of_chance() -> None:
    counts = Counter(role.partition("(")[0] for role in GAME.outcomes.roles)
    assert counts == {"face": 12, "card": 28, "draw": 6, "chest": 7}
    assert "card(R)" in GAME.outcomes.roles and "face(guide,night)" in GAME.outcomes.roles


def test_draws_are_in_proportion_to_the_tokens_in_the_bag() -> None:
    state = State.from_dict(GAME, {"players": 1}, chance="manual")
    assert {outcome.name: outcome.probability for outcome in state.chance_outcomes()} == {
        "draw(guide)": Fraction(1, 5),
        "draw(warrior)": Fraction(2, 5),
        "draw(thief)": Fraction(1, 5),
        "draw(priestess)": Fraction(1, 5),
    }
    assert state.player == 0


def test_the_token_drawn_must_be_played() -> None:
    state = playing(GAME, "guide")
    assert not {"done", "idle", "end"} & set(options(state))


def test_using_an_object_asks_the_same_decision_again() -> None:
    state = playing(GAME, "guide", seat={"objects": {"boots": 2}})
    play(state, "use(boots)")
    assert (state.player, state.question) == (0, "move")
    assert "use(boots)" in options(state)


def test_equal_objects_are_one_option() -> None:
    state = playing(GAME, "guide", seat={"objects": {"boots": 2}})
    assert options(state).count("use(boots)") == 1


def test_only_a_token_in_the_bag_brings_another_draw() -> None:
    state = playing(GAME, "guide", "r4c4", bag={"thief": 1})
    play(state, "done")
    assert [outcome.name for outcome in state.chance_outcomes()] == ["draw(thief)"]
    assert state.chance_outcomes()[0].probability == 1
    play(state, "draw(thief)", "move(r4c5)", "done")
    assert state.as_dict()["phase"] == "recruitment"


def test_everybody_sees_everything() -> None:
    state = State(GAME, 3, 1)
    for player in range(3):
        assert state.hidden_from(player).position_bytes == state.position_bytes
        assert state.resampled(player, 5).position_bytes == state.position_bytes

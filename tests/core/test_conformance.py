"""The public conformance test passes for a sound game and finds what a broken one breaks."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from pixies_env.core.compilation.compile import COMPILED, rule
from pixies_env.core.errors import RuleError
from pixies_env.core.game import Factor, Game
from pixies_env.core.options import Option, game_factory
from pixies_env.core.seam import Sight
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.testing import ConformanceError, check_altered_positions, check_game, conformance
from pixies_env.testing.conformance import walk
from pixies_env.testing.sight import check_sight
from pixies_env.testing.variants import check_options
from pixies_experiments.new_game import pig
from tests.games import hidden_card, race
from tests.games.hidden_card import game
from tests.games.planted import planted_game

GIVEN = ("amber", "dust", "flint")


@pytest.mark.parametrize("options", [{}, {"rounds": 1, "faces": 6}])
def test_a_sound_game_passes(options):
    check_game(game(**options), games=2, seed=1)


def test_a_game_can_be_named(monkeypatch):
    looked_at = []

    def look(game: Game) -> None:
        looked_at.append(game.name)
        raise ConformanceError("seen")

    monkeypatch.setattr(conformance, "check_description", look)
    with pytest.raises(ConformanceError, match="seen"):
        check_game("pixie_queen")
    assert looked_at == ["pixie_queen"]
    with pytest.raises(ValueError, match="there is no game 'pixie_quen'"):
        check_game("pixie_quen")


@pytest.mark.parametrize(
    "other",
    [pig.make(turns=2), race.game(), planted_game(), planted_game("dealt"), planted_game(GIVEN)],
    ids=lambda other: f"{other.name}-{next(iter(other.specification.values()))}",
)
def test_the_other_games_of_the_tests_pass(other):
    check_game(other, games=1)


def broken(**changes) -> Game:
    """The game with some of its functions or fields exchanged."""
    whole = game()
    names = {field.name for field in dataclasses.fields(whole.functions)}
    functions = {name: value for name, value in changes.items() if name in names}
    other = {name: value for name, value in changes.items() if name not in names}
    return dataclasses.replace(
        whole, functions=dataclasses.replace(whole.functions, **functions), **other
    )


@rule
def legal_falling(state, board, ids):
    count = hidden_card.legal(state, board, ids)
    for place in range(count // 2):
        ids[place], ids[count - 1 - place] = ids[count - 1 - place], ids[place]
    return count


@rule
def legal_never(state, board, ids):
    return 0


@rule
def chances_negative(state, board, outcomes, weights):
    count = hidden_card.chances(state, board, outcomes, weights)
    weights[0] = -weights[0]
    return count


@rule
def observe_all(state, board, player, mode, out):
    hidden_card.observe(state, board, player, mode, out)
    out[2] = int(state.choice[0]) / 6
    return 0


@rule
def observe_and_change(state, board, player, mode, out):
    hidden_card.observe(state, board, player, mode, out)
    state.score[0] = 1
    return 0


@rule
def hide_nothing(state, board, player):
    return 0


@rule
def hide_the_own_hand(state, board, player):
    state.hand[:] = 0
    return 0


@rule
def resample_nothing(state, board, player, bits):
    return 0


@rule
def returns_of_points(state, board, kind, out):
    hidden_card.returns(state, board, 2, out)
    return 0


@rule
def never_right(state, board):
    return 7


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"legal": legal_falling}, "ids do not rise"),
        ({"legal": legal_never}, "no decision is legal"),
        ({"chances": chances_negative}, "weights are negative"),
        ({"observe": observe_all}, "hiding changes the observation"),
        ({"observe": observe_and_change}, "looking at the position changed it"),
        ({"hide": hide_the_own_hand}, "yet after hide it is known whether it was card"),
        ({"resample": resample_nothing}, "resampled and played on: no chance outcome"),
        ({"returns": returns_of_points}, "zero-sum"),
        ({"max_decisions": 3}, "longer than max_decisions"),
        ({"utility_range": (-0.1, 0.1)}, "leaves utility_range"),
        ({"observation_modes": ("recall", "recall")}, "not unique"),
        ({"chance_kinds": ("deal", "die", "deal")}, "not unique"),
        ({"players": (4, 2)}, "players must be rising"),
        ({"features": game().features[:1] * 52}, "names of features of 'recall' are not unique"),
        ({"invariants": never_right, "invariant_messages": {7: "never"}}, "not hold: never"),
        ({"version": 2}, "not made again the same"),
    ],
)
def test_a_broken_game_is_found(changes, claim):
    with pytest.raises(ConformanceError, match=claim):
        check_game(broken(**changes), games=2, close_looks=1.0)


def test_a_game_without_end_is_told_before_whole_games_are_played(monkeypatch):
    def without_end(*_):
        pytest.fail("a game without end is played in compiled code")

    monkeypatch.setattr(conformance, "check_options", without_end)
    monkeypatch.setattr(conformance, "check_lanes", without_end)
    with pytest.raises(ConformanceError, match="longer than max_decisions"):
        check_game(broken(max_decisions=3), games=1)


@rule
def hide_hands_only(state, board, player):
    choices = state.choice.copy()
    hidden_card.hide(state, board, player)
    state.choice[:] = choices
    return 0


@rule
def seen_at_once(state, board, player):
    return Sight.AT_ONCE


@rule
def never_seen(state, board, player):
    return Sight.AT_ONCE if player == state.player else Sight.NEVER


@rule
def no_sight(state, board, player):
    return 7


@rule
def never_revealed(state, board, player):
    return 0


@rule
def always_revealed(state, board, player):
    return 1


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"hide": hide_hands_only}, "sees says LATER and revealed 0, yet after hide it is known"),
        ({"sees": seen_at_once}, "sees says AT_ONCE, yet hide keeps back whether it was"),
        ({"sees": never_seen}, "sees says NEVER, yet after hide it is known whether it was"),
        ({"sees": no_sight}, "sees gives what is no Sight"),
        ({"revealed": never_revealed}, "revealed 0, yet after hide it is known whether it was"),
        ({"revealed": always_revealed}, "revealed says 1, yet hide keeps back whether it was"),
    ],
)
def test_what_is_seen_and_what_is_hidden_agree(changes, claim):
    with pytest.raises(ConformanceError, match=claim):
        look_at_all_events(broken(**changes))


def look_at_all_events(other: Game) -> None:
    for number in range(4):
        rng = np.random.default_rng(number)
        for state in walk(State(other, 3, 1, lane=number, chance=MANUAL), rng, "here"):
            check_sight(state, rng, "here")


@rule
def reads_what_is_not_there(state):
    return state.no_such_field


@rule
def legal_by_another_rule(state, board, ids):
    return reads_what_is_not_there(state)


@rule
def legal_of_a_text(state, board, ids):
    ids[0] = "card" + 1
    return 1


@pytest.mark.skipif(not COMPILED, reason="is about compiled rules")
@pytest.mark.parametrize(
    ("legal", "said"),
    [
        (legal_by_another_rule, "in reads_what_is_not_there"),
        (legal_by_another_rule, "no_such_field"),
        (legal_of_a_text, 'ids[0] = "card" + 1'),
    ],
)
def test_a_rule_that_cannot_be_compiled_is_named(legal, said):
    with pytest.raises(RuleError) as found:
        check_game(broken(legal=legal))
    text = str(found.value)
    assert text.startswith(f"the rule {__name__}.{legal.__name__} cannot be compiled")
    assert said in text
    assert "With NUMBA_DISABLE_JIT=1 rules run as plain Python" in text
    assert len(text.splitlines()) < 30
    assert found.value.__suppress_context__


def refusing(mapping):
    raise ValueError("cards: there is none")


def test_a_game_that_refuses_its_own_positions_is_told():
    with pytest.raises(ConformanceError, match=r"event 0: its own bytes is refused: .*there is"):
        check_game(positions_of(refusing), games=1)


def declared(*options, **changes) -> Game:
    """The game from a factory of these options; ``changes`` are fields that depend on them."""

    @game_factory("hidden_card", *options)
    def make(**given):
        changed = {name: change(given) for name, change in changes.items()}
        return dataclasses.replace(
            game(), factory=make, specification={**given, **changed.pop("more", {})}, **changed
        )

    return make(**{option.name: option.values[0] for option in options})


STEP = Option("step", (1, 2), 1, "how far")


@pytest.mark.parametrize(
    ("options", "changes", "claim"),
    [
        ([], {"more": lambda given: {"pace": 2}}, r"specification has \['pace'\], but .* \[\]"),
        ([STEP, STEP], {}, "names of options are not unique"),
        ([Option("step", (1,), 1, " ")], {}, "step: it says no meaning"),
        ([Option("step", (2,), 1, "how far")], {}, "default is refused: step must be 2, not 1"),
        ([Option("step", (1,), 1, "how far", examples=(2,))], {}, "examples belong to others"),
        (
            [STEP],
            {"features": lambda given: game().features[: given["step"]]},
            "step=2: the features of the observation must be the same whatever",
        ),
        (
            [STEP, Option("way", (1, 2), 1, "where to")],
            {"questions": lambda g: (*game().questions, "?") if 1 not in g.values() else ()},
            "'step': 2, 'way': 2}: the questions must be the same",
        ),
        (
            [STEP],
            {"factors": lambda given: (Factor("pace", ("a", "b"), "", "pace", "chosen"),)},
            "factor pace: there is no option 'pace'",
        ),
        (
            [STEP],
            {"factors": lambda given: (Factor("pace", ("a", "b"), "", "step", "chosen"),)},
            "factor pace: step cannot be 'chosen'",
        ),
    ],
)
def test_options_that_are_not_as_declared_are_found(options, changes, claim):
    with pytest.raises(ConformanceError, match=claim):
        check_options(declared(*options, **changes), seed=0)


def positions_of(restore) -> Game:
    """The game with another way to read its positions."""
    whole = game()
    return dataclasses.replace(whole, notation=dataclasses.replace(whole.notation, restore=restore))


def trusting(change):
    """A reader that alters what it has built, and checks nothing of it."""

    def restore(mapping):
        state = game().notation.restore(mapping)
        change(state[0], mapping)
        return state

    return restore


def too_many_points(record, mapping):
    if record.turn == 1:
        record.score[0] = 90


def asks_nobody(record, mapping):
    if record.waiting == 0 and record.question == 0:
        record.hand[:] = 0


def too_early(record, mapping):
    if record.turn == 1:
        record.turn = -100


def careless(mapping):
    mapping["hands"][5]
    return game().notation.restore(mapping)


@pytest.mark.parametrize(
    ("restore", "claim"),
    [
        (trusting(too_many_points), "its dictionary gives another position"),
        (trusting(asks_nobody), "its (own )?dictionary (gives another|is refused)"),
        (trusting(too_early), "its (own )?dictionary (gives another|is refused)"),
        (careless, "refused with IndexError, not ValueError"),
    ],
)
def test_a_game_that_reads_what_cannot_be_is_found(restore, claim):
    with pytest.raises(ConformanceError, match=claim) as found:
        check_altered_positions(positions_of(restore), count=60)
    assert "State.from_dict of {" in str(found.value)


def test_the_document_that_failed_is_cut_to_what_it_needs():
    def restore(mapping):
        if isinstance(mapping, dict) and mapping.get("dealt") == 0:
            raise KeyError("dealt")
        return game().notation.restore(mapping)

    with pytest.raises(ConformanceError, match=r'State.from_dict of {"dealt": 0}$'):
        check_altered_positions(positions_of(restore), count=200)


def test_equal_seeds_alter_alike():
    counts = {check_altered_positions(game(), count=30, seed=3, players=[2]) for _ in range(2)}
    assert len(counts) == 1 and counts.pop() > 0

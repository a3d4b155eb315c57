"""What a seat does not know: who sees what, what is blanked, and how it is filled in again."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from pixies_env.core.kit.secrets import FACE_DOWN
from pixies_env.core.seam import Sight
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.taverns.board import load_board
from pixies_env.taverns.limits import MAX_PLAYERS
from pixies_env.taverns.state import HAND, KEPT, PUT_AWAY
from pixies_env.testing.sight import is_revealed, sight_of

GAME = make_game("taverns")
BOARD = load_board()
MISSIONS = tuple(range(len(BOARD.mission_names)))
SECRET = ("missions", "missions_left", "trophies", "trophies_left")
"""Fields of the state of which a seat does not see all."""
UNLIKELY = 1e-6
"""A chance smaller than that of what was counted is no chance: seeds are fixed."""


def step(state: State, draw: np.random.Generator) -> None:
    """One event at random."""
    if state.waiting == "chance":
        state.draw()
    else:
        state.apply(int(draw.choice(state.legal_actions())))


def played(seed: int, players: int, events: int) -> State:
    """A game that random players have played so far, or to its end."""
    draw = np.random.default_rng(seed)
    state = State(GAME, players, seed, chance="manual")
    for _ in range(events):
        if state.is_over:
            break
        step(state, draw)
    return state


def dealt(players: int, hands: list[list[str]], common: str = "plants_4") -> State:
    """A game in whose set-up the seats have been dealt these missions so far."""
    state = State(GAME, players, chance="manual")
    while state.question != "mission":
        state.draw() if state.waiting == "chance" else state.apply(int(state.legal_actions()[0]))
    for mission in (common, *(mission for hand in hands for mission in hand)):
        state.apply_chance(f"mission({mission})")
    return state


def with_trophies(trophies: list[list[int]]) -> State:
    """A position in which seats have so many trophies of each prestige, of two each in all."""
    array = State(GAME, len(trophies), chance="manual").array.copy()
    kinds = len(BOARD.trophy_kinds)
    array["trophies"][0, : len(trophies), :kinds] = trophies
    array["trophies_left"][0, :kinds] -= np.sum(trophies, axis=0, dtype=np.int8)
    return State.from_arrays(GAME, array)


positions = st.builds(played, st.integers(0, 9), st.integers(2, 5), st.integers(0, 900))


@given(positions, st.integers(0, 2**64 - 1), st.integers(0, MAX_PLAYERS - 1))
def test_what_is_imagined_looks_the_same_to_the_seat_and_lacks_no_card(
    state: State, bits: int, number: int
) -> None:
    seat = number % state.num_players
    world = state.resampled(seat, bits)
    assert world.hidden_from(seat) == state.hidden_from(seat)
    for each in (world.array[0], state.array[0]):
        held = [int(card) for card in each.missions.ravel() if card >= 0]
        common = int(each.common_mission)
        left = [card for card in MISSIONS if int(each.missions_left) >> card & 1]
        assert sorted([*held, *left, *([common] if common >= 0 else [])]) == list(MISSIONS)
        whole = each.trophies_left + each.trophies.sum(axis=0)
        assert (whole == [2, 2, 2, 0, 0, 0, 0, 0, 0]).all()
    array = world.array.copy()
    for name in SECRET:
        array[name] = state.array[name]
    assert array.tobytes() == state.position_bytes


@given(positions)
def test_hiding_blanks_missions_and_trophies_of_the_others_and_nothing_else(state: State) -> None:
    for seat in range(state.num_players):
        seen, whole = state.hidden_from(seat).array[0], state.array[0]
        assert (seen.missions[seat] == whole.missions[seat]).all()
        assert (seen.trophies[seat] == whole.trophies[seat]).all()
        for other in set(range(state.num_players)) - {seat}:
            shown = (seen.missions[other] >= 0).tolist()
            assert shown == ([True, False] if state.is_over else [False, False])
            dealt = whole.missions[other] != -1
            assert ((seen.missions[other] == FACE_DOWN) == (dealt & ~np.array(shown))).all()
            assert seen.trophies[other].sum() == whole.trophies[other].sum()
            assert state.is_over or not seen.trophies[other, :-1].any()
        for name in GAME.state_dtype.names:
            if name not in SECRET:
                assert (seen[name] == whole[name]).all(), name
        again = state.hidden_from(seat)
        assert again.hidden_from(seat) == again


def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_bytes() -> None:
    """Whatever the other was dealt, kept and put away: only the own missions make a difference."""
    keys: dict[tuple[str, str], set[bytes]] = {}
    for own in permutations(("heroes_3", "heroes_5")):
        for other in permutations(("trophy", "healthy", "gold_5", "runes_3"), HAND):
            for kept in range(HAND):
                state = dealt(2, [list(own), list(other)])
                state.apply(f"keep({own[0]})").apply(f"keep({other[kept]})")
                # The dice that are rolled next are the same in all of them.
                keys.setdefault(own, set()).add(state.hidden_from(0).position_bytes)
    assert [len(found) for found in keys.values()] == [1, 1]
    assert len(set.union(*keys.values())) == 2


def test_missions_are_for_the_eyes_of_their_player() -> None:
    state = State(GAME, 3, 1, chance="manual")
    draw = np.random.default_rng(1)
    while state.question != "open":
        sights = [sight_of(state, seat) for seat in range(3)]
        wanted = [Sight.AT_ONCE] * 3
        if state.question == "keep":
            wanted = [Sight.AT_ONCE if seat == state.player else Sight.LATER for seat in range(3)]
        elif state.question == "mission" and state.player != -1:
            wanted = [Sight.AT_ONCE if seat == state.player else Sight.NEVER for seat in range(3)]
        assert sights == wanted
        step(state, draw)
    seen = {event.name.partition("(")[0]: event.sees for event in state.history[-20:]}
    assert seen["die"] == (0, 1, 2) and len(seen["keep"]) == 1


def test_a_trophy_is_for_the_eyes_of_its_player() -> None:
    state, draw = State(GAME, 2, chance="manual"), np.random.default_rng(3)
    while state.question != "trophy" or state.array["trophies"].any():
        if state.is_over:
            state = State(GAME, 2, int(draw.integers(1000)), chance="manual")
        step(state, draw)
    hunter = state.player
    assert sight_of(state, hunter) == Sight.AT_ONCE
    assert sight_of(state, 1 - hunter) == Sight.NEVER
    ways = [state.clone().apply_chance(outcome.id) for outcome in state.chance_outcomes()]
    assert len({way.hidden_from(1 - hunter).position_bytes for way in ways}) == 1
    assert len({way.hidden_from(hunter).position_bytes for way in ways}) == len(ways)
    seen = ways[0].hidden_from(1 - hunter).array[0]
    assert seen.trophies[hunter, -1] == 1 and seen.trophies_left[-1] == 5


def test_at_the_end_kept_missions_and_trophies_come_to_light_and_no_others() -> None:
    state = played(5, 3, 10**6)
    assert state.is_over and all(is_revealed(state, seat) for seat in range(3))
    for seat in range(3):
        seen, whole = state.hidden_from(seat).array[0], state.array[0]
        assert (seen.missions[:3, KEPT] == whole.missions[:3, KEPT]).all()
        assert (seen.trophies == whole.trophies).all()
        others = [other for other in range(3) if other != seat]
        assert (seen.missions[others, PUT_AWAY] == FACE_DOWN).all()


def is_likely(found: Counter, chances: dict) -> bool:
    """Whether counts are no surprise."""
    total = sum(found.values())
    assert set(found) <= set(chances) and abs(sum(chances.values()) - 1) < 1e-9
    if len(chances) == 1:
        return True
    distance = sum((found[way] - total * p) ** 2 / (total * p) for way, p in chances.items())
    return bool(chi2.sf(distance, len(chances) - 1) > UNLIKELY)


def worlds_of(state: State, seat: int, draws: int, *names: str) -> Counter:
    """How often each content of some fields is imagined, as bytes."""
    found: Counter = Counter()
    rng = np.random.default_rng(draws)
    for _ in range(draws):
        world = state.resampled(seat, rng).array[0]
        found[tuple(np.asarray(world[name]).tobytes() for name in names)] += 1
    return found


@pytest.mark.parametrize(
    "hands",
    [
        [["heroes_3", "heroes_5"]],
        [["heroes_3", "heroes_5"], ["trophy"]],
        [["heroes_3", "heroes_5"], ["trophy", "healthy"]],
        [["heroes_3", "heroes_5"], ["trophy", "healthy"], ["gold_5"]],
    ],
)
def test_each_way_to_have_dealt_missions_is_imagined_as_often_as_any_other(
    hands: list[list[str]],
) -> None:
    """While missions are dealt, of 12 of which seat 0 has seen the common and its own two."""
    state = dealt(3, hands)
    whole = state.array[0]
    seen = [int(whole.common_mission), *map(int, whole.missions[0])]
    unseen = [card for card in range(len(BOARD.mission_names)) if card not in seen]
    places = [(1 + other, place) for other, place in np.argwhere(whole.missions[1:] >= 0)]
    ways = set()
    for cards in permutations(unseen, len(places)):
        missions = whole.missions.copy()
        for (other, place), card in zip(places, cards, strict=True):
            missions[other, place] = card
        left = np.uint64(sum(1 << card for card in unseen if card not in cards))
        ways.add((missions.tobytes(), left.tobytes()))
    chances = {way: 1 / len(ways) for way in ways}
    found = worlds_of(state, 0, 20 * len(ways), "missions", "missions_left")
    assert is_likely(found, chances)


def test_missions_are_imagined_evenly_after_each_choice() -> None:
    """Seat 0 has chosen and seat 1 is asked; then seat 1 has chosen, too."""
    hands = [["heroes_3", "heroes_5"], ["trophy", "healthy"]]
    chosen = dealt(2, hands).apply("keep(heroes_5)")
    for state in (chosen, chosen.clone().apply("keep(healthy)")):
        found = worlds_of(state, 0, 4000, "missions")
        hands_of_other = {
            tuple(np.frombuffer(way[0], np.int8).reshape(-1, HAND)[1].tolist()) for way in found
        }
        own = [BOARD.mission_names.index(name) for name in ("plants_4", "heroes_3", "heroes_5")]
        unseen = [card for card in range(len(BOARD.mission_names)) if card not in own]
        assert hands_of_other == set(permutations(unseen, HAND))
        assert is_likely(found, dict.fromkeys(found, 1 / len(found)))


def test_each_way_to_have_drawn_trophies_is_as_likely_as_with_real_cards() -> None:
    """Six cards, two of each prestige; the seat has one, the others two and one."""
    state = with_trophies([[1, 0, 0], [1, 0, 1], [0, 1, 0]])
    unseen, ways = (0, 1, 1, 2, 2), Counter()
    for cards in permutations(range(len(unseen)), 3):
        trophies = np.zeros_like(state.array[0].trophies)
        trophies[0, 0] = 1
        for seat, card in zip((1, 1, 2), cards, strict=True):
            trophies[seat, unseen[card]] += 1
        left = np.array([2, 2, 2, *[0] * (trophies.shape[1] - 3)]) - trophies.sum(axis=0)
        ways[trophies.tobytes(), left.astype(np.int8).tobytes()] += 1
    total = sum(ways.values())
    found = worlds_of(state, 0, 4000, "trophies", "trophies_left")
    assert is_likely(found, {way: number / total for way, number in ways.items()})

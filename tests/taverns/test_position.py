"""Positions from dictionaries: exact round trips, minimal ones, what is left out."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.taverns.describe import HUNT, TURN
from pixies_env.taverns.state import STATE
from pixies_env.testing import check_altered_positions
from tests.taverns.boards import random_board
from tests.taverns.situations import (
    GAME,
    PASSING,
    acting,
    at,
    attacking,
    cooking,
    in_dungeon,
    play,
    resolving_event,
    trading,
    walking,
)

PLAIN = make_game(
    "taverns", missions=False, events=False, asymmetric=False, encounters=False, goblin=False
)
STORING = make_game(
    "taverns", initial_recipes=4, city_on_pass=True, market="store", locations="first_game"
)


def same_again(state: State) -> None:
    described = state.as_dict()
    again = State.from_dict(state.game, json.loads(json.dumps(described)), chance="manual")
    assert again.position_bytes == state.position_bytes, described
    assert again.as_dict() == described
    assert again.legal_names() == state.legal_names()
    assert again.chance_outcomes() == state.chance_outcomes()


def step(state: State, draws: random.Random) -> None:
    """A random event; turns are ended only when nothing else comes up."""
    if state.waiting == "chance":
        state.draw()
        return
    names = state.legal_names()
    name = draws.choice(names)
    if name == "end_turn":
        name = draws.choice(names)
    state.apply(name)


def test_random_positions_of_every_question_come_back_exactly() -> None:
    seen: dict[str, int] = {}
    draws = random.Random(5)
    wild = make_game("taverns", board=random_board(random.Random(3)))
    for number, game in enumerate([GAME, PLAIN, STORING, wild]):
        state = State(game, 2 + number % 4, number, chance="manual")
        while not state.is_over:
            kind = state.question
            if seen.get(kind, 0) < 6 or draws.random() < 0.005:
                same_again(state)
                seen[kind] = seen.get(kind, 0) + 1
            step(state, draws)
        same_again(state)
    # Those that come up seldom are among the positions made by hand below.
    made = {make().question for make in MIDDLES.values()}
    assert {*seen, *made} >= {*GAME.questions, *GAME.chance_kinds}


MIDDLES: dict[str, Callable[[], State]] = {
    "a walk where an arrow starts": walking,
    "a walk through the City": lambda: play(
        at(PASSING, seats=[{"minions": {"plain": {"zone": "wild_g", "wounds": 1}}}, {}, {}]),
        "activate(3,plain)",
    ),
    "cubes in the place of ingredients": cooking,
    "a search of the dungeon": in_dungeon,
    "a wound in the dungeon with full pockets": lambda: play(
        acting(
            "wild_a",
            {"energy": 5, "plain": {"carried": {"egg": 1, "meat": 1}}},
            locations=["dungeon", "campfire", "portal", "forge"],
        ),
        "visit(dungeon)",
        "dungeon(wound)",
    ),
    "a trade of an encounter": trading,
    "an event for everybody": resolving_event,
    "hunting dice to be rolled": lambda: play(at(**_hunt_of(5)), "hunt(3)", "hunt_die(claw)"),
    "an attack point": lambda: attacking("sword", "claw", "flame"),
    "damage with claws and a special attack to come": lambda: play(
        attacking("sword", "claw", "flame"), "strike"
    ),
    "a wound by a claw with another to come": lambda: play(
        attacking("claw", "claw", "flame", own={"plain": {"carried": {"egg": 1, "plant": 1}}}),
        "strike",
    ),
    "a track whose marker is still to go back": lambda: play(
        acting(
            "wild_a",
            {"tavern": "tavern_3", "marker": 2, "plain": {"carried": {"egg": 1}}},
        ),
        "track(2)",
    ),
    "a second activation by the campfire": lambda: play(
        acting("wild_a", {"energy": 5}, locations=["campfire", "dungeon", "portal", "forge"]),
        "visit(campfire)",
    ),
    "a hunting die to be rolled again": lambda: play(
        attacking("sword", "claw", own={"runes": 1}), "rethrow(claw)"
    ),
    "an available die to be rolled again": lambda: play(
        at(seats=[{"runes": 1}, {}, {}]), "reroll(1)"
    ),
    "a wound of an event": lambda: play(resolving_event("health", 3), "hurt(plain)"),
    "a hero to be exhausted for an event": lambda: resolving_event("song", 3),
    "a hunting die to be turned": lambda: play(
        attacking("claw", own={"heroes": ["archer"]}), "bonus(archer)"
    ),
    "something to be discarded for an event": lambda: resolving_event("harvest", 3),
    "a second activation by the talisman": lambda: play(
        acting("wild_b", {"items_used": {"talisman": 0}, "items": {"talisman": 1}}), "use(talisman)"
    ),
    "a symbol of the glaive": lambda: play(
        attacking("claw", own={"items": {"glaive": 1}}), "use(glaive)"
    ),
    "a hero to come": lambda: play(at(seats=[{"gold": 9}, {}, {}]), "hire(guardian)"),
}


def _hunt_of(energy: int) -> dict[str, Any]:
    own = {"energy": energy, "minions": {"plain": {"zone": "wild_b", "die": 3}}}
    turn = {"main_action_done": True, "active": "plain", "may_collect": True}
    return {"round": 2, "dragon": "ember", "turn": turn, "seats": [own, {}, {}]}


@pytest.mark.parametrize("name", MIDDLES)
def test_a_position_in_the_middle_of_an_effect_comes_back_and_plays_on_alike(name: str) -> None:
    state = MIDDLES[name]()
    same_again(state)
    again = State.from_dict(state.game, state.as_dict(), chance="manual")
    draws = random.Random(name)
    for _ in range(30):
        names = state.legal_names() or [outcome.name for outcome in state.chance_outcomes()]
        event = draws.choice(names)
        for each in (state, again):
            (each.apply if each.waiting == "decision" else each.apply_chance)(event)
        assert again == state
    same_again(state)


def test_every_field_of_the_state_is_told() -> None:
    describer: Any = GAME.notation.describe
    keys = (describer.keys, describer.seat, describer.minion, TURN, HUNT)
    told = {field for part in keys for field, _ in part.fields.values()}
    told |= {"players", "waiting", "player", "question", "frames", "frame_count", "subject"}
    fields = {name for name in STATE.names or () if not name.startswith("filler_")}
    assert fields - told == {"frames_lost"}


# ---- positions by hand


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_only_the_number_of_players_is_needed(players: int) -> None:
    state = at(players=players)
    position = state.as_dict()
    assert (state.player, state.question, position["round"]) == (0, "open", 1)
    assert len(position["hero_row"]) == 4 and position["recipe_row"] == ["PP", None, None, None]
    assert sorted(filter(None, position["tokens"])) == sorted(
        ["plant"] * 3 + ["mushroom"] * 3 + ["spice"] * 2 + ["egg", "encounter"]
    )
    assert [sum(own["dice"].values()) for own in position["seats"]] == [5] * players
    assert position["goblin_stack"] == players
    same_again(state)


@pytest.mark.parametrize("turns", [0, 1, 4, 14])
def test_dice_that_must_have_been_placed_are_placed(turns: int) -> None:
    state = at(turns_over=turns, first_player=1)
    position = state.as_dict()
    assert state.player == (1 + turns) % 3
    left = [sum(own["dice"].values()) for own in position["seats"]]
    assert sum(left) == 15 - turns and max(left) - min(left) <= 1


def test_what_is_left_out_lies_where_nothing_else_is() -> None:
    position = at(
        round=5,
        dragon="storm",
        seats=[
            {"heroes": ["archer"], "cooked": ["PP"], "trophies": {"5": 1}, "items": {"boots": 1}},
            {"forge": {"bow": 1}, "missions": ["trophy", "healthy"]},
            {},
        ],
        hero_row=["bard", "knight", "healer", "porter"],
    ).as_dict()
    assert len(position["heroes_left"]) == 20 - 4 - 1
    # Four rounds are over, one recipe was cooked, the row is full.
    assert len(position["recipes_left"]) == 20 - 1 - 4 - 1
    assert position["trophies_left"] == {"3": 2, "4": 2, "5": 1}
    assert position["items_left"]["boots"] == 3 and position["goblin_stack"] == 3
    assert position["forge_left"]["bow"] == 1
    assert len(position["dragons_left"]) == 2 and "storm" not in position["dragons_left"]
    assert len(position["events_left"]) == 8 - 2
    taken = {position["common_mission"]}.union(*(own["missions"] for own in position["seats"]))
    assert len(taken) == 7 and taken.isdisjoint(position["missions_left"])


def test_a_game_that_is_over_says_so() -> None:
    state = at(PLAIN, phase="over", round=7, seats=[{"prestige": 9}, {}, {"cooked": ["PMSE"]}])
    assert state.is_over and state.result()["ranks"] == [1, 3, 2]
    same_again(state)


def test_what_a_seat_knows_is_told_with_what_it_does_not_know_face_down() -> None:
    state = at(round=3, seats=[{}, {"trophies": {"3": 1}}, {}])
    own, other, _ = state.hidden_from(0).as_dict()["seats"]
    assert other["missions"] == ["face_down", "face_down"] and None not in own["missions"]
    assert other["trophies"] == {"3": 0, "4": 0, "5": 0, "face_down": 1}
    assert state.hidden_from(0).as_dict()["trophies_left"]["face_down"] == 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_altered_position_is_refused_or_can_be_played_on(players: int) -> None:
    accepted = check_altered_positions(
        GAME, count=40, seed=10 + players, games=1, players=[players]
    )
    assert 1 < accepted < 20


@pytest.mark.parametrize("seed", [1, 2])
def test_so_it_is_on_other_boards(seed: int) -> None:
    game = make_game("taverns", board=random_board(random.Random(seed)))
    check_altered_positions(game, count=15, seed=seed, games=1, players=[3])


def test_the_printed_view_tells_the_map_the_hunt_and_all_players() -> None:
    text = str(play(attacking("sword", "claw", "flame"), "strike"))
    assert text.startswith(
        "Taverns & Dragons, 3 players, round 2, turns: decision mark of player 0"
    )
    for line in (
        "hunt     struck: 1 sword, 1 claw, 1 flame; with 1 sword",
        "to come  damage, claws, special_attack, rewards",
        "wild_b   plant, site 1, 0 plain",
        "dragon   ember at site 1: sword 0/2 bow 0/1",
    ):
        assert line in text, text


def test_the_result_breaks_the_score_down() -> None:
    own = {
        "prestige": 7,
        "heroes": ["archer", "knight"],
        "trophies": {"4": 1},
        "reserve": {"egg": 3},
        "missions": ["trophy", "gold_5"],
        "cooked": ["PP"],
    }
    state = at(phase="over", round=7, common_mission="plants_4", seats=[own, {"gold": 9}, {}])
    result = state.result()
    points = result["seats"][0]["points"]
    assert points == {
        "during_the_game": 7,
        "heroes": 1 + 6,
        "trophies": 4,
        "ingredients": 3,
        "common_mission": 0,
        "own_mission": 4,
    }
    assert result["scores"][0] == sum(points.values()) and result["ranks"][0] == 1
    assert (result["reason"], result["rounds"]) == ("rounds", 7)
    assert (result["common_mission"], result["seats"][0]["mission"]) == ("plants_4", "trophy")
    statistics = GAME.notation.statistics(state.array)
    assert statistics["score"][0].tolist() == [*result["scores"], 0, 0]
    assert statistics["heroes"][0].tolist() == [2, 0, 0, 0, 0]
    assert statistics["rank"][0, 3:].tolist() == [0, 0]
    sources = sum(statistics[f"points_of_{name}"] for name in points)
    assert (sources == statistics["score"]).all()

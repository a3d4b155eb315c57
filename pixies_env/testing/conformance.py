"""What :func:`check_game` looks at in games as they are played."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from pixies_env.core import single
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.batches.arena import play_games
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.files.fields import plain
from pixies_env.core.game import Game
from pixies_env.core.inputs import resolve_game
from pixies_env.core.seam import header_fields
from pixies_env.core.single import broken_invariant, possible_outcomes
from pixies_env.core.states.identity import identity
from pixies_env.core.states.record_files import parse, to_json_lines, to_text
from pixies_env.core.states.records import Record
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.testing.claims import (
    ConformanceError,
    check_end_of_game,
    hold,
    refusals_are_faults,
)
from pixies_env.testing.positions import check_altered_positions
from pixies_env.testing.sight import check_sight
from pixies_env.testing.variants import check_made_again, check_options


def check_game(
    game: Game | str,
    *,
    games: int = 3,
    seed: int = 0,
    close_looks: float = 0.15,
    alterations: int = 20,
    agents: Sequence[str | CompiledAgent] = ("random",),
) -> None:
    """Raise ConformanceError unless a game holds everything that generic code relies on.

    Args:
        game: what is looked at, or the name of a game.
        games: random games per number of players.
        seed: of the games and of the choices.
        close_looks: share of positions in which the slow checks are made (copies, storage,
            hiding and resampling); every first position and every end is looked at closely.
        alterations: altered positions per number of players that must be refused or can be
            played on, see :func:`check_altered_positions`.
        agents: compiled agents, or what names them, that play those on.
    """
    game = resolve_game(game, {})
    check_description(game)
    varied = hidden = False
    for players in game.players:
        for number in range(games):
            rng = np.random.default_rng([seed, players, number])
            place = f"{game.name}, {players} players, seed {seed}, game {number}"
            begun = State(game, players, seed, lane=number, chance=MANUAL)
            for step, state in enumerate(walk(begun, rng, place)):
                where = f"{place}, event {step}"
                check_position(state, rng, where)
                if step == 0 or state.is_over or rng.random() < close_looks:
                    check_copies(state, where)
                    hides, varies = check_knowledge(state, rng, where)
                    hidden, varied = hidden or hides, varied or varies
                    check_sight(state, rng, where)
            check_end_of_game(begun, place)
            check_record(begun, place)
    hold(varied or not hidden, game.name, "resampling never gave anything but the true position")
    # Whole games in compiled code end only if the walks above did.
    check_options(game, seed)
    check_lanes(game, games, seed)
    check_altered_positions(game, count=alterations, seed=seed, agents=agents, games=1)


def walk(state: State, rng: np.random.Generator, place: str) -> Iterator[State]:
    """The state itself at each event of a random game, to its end."""
    decisions, most = 0, state.game.max_decisions
    while True:
        yield state
        if state.is_over:
            return
        if state.waiting == "chance":
            _check_outcome_ids(state, place)
            state.draw()
            continue
        decisions += 1
        hold(decisions <= most, place, f"the game is longer than max_decisions = {most}")
        _check_action_ids(state, place)
        state.apply(int(rng.choice(state.legal_actions())))


def check_description(game: Game) -> None:
    """Header, catalogues, schema, and that the game can be made again."""
    names = [name for name, _ in header_fields()]
    dtype = game.state_dtype
    hold(list(dtype.names or ())[: len(names)] == names, game.name, f"header must be {names}")
    assert dtype.fields is not None
    for at, (name, kind) in enumerate(header_fields()):
        found = dtype.fields[name]
        hold(found[0] == kind and found[1] == at, game.name, f"{name} must be {kind} at {at}")
    hold(dtype.type is np.record, game.name, "state_dtype must come from record_dtype()")
    hold(game.board.shape == (1,), game.name, "board must be an array of one record")
    for what, entries in (
        ("roles of actions", game.actions.roles),
        ("roles of outcomes", game.outcomes.roles),
        ("questions", game.questions),
        ("kinds of chance", game.chance_kinds),
        ("observation modes", game.observation_modes),
    ):
        hold(len(entries) > 0, game.name, f"there are no {what}")
        hold(len(set(entries)) == len(entries), game.name, f"{what} are not unique")
    for observation_mode in game.observation_modes:
        names = [feature.name for feature in game.features_of(observation_mode)]
        unique = len(set(names)) == len(names)
        hold(
            names and unique, game.name, f"names of features of {observation_mode!r} are not unique"
        )
    counts = list(game.players)
    rising = counts == sorted(set(counts)) and counts[0] >= 1
    hold(counts and rising, game.name, f"players must be rising numbers from 1 on, not {counts}")
    hold(game.utility_range[0] < game.utility_range[1], game.name, "utility_range is empty")
    if counts[0] == 1:
        solo = game.solo_range
        hold(solo is not None and solo[0] < solo[1], game.name, "solo_range is missing or empty")
    check_made_again(game, game.name)
    same = identity(pickle.loads(pickle.dumps(game))) == identity(game)
    hold(same, game.name, "pickled, it is another game")


def check_position(state: State, rng: np.random.Generator, place: str) -> None:
    """What a position waits for, what is legal or possible, and that looking changes nothing."""
    game, before = state.game, state.position_bytes
    if state.is_over:
        hold(not len(state.legal_actions()), place, "an ended game has legal decisions")
    elif state.waiting == "chance":
        _check_chance(state, place)
    else:
        hold(0 <= state.player < state.num_players, place, f"player {state.player} decides")
        hold(state.question in game.questions, place, "unknown question")
        _check_decision(state, rng, place)
    if not state.is_over:
        audience = single.audience(game, state._state)
        seats = set(range(state.num_players))
        hold(set(audience) <= seats, place, f"audience {audience} has seats not in the game")
        seen = state.waiting == "chance" or state.player in audience
        hold(seen, place, "a player does not see the own decision")
    for seat in range(state.num_players):
        for observation_mode in game.observation_modes:
            features = state.observation(seat, observation_mode)
            hold(np.isfinite(features).all(), place, f"observation of seat {seat} is not finite")
    broken = broken_invariant(game, state._state)
    message = game.invariant_messages.get(broken, str(broken))
    hold(broken == 0, place, f"an invariant of the game does not hold: {message}")
    hold(str(state).strip(), place, "there is no printed view")
    hold(state.position_bytes == before, place, "looking at the position changed it")


def _check_decision(state: State, rng: np.random.Generator, place: str) -> None:
    game, legal = state.game, state.legal_actions()
    _check_action_ids(state, place)
    names = state.legal_names()
    hold(len(set(names)) == len(names), place, f"names of decisions are not unique: {names}")
    for action, name in zip(legal, names, strict=True):
        hold(state.action_id(name) == action, place, f"{name} is not understood")
    others = np.flatnonzero(~state.legal_action_mask())
    for action in (-1, len(game.actions), *rng.permutation(others)[:3]):
        before = state.position_bytes
        try:
            state.apply(int(action))
        except IllegalActionError:
            hold(state.position_bytes == before, place, f"refusing {action} changed the state")
        else:
            raise ConformanceError(f"{place}: the illegal id {action} was carried out")


def _check_action_ids(state: State, place: str) -> None:
    legal = state.legal_actions()
    hold(len(legal) > 0, place, "no decision is legal")
    inside = legal[0] >= 0 and legal[-1] < len(state.game.actions)
    hold(inside, place, "ids are out of range")
    hold((np.diff(legal) > 0).all(), place, "ids do not rise")


def _check_chance(state: State, place: str) -> None:
    game = state.game
    hold(state.question in game.chance_kinds, place, "unknown kind of chance")
    hold(-1 <= state.player < state.num_players, place, f"chance is owned by {state.player}")
    _check_outcome_ids(state, place)
    names = [outcome.name for outcome in state.chance_outcomes()]
    hold(len(set(names)) == len(names), place, f"names of outcomes are not unique: {names}")


def _check_outcome_ids(state: State, place: str) -> None:
    game = state.game
    ids, weights = possible_outcomes(game, state._state)
    hold(len(ids) > 0 and weights.sum() > 0, place, "no chance outcome is possible")
    hold((weights >= 0).all(), place, "weights are negative")
    hold(len(set(ids.tolist())) == len(ids), place, "outcomes are listed twice")
    inside = (ids >= 0).all() and (ids < len(game.outcomes)).all()
    hold(inside, place, "outcomes are out of range")


def check_copies(state: State, place: str) -> None:
    """Copies are equal and independent; bytes, JSON and dictionary give the position again."""
    game = state.game
    rng = np.random.default_rng(0)
    before = state.position_bytes
    ways: dict[str, Callable[[], State]] = {
        "clone": state.clone,
        "copy.deepcopy": lambda: copy.deepcopy(state),
        "bytes": lambda: State.from_bytes(state.to_bytes(), game),
        "JSON": lambda: State.from_json(state.to_json(), game),
        "dictionary": lambda: State.from_dict(game, state.as_dict(), chance=MANUAL),
        "dictionary as JSON": lambda: State.from_dict(
            game, json.loads(json.dumps(state.as_dict(), default=plain))
        ),
    }
    for way, made in ways.items():
        with refusals_are_faults(place, f"its own {way}"):
            again = made()
        same = again == state and hash(again) == hash(state)
        hold(same, place, f"{way} does not give an equal state")
        hold(again.position_bytes == before, place, f"{way} changes bytes of the position")
    copied = state.clone()
    for _ in walk(copied, rng, f"{place}, played on"):
        if copied.position_bytes != before:
            break
    hold(state.position_bytes == before, place, "playing on in a copy changed the original")


def check_knowledge(state: State, rng: np.random.Generator, place: str) -> tuple[bool, bool]:
    """Hiding and resampling; whether something was hidden, and whether resampling varied it."""
    hides = varies = False
    for seat in range(state.num_players):
        where = f"{place}, seat {seat}"
        known = state.hidden_from(seat)
        key = known.position_bytes
        hides = hides or key != state.position_bytes
        hold(known.hidden_from(seat).position_bytes == key, where, "hiding twice hides more")
        hold(str(known).strip(), where, "a hidden state has no printed view")
        broken = broken_invariant(state.game, known._state)
        hold(broken == 0, where, f"invariant {broken} does not hold of what a seat knows")
        _check_same_knowledge(state, known, seat, where, "hiding")
        for _ in range(2):
            world = state.resampled(seat, rng)
            varies = varies or world.position_bytes != state.position_bytes
            _check_same_knowledge(state, world, seat, where, "resampling")
            again = world.hidden_from(seat).position_bytes
            hold(again == key, where, "a resampled state is not hidden to the same bytes")
        bits = int(rng.integers(2**63))
        twice = [state.resampled(seat, bits).position_bytes for _ in range(2)]
        hold(twice[0] == twice[1], where, "the same bits resample differently")
    if not state.is_over:
        seat = int(rng.integers(state.num_players))
        for _ in walk(state.resampled(seat, rng), rng, f"{place}, resampled and played on"):
            pass
    return hides, varies


def _check_same_knowledge(state: State, other: State, seat: int, place: str, how: str) -> None:
    for mode in state.game.observation_modes:
        same = np.array_equal(state.observation(seat, mode), other.observation(seat, mode))
        hold(same, place, f"{how} changes the observation {mode!r} of that seat")
    header = [name for name, _ in header_fields()]
    for name in header:
        same = state.array[name][0] == other.array[name][0]
        hold(same, place, f"{how} changes {name!r} of the header")
    if state.waiting == "decision" and state.player == seat:
        same = np.array_equal(state.legal_actions(), other.legal_actions())
        hold(same, place, f"{how} changes what is legal for that seat")
        same = state.legal_names() == other.legal_names()
        hold(same, place, f"{how} changes the names of what is legal for that seat")


def check_record(state: State, place: str) -> None:
    """A record gives the game again, written and read in both forms, and stripped."""
    record = Record.from_state(state)
    with refusals_are_faults(place, "its own record"):
        record.verify()
        final = record.final()
    hold(final == state, place, "replaying the record leads to another position")
    with refusals_are_faults(place, "its own record, written and read,"):
        (read,) = parse(to_json_lines(record).splitlines(), place, state.game)
    hold(read == record, place, "the record changes when written and read")
    with refusals_are_faults(place, "its own record in plain text"):
        (typed,) = parse(to_text(record).splitlines(), place, state.game)
    hold(typed.events == record.events, place, "the record changes when written as plain text")
    for seat in range(state.num_players):
        seen = tuple(event for event in record.events if seat in event.sees)
        same = record.seen_by(seat).events == seen
        hold(same, place, "a stripped record does not hold exactly what was seen")


def check_lanes(game: Game, games: int, seed: int) -> None:
    """Games do not depend on batch size, threads or kind of loop; illegal ids change nothing."""
    players = np.repeat(list(game.players), games)
    whole = _final_states(game, players, seed, 0)
    halves = [
        _final_states(game, part, seed, first)
        for first, part in ((0, players[:1]), (1, players[1:]))
        if len(part)
    ]
    same = whole.tobytes() == np.concatenate(halves).tobytes()
    hold(same, game.name, "a game depends on the other lanes of its batch")
    for count in game.players:
        compiled, batch = (
            next(
                play_games(game, ["random"], games=games, players=count, seed=seed, records=records)
            )
            for records in (False, True)
        )
        same = compiled.states.tobytes() == batch.states.tobytes()
        hold(same, game.name, "compiled games and games of a batch differ")


def _final_states(game: Game, players: np.ndarray, seed: int, first_lane: int) -> np.ndarray:
    """Play a batch to its end by a fixed rule, trying illegal ids on the way."""
    env = BatchEnv(game, len(players), players, seed, first_lane=first_lane)
    step = env.reset()
    count = 0
    while not step.terminated.all():
        if count == 1:
            _check_refusal(env)
        shares = (count * 7919 + env.streams["lane"] * 31) % 97 / 97
        place = (step.action_masks.sum(axis=1) * shares).astype(np.int64)
        actions = (np.cumsum(step.action_masks, axis=1) == place[:, None] + 1).argmax(axis=1)
        step = env.step(actions)
        count += 1
    after = env.states.tobytes()
    step = env.step(np.full(len(players), -1))
    hold(env.states.tobytes() == after, game.name, "a step after the end changes a game")
    hold(not step.rewards.any(), game.name, "a finished game pays again")
    return env.states.copy()


def _check_refusal(env: BatchEnv) -> None:
    step = env.shown
    illegal = np.flatnonzero(~step.action_masks[0])
    actions = step.action_masks.argmax(axis=1)
    actions[0] = illegal[0] if len(illegal) else -1
    before = [env.states.tobytes(), env.streams.tobytes(), step.action_masks.tobytes()]
    try:
        env.step(actions)
    except IllegalActionError:
        after = [env.states.tobytes(), env.streams.tobytes(), step.action_masks.tobytes()]
        hold(before == after, env.game.name, "refusing an illegal id changed the batch")
    else:
        raise ConformanceError(f"{env.game.name}: the batch carried out an illegal id")

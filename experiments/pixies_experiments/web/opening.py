"""Tables that are begun: a new game, a record to replay, an analysis of a game under way."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from pixies_env.core.game import Game
from pixies_env.core.inputs import LANES
from pixies_env.core.single import play_uncompiled
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from pixies_experiments.games import OwnGame
from pixies_experiments.web.model import ANALYSIS, GAME, Table, TableError
from pixies_experiments.web.seats import HUMAN, Guest, Tokens
from pixies_experiments.web.timeline import Stream, Timeline

_IMAGINED_LANE = LANES - 1
"""Lane of analyses: their chance is not that of any game."""


def seating(game: Game, specs: Sequence[str], players: int | None) -> list[str]:
    """Who sits on which seat; ValueError if the numbers do not fit.

    One agent alone plays against a person on seat 0; several are named seat by seat.
    """
    if len(specs) > 1 or specs[0] == HUMAN:
        if players is None and len(specs) > 1:
            players = len(specs)
        count = game.check_players(_default_players(game) if players is None else players)
        if len(specs) == 1:
            return [HUMAN] * count
        if len(specs) != count:
            raise ValueError(f"{len(specs)} names are given for the {count} seats")
        return list(specs)
    count = game.check_players(_default_players(game) if players is None else players)
    return [HUMAN, *(specs[0] for _ in range(count - 1))]


def _default_players(game: Game) -> int:
    from pixies_env.adapters.defaults import default_players

    return default_players(game)


def begin(
    game: Game,
    seats: Sequence[str],
    seed: int,
    tokens: Tokens,
    *,
    table_id: str,
    kind: str = GAME,
    advice: bool = True,
    own: OwnGame | None = None,
) -> Table:
    """A game, or an analysis, that begins; chance that comes first is drawn.

    It begins uncompiled if its code is not there yet.
    """
    play_uncompiled(game)
    timeline = Timeline(game, len(seats), Stream(seed))
    timeline.settle()
    return Table(
        id=table_id,
        kind=kind,
        seats=list(seats),
        tokens=tokens,
        timeline=timeline,
        own=own,
        advice=advice,
        cursor=len(timeline.entries),
        main=timeline.codes() if kind == ANALYSIS else [],
    )


def new_id() -> str:
    """Id of a table that nobody else has."""
    return secrets.token_urlsafe(9)


def replay(record: Record, *, own: OwnGame | None = None) -> Table:
    """An analysis of a record, at its beginning; every seat is a person's.

    RecordError if it is one player's view.
    """
    start = record.start() if record.viewer is None else record.final()
    timeline = Timeline(record.game, record.players, _fresh_stream(), record.position)
    table = _analysis(timeline, [HUMAN] * start.num_players, own)
    for event in record.events:
        take = timeline.decide if event.kind == "decision" else timeline.let_happen
        take(event.name)
    table.main = timeline.codes()
    return table


def analysis_of(table: Table, guest: Guest, eyes: int | None) -> Table:
    """An analysis that begins with what a guest may know of a table.

    Of a finished game and of an analysis that is all. The only person at a table gets the game so
    far if nothing of it is hidden now; others the position as they know it, the rest filled in at
    random. How chance goes on is drawn anew.
    """
    timeline, game = table.timeline, table.game
    if table.kind == ANALYSIS or table.state.is_over or _sees_all(table, guest):
        forked = Timeline(game, table.players, _fresh_stream(), timeline.position)
        forked.take_again(timeline.codes())
    else:
        seat = min(guest.seats) if eyes is None else eyes
        known = table.state.resampled(seat, secrets.randbits(64))
        forked = Timeline(game, table.players, _fresh_stream(), known.position_bytes)
        forked.settle()
    copy = _analysis(forked, list(table.seats), table.own)
    copy.main = forked.codes()
    copy.cursor = table.cursor if table.kind == ANALYSIS else len(forked.entries)
    return copy


def _sees_all(table: Table, guest: Guest) -> bool:
    people = {seat for seat, who in enumerate(table.seats) if who == HUMAN}
    return people <= guest.seats and not is_private(table.state, min(guest.seats))


def record_of(table: Table, guest: Guest, eyes: int | None) -> Record:
    """The record that a guest may have: all of it, or what one seat saw of a game under way.

    While a game goes on it is whole, but for the seed, where nothing is hidden from the seat;
    TableError for onlookers where something is hidden.
    """
    if table.kind == ANALYSIS or table.state.is_over:
        return table.timeline.record(seeded=table.kind == GAME)
    record = table.timeline.record(seeded=False)
    if knows_all(table, guest, eyes):
        return record
    if eyes is None:
        raise TableError("onlookers get the record when the game is over")
    return record.seen_by(eyes)


def knows_all(table: Table, guest: Guest, eyes: int | None) -> bool:
    """Whether a guest, who looks from a seat or on, may have the whole record now."""
    if table.kind == ANALYSIS or table.state.is_over:
        return True
    seats = range(table.players) if eyes is None else (eyes,)
    if any(is_private(table.state, seat) for seat in seats):
        return False
    open_to_all = all(len(entry.event.sees) == table.players for entry in table.timeline.entries)
    return open_to_all or (bool(guest.seats) and _sees_all(table, guest))


def is_private(state: State, seat: int) -> bool:
    """Whether there is something that a seat does not know."""
    return bool(state.hidden_from(seat).position_bytes != state.position_bytes)


def _analysis(timeline: Timeline, seats: list[str], own: OwnGame | None) -> Table:
    return Table(
        id=new_id(),
        kind=ANALYSIS,
        seats=seats,
        tokens=Tokens.drawn(len(seats), analysis=True),
        timeline=timeline,
        own=own,
    )


def _fresh_stream() -> Stream:
    return Stream(secrets.randbits(64), _IMAGINED_LANE)

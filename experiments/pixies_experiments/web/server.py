"""The web server: what pages can ask for, over a few JSON addresses.

A request that concerns a table carries the tokens of its seats in the header ``Pixies-Tokens``,
separated by commas. An error is an object ``{"error": what is wrong}`` with the code 400 for what
cannot be done, 403 for what this guest may not, 404 for what there is not, 409 for a decision about
a position that is no longer there, 413 for a request that is too long, 429 for more than one link
may have at a time.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, cast

from markdown_it import MarkdownIt
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pixies_env.core.errors import DamagedDataError, ForeignGameError, IllegalActionError, Portable
from pixies_env.core.specs import AgentSpecError
from pixies_env.core.states import record_files
from pixies_env.core.words import rules_page
from pixies_experiments.web.address import PublicUrl
from pixies_experiments.web.bounds import TooMuchError, opener
from pixies_experiments.web.guard import MOST_BYTES, Guard
from pixies_experiments.web.model import ANALYSIS, GAME, Table, TableError
from pixies_experiments.web.opening import analysis_of, record_of, replay
from pixies_experiments.web.seats import HUMAN, Guest
from pixies_experiments.web.service import Seating, Service
from pixies_experiments.web.views import eyes_of, may_decide

TOKENS = "pixies-tokens"
WAIT_SECONDS = 25.0
"""A page that waits for news asks again after so long."""
FEW_BYTES = 10_000
"""Of a request that brings no record."""
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}


class RefusedError(Portable, Exception):
    """A request that is not answered; code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


Handler = Callable[[Request], Awaitable[Response]]


def make_app(
    service: Service, names: Iterable[str] = (), public: PublicUrl | None = None
) -> Starlette:
    """The application around the tables.

    Args:
        service: the tables.
        names: of this machine, besides its own.
        public: where a proxy passes requests on from.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> Any:
        yield
        await service.close()

    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/assets/{name}", _asset),
            *[
                Route(f"/api/tables/{{table}}/{name}", _answering(handler), methods=[method])
                for name, method, handler in (
                    ("view", "GET", _view),
                    ("record", "GET", _record),
                    ("rules", "GET", _rules),
                    ("decide", "POST", _decide),
                    ("opinion", "POST", _opinion),
                    ("analysis", "POST", _analysis),
                    ("replay", "POST", _replay),
                    ("go", "POST", _go),
                    ("seat", "POST", _seat),
                    ("restore", "POST", _restore),
                )
            ],
        ],
        middleware=[Middleware(Guard, names=tuple(names), public=public)],
        exception_handlers={404: _nothing},
        lifespan=lifespan,
    )
    # Redirections of its own would name the machine behind a proxy.
    app.router.redirect_slashes = False
    app.state.service = service
    app.state.files = _files()
    return app


def _answering(handler: Handler) -> Handler:
    """Tell errors as JSON."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except RefusedError as refused:
            return _error(refused.code, refused.reason)
        except TooMuchError as refused:
            return _error(429, str(refused))
        except LookupError as error:
            return _error(404, str(error.args[0] if error.args else error))
        except (
            AgentSpecError,
            DamagedDataError,
            ForeignGameError,
            IllegalActionError,
            TableError,
        ) as error:
            return _error(400, str(error))
        except OSError as error:
            return _error(500, f"the table could not be kept on disk: {error}")

    return answer


def _error(code: int, reason: str) -> JSONResponse:
    # What a request said may be repeated here, and may hold half a character.
    told = reason.encode(errors="backslashreplace").decode()
    return JSONResponse({"error": told}, status_code=code)


async def _nothing(request: Request, error: Exception) -> Response:
    return PlainTextResponse(
        "Pixies: there is nothing at this address. If it is that of a proxy, start the table with "
        "--public-url and the proxy's address.\n",
        status_code=404,
    )


# ---- files of the page


def _files() -> dict[str, bytes]:
    folder = files("pixies_experiments.web") / "assets"
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


async def _page(request: Request) -> Response:
    return _file(request, "index.html")


async def _asset(request: Request) -> Response:
    return _file(request, request.path_params["name"])


def _file(request: Request, name: str) -> Response:
    known = request.app.state.files
    if name not in known:
        return PlainTextResponse("not found", status_code=404)
    kind = TYPES[name[name.rindex(".") :]]
    return Response(known[name], media_type=kind)


# ---- tables


async def _at_table(request: Request) -> tuple[Service, Seating, Guest]:
    """The table that a request is about, and whom it speaks for; RefusedError for strangers."""
    service = cast(Service, request.app.state.service)
    seating = await service.find(request.path_params["table"])
    given = request.headers.get(TOKENS, "")
    guest = seating.table.tokens.guest(token.strip() for token in given.split(",") if token.strip())
    if guest.is_stranger:
        raise RefusedError(
            403, "this needs the token of a seat: open the whole link that was printed"
        )
    return service, seating, guest


async def _asked(
    request: Request, most: int = FEW_BYTES
) -> tuple[Service, Seating, Guest, dict[str, Any]]:
    """The same with what the request says; a stranger is refused before that is read."""
    await _at_table(request)
    content = await _body(request, most)
    return *await _at_table(request), content


async def _body(request: Request, most: int) -> dict[str, Any]:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise RefusedError(413, f"a request may have at most {most:,} bytes")
    try:
        content = json.loads(bytes(data))
    except RecursionError:
        raise RefusedError(400, "the request is no JSON of ours: nested too deeply") from None
    except ValueError:
        raise RefusedError(400, "the request is no JSON") from None
    if not isinstance(content, dict):
        raise RefusedError(400, "the request is no JSON object")
    return content


def _wanted(value: Any) -> int | None:
    """The seat with whose eyes a page looks, from a query or a body."""
    if value is None or value == "":
        return None
    if isinstance(value, str) and re.fullmatch("[0-9]{1,4}", value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RefusedError(400, f"a seat is a whole number, not {value!r}")
    return value


def _number(content: dict[str, Any], key: str) -> int:
    value = content.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RefusedError(400, f"{key!r} must be a whole number, not {value!r}")
    return value


async def _view(request: Request) -> Response:
    service, seating, guest = await _at_table(request)
    query = request.query_params
    news = service.next_view(
        seating, guest, _wanted(query.get("as")), query.get("have", ""), WAIT_SECONDS
    )
    shown = await _while_connected(request, news)
    return Response(status_code=204) if shown is None else JSONResponse(shown)


async def _while_connected(
    request: Request, work: Coroutine[Any, Any, dict[str, Any] | None]
) -> dict[str, Any] | None:
    """What comes of some work; None, and an end of it, as soon as nobody waits for it."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.create_task(work), asyncio.create_task(gone())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        working.cancel()
        leaving.cancel()


async def _decide(request: Request) -> Response:
    """``{"action": id, "key": of the view, "as": seat}``; in an analysis also chance outcomes."""
    service, seating, guest, content = await _asked(request)
    action, wanted = _number(content, "action"), _wanted(content.get("as"))
    table = seating.table
    if content.get("key") != service.view(seating, guest, wanted)["key"]:
        raise RefusedError(409, "the table has moved on since; look again")
    if table.state.is_over:
        raise RefusedError(400, "the game is over")
    if not may_decide(table, guest):
        whose = "chance" if table.state.waiting == "chance" else f"player {table.state.player}"
        raise RefusedError(403, f"it is the turn of {whose}, and you have no token of that seat")
    take = table.let_happen if table.state.waiting == "chance" else table.decide
    service.change(seating, lambda: take(action))
    return JSONResponse(service.view(seating, guest, wanted))


async def _opinion(request: Request) -> Response:
    """``{"agent": specification}``: what it thinks of the decision that is due."""
    service, seating, guest, content = await _asked(request)
    if seating.table.kind == GAME:
        if not seating.table.advice:
            raise RefusedError(403, "at this table nobody is asked for advice")
        if not may_decide(seating.table, guest):
            raise RefusedError(403, "only who is to decide can ask for an opinion")
    elif not guest.owner:
        raise RefusedError(403, "this analysis is somebody else's")
    with service.work.taken(opener(seating.table, guest)):
        return JSONResponse(await service.opinion(seating, str(content.get("agent"))))


async def _analysis(request: Request) -> Response:
    """Begin an analysis of what the guest knows; its link."""
    service, seating, guest, content = await _asked(request)
    table = seating.table
    if not (guest.seats or guest.owner or table.state.is_over):
        raise RefusedError(403, "only players analyse a game that is going on")
    if table.kind == GAME and not table.advice and not table.state.is_over:
        raise RefusedError(403, "at this table a game is analysed when it is over")
    eyes = eyes_of(table, guest, _wanted(content.get("as")))
    who = opener(table, guest)
    with service.work.taken(who):
        seat = eyes if isinstance(eyes, int) else None
        return await _opened(service, who, lambda: analysis_of(table, guest, seat))


async def _opened(service: Service, who: str, make: Callable[[], Table]) -> Response:
    """Link to an analysis that is made for somebody."""
    made = await service.compute_beside(make)
    made.opened_by = who
    await service.add(made)
    return JSONResponse({"id": made.id, "token": made.tokens.owner})


async def _replay(request: Request) -> Response:
    """``{"record": text}``: an analysis of a recorded game; its link."""
    service, seating, guest = await _at_table(request)
    who = opener(seating.table, guest)
    own = seating.table.own
    game = None if own is None else seating.table.game
    with service.work.taken(who):
        text = (await _body(request, MOST_BYTES)).get("record")
        if not isinstance(text, str):
            raise RefusedError(400, "'record' must be the text of a record")

        def read() -> Table:
            first = next(record_files.parse(text.splitlines(), "the record", game), None)
            if first is None:
                raise TableError("the record holds no game")
            return replay(first, own=own)

        try:
            return await _opened(service, who, read)
        except RecursionError:
            raise RefusedError(400, "the record is nested too deeply") from None
        except ValueError as error:
            raise RefusedError(400, str(error)) from error


async def _owned(request: Request) -> tuple[Service, Seating, Guest, dict[str, Any]]:
    """For what only the owner of an analysis may do."""
    service, seating, guest, content = await _asked(request)
    if seating.table.kind != ANALYSIS:
        raise RefusedError(400, "this can be done in an analysis only")
    if not guest.owner:
        raise RefusedError(403, "this analysis is somebody else's")
    return service, seating, guest, content


async def _go(request: Request) -> Response:
    """``{"to": number of events}``: look at another position."""
    service, seating, guest, content = await _owned(request)
    target = _number(content, "to")
    service.change(seating, lambda: seating.table.go_to(target))
    return JSONResponse(service.view(seating, guest, None))


async def _seat(request: Request) -> Response:
    """``{"seat": number, "who": "human" or an agent}``: take a seat over or give it away."""
    service, seating, guest, content = await _owned(request)
    seat, who = _number(content, "seat"), str(content.get("who"))
    if who not in (HUMAN, *seating.table.seats, *seating.advisers):
        raise RefusedError(
            400, f"{who!r} cannot sit here; {HUMAN}, {', '.join(seating.advisers)} can"
        )
    service.change(seating, lambda: seating.table.hand_over(seat, who))
    return JSONResponse(service.view(seating, guest, None))


async def _restore(request: Request) -> Response:
    """Back to the line that the analysis began with."""
    service, seating, guest, _ = await _owned(request)
    service.change(seating, seating.table.restore)
    return JSONResponse(service.view(seating, guest, None))


async def _record(request: Request) -> Response:
    """The record as JSON lines: of a game with secrets under way what the guest's seat saw."""
    _, seating, guest = await _at_table(request)
    table = seating.table
    eyes = eyes_of(table, guest, _wanted(request.query_params.get("as")))
    try:
        record = record_of(table, guest, eyes if isinstance(eyes, int) else None)
    except TableError as error:
        raise RefusedError(403, str(error)) from error
    name = f"{table.game.name}-{table.id}.jsonl"
    return Response(
        record_files.to_json_lines(record),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def _rules(request: Request) -> Response:
    """The rules in short, as HTML."""
    _, seating, _ = await _at_table(request)
    html = MarkdownIt("commonmark", {"html": False}).render(rules_page(seating.table.game))
    return JSONResponse({"html": html})

"""What keeps other pages of the same browser, and other machines, away from the tables.

Every request must name this machine in its ``Host`` header, or the host of the public address: a
page of elsewhere whose name was made to lead here (DNS rebinding) names itself. A request that a
page sends to a table must come from a page of this server; files of the page hold no secret and are
for all. All that counts is done with tokens in a header of its own, which no form or link can send.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pixies_experiments.web.address import PublicUrl

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
MOST_BYTES = 4_000_000
"""Of a request's body: a long record has some hundred thousand."""

logger = logging.getLogger(__name__)


class Guard:
    """Refuses requests that are not for this server, and adds the headers that protect pages.

    A path that begins with that of the public address is the path after it.
    """

    def __init__(
        self, app: ASGIApp, names: Iterable[str] = (), public: PublicUrl | None = None
    ) -> None:
        self._app = app
        self._public = public
        own = {"localhost", socket.gethostname(), *names}
        if public is not None:
            own.add(public.host)
        self._names = {name.lower() for name in own}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        answer = self._answer(Headers(scope=scope), scope["path"])
        if answer is not None:
            await answer(scope, receive, send_guarded)
            return
        if self._public is not None:
            scope = {**scope, "path": self._public.within(scope["path"])}
        await self._app(scope, receive, send_guarded)

    def _answer(self, headers: Headers, path: str) -> Response | None:
        """What is answered in place of the server, if anything is."""
        within = path if self._public is None else self._public.within(path)
        wrong = self._wrong(headers, within or "/")
        if wrong is not None:
            # A browser shows this in place of the page.
            if "text/html" in headers.get("accept", ""):
                return PlainTextResponse(f"Pixies: {wrong}.\n", 403)
            return JSONResponse({"error": wrong}, 403)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return JSONResponse({"error": f"a request may have at most {MOST_BYTES:,} bytes"}, 413)
        if self._public is not None and within is None:
            return RedirectResponse(self._public.path)
        return None

    def _wrong(self, headers: Headers, path: str) -> str | None:
        host = headers.get("host", "")
        if not self._is_own(host):
            return _refused(
                f"this server is not {host!r}; open the address that it printed",
                f"https://{host}",
            )
        if not path.startswith("/api/"):
            return None
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self._origins(host):
            return _refused(f"requests of pages from {origin} are not answered", origin)
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != (
            "navigate"
        ):
            return "requests of pages from elsewhere are not answered"
        return None

    def _origins(self, host: str) -> set[str]:
        public = set() if self._public is None else {self._public.origin}
        return {f"http://{host.lower()}", *public}

    def _is_own(self, host: str) -> bool:
        """A name of this machine, or an address: only names can be made to lead elsewhere."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.lower() in self._names
        return True


def _refused(why: str, address: str) -> str:
    """Why a request is refused and, if it may have come through a proxy, how to mend that.

    Whoever started the server is told as well: only they can.
    """
    try:
        public = str(PublicUrl.read(address))
    except ValueError:
        return why
    told = (
        f"{why}. If {public} is where a proxy shows this table to others, start it with "
        f"--public-url {public}"
    )
    logger.warning("refused: %s", told)
    return told

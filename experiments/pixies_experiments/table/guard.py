"""What keeps other pages of the same browser, and other machines, away from the tables.

Every request must name this machine in its ``Host`` header: a page of elsewhere whose name was made
to lead here (DNS rebinding) names itself. A request that a page sends must come from a page of this
server. All that counts is done with tokens in a header of its own, which no form or link can send.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Guard:
    """Refuses requests that are not for this server, and adds the headers that protect pages."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        own = {"localhost", socket.gethostname(), *names}
        self._names = {name.lower() for name in own}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        headers = Headers(scope=scope)
        wrong = self._wrong(headers)
        if wrong is not None:
            response = JSONResponse({"error": wrong}, status_code=403)
            await response(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    def _wrong(self, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if not self._is_own(host):
            return f"this server is not {host!r}; open the address that it printed"
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return f"requests of pages from {origin} are not answered"
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != (
            "navigate"
        ):
            return "requests of pages from elsewhere are not answered"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return f"a request may have at most {MOST_BYTES:,} bytes"
        return None

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

"""The address under which a proxy shows the tables to others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

_USUAL_PORTS = {"http": 80, "https": 443}
_OWN = ("api", "assets")
"""First parts of our own paths, which no prefix can be told from."""
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")


@dataclass(frozen=True)
class PublicUrl:
    """A public address.

    ``origin`` is what a browser names in ``Origin``, ``host`` the name alone, ``path`` begins and
    ends with a slash.
    """

    origin: str
    host: str
    path: str

    @classmethod
    def read(cls, text: str) -> PublicUrl:
        """An address such as ``https://games.example.org/pixies``; ValueError if it is none."""

        def wrong(why: str) -> ValueError:
            return ValueError(
                f"--public-url {text!r}: {why}; it is to be like https://games.example.org/pixies"
            )

        try:
            parts = urlsplit(text.strip())
            host, port = (parts.hostname or "").lower(), parts.port
            if ":" not in host:
                host = host.encode("idna").decode()
        except ValueError as error:
            raise wrong(str(error)) from None
        if parts.scheme not in _USUAL_PORTS:
            raise wrong("begins with neither http:// nor https://")
        if not re.fullmatch(r"[a-z0-9._-]+|[0-9a-f:.]+", host):
            raise wrong("names no host")
        if parts.username is not None or parts.query or parts.fragment:
            raise wrong("has more than a host and a path")
        if not _PATH.fullmatch(parts.path):
            raise wrong(f"the path {parts.path!r} has signs besides letters, digits and ._~-")
        if parts.path.split("/")[1:2] and parts.path.split("/")[1] in _OWN:
            raise wrong(f"the path begins with a name of ours, {' or '.join(_OWN)}")
        named = f"[{host}]" if ":" in host else host
        if port is not None and port != _USUAL_PORTS[parts.scheme]:
            named = f"{named}:{port}"
        return cls(f"{parts.scheme}://{named}", host, f"{parts.path.rstrip('/')}/")

    def __str__(self) -> str:
        return f"{self.origin}{self.path}"

    def within(self, path: str) -> str | None:
        """A path without that of the address, if a proxy has left it in; None for that alone.

        That is the address without its last slash, from which nothing else of the page is found.
        """
        if self.path != "/" and path == self.path.rstrip("/"):
            return None
        return f"/{path.removeprefix(self.path)}" if path.startswith(self.path) else path

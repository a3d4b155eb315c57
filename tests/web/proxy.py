"""Reverse proxies with TLS before a table: nginx where it is installed, and one of our own.

nginx takes the path of the table away and is set up as docs/play.md says; ours leaves it in. A
third takes it away and names the machine of the table in ``Host``, as nginx does unless it is told
not to. All have the certificate beside this file, which is of the tests alone and which nobody
trusts.

    python -m tests.web.proxy PORT TARGET NAME
"""

from __future__ import annotations

import contextlib
import http.client
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HOST, PREFIX = "games.localhost", "/pixies/"
CERTIFICATE = Path(__file__).with_name("certificate.pem")
ROOT = Path(__file__).parents[2]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
NAMES = ["ours", *(["nginx"] if NGINX else [])]
_HOP_BY_HOP = ("connection", "keep-alive", "transfer-encoding", "te", "upgrade")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(name: str, port: int, target: int, folder: Path) -> Iterator[None]:
    """A proxy in a process of its own, that listens."""
    words = (
        [str(NGINX), "-p", str(folder), "-c", str(_configured(port, target, folder))]
        if name == "nginx"
        else [sys.executable, "-m", "tests.web.proxy", str(port), str(target), name]
    )
    process = subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        _wait_for(process, port)
        yield
    finally:
        process.terminate()
        process.communicate()


def _wait_for(process: subprocess.Popen[str], port: int) -> None:
    while True:
        with contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", port)):
            return
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)


def _configured(port: int, target: int, folder: Path) -> Path:
    """The example of the documentation with ports and certificate of the test."""
    documented = (ROOT / "docs" / "play.md").read_text()
    found = re.search(r"```nginx\n(.*?)```", documented, re.DOTALL)
    assert found is not None
    server = found[1]
    for old, new in {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "games.example.org": HOST,
        "/etc/ssl/games.pem": str(CERTIFICATE),
        "/etc/ssl/games.key": str(CERTIFICATE),
        "127.0.0.1:8321": f"127.0.0.1:{target}",
    }.items():
        assert old in server
        server = server.replace(old, new)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}{server}}}\n"
    )
    return file


class Handler(BaseHTTPRequestHandler):
    """Passes requests on and answers back."""

    protocol_version = "HTTP/1.1"
    target = 0
    renames = False

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        upstream = http.client.HTTPConnection("127.0.0.1", self.target, timeout=60)
        told = {
            name: value for name, value in self.headers.items() if name.lower() not in _HOP_BY_HOP
        }
        told |= {"X-Forwarded-Proto": "https", "X-Forwarded-For": self.client_address[0]}
        path = self.path
        if self.renames:
            told["Host"] = f"127.0.0.1:{self.target}"
            path = f"/{path.removeprefix(PREFIX)}"
        with contextlib.closing(upstream):
            upstream.request(self.command, path, body or None, told)
            answer = upstream.getresponse()
            data = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in (*_HOP_BY_HOP, "content-length"):
                self.send_header(name, value)
        if answer.status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = do_GET  # noqa: N815


def main(port: int, target: int, name: str) -> None:
    Handler.target = target
    Handler.renames = name == "renaming"
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])

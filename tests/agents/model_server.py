"""A small server of the OpenAI-compatible interface, on this machine, that says what tests want."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = str | bytes | int | None
"""What the model says; the body of a response as it is; or the status of an error.

None: nothing, as of a model that is stuck.
"""

PROMPT_TOKENS, COMPLETION_TOKENS = 1000, 100
"""What each answer is said to have taken."""


class ModelServer:
    """Answers each question by a function of its last message; ``asked`` are all bodies sent.

    An error says its status and the ``complaint``.
    """

    def __init__(self, say: Callable[[str], Reply], usage: bool = True) -> None:
        self.say, self.usage = say, usage
        self.complaint = ""
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()
        self.released = threading.Event()

    @property
    def url(self) -> str:
        """Where it is, as ``base_url``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @contextmanager
    def running(self) -> Iterator[ModelServer]:
        """The server, as long as the block runs."""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                assert self.path == "/v1/chat/completions"
                outer._serve(self, body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.released.set()
            self._server.shutdown()
            self._server.server_close()
            thread.join()

    def _serve(self, handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        with self.lock:
            self.asked.append(body)
            self.keys.append(handler.headers.get("Authorization"))
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        said = self.say(body["messages"][-1]["content"])
        if said is None:
            self.released.wait(60)
        with self.lock:
            self.at_once -= 1
        status = said if isinstance(said, int) else 200
        sent = said
        if not isinstance(sent, bytes):
            sent = b"" if status == 204 else json.dumps(self._completion(body, said)).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(sent)))
        if status == 429:
            handler.send_header("Retry-After-Ms", "1")
        handler.end_headers()
        handler.wfile.write(sent)

    def _completion(self, body: dict[str, Any], said: str | int | None) -> dict[str, Any]:
        if not isinstance(said, str):
            return {
                "error": {"message": f"status {said}{self.complaint}", "type": "test", "code": None}
            }
        message = {"role": "assistant", "content": said}
        usage = {
            "prompt_tokens": PROMPT_TOKENS,
            "completion_tokens": COMPLETION_TOKENS,
            "total_tokens": PROMPT_TOKENS + COMPLETION_TOKENS,
        }
        return {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            **({"usage": usage} if self.usage else {}),
        }

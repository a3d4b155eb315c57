"""Another program, spoken to in lines of JSON with a time limit."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import IO, Any

from pixies_env.core.errors import DamagedDataError, Portable, shown
from pixies_env.core.files.json_text import load_json

MOST_SHOWN = 200
"""Characters of an answer that a fault quotes."""
_LONGEST_LINE = 1_000_000
"""Characters; a program that never ends its line is not read without bound."""
_MOST_WAITING = 1000
"""Lines that nobody asked for; a program that writes more is not listened to any longer."""
_LAST_LINES, _COMPLAINT = 20, 2000
"""So many pieces of so many characters are kept of what it complains."""
_GRACE = 1.0
"""Seconds that a program has to end after its input was closed."""


class ProgramError(Portable, RuntimeError):
    """A program that crashed, took too long or did not answer in JSON."""


class Program:
    """A running program; everything it writes to standard output is an answer.

    ProgramError if it cannot be started.
    """

    def __init__(self, command: str) -> None:
        try:
            words = shlex.split(command, posix=os.name == "posix")
            if not words or not words[0]:
                raise ValueError("the command names no program")
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError) as error:
            raise ProgramError(f"cannot be started: {error}") from error
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_LAST_LINES)
        threading.Thread(target=self._hear_answers, daemon=True).start()
        self._hearing = threading.Thread(target=self._hear_complaints, daemon=True)
        self._hearing.start()

    def _hear_answers(self) -> None:
        for line in _lines(self._process.stdout, _LONGEST_LINE + 1):
            self._answers.put(line)
            if len(line) > _LONGEST_LINE or self._answers.qsize() > _MOST_WAITING:
                break
        self._answers.put(None)

    def _hear_complaints(self) -> None:
        for line in _lines(self._process.stderr, _COMPLAINT):
            self._complaints.append(line)

    def tell(self, message: dict[str, Any]) -> None:
        """Write one line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise ProgramError(self._how_it_ended()) from error

    def answer(self, seconds: float) -> dict[str, Any]:
        """The next line, an object of JSON; ProgramError if it is none or does not come in time."""
        try:
            line = self._answers.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise ProgramError(f"took too long, more than {seconds:g} seconds") from None
        if line is None:
            raise ProgramError(self._how_it_ended())
        if len(line) > _LONGEST_LINE:
            raise ProgramError(f"wrote a line of more than {_LONGEST_LINE:,} characters")
        try:
            answer = load_json(line, "the answer")
        except DamagedDataError:
            answer = None
        if not isinstance(answer, dict):
            said = shown(line.strip(), MOST_SHOWN)
            raise ProgramError(f"wrote {said}, which is no object of JSON")
        return answer

    def unasked(self) -> str | None:
        """The next line that it wrote although nothing was asked; None if there is none."""
        try:
            line = self._answers.get_nowait()
        except queue.Empty:
            return None
        if line is None:  # Its output has ended, which the next answer has to find too.
            self._answers.put(None)
        return line

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        code = self._process.poll()
        if code is not None:
            # What it said last may still be on its way; a child of its own may keep the pipe open.
            self._hearing.join(_GRACE)
        ended = "closed its output" if code is None else f"ended with code {code}"
        said = "".join(self._complaints).strip()
        return f"{ended}; last it said:\n{said}" if said else ended

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self._process.kill()
        self._process.wait()

    def end(self) -> bool:
        """Close its input, and end it if that does not; whether that did."""
        process = self._process
        if process.poll() is None:
            with contextlib.suppress(ProgramError):
                self.tell({"type": "bye"})
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        deadline = time.monotonic() + _GRACE
        for end in (None, process.terminate, process.kill):
            if end is not None:
                end()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(deadline - time.monotonic(), 0.1))
                return end is None
        return False


def _lines(stream: IO[str] | None, longest: int) -> Iterator[str]:
    """Lines as they come, those of more characters in pieces of so many."""
    assert stream is not None
    with contextlib.suppress(ValueError, OSError):
        while line := stream.readline(longest):
            yield line

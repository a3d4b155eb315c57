"""What every kind of stored thing has to withstand, and the tally of how it did."""

from __future__ import annotations

import random
import resource
import signal
import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar

from pixies_env.core.errors import DamagedDataError, ForeignGameError
from tests.hostile.alterations import Alteration, bytes_altered

REFUSED, EQUAL, SOUND = "refused", "equal", "sound"
"""What becomes of an altered file: a documented error, what it said before, another whole thing."""
SECONDS = 120.0
"""More than any reading takes, on the slowest machine."""
MEGABYTES = 512
"""No small file takes more memory than that."""


@dataclass
class Tally:
    """How often what became of the alterations of a subject."""

    tried: int = 0
    refused: int = 0
    equal: int = 0
    sound: int = 0

    def add(self, outcome: str, count: int = 1) -> None:
        """Count an outcome."""
        self.tried += count
        setattr(self, outcome, getattr(self, outcome) + count)


class HostileError(AssertionError):
    """What was not met as it should be, with the file that shows it and how to make it again."""


class Subject(ABC):
    """One kind of stored thing, with small originals of it in a folder of its own.

    Attributes:
        documented: errors that reading may end in.
        one_line: messages are single lines; else each further one is indented.
        sealed: it carries a digest, so nothing altered is taken for something else. What
            :meth:`forgeries` make have the digest of what they say.
    """

    documented: ClassVar[tuple[type[Exception], ...]] = (DamagedDataError, ForeignGameError)
    one_line: ClassVar[bool] = True
    sealed: ClassVar[bool] = False
    seconds: ClassVar[float] = SECONDS

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.files = list(self.make())

    @abstractmethod
    def make(self) -> Sequence[Path]:
        """Write originals; the files that are to be altered."""

    def alterations(self, path: Path) -> Sequence[Alteration]:
        """What is done to a file, bytes aside."""
        return ()

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        """Alterations after which its digest is right again."""
        return ()

    @abstractmethod
    def use(self, path: Path) -> Any:
        """Read a file and use what it says: replay it, play it on; what it means."""

    def same(self, original: Any, found: Any) -> bool:
        """Whether two files mean the same."""
        return bool(original == found)

    def check_sound(self, path: Path, found: Any) -> None:
        """AssertionError unless what means something else is a whole thing of its own."""
        raise AssertionError(f"something else was accepted: {found!r:.2000}")

    def named(self, path: Path) -> str:
        """What the message of an error has to say: whose it is."""
        return str(path)

    # ---- trying

    def run(self, count: int, seed: int) -> Tally:
        """Try so many alterations; HostileError tells of the first that was not met."""
        draw, tally = random.Random(f"{type(self).__name__} {seed}"), Tally()
        contents = {path: path.read_bytes() for path in self.files}
        meanings = {path: self.use(path) for path in self.files}
        while tally.tried < count:
            path = draw.choice(self.files)
            forged, altered = self._altered(path, contents[path], draw)
            if altered == contents[path]:
                continue
            path.write_bytes(altered)
            try:
                with _bounded(self.seconds):
                    outcome = self.outcome(path, meanings[path], forged)
            except Exception as error:
                kept = self.folder / f"altered-{tally.tried}-{path.name}"
                kept.write_bytes(altered)
                said = "".join(traceback.format_exception(error)[-12:])
                raise HostileError(
                    f"alteration {tally.tried} of seed {seed}{' (forged)' * forged}, kept as "
                    f"{kept}, once {path}:\n{said}"
                ) from error
            finally:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(contents[path])
            tally.add(outcome)
        return tally

    def _altered(self, path: Path, content: bytes, draw: random.Random) -> tuple[bool, bytes]:
        """Whether it is forged, and contents: bytes and what they say take turns."""
        structure, forgeries = self.alterations(path), self.forgeries(path)
        kinds = [(False, [bytes_altered]), (False, structure), (True, forgeries)]
        forged, ways = draw.choice([kind for kind in kinds if kind[1]])
        return forged, draw.choice(ways)(content, draw)

    def outcome(self, path: Path, meaning: Any, forged: bool) -> str:
        """What became of an altered file; AssertionError if it was not met as it should be."""
        try:
            found = self.use(path)
        except self.documented as error:
            self.check_message(path, error)
            return REFUSED
        if self.same(meaning, found):
            return EQUAL
        assert forged or not self.sealed, f"a damaged file was used: {found!r:.2000}"
        self.check_sound(path, found)
        return SOUND

    def check_message(self, path: Path, error: Exception) -> None:
        """AssertionError unless an error names the file, in a few words."""
        said = str(error)
        assert self.named(path) in said, said
        assert len(said) < 4000, said
        others = said.split("\n")[1:]
        assert not self.one_line or not others, said
        assert all(line.startswith(" ") for line in others), said


@contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """AssertionError if the block takes too long, or far too much memory."""

    def late(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"it takes more than {seconds} seconds")

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    handler = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, handler)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < MEGABYTES * 1024, f"it took {grown // 1024} megabytes"

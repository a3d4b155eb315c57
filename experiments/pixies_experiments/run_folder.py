"""The folder that a run lives in: its configuration, and the file that it goes on with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pixies_env.core.errors import DamagedDataError, StoredDataError
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import read_regular
from pixies_env.core.files.whole import remove_leftovers, written_whole
from pixies_experiments.folder_lock import FolderInUseError, only_run

CONFIG = "config.json"
_MOST_CONFIG = 2**24
"""Bytes; a configuration may hold a board."""
_OURS = r"\w+\.(json|jsonl|npz|toml)"
"""Names of what runs write."""


class RunFolder:
    """A folder that holds one run.

    Args:
        path: the folder; it is made if it is not there.
        config: plain data; the folder of a run of another configuration is refused.
        state: name of the file with everything to go on with.
        earlier: name that it had in earlier versions, which are refused.
        name: of the file of the configuration.
        folders: further ones in it that the run writes to.

    Raises:
        ValueError: it holds a run of another configuration, names the first field that differs;
            or one of an earlier version.
        FolderInUseError: another run is at work in it.
        DamagedDataError: its configuration cannot be read.
        OSError: it cannot be written to.
    """

    def __init__(
        self,
        path: Path,
        config: Mapping[str, Any],
        state: str,
        earlier: str,
        *,
        name: str = CONFIG,
        folders: Sequence[str] = (),
    ) -> None:
        self.path, self.state = path, path / state
        path.mkdir(parents=True, exist_ok=True)
        with only_run(path):
            for folder in (".", *folders):
                (path / folder).mkdir(exist_ok=True)
                remove_leftovers(path / folder, _OURS, sole_writer=True)
            if (path / earlier).exists() and not self.state.exists():
                raise ValueError(
                    f"{path} holds a run of an earlier version, which cannot go on; "
                    f"take another folder ({earlier})"
                )
            self._claim(path / name, config)
            self._mark = self._marked()

    def _claim(self, file: Path, config: Mapping[str, Any]) -> None:
        wanted = json.loads(json.dumps(config))
        try:
            content = read_regular(file, _MOST_CONFIG)
        except FileNotFoundError:
            with written_whole(file) as aside:
                aside.write_text(json.dumps(config, indent=1), encoding="utf-8")
            return
        except ValueError as error:
            raise DamagedDataError(f"{file}: {error}") from None
        before = load_json(content, str(file))
        if before != wanted:
            raise StoredDataError(
                f"{self.path} holds a run of another configuration: {_differences(before, wanted)}"
            )

    @property
    def begun(self) -> bool:
        """There is something to go on with."""
        return self._mark is not None

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Nobody else writes in the folder while the block runs.

        FolderInUseError if somebody does, or did since this run was opened.
        """
        with only_run(self.path):
            self._check_mark()
            yield

    @contextmanager
    def writing(self) -> Iterator[Path]:
        """Path of the state, which the block replaces as a whole; errors as of :meth:`at_work`."""
        self._check_mark()
        yield self.state
        self._mark = self._marked()

    def _check_mark(self) -> None:
        if self._marked() != self._mark:
            raise FolderInUseError(
                f"{self.path}: another run went on here since this one was opened; open it again"
            )

    def _marked(self) -> tuple[int, ...] | None:
        """Changes with every writing of the state; None: there is none."""
        try:
            found = self.state.stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size


def _differences(before: Any, now: Any, place: str = "") -> str:
    """The first field that differs, with both values."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys((*before, *now)):
            if before.get(key) != now.get(key):
                return _differences(before.get(key), now.get(key), f"{place}.{key}".lstrip("."))
    return f"{place} was {before!r:.200}, is {now!r:.200}"

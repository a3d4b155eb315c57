"""What a file of a table holds."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import open_regular
from pixies_env.core.inputs import LANES
from pixies_env.core.problems import placed_problem
from pixies_env.core.states.stored import digest_of
from pixies_experiments.web.model import ANALYSIS

FORMAT, VERSION = "pixies-table", 2
"""Version 1 has no ``opened_by`` and no digest."""
MOST_BYTES = 64_000_000
"""Of a file that is read: a long game has some hundred thousand."""
MOST_SAID = 900
"""Characters of what is wrong: a damaged entry, or a list of what is possible, has any number."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO

Token = Annotated[str, Field(min_length=1)]
Stream = tuple[
    Annotated[int, Field(ge=0, lt=2**64)],
    Annotated[int, Field(ge=0, lt=LANES)],
    Annotated[int, Field(ge=0, lt=LANES)],
]


class Part(BaseModel):
    """Base of what is read. Strict: no number from a text, no truth from a number."""

    model_config = ConfigDict(strict=True, extra="forbid")


class KeptGame(Part):
    """How a game that is not registered is opened again."""

    factory: str
    board: str | None
    options: dict[str, Any]


class Content(Part):
    """A table as it is kept; see :class:`pixies_experiments.web.model.Table`.

    ``stream``: seed, lane and episode. ``record``: lines of the record. ``sha256``: digest of all
    the others.
    """

    format: str
    version: int
    id: str
    kind: Literal["game", "analysis"]
    opened_by: str | None = None
    own_game: KeptGame | None
    seats: list[str]
    seat_tokens: list[Token]
    watch_token: Token
    owner_token: Token | None
    advice: bool
    stream: Annotated[Stream, Field(strict=False)]
    cursor: Annotated[int, Field(ge=0)]
    main: list[int]
    record: list[str]
    sha256: str | None = None

    @model_validator(mode="after")
    def _owned(self) -> Content:
        """Links to an analysis are for its owner, links to a game for its seats."""
        if (self.owner_token is not None) != (self.kind == ANALYSIS):
            raise ValueError("an analysis has an 'owner_token', a game has none")
        return self


def read(path: Path) -> Content:
    """What a file says of a table; DamagedDataError names what is wrong with it.

    If others could read or change the file, they cannot any longer.
    """
    content = load_json(_bytes_of(path), f"{path}: this is no table")
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DamagedDataError(f"{path}: this is no table")
    version = content.get("version")
    if isinstance(version, bool) or version not in (1, VERSION):
        raise damaged(path, f"table version {version!r}; this is version {VERSION}")
    try:
        checked = Content.model_validate(content)
        changed = version == VERSION and checked.sha256 != digest_of(content)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        wrong = [placed_problem(each, "the table") for each in found]
        raise damaged(path, f"this table is damaged: {'; '.join(wrong)}") from None
    except RecursionError:
        raise DamagedDataError(f"{path}: this table is damaged: nested too deeply") from None
    if changed or (version == 1 and not {"opened_by", "sha256"}.isdisjoint(content)):
        raise DamagedDataError(
            f"{path}: this table is damaged: it does not have the digest written with it"
        )
    return checked


def damaged(path: Path, why: str) -> DamagedDataError:
    """The error that a file is refused with; it names the file, and is not too long to be read."""
    named = why if why.startswith(os.fspath(path)) else f"{path}: {why}"
    most = MOST_SAID + len(os.fspath(path))
    return DamagedDataError(named if len(named) <= most else f"{named[:most]} ...")


def _bytes_of(path: Path) -> bytes:
    try:
        with open_regular(path) as file:
            _narrow(path, os.fstat(file.fileno()))
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise DamagedDataError(f"{path}: cannot be read: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise DamagedDataError(f"{path}: this is no table: it has more than {MOST_BYTES:,} bytes")
    return data


def _narrow(path: Path, found: os.stat_result) -> None:
    """Keep others from a file of ours; a file that somebody else can change is none."""
    if not found.st_mode & _OTHERS:
        return
    try:
        path.chmod(0o600)
    except PermissionError:
        # A file of ours that stays as it is lies where nothing has modes.
        if found.st_uid != os.geteuid():
            raise DamagedDataError(
                f"{path}: belongs to somebody else, and can be read by others; "
                "a copy of your own can be opened"
            ) from None

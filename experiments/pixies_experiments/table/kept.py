"""What a file of a table holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.inputs import LANES
from pixies_env.core.stored import load_json
from pixies_experiments.table.model import ANALYSIS

FORMAT, VERSION = "pixies-table", 1

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
    """A table as it is kept; see :class:`pixies_experiments.table.model.Table`.

    ``stream``: seed, lane and episode. ``record``: lines of the record.
    """

    format: str
    version: int
    id: str
    kind: Literal["game", "analysis"]
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

    @model_validator(mode="after")
    def _owned(self) -> Content:
        """Links to an analysis are for its owner, links to a game for its seats."""
        if (self.owner_token is not None) != (self.kind == ANALYSIS):
            raise ValueError("an analysis has an 'owner_token', a game has none")
        return self


def read(path: Path) -> Content:
    """What a file says of a table; DamagedDataError names everything that is wrong with it."""
    content = load_json(path.read_bytes(), f"{path}: this is no table")
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise DamagedDataError(f"{path}: this is no table")
    if content.get("version") != VERSION:
        raise DamagedDataError(
            f"{path}: table version {content.get('version')!r}; this is version {VERSION}"
        )
    try:
        return Content.model_validate(content)
    except ValidationError as error:
        wrong = [
            f"{'.'.join(map(str, each['loc'])) or 'the table'}: {each['msg']}"
            for each in error.errors(include_url=False, include_input=False)
        ]
        raise DamagedDataError(f"{path}: this table is damaged: {'; '.join(wrong)}") from None

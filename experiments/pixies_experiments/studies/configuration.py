"""The file that says what a folder's study is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.fields import plain
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import read_regular
from pixies_env.core.files.whole import written_whole
from pixies_env.core.states.identity import identity
from pixies_env.core.states.stored import digest_of
from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.study import Study

Studied = TypeVar("Studied", bound=Study)

FORMAT = "pixies-study"
VERSION = 2

CONFIGURATION = "study.json"
PARTS = "parts"
"""Folder of the parts."""
_DIGEST = "sha256"
_RESULTS = "results"


class Kept(NamedTuple):
    """What the file of a folder's study says."""

    told: dict[str, Any]
    """The configuration."""
    results: dict[str, str]
    """Digests of its tables of results by name."""
    parts: str
    """Digest of what all its games gave, see ``StoredParts.digest``; "" if it is not kept."""


def describe(study: Study) -> dict[str, Any]:
    """What the file of a study's configuration holds, without its digest."""
    told = {
        "format": FORMAT,
        "version": VERSION,
        "kind": study.kind,
        "pixies_env": version("pixies-env"),
        **identity(study.game),
        **study.configuration(),
    }
    described: dict[str, Any] = json.loads(json.dumps(told, default=plain))
    return described


def settled_study(make: Callable[[Mapping[str, Any]], Studied], folder: Path) -> Studied:
    """The study that is to live in a folder; what the folder settles is handed to ``make``.

    StudyRefusedError if the folder holds something that is no study.
    """
    study = make({})
    kept = read_configuration(folder)
    # What another study settled need not even fit this one, which is refused later.
    free = {*study.grows, *study.settled}
    fixed = {key: value for key, value in describe(study).items() if key not in free}
    if kept is not None and fixed == {key: kept.get(key) for key in fixed}:
        return make({key: kept[key] for key in study.settled if key in kept})
    return study


def usual_folder(study: Study) -> Path:
    """Where a study lives if nobody says: the same place for the same study, however long."""
    told = describe(study)
    for key in (*study.grows, *study.settled):
        told.pop(key, None)
    return Path("studies") / f"{study.kind}-{_sha256(told)[:10]}"


def study_digest(study: Study) -> str:
    """Of everything that stays the same when a study grows."""
    return kept_digest(describe(study), study.grows)


def kept_digest(described: Mapping[str, Any], grows: Collection[str]) -> str:
    """The same of what a folder keeps of a study, by whatever version it was made."""
    fixed = {key: value for key, value in described.items() if key not in grows}
    return _sha256(fixed)


def _sha256(told: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def write_configuration(
    folder: Path, described: Mapping[str, Any], results: Mapping[str, str], parts: str = ""
) -> None:
    """Write what :func:`describe` told, unless it is there to the letter.

    ``results`` and ``parts`` are the digests of :class:`Kept`, none as long as there are no tables.
    """
    file = folder / CONFIGURATION
    digests = {_RESULTS: dict(results), PARTS: parts}
    told = {**described, **{key: digest for key, digest in digests.items() if digest}}
    content = json.dumps({**told, _DIGEST: digest_of(told)}, indent=1).encode() + b"\n"
    if not file.exists() or file.read_bytes() != content:
        with written_whole(file) as aside:
            aside.write_bytes(content)


def read_configuration(folder: Path) -> dict[str, Any] | None:
    """The configuration of the study that a folder holds; None if it has none.

    StudyRefusedError if the folder holds something else, or the file is damaged.
    """
    kept = read_kept(folder)
    if kept is None:
        _check_empty(folder)
        return None
    return kept.told


def read_kept(folder: Path) -> Kept | None:
    """The configuration of a folder's study, and digests of what it gave.

    There are no digests as long as the study is not done, and none of one that was done before
    they were kept. None if there is no study, whatever else there is; StudyRefusedError if the
    file is damaged.
    """
    file = folder / CONFIGURATION
    try:
        told = load_json(read_regular(file), str(file))
        _check_whole(told, file)
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        raise StudyRefusedError(f"{folder} is no folder") from None
    except OSError as error:
        raise StudyRefusedError(f"{file}: {error.strerror or error}") from error
    except DamagedDataError as error:
        raise StudyRefusedError(
            f"{error}; it is damaged or of something else: move it away, and the command that made "
            "the study writes it anew and keeps what was finished, or take another folder"
        ) from None
    if told["version"] != VERSION:
        raise StudyRefusedError(
            f"{file} is of version {told['version']}, this is {VERSION}; take another folder"
        )
    others = (_DIGEST, _RESULTS, PARTS)
    described = {key: value for key, value in told.items() if key not in others}
    return Kept(described, told.get(_RESULTS, {}), str(told.get(PARTS, "")))


def _check_whole(told: Any, file: Path) -> None:
    """DamagedDataError unless it has its digest, or is of another version, which may lack it."""
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise DamagedDataError(f"{file}: not the configuration of a study")
    if type(told.get("version")) is not int:
        raise DamagedDataError(f"{file}: 'version' must be a number")
    try:
        whole = told["version"] != VERSION or told.get(_DIGEST) == digest_of(told)
    except RecursionError:
        raise DamagedDataError(f"{file}: nested too deeply") from None
    if not whole:
        raise DamagedDataError(f"{file}: does not have the digest {_DIGEST!r}")
    if not isinstance(told.get(_RESULTS, {}), dict):
        raise DamagedDataError(f"{file}: {_RESULTS!r} must be digests of tables by name")


def _check_empty(folder: Path) -> None:
    """StudyRefusedError if a folder without a configuration has something, but no parts either."""
    try:
        names = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    except FileNotFoundError:
        return
    except OSError as error:
        raise StudyRefusedError(f"{folder}: {error.strerror or error}") from error
    if names and PARTS not in names:
        raise StudyRefusedError(
            f"{folder} is not empty and holds no study ({CONFIGURATION} is missing); "
            "take another folder"
        )

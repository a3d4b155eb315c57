"""Studies of small games, and what is compared of their folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from pixies_experiments.studies import pages
from pixies_experiments.studies.tournament import Tournament
from tests.games import race

RUNNER = "tests.games.race:RUNNER:strength="
AGENTS = "tests.experiments.studies.agents:"


def runners(players=(3,), games=90, **options) -> Tournament:
    """A tournament of three runners whose strengths are known."""
    entries = tuple(f"{RUNNER}{strength}" for strength in range(3))
    return Tournament(race.game(), entries, players, games, **options)


class NoParts:
    """A folder without parts."""

    def __contains__(self, piece) -> bool:
        return False


def played(study: Tournament) -> list:
    """Tables of all pieces, played here."""
    return [study.run(piece, "stop").table for piece in study.pieces(NoParts())]


def contents(folder: Path) -> dict[str, bytes]:
    """Files of a study by name; measured times are left out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not name.startswith(("times", ".lock")):
            found[name] = path.read_bytes()
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "study"


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes most of the time of a small study."""
    monkeypatch.setattr(pages, "write_page", lambda report, folder: report.title)

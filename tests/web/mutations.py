"""Files of tables altered at random, in their bytes and in what they say.

    python -m tests.web.mutations --number 4000 --seed 1

tries as many and ends with what was refused how often; test_damaged_tables.py tries a few.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.single import broken_invariant
from pixies_env.core.stored import digest_of
from pixies_experiments.games import open_game, own_game
from pixies_experiments.web import opening
from pixies_experiments.web.model import ANALYSIS, GAME, Table
from pixies_experiments.web.seats import HUMAN, Tokens
from pixies_experiments.web.store import Store
from tests.experiments.conftest import CARD_GAME

ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 7, 2**31, 2**63, 2**64, 10**30, 0.5, -0.0, 1e308),
    *("", "x", "human", "nobody", "\ud800", "\0", "a" * 5000, "os:system", "external:command=x"),
    *([], [1], [[]], {}, {"x": 1}, [None] * 50, json.loads("[" * 200 + "]" * 200)),
]
"""Values that no entry, or another one, has."""


def originals(folder: Path) -> list[Path]:
    """Tables as they are kept: games and analyses, under way and finished."""
    store, drawn = Store(folder), random.Random(1)
    found = []
    for game, players, decisions, kind in (
        ("pixie_queen", 2, 12, GAME),
        ("havresac", 1, 400, GAME),
        ("havresac", 2, 8, ANALYSIS),
        (CARD_GAME, 3, 4, GAME),
        (CARD_GAME, 3, 400, ANALYSIS),
    ):
        tokens = Tokens.drawn(players, analysis=kind == ANALYSIS)
        table = opening.begin(
            open_game(game),
            [HUMAN] * players,
            drawn.randrange(1000),
            tokens,
            table_id=opening.new_id(),
            kind=kind,
            own=own_game(game),
        )
        for _ in range(decisions):
            if not table.state.is_over:
                table.decide(int(drawn.choice(list(table.state.legal_actions()))))
        if kind == ANALYSIS:
            table.opened_by = "somebody/watch"
            table.go_to(table.cursor // 2)
        store.save(table)
        found.append(store.path(table.id))
    return found


def bytes_altered(data: bytes, drawn: random.Random) -> bytes:
    """The same bytes with one damage."""
    at = drawn.randrange(len(data))
    length = drawn.choice([1, 1, 2, 8, 64, 512, 4096])
    middle = data[at : at + length]
    ways: list[Callable[[], bytes]] = [
        lambda: bytes([middle[0] ^ 1 << drawn.randrange(8)]) + middle[1:],
        lambda: drawn.randbytes(len(middle)),
        lambda: bytes(len(middle)),
        lambda: b"",
        lambda: middle * 2,
        lambda: middle[::-1],
        lambda: drawn.randbytes(length) + middle,
    ]
    if drawn.random() < 0.1:
        return data[:at]
    return data[:at] + drawn.choice(ways)() + data[at + length :]


def content_altered(content: Any, drawn: random.Random) -> Any:
    """The same content with one to three entries altered, left out, doubled or exchanged."""
    altered = json.loads(json.dumps(content))
    for _ in range(drawn.randint(1, 3)):
        places = list(_places(altered))
        holder, key = drawn.choice(places)
        way = drawn.randrange(5)
        if way == 0:
            del holder[key]
        elif way == 1 and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif way == 2:
            other, name = drawn.choice(places)
            holder[key] = json.loads(json.dumps(other[name]))
        elif way == 3 and isinstance(holder[key], int):
            holder[key] += drawn.choice([-1, 1, 1000])
        elif way == 3 and isinstance(holder[key], str):
            holder[key] = _text_altered(holder[key], drawn)
        else:
            holder[key] = copy.deepcopy(drawn.choice(ODD))
        if not altered:
            break
    return altered


def _text_altered(text: str, drawn: random.Random) -> str:
    """A number in it altered, or a sign left out."""
    numbers = list(re.finditer(r"\d+", text))
    if numbers and drawn.random() < 0.7:
        found = drawn.choice(numbers)
        return f"{text[: found.start()]}{drawn.choice([0, 1, 9, 300])}{text[found.end() :]}"
    at = drawn.randrange(len(text) + 1)
    return text[:at] + text[at + 1 :]


def _places(content: Any) -> Any:
    entries = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in entries:
        yield content, key
        if isinstance(value, dict | list):
            yield from _places(value)


def check(store: Store, path: Path, original: bytes, altered: bytes, signed: bool) -> str:
    """What becomes of an altered file; AssertionError unless it is refused or says the same.

    One whose digest was made again is taken for what it says, which must be a table.
    """
    path.write_bytes(altered)
    try:
        table = store.load(path.stem)
    except DamagedDataError as error:
        said = str(error)
        assert said.startswith(str(path)), said
        assert len(said) < 2000, said
        return "refused"
    if signed:
        _is_sound(table, store)
        return "another table"
    assert json.loads(altered) == json.loads(original), "a damaged table was used"
    return "says the same"


def _is_sound(table: Table, store: Store) -> None:
    assert not broken_invariant(table.game, table.state.array)
    store.save(table)
    again = store.load(table.id)
    assert again.timeline.entries == table.timeline.entries and again.seats == table.seats


def run(folder: Path, number: int, seed: int) -> Counter[str]:
    """Try as many alterations; AssertionError names the first that was not met as it should be."""
    drawn, told = random.Random(seed), Counter[str]()
    files = originals(folder)
    store, contents = Store(folder), {path: path.read_bytes() for path in files}
    for attempt in range(number):
        path = drawn.choice(files)
        original = contents[path]
        signed = False
        if attempt % 2:
            altered = bytes_altered(original, drawn)
        else:
            content = content_altered(json.loads(original), drawn)
            signed = drawn.random() < 0.7
            if signed and isinstance(content, dict):
                content["sha256"] = digest_of(content)
            altered = json.dumps(content).encode()
        try:
            told[check(store, path, original, altered, signed)] += 1
        except BaseException as error:
            kept = folder / f"alteration-{seed}-{attempt}"
            kept.write_bytes(altered)
            raise AssertionError(f"{kept}, once {path.name}: {error!r}") from error
        finally:
            path.write_bytes(original)
        # The others are still there.
        if attempt % 100 == 0:
            path.write_bytes(b"{")
            newest, left_out = store.newest()
            assert newest.id != path.stem
            assert len(left_out) == 1 and left_out[0].startswith(str(path))
            path.write_bytes(original)
    return told


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--number", type=int, default=4000)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tables-"))
    print(dict(run(folder, given.number, given.seed)))


if __name__ == "__main__":
    main()

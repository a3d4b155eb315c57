"""The files of the kernel cache: damage costs a compilation, an unusable folder a warning."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pixies_env.core import compile as compiling


def double(number):
    return 2 * number


def damage(path: Path, how: str) -> None:
    content = bytearray(path.read_bytes())
    if how == "empty":
        content.clear()
    elif how == "cut":
        del content[len(content) // 2 :]
    elif how == "text":
        content[:] = b"\x80\xff not ours"
    else:
        content[int(how) % len(content)] ^= 1
    path.write_bytes(bytes(content))


@pytest.mark.parametrize("how", ["empty", "cut", "text", "0", "40", "-1", "-200"])
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_cache_file_is_replaced(tmp_path, how, ending):
    def files():
        return compiling._Files(str(tmp_path), "kernel", "stamp")

    files().save("key", {"code": bytes(500)})
    assert files().load("key") == {"code": bytes(500)}
    (path,) = tmp_path.glob(f"*.{ending}")
    damage(path, how)
    assert files().load("key") is None
    files().save("key", {"code": bytes(600)})
    assert files().load("key") == {"code": bytes(600)}
    assert len(list(tmp_path.iterdir())) == 2


def test_a_damaged_index_does_not_stop_the_saving(tmp_path):
    files = compiling._Files(str(tmp_path), "kernel", "stamp")
    files.save("key", 1)
    (index,) = tmp_path.glob("*.nbi")
    damage(index, "cut")
    files.save("other", 2)
    assert files.load("other") == 2


@pytest.mark.skipif(not compiling.COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_kernel_with_damaged_files_is_compiled_again(tmp_path, monkeypatch, ending):
    monkeypatch.setattr(compiling, "cache_folder", lambda digest: tmp_path)
    for misses in (1, 0):
        kernel = compiling.kernel(double)
        assert kernel(21) == 42 and sum(kernel.stats.cache_misses.values()) == misses
    (path,) = tmp_path.glob(f"*.{ending}")
    damage(path, "-100")
    for misses in (1, 0):
        kernel = compiling.kernel(double)
        assert kernel(21) == 42 and sum(kernel.stats.cache_misses.values()) == misses


def test_an_unusable_cache_folder_is_told_once_and_its_replacement_removed(tmp_path):
    file, temporary = tmp_path / "file", tmp_path / "temporary"
    file.write_text("not a folder")
    temporary.mkdir()
    program = (
        "import pixies_env.core.compile as c; a, b = c.cache_folder('a'), c.cache_folder('b');"
        "assert a.is_dir() and b.is_dir() and a.parent == b.parent; print(a.parent)"
    )
    environment = os.environ | {"PIXIES_CACHE_DIR": str(file), "TMPDIR": str(temporary)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    used = done.stdout.strip()
    assert done.stderr.count("RuntimeWarning") == 1
    assert str(file) in done.stderr and used in done.stderr
    assert Path(used).parent == temporary and not list(temporary.iterdir())

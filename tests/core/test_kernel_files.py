"""The files of the kernel cache: damage costs a compilation, an unusable folder a warning."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pixies_env.core.compilation import compile as compiling
from pixies_env.core.compilation import kernel_cache


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
        return kernel_cache._Files(str(tmp_path), "kernel", "stamp")

    files().save("key", {"code": bytes(500)})
    assert files().load("key") == {"code": bytes(500)}
    (path,) = tmp_path.glob(f"*.{ending}")
    damage(path, how)
    assert files().load("key") is None
    files().save("key", {"code": bytes(600)})
    assert files().load("key") == {"code": bytes(600)}
    assert len(list(tmp_path.iterdir())) == 2


def test_a_damaged_index_does_not_stop_the_saving(tmp_path):
    files = kernel_cache._Files(str(tmp_path), "kernel", "stamp")
    files.save("key", 1)
    (index,) = tmp_path.glob("*.nbi")
    damage(index, "cut")
    files.save("other", 2)
    assert files.load("other") == 2


class Bases:
    """Folders for machine code: one that is named, the user's, and which of them refuse."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.named, self.own = folder / "named", folder / "own"
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.refusing: set[Path] = set()
        may = kernel_cache.refusal
        monkeypatch.setenv("PIXIES_CACHE_DIR", str(self.named))
        monkeypatch.setattr(kernel_cache.platformdirs, "user_cache_dir", lambda name: str(self.own))
        monkeypatch.setattr(tempfile, "tempdir", str(self.temporary))
        monkeypatch.setattr(
            kernel_cache, "refusal", lambda f: "read only" if f.parent in self.refusing else may(f)
        )
        self.forget()

    @staticmethod
    def forget() -> None:
        """As in a new process."""
        for known in ("cache_folders", "_temporary_base", "_tell_of_other_base"):
            getattr(kernel_cache, known).cache_clear()

    def files(self) -> dict[str, int]:
        """Number of files of machine code by base."""
        bases = (self.named, self.own, self.temporary)
        return {base.name: len([*base.rglob("*.nb?")]) for base in bases}


@pytest.fixture
def bases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bases]:
    yield Bases(tmp_path, monkeypatch)
    Bases.forget()


def layers() -> Any:
    return kernel_cache._Layers("digest", "kernel")


def test_code_is_kept_in_the_folder_that_is_named(bases):
    layers().save("key", 1)
    assert layers().load("key") == 1
    assert bases.files() == {"named": 2, "own": 0, "temporary": 0}


def test_a_filled_folder_that_can_only_be_read_is_used_without_a_word(bases):
    layers().save("key", 1)
    bases.refusing = {bases.named}
    bases.forget()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert layers().load("key") == 1


def test_what_is_missing_in_a_folder_that_can_only_be_read_goes_to_the_user_s(bases):
    layers().save("key", 1)
    bases.refusing = {bases.named}
    bases.forget()
    with pytest.warns(RuntimeWarning, match=r"named \(read only\).*goes to .*own;"):
        layers().save("other", 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        layers().save("third", 3)
    assert bases.files() == {"named": 2, "own": 3, "temporary": 0}
    bases.forget()
    assert [layers().load(key) for key in ("key", "other", "third", "none")] == [1, 2, 3, None]


def test_without_any_folder_code_goes_to_a_temporary_one(bases):
    layers().save("key", 1)
    bases.refusing = {bases.named, bases.own}
    bases.forget()
    with pytest.warns(RuntimeWarning, match=r"goes to .*temporary.* and is removed at the end"):
        layers().save("other", 2)
    assert layers().load("key") == 1
    assert bases.files() == {"named": 2, "own": 0, "temporary": 2}


def test_a_damaged_file_in_a_folder_that_can_only_be_read_is_compiled_elsewhere(bases):
    layers().save("key", 1)
    (path,) = bases.named.rglob("*.nbc")
    damage(path, "cut")
    bases.refusing = {bases.named}
    bases.forget()
    assert layers().load("key") is None
    with pytest.warns(RuntimeWarning):
        layers().save("key", 2)
    assert layers().load("key") == 2


def test_a_user_without_a_home_leaves_no_folder_called_tilde(bases, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PIXIES_CACHE_DIR")
    monkeypatch.setattr(kernel_cache.platformdirs, "user_cache_dir", lambda name: "~/.cache/it")
    with pytest.warns(RuntimeWarning, match="no home folder"):
        layers().save("key", 1)
    assert not (tmp_path / "~").exists()


@pytest.mark.skipif(not compiling.COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_kernel_with_damaged_files_is_compiled_again(bases, ending):
    for misses in (1, 0):
        kernel = compiling.kernel(double)
        assert kernel(21) == 42 and sum(kernel.stats.cache_misses.values()) == misses
    (path,) = bases.named.rglob(f"*.{ending}")
    damage(path, "-100")
    for misses in (1, 0):
        kernel = compiling.kernel(double)
        assert kernel(21) == 42 and sum(kernel.stats.cache_misses.values()) == misses


def test_an_unusable_cache_folder_is_told_once_and_its_replacement_removed(tmp_path):
    file, temporary = tmp_path / "file", tmp_path / "temporary"
    file.write_text("not a folder")
    temporary.mkdir()
    program = (
        "import pixies_env.core.compilation.kernel_cache as c;"
        "a, b = c.folder_for_new_code('a'), c.folder_for_new_code('b');"
        "assert a.is_dir() and b.is_dir() and a.parent == b.parent; print(a.parent)"
    )
    environment = os.environ | {
        "PIXIES_CACHE_DIR": str(file),
        "XDG_CACHE_HOME": str(file),
        "HOME": str(file),
        "TMPDIR": str(temporary),
    }
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    used = done.stdout.strip()
    assert done.stderr.count("RuntimeWarning") == 1
    assert str(file) in done.stderr and used in done.stderr
    assert Path(used).parent == temporary and not list(temporary.iterdir())


NOBODY = 65534
KERNELS = """
from pixies_env.core.compilation.compile import kernel

@kernel
def double(number):
    return 2 * number

@kernel
def triple(number):
    return 3 * number
"""
USE = """
import os
import sys
import kernels
import numba
from pixies_env.core.compilation import kernel_cache

numba.njit(lambda number: number)(1)  # Python itself may be where only root can read.
if sys.argv[1] == "other" and os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
    kernel_cache.cache_folders.cache_clear()
for name in sys.argv[2:]:
    used = getattr(kernels, name)
    used(7)
    print(name, sum(used.stats.cache_misses.values()))
"""


@pytest.mark.skipif(not compiling.COMPILED, reason="nothing is compiled")
@pytest.mark.skipif(os.name != "posix", reason="other systems keep rights in another way")
def test_another_user_uses_a_filled_cache_that_only_its_owner_can_write():
    """As in an image that was built as root and runs as somebody else."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        package, cache, home = folder / "kernels", folder / "cache", folder / "home"
        for made in (folder, package, home):
            made.mkdir(exist_ok=True)
            made.chmod(0o755)
        (package / "__init__.py").write_text(KERNELS, "utf-8")
        if os.geteuid() == 0:
            os.chown(home, NOBODY, NOBODY)

        def use(who: str, *names: str) -> subprocess.CompletedProcess[str]:
            others = ("XDG_CACHE_HOME", "PIXIES_CACHE_DIR", "HOME", "PYTHONPATH")
            return subprocess.run(
                [sys.executable, "-B", "-c", USE, who, *names],
                env={
                    **{key: value for key, value in os.environ.items() if key not in others},
                    "PIXIES_CACHE_DIR": str(cache),
                    "HOME": str(home),
                    "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)]),
                },
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )

        filled = use("owner", "double")
        assert filled.stdout == "double 1\n", filled.stderr
        kept = {path: path.read_bytes() for path in cache.rglob("*.nb?")}
        folders = [cache, *(path for path in cache.rglob("*") if path.is_dir())]
        for each in folders:
            each.chmod(0o555)
        first, second = (use("other", "double", "triple") for _ in range(2))
        for each in folders:
            each.chmod(0o755)
        assert first.stdout == "double 0\ntriple 1\n", first.stderr
        assert first.stderr.count("RuntimeWarning") == 1
        assert str(home / ".cache" / "pixies-env") in first.stderr
        assert second.stdout == "double 0\ntriple 0\n" and second.stderr == ""
        assert {path: path.read_bytes() for path in cache.rglob("*.nb?")} == kept

"""Files of the kernel cache."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from pixies_env.core.compilation import kernel_cache
from tests.hostile.subject import EQUAL, REFUSED, Subject

CODE = {"code": bytes(range(256)) * 2, "name": "kernel"}


class KernelFiles(Subject):
    """Machine code is what was written, or taken for missing, and then kept anew."""

    sealed: ClassVar = True

    def make(self) -> Sequence[Path]:
        self._files().save("key", CODE)
        return sorted(self.folder.glob("*.nb?"))

    def _files(self) -> Any:
        return kernel_cache._Files(str(self.folder), "kernel", "stamp")

    def use(self, path: Path) -> Any:
        return self._files().load("key")

    def outcome(self, path: Path, meaning: Any, forged: bool) -> str:
        whole = {file: file.read_bytes() for file in self.files}
        found = self.use(path)
        assert found in (None, CODE), "damaged code was used"
        self._files().save("key", CODE)
        assert self._files().load("key") == CODE
        assert sorted(self.folder.glob("*")) == sorted(self.files)
        for file, content in whole.items():
            file.write_bytes(content)
        return REFUSED if found is None else EQUAL

"""A sealed file tells any damage to any of its bytes."""

from __future__ import annotations

import io
import zipfile

import pytest

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.sealed import BLANK, check_seal, seal


@pytest.fixture
def sealed(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"before" * 20 + BLANK.encode() + b"behind" * 20)
    seal(path)
    return path.read_bytes()


def refused(content):
    with pytest.raises(DamagedDataError, match=r"^here: not whole: it "):
        check_seal(content, "here")


def test_a_sealed_file_is_whole(sealed):
    check_seal(sealed, "here")
    assert len(sealed) == 240 + len(BLANK)


def test_every_bit_of_a_sealed_file_counts(sealed):
    for at in range(len(sealed)):
        for bit in range(8):
            refused(sealed[:at] + bytes([sealed[at] ^ 1 << bit]) + sealed[at + 1 :])


def test_what_is_missing_or_added_is_told(sealed):
    for at in range(len(sealed)):
        refused(sealed[:at])
        refused(sealed[:at] + sealed[at + 1 :])
    refused(sealed + b"\0")
    refused(b"\0" + sealed)
    refused(sealed + sealed)


def test_the_last_digest_of_a_file_counts(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(BLANK.encode() * 2)
    seal(path)
    assert path.read_bytes().startswith(BLANK.encode())
    check_seal(path.read_bytes(), "here")


def test_a_file_without_room_is_not_sealed(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="file has no room for a digest"):
        seal(path)
    refused(path.read_bytes())


def test_an_archive_is_sealed_in_its_comment(tmp_path):
    path = tmp_path / "archive.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("name", "content")
        archive.comment = BLANK.encode()
    seal(path)
    check_seal(path.read_bytes(), "here")
    assert zipfile.ZipFile(io.BytesIO(path.read_bytes())).read("name") == b"content"

"""A key that its owner has already: copied as it is, and never over another."""

import pytest

from pbem import errors
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets, take_key


def test_a_key_is_taken_once_and_never_over_another(tmp_path):
    for name in ("one", "other"):
        make_secrets(Folder(tmp_path / name), length=1)
    mine, other = (Folder(tmp_path / name).key_file for name in ("one", "other"))
    folder = Folder(tmp_path / "game")
    take_key(folder, mine)
    take_key(folder, mine)
    assert folder.key_file.read_bytes() == mine.read_bytes()
    assert folder.public_file.read_text().split()[:2] == mine.with_suffix(".pub").read_text().split()[:2]
    with pytest.raises(errors.FileExists, match="is another key than"):
        take_key(folder, other)
    assert folder.key_file.read_bytes() == mine.read_bytes()

"""The passphrase of an encrypted key: asked for once in a command, of a terminal, a file or a page, never
shown.
"""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem import errors
from pbem.reason_codes import Code

VARIABLE = "SENLAC_PASSPHRASE_FILE"
"""The variable of the environment that names a file with the passphrase on its first line."""


class Passphrases:
    """Where passphrases come from while a command runs, and those that it was told."""

    def __init__(self) -> None:
        self.begin(None)

    def begin(self, file: Path | None) -> None:
        """A new command: forget what was told. `file` has the passphrase on its first line."""
        self._file = file
        self._told: dict[Path, str] = {}
        self._has_page = False

    def passphrase_of(self, key_file: Path) -> str:
        """The passphrase of a key; raises `passphrase-needed` where nobody can be asked, `bad-passphrase-
        file`.
        """
        if key_file not in self._told:
            self._told[key_file] = self._read_file() or self._ask_owner(key_file)
        return self._told[key_file]

    def keep(self, key_file: Path, passphrase: str) -> None:
        """Open a key from now on with the passphrase that its owner has typed elsewhere."""
        self._told[key_file] = passphrase

    @contextmanager
    def ask_on_page(self) -> Iterator[None]:
        """Until the end of the block no terminal is asked, since a page asks; then all is forgotten."""
        self._has_page = True
        try:
            yield
        finally:
            self.begin(self._file)

    def _ask_owner(self, key_file: Path) -> str:
        if self._has_page:
            raise errors.Refusal(
                Code.PASSPHRASE_NEEDED, f"the key {key_file} is locked: type its passphrase in the page"
            )
        return _ask(f"Passphrase of {key_file}: ")

    def new(self, key_file: Path) -> str:
        """A passphrase for a key that is made, asked for twice; raises as `passphrase_of`, and
        `wrong-passphrase`."""
        first = self._read_file() or _ask(f"New passphrase for {key_file}: ")
        if not first:
            raise errors.Refusal(
                Code.PASSPHRASE_NEEDED, "an empty passphrase protects nothing; leave --passphrase out"
            )
        if self._file is None and _ask("The same again: ") != first:
            raise errors.Refusal(Code.WRONG_PASSPHRASE, "the two passphrases differ; no key was made")
        self._told[key_file] = first
        return first

    def _read_file(self) -> str:
        if self._file is None:
            return ""
        try:
            found = self._file.read_text(encoding="utf-8-sig").partition("\n")[0].removesuffix("\r")
        except (OSError, UnicodeDecodeError) as error:
            raise errors.Refusal(
                Code.BAD_PASSPHRASE_FILE, f"{self._file} cannot be read as a line of text"
            ) from error
        if not found:
            raise errors.Refusal(
                Code.BAD_PASSPHRASE_FILE, f"{self._file} has no passphrase on its first line"
            )
        return found


def _ask(prompt: str) -> str:
    if not sys.stdin.isatty():
        raise errors.Refusal(
            Code.PASSPHRASE_NEEDED,
            "a passphrase is needed and there is no terminal: name a file that holds it, with "
            f"--passphrase-file before the command or in {VARIABLE}",
        )
    return getpass.getpass(prompt)


PASSPHRASES = Passphrases()
"""Those of this process: the command line begins them anew with each command."""

"""By what a game from a file is told from every other: two lists of digests, of what is played by and of what
is looked at, a digest of each list, and words that two people can read to one another.

Nothing finer is safe. The order of entries in a file is behaviour, names stand in what is signed of dice, and
a terrain that is drawn as another is another map to the player.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from modules.game_file.names import CASES
from modules.written.own_art import ART

LOOKED_AT: Final = (f"{ART}/", "sheets/", f"{CASES}/")
"""The folders with what is looked at, and with rule cases, which change nothing that is played."""

_WORD_BYTES: Final = 16
"""Bytes of a digest that its words tell: twelve words, which nobody hits by trying."""


def is_looked_at(name: str) -> bool:
    """Whether a file is looked at (art, sheets, texts, rule cases, pieces in VASSAL), and not played by.

    >>> is_looked_at("art/figures/tank.svg"), is_looked_at("cases/mud.yaml"), is_looked_at("counters.yaml")
    (True, True, False)
    """
    return name.startswith(LOOKED_AT) or not name.endswith(".yaml")


@dataclass(frozen=True)
class GameDigests:
    """The SHA-256 of each file of a game by its name: `files` are played by, `art` is looked at."""

    files: Mapping[str, str]
    art: Mapping[str, str]

    @classmethod
    def of_contents(cls, files: Mapping[str, bytes]) -> GameDigests:
        """The digests of the files that a game's file carries."""
        found = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
        played = {name: digest for name, digest in found.items() if not is_looked_at(name)}
        return cls(played, {name: digest for name, digest in found.items() if name not in played})

    @cached_property
    def of_files(self) -> str:
        """The digest of the list of files that are played by."""
        return digest_list(self.files)

    @cached_property
    def of_art(self) -> str:
        """The digest of the list of files that are looked at."""
        return digest_list(self.art)

    @cached_property
    def whole(self) -> str:
        """The digest of both: under it a game's file is kept."""
        return hashlib.sha256(f"senlac-game/1\n{self.of_files}\n{self.of_art}\n".encode("ascii")).hexdigest()


def digest_list(listed: Mapping[str, str]) -> str:
    """The SHA-256 of a list of files with their digests, one `NAME DIGEST` a line in the order of names."""
    text = "".join(f"{name} {listed[name]}\n" for name in sorted(listed))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def digest_words(digest: str) -> str:
    """A digest of 64 hex digits in twelve words of the list of BIP-39, the last of which checks the others.

    >>> digest_words("00" * 32)
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
    """
    from mnemonic import Mnemonic  # with its list: for those that show words

    return str(Mnemonic("english").to_mnemonic(bytes.fromhex(digest)[:_WORD_BYTES]))


def digest_lines(digests: GameDigests) -> list[str]:
    """Both digests of a game, each as its first sixteen hex digits and in words: a line each."""
    return [f"{called}: {digest[:16]}, {digest_words(digest)}" for called, digest in _called(digests)]


def digest_facts(digests: GameDigests) -> dict[str, dict[str, str]]:
    """Both digests of a game, whole and in words, for a program to read."""
    return {
        called.replace(" ", "_"): {"sha256": digest, "words": digest_words(digest)}
        for called, digest in _called(digests)
    }


def _called(digests: GameDigests) -> tuple[tuple[str, str], ...]:
    return ("played by", digests.of_files), ("looked at", digests.of_art)


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The names of the files that two lists do not say alike, in order.

    >>> differing({"game.yaml": "a", "tables.yaml": "b"}, {"game.yaml": "a", "tables.yaml": "c"})
    ['tables.yaml']
    """
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))

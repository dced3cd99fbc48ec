"""The corpus of mails in tests/mail: in each file some lines of YAML, what must come out, then the mail."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from pbem.entry import armor
from pbem.entry.entries import SignedEntry

FOLDER = Path(__file__).parents[1] / "mail"
_RECORDS = (FOLDER / "game.log").read_bytes().split(b"\n")[1:-1]
LOG = [SignedEntry.from_record(record) for record in _RECORDS]
"""The game whose entries the mails carry."""
PAPER = SignedEntry(b'{"author":"normans","type":"join","v":1}', LOG[3].signatures)
HEAD = b"From: Ann <ann@example.org>\r\nMessage-ID: <1@example.org>\r\nSubject: turn 3\r\n"
"""Headers of a mail that is built by a test."""


@dataclass(frozen=True)
class Case:
    """One file: `says` holds `what` and either what a letter has, or `refused` and `answerable`."""

    name: str
    says: dict
    mail: bytes


def cases(folder):
    for file in sorted((FOLDER / folder).glob("*.mail")):
        words, _, mail = file.read_bytes().partition(b"---\n")
        yield Case(file.stem, yaml.safe_load(words), mail)


REAL = list(cases("real"))
HOSTILE = list(cases("hostile"))


def armored(*numbers):
    """The armor of these entries of the game as bytes."""
    return "".join(armor.encode(LOG[number]) for number in numbers).encode()

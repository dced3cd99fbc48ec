"""Sides that play by mail word: a person without a program, whose key and chain the referee holds.

What such a side did stands in the log as the referee's program signed it, so it bears a mark, and every
verdict says that it rests on the referee's word. No reader can check more than that the marks are there.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem import errors
from pbem.entry.bodies import Charter, Person, PlayerBody, Substitute
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.entry.setup_papers import Proposal
from pbem.reason_codes import Code


def check_charter(author: str, body: Charter | Proposal) -> None:
    """Raise `word-wrong` unless each side by mail word has a referee who wrote this and holds its key."""
    refereed = any(party.role == REFEREE for party in body.parties)
    for party in body.parties:
        if party.word:
            _check_role(party.role, refereed)
            if author != REFEREE:
                raise errors.LogFault(
                    Code.WORD_WRONG,
                    f"{party.role} plays by mail word: the referee invites, since he holds its key",
                )


def check(entry: Entry, marked: bool, refereed: bool) -> None:
    """Raise `word-wrong` unless an entry bears the mark if, and only if, its author plays by mail word
    (`marked`)."""
    body = entry.body
    if isinstance(body, Substitute) and body.word:
        _check_role(body.role, refereed)
    bears = isinstance(body, PlayerBody) and body.word is not None
    if marked and not bears:
        raise errors.LogFault(
            Code.WORD_WRONG, f"{entry.author} plays by mail word, and its {entry.type} does not say so"
        )
    if bears and not marked:
        raise errors.LogFault(
            Code.WORD_WRONG, f"this {entry.type} says `by mail word`, but {entry.author} has a program"
        )


def _check_role(role: str, refereed: bool) -> None:
    if role == REFEREE or not refereed:
        why = (
            "the referee himself has a program" if role == REFEREE else "there is no referee to hold its key"
        )
        raise errors.LogFault(Code.WORD_WRONG, f"{role} cannot play by mail word: {why}")


def sides(history: Iterable[Entry]) -> tuple[str, ...]:
    """Who plays, or has played, by mail word in a log or in several copies of it, each once."""
    found: dict[str, None] = {}
    for entry in history:
        body = entry.body
        persons: Iterable[Person] = (
            body.parties if isinstance(body, Charter) else (body,) if isinstance(body, Substitute) else ()
        )
        found |= dict.fromkeys(person.role for person in persons if person.word)
    return tuple(found)

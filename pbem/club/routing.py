"""Which games a mail is for: by the `game` of each signed entry that it bears, by the invitation that a join
answers. Never by the address of its sender, or its subject.

Nothing is checked here but where a thing wants to go: signatures are for the game that it comes to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.club.index import Index
from pbem.entry import naming
from pbem.entry.entries import SignedEntry
from pbem.mail.letter import Letter


@dataclass(slots=True)
class Sorted:
    """A mail in parts: one for each game of the club, and how many things were for none."""

    parts: dict[str, Letter]
    strange: int = 0


def sort(letter: Letter, index: Index) -> Sorted:
    """The parts of a mail by the names of games, in the order in which they come in it. What is for the
    referees' eyes goes to each: nobody but him to whom it was sealed can take it in."""
    entries: dict[str, list[SignedEntry]] = {}
    papers: dict[str, list[SignedEntry]] = {}
    strange = 0
    for things, kept in ((letter.papers, papers), (letter.entries, entries)):
        for signed in things:
            name = _wanted(signed, index)
            if name is None:
                strange += 1
            else:
                kept.setdefault(name, []).append(signed)
    names = dict.fromkeys([*papers, *entries])
    parts = {
        name: replace(letter, entries=tuple(entries.get(name, ())), papers=tuple(papers.get(name, ())))
        for name in names
    }
    return Sorted(parts, strange)


def _wanted(signed: SignedEntry, index: Index) -> str | None:
    """The game that an entry or a paper names, if it is one of the club's."""
    game, invitation, _ = naming.named(signed)
    if game is not None:
        return index.of_id(game)
    return None if invitation is None else index.of_invitation(invitation)

"""Which games a mail is for: by the `game` of each signed entry that it bears, by the invitation that a join
answers. Never by the address of its sender, or its subject.

Nothing is checked here but where a thing wants to go: signatures are for the game that it comes to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.club.game_index import Index
from pbem.entry import game_digests
from pbem.entry.entries import SignedEntry
from pbem.mail.letter import Letter


@dataclass(slots=True)
class SortedMail:
    """A mail in parts: one for each game of the club, and how many things were for none."""

    parts: dict[str, Letter]
    strange: int = 0


def sort_mail(letter: Letter, index: Index) -> SortedMail:
    """The parts of a mail by the names of games, in the order in which they come in it. What is for the
    referees' eyes goes to each: nobody but him to whom it was sealed can take it in."""
    entries: dict[str, list[SignedEntry]] = {}
    papers: dict[str, list[SignedEntry]] = {}
    strange = 0
    for things, kept in ((letter.papers, papers), (letter.entries, entries)):
        for signed in things:
            name = _find_game(signed, index)
            if name is None:
                strange += 1
            else:
                kept.setdefault(name, []).append(signed)
    names = dict.fromkeys([*papers, *entries])
    parts = {
        name: replace(letter, entries=tuple(entries.get(name, ())), papers=tuple(papers.get(name, ())))
        for name in names
    }
    return SortedMail(parts, strange)


def _find_game(signed: SignedEntry, index: Index) -> str | None:
    """The game that an entry or a paper names, if it is one of the club's."""
    game, invitation, _ = game_digests.find_digests(signed)
    if game is not None:
        return index.find_by_id(game)
    return None if invitation is None else index.find_by_invitation(invitation)

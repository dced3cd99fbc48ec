"""What came of a mail, told to all whom it concerns: to each side one mail with what is new and what was said
of its own entries; to whom nothing is new, a short answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from pbem.entry import standing_papers
from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import VerifiedEntry
from pbem.errors import PbemError
from pbem.messages import letter_text, report_text
from pbem.messages.letters.game_letters import GameLetters, Occasion
from pbem.messages.letters.proposal_letters import send_replaced, send_to_last
from pbem.play.host.judge_shell import Receipt
from pbem.play.host.mail_judgement import Findings, KeptEntry
from pbem.rules.table import Table

_Notes: TypeAlias = dict[str | None, list[tuple[str, str]]]
"""By party, what is said of entries that were not taken in: a word for it, and the text."""
_Papers: TypeAlias = dict[str, tuple[SignedEntry, ...]]


def send_answers(letters: GameLetters, found: Findings, why: Occasion) -> list[Path]:
    """Write the mails about what was found in the mail `why`; raises OSError.

    What stands in the log and was told to nobody, since the process ended before, is new.
    """
    table = letters.desk.current_table
    notes, papers = _notes(table, found, why), _papers(table, found)
    files = [*_tell_sides(letters, found, why, notes, papers), *_tell_rest(letters, notes, why, papers)]
    if any(kept.missing for kept in found.kept):
        desk = letters.desk
        files += send_to_last(desk.folder, table, why.now, letters.picture, desk.build)
    return files


def summarize(found: Findings, table: Table) -> str:
    """For the referee's terminal: what all may read."""
    lines = [report_text.receipt_text(receipt, REFEREE) for receipt in found.receipts]
    lines += [f"{kept.verified.entry}: {_describe_kept(kept, table)}\n" for kept in found.kept]
    lines += [
        f"{refused.verified.entry if refused.verified else 'An entry'}: refused [{refused.error.code}]: "
        f"{refused.error}\n"
        for refused in found.refused
    ]
    return "".join(lines)


def _describe_kept(kept: KeptEntry, table: Table) -> str:
    entry = kept.verified.entry
    return (
        letter_text.signing_text(entry, kept.missing) if kept.missing else letter_text.kept_text(entry, table)
    )


def _notes(table: Table, found: Findings, why: Occasion) -> _Notes:
    """What is said of entries that were not taken in, by the party to which it is said: the one whose key has
    signed it, else (None) whoever wrote the mail."""
    notes: _Notes = {}
    for kept in found.kept:
        notes.setdefault(_signer(table, kept.verified, why), []).append(("kept", _describe_kept(kept, table)))
    for refused in found.refused:
        verified = refused.verified
        entry = verified.entry if verified else None
        role = entry.author if entry and verified and _is_party(table, verified) else None
        notes.setdefault(role, []).append(("refused", letter_text.refused_text(entry, refused.error)))
    return notes


def _papers(table: Table, found: Findings) -> _Papers:
    """The signed refusals, by the party whose entry was refused."""
    papers: _Papers = {}
    for refused in found.refused:
        if refused.slip and refused.verified and _is_party(table, refused.verified):
            role = refused.verified.entry.author
            papers[role] = (*papers.get(role, ()), refused.slip.signed)
    return papers


def _tell_sides(
    letters: GameLetters, found: Findings, why: Occasion, notes: _Notes, papers: _Papers
) -> list[Path]:
    """To all sides what is new, or to its author again the first thing that was taken in before; what else is
    to be said to them in the same mail."""
    new = [each for each in found.receipts if not each.repeated or letters.list_untold(each)]
    new.sort(key=lambda receipt: receipt.last)
    if new:
        table = new[-1].table
        words = letter_text.press_text(table.verifier.history[new[0].first].author, why.press)
        sides = table.verifier.parties.sides
        more = {side: "\n".join(filter(None, (words, _join_texts(notes.pop(side, []))))) for side in sides}
        told = letters.news(table, new[0].first, new[-1].last, why, more, papers)
        places = range(new[0].first, new[-1].last + 1)
        return told + [
            file for seq in places for file in send_replaced(letters.desk.folder, table, seq, why.now)
        ]
    return _tell_again(letters, found.receipts[-1], why, notes, papers) if found.receipts else []


def _tell_again(
    letters: GameLetters, receipt: Receipt, why: Occasion, notes: _Notes, papers: _Papers
) -> list[Path]:
    author = receipt.table.verifier.history[receipt.first].author
    if author == REFEREE:
        return []
    more = _join_texts(notes.pop(author, []))
    return letters.find_told(author, why) or letters.tell_again(
        receipt.table, author, receipt.first, receipt.last, why, more, papers.get(author, ())
    )


def _tell_rest(letters: GameLetters, notes: _Notes, why: Occasion, papers: _Papers) -> list[Path]:
    """To each who was told nothing else, one mail."""
    table, made = letters.desk.current_table, []
    for role, said in notes.items():
        word = "refused" if any(word == "refused" for word, _ in said) else "kept"
        slips = papers.get(role or "", ())
        # The same refusal in other words, of a mail that came again, is the same thing.
        same = "\n".join(slip.head for slip in slips) if len(slips) == len(said) else ""
        made.append(letters.answer(table, role, word, _join_texts(said), why, slips, same))
    return [file for file in made if file]


def _join_texts(said: list[tuple[str, str]]) -> str:
    return "\n".join(text for _, text in said)


def _is_party(table: Table, verified: VerifiedEntry) -> bool:
    """Whether the one who is named as the author has signed it, with his present key."""
    parties, author = table.verifier.parties, verified.entry.author
    return author in parties.sides and verified.signers == (parties[author].key,)


def author_of(table: Table, papers: Sequence[SignedEntry]) -> str | None:
    """The side that has signed the first of these papers, if a side has."""
    for signed in papers:
        try:
            signer = standing_papers.open_paper(signed).signer
        except PbemError:
            continue
        return next(
            (s for s in table.verifier.parties.sides if table.verifier.parties[s].key == signer), None
        )
    return None


def _signer(table: Table, verified: VerifiedEntry, why: Occasion) -> str | None:
    """The side that signed it: of several the one from whose address the mail came."""
    parties, sender = table.verifier.parties, why.letterhead.sender.lower() if why.letterhead else ""
    signed = [side for side in parties.sides if parties[side].key in verified.signers]
    return next((side for side in signed if parties[side].mail.lower() == sender), next(iter(signed), None))

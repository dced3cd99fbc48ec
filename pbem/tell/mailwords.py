"""What the referee's mails say: what happened, what is asked of whom and by when; what was refused, why, and
what to do. Made from a table and an error, so that the same mail is answered in the same words each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem import errors, refusals
from pbem.entry.bodies import lines_of
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.log.walk import Fork, Walk
from pbem.mail import faults
from pbem.rules import choices
from pbem.rules.clock import clock_of
from pbem.rules.table import Table
from pbem.tell import charters, reports

_CHOICES: Final = 20
"""Lines of legal choices in a mail."""


def subject(table: Table, side: str, word: str = "") -> str:
    """Game, what is asked of this side, place in the log: mail programs sort by it."""
    if table.walk.ended or table.replay.outcome() is not None:
        asks = "the game is over"
    elif side in table.owing:
        asks = "your move"
    else:
        asks = f"waiting for {' and '.join(table.owing)}"
    words = ", ".join(word for word in (word, asks) if word)
    return f"{charters.title(table.charter)} [{table.walk.game[:8]}]: {words} (seq {table.seq})"


def move_subject(walk: Walk, entry: Entry) -> str:
    """Of a player's mail."""
    game = f"{charters.title(walk.parties.charter)} [{entry.game[:8]}]"
    return f"{game}: {entry.type} of {entry.author} (seq {entry.seq})"


def proposal_subject(walk: Walk, entry: Entry) -> str:
    """Of a mail with an entry that others have to sign."""
    game = f"{charters.title(walk.parties.charter)} [{entry.game[:8]}]"
    return f"{game}: {entry.type} to be signed (seq {entry.seq})"


def proposal(entry: Entry, said: str) -> str:
    """What is to be signed, and how."""
    return "\n".join(
        [
            f"{entry.author} proposes:",
            f"    {said}",
            "",
            "It counts when all have signed who must. If you agree, save this mail, sign, and send back the "
            "file that the command names:",
            "",
            "    pbem countersign this-mail.eml --dir YOUR-FOLDER",
            "",
            f"game {entry.game[:8]}, seq {entry.seq}",
            "",
        ]
    )


_DONE: Final = {
    "ack": "opens the dice",
    "resign": "gives the game up",
    "seal": "sends a sealed order",
    "open": "opens a sealed order:",
}


def move(entry: Entry) -> str:
    """What a player's mail says above the signed entry, for who reads along."""
    lines = [f"    {line}" for line in lines_of(entry.body)]
    what = _DONE.get(entry.type, "orders:")
    return "\n".join([f"{entry.author} {what}", *lines, "", f"game {entry.game[:8]}, seq {entry.seq}", ""])


def news(table: Table, side: str, first: int, last: int, now: int | None) -> str:
    """What entries `first` to `last` came to, and what comes next, for one side. The table shows its view."""
    told = [reports.account_text(account) for account in table.accounts(first, last)]
    return _sections(("What happened", told), ("What comes next", next_steps(table, side, now)))


def reminder(table: Table, side: str, now: int) -> str:
    """What a side still owes."""
    return _sections(("The game waits for you", next_steps(table, side, now)))


def next_steps(table: Table, side: str, now: int | None) -> list[str]:
    """What is asked of whom, by when, the choices in short, and how to answer."""
    lines = [reports.due(table, _CHOICES, side)]
    if (clock := clock_of(table, side)) is not None:
        lines.append(f"Due: {deadlines.said(clock, now)}")
    if side in table.owing:
        lines += [
            "To answer, take this mail in, write your orders (the attached orders.txt shows how), and send "
            "what `pbem move` makes of them:",
            "    pbem receive --dir YOUR-FOLDER < this-mail.eml",
            "    pbem move orders.txt --dir YOUR-FOLDER",
        ]
    lines.append(reports.foot(table))
    return lines


def accepted(table: Table, side: str, first: int, last: int, now: int | None, repeated: bool) -> str:
    """The answer to an entry that stands in the log now, or stood there before."""
    head = "Accepted." if not repeated else "This was taken in before; here is the same answer again."
    return f"{head}\n\n{news(table, side, first, last, now)}"


def refused(entry: Entry | None, error: errors.PbemError) -> str:
    """The answer to what changed nothing: the entry line by line with what was found, and what to do."""
    what = f"{str(entry).capitalize()}: refused" if entry else "Refused"
    lines = [f"{what} [{error.code}]. Nothing has changed.", ""]
    lines += _transcript(entry, error) if isinstance(error, errors.LineRefused) and entry else [str(error)]
    return "\n".join([*lines, "", advice(error), ""])


def refused_paper(error: errors.PbemError) -> str:
    """The answer to a join that was not taken."""
    return f"Refused [{error.code}]. Nothing has changed.\n\n{error}\n\nMend that, and send it again.\n"


def _transcript(entry: Entry, error: errors.LineRefused) -> list[str]:
    """Each line of an order with the response to it."""
    given = lines_of(entry.body) or (error.line,)
    lines = []
    for index, line in enumerate(given[: error.index + 1]):
        lines += [f"    > {line}", "      legal" if index < error.index else f"      refused: {error.cause}"]
    if error.choice is not None:
        lines += [
            "      legal here:",
            *(f"        {each}" for each in choices.near(error.choice, error.line)),
        ]
    if error.index + 1 < len(given):
        lines += [f"    > {line}" for line in given[error.index + 1 :]]
        lines.append("      not judged: these lines depend on the one that was refused")
    return lines


def kept(entry: Entry, table: Table) -> str:
    """The answer to an entry that came before its time."""
    return (
        f"{str(entry).capitalize()} is kept: entry {table.seq + 1} must come first. It is taken in as "
        f"soon as that has come; you need not send it again.\n\n{reports.foot(table)}\n"
    )


def to_sign(entry: Entry, missing: Sequence[str]) -> str:
    """The answer to an entry that others have yet to sign."""
    return f"Your signature on {entry} is kept. Still to sign: {', '.join(missing)}.\n"


_ADVICE: Final[Sequence[tuple[type[errors.PbemError], str]]] = (
    (
        errors.LineRefused,
        "Correct the line, sign the orders again (`pbem move`) and send them again. Move the "
        "refused file in moves/ away first: nothing was rolled for it.",
    ),
    (errors.NotYourDecision, "Look with `pbem status` whose decision is due, and wait for the next mail."),
    (errors.WrongGame, "Look whether the mail was meant for another game: each has its own folder."),
    (
        Fork,
        "Two different entries for one place bear your signature. Only the first counts; both are "
        "evidence. If this was a slip, write to the referee.",
    ),
    (
        errors.Overtaken,
        "Nobody is to blame. Take in the referee's newest mail (`pbem receive`): a sealed order is then "
        "signed again by itself, and its mail lies in outbox/; standing orders you sign again.",
    ),
    (
        errors.WrongPrev,
        "Your copy of the log differs from the referee's. Take in the last mail of the referee, "
        "then sign again; if that does not help, write to the referee.",
    ),
    (errors.WrongSigner, "Sign with the key that the charter names for your side; `pbem charter` shows it."),
    (
        errors.SignatureError,
        "The signature does not fit the bytes. Sign again with `pbem move` and send the "
        "*.pbem file as an attachment.",
    ),
    (refusals.DraftNotLocked, "Sign it without --draft and send that file: nothing is rolled for a draft."),
    (errors.OtherEngine, "This game goes on with the version of Senlac with which it was begun."),
    (errors.AfterEnd, "The game is over; `pbem verify --full` tells it all."),
    (faults.ArmorChanged, "Send the *.pbem file of the move as an attachment."),
    (faults.ArmorCut, "Send the *.pbem file of the move as an attachment."),
)


def advice(error: errors.PbemError) -> str:
    """What the sender can do."""
    return next(
        (text for kind, text in _ADVICE if isinstance(error, kind)),
        "Look at `pbem status`, mend what is named above, and send again.",
    )


UNSIGNED: Final = (
    "In this mail there is no signed entry, so nothing can be done with it: what is written in plain words "
    "is not read. Write your orders in a file, sign them with `pbem move orders.txt --dir YOUR-FOLDER`, and "
    "send the mail or the *.pbem file that it writes.\n"
)


def _sections(*parts: tuple[str, list[str]]) -> str:
    return "\n".join(f"{title}\n{'-' * len(title)}\n" + "\n".join(lines) + "\n" for title, lines in parts)

"""What the referee's mails say: what happened, what is asked of whom and by when; what was refused, why, and
what to do. Made from a table and an error, so that the same mail is answered in the same words each time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from pbem import errors
from pbem.entry.bodies import lines_of
from pbem.entry.entries import Entry
from pbem.entry.standing_papers import Receipt
from pbem.log import deadlines
from pbem.log.log_verifier import LogVerifier
from pbem.messages import charter_text, mail_word_text, report_text
from pbem.reason_codes import Code
from pbem.rules import acts_by_hand, order_choices
from pbem.rules.decision_clock import clock_of
from pbem.rules.replay.order_report import PLACE_FACTS, format_turn
from pbem.rules.table import Table

CHOICES: Final = 20
"""Lines of legal choices in a mail."""
TAKE_IN: Final = (
    "Take this mail in, write your orders (the attached orders.txt shows how) and send what "
    "`pbem move` makes of them:"
)
COMMANDS: Final = (
    "    pbem receive --dir YOUR-FOLDER < this-mail.eml",
    "    pbem move orders.txt --dir YOUR-FOLDER",
)


def subject_text(table: Table, side: str, word: str = "") -> str:
    """Game, what is asked of this side, place in the log: mail programs sort by it."""
    return name_mail(table, ", ".join(word for word in (word, wait_text(table, side)) if word))


def wait_text(table: Table, side: str) -> str:
    """For whom the game waits, as a subject tells it to a side."""
    if table.verifier.ended or table.replay.outcome() is not None:
        return "the game is over"
    if side in table.owing_roles:
        return "your move"
    return f"waiting for {' and '.join(table.owing_roles)}"


def name_mail(table: Table, words: str) -> str:
    """A subject that says these words of the game."""
    return f"{charter_text.title(table.game)} [{table.verifier.game[:8]}]: {words} (seq {table.seq})"


OPENED = (
    "The game is over, and the referee has not opened what was hidden. This opens the orders of {author}. "
    "Take this mail in; if nobody before you in the charter has yet to open his, open yours with "
    "`pbem open-own`.\n"
)


def move_subject(verifier: LogVerifier, entry: Entry) -> str:
    """Of a player's mail."""
    game = f"{charter_text.title(verifier.parties.charter)} [{entry.game[:8]}]"
    return f"{game}: {entry.type} of {entry.author} (seq {entry.seq})"


def proposal_subject(verifier: LogVerifier, entry: Entry) -> str:
    """Of a mail with an entry that others have to sign."""
    game = f"{charter_text.title(verifier.parties.charter)} [{entry.game[:8]}]"
    return f"{game}: {entry.type} to be signed (seq {entry.seq})"


def agree_subject(verifier: LogVerifier, entry: Entry) -> str:
    """Of the same to a side that agrees with a code."""
    game = f"{charter_text.title(verifier.parties.charter)} [{entry.game[:8]}]"
    return f"{game}: {entry.type}, do you agree? (seq {entry.seq})"


TAKES_EFFECT: Final = "It takes effect when everybody who must sign has signed."


def proposal_text(entry: Entry, said: str) -> str:
    """What is to be signed, and how."""
    return "\n".join(
        [
            f"{entry.author} proposes:",
            f"    {said}",
            "",
            f"{TAKES_EFFECT} If you agree, save this mail, sign, "
            "and send back the file that this command names:",
            "",
            "    pbem countersign this-mail.eml --dir YOUR-FOLDER",
            "",
            f"game {entry.game[:8]}, seq {entry.seq}",
            "",
        ]
    )


def rollback_text(table: Table) -> str:
    """To which point a rollback would take the game back, and what falls with it; the table ends there."""
    due = report_text.due_text(table, 0).splitlines()[0]
    return "\n".join(
        [
            f"After entry {table.seq} the game stood so:",
            f"    {format_place(table)}",
            f"    {due}",
            "What was played since is taken back, and the dice after it will be others. Standing orders "
            "filed since fall, too: file them again.",
            "",
        ]
    )


def signed_text(entry: Entry, said: str) -> str:
    """What the mail of who has signed a proposal says to its author."""
    return (
        f"I have signed what {entry.author} proposes:\n    {said}\n\ngame {entry.game[:8]}, seq {entry.seq}\n"
    )


def filed_text(side: str, number: int) -> str:
    """What a player's mail says above his standing orders, which only the referee can read."""
    return f"Standing orders of {side}, number {number}, for the referee's eyes.\n"


def receipted_text(receipts: Sequence[Receipt], side: str) -> str:
    """What all are told of standing orders that have come; their author is told what that means."""
    lines = [f"Standing orders number {it.number} of {it.side} have come." for it in receipts]
    if any(it.side == side for it in receipts):
        lines.append("Yours count from the next order on whose author was shown this.")
    lines += ["", "Take this mail in: your next order then names them by number."]
    return "\n".join([*lines, "    pbem receive --dir YOUR-FOLDER < this-mail.eml", ""])


def more_news_text(number: int, count: int) -> str:
    """What a mail says that holds news for who has just come in, which the one before could not hold."""
    return (
        f"This is mail {number} of {count} with what your role has been told so far. Take all of them in, in "
        "any order; with the last your game is whole:\n\n    pbem receive --dir YOUR-FOLDER < this-mail.eml\n"
    )


def newcomer_text(entry: Entry, said: str, number: int, count: int) -> str:
    """To who is to take a role over: the game so far, and what he is to sign."""
    which = f" (mail {number} of {count}: take them in in this order)" if count > 1 else ""
    return "\n".join(
        [
            f"{entry.author} proposes:",
            f"    {said}",
            "",
            f"This mail holds the game so far{which}. Save it and take it in, in the folder in which you "
            f"made your key; then send back the file that the command names:",
            "",
            "    pbem join this-mail.eml --dir YOUR-FOLDER",
            "",
            f"game {entry.game[:8]}, seq {entry.seq}",
            "",
        ]
    )


def replaced_text(role: str, name: str, signers: Sequence[str]) -> str:
    """To who plays a role no longer."""
    return (
        f"{role} is played by {name} as of now: {' and '.join(signers)} have signed that. What you sign in "
        f"this game "
        "from now on counts for nothing, and nobody holds it against you. Your folder still shows the game "
        "up to here. If this is a mistake, write to them.\n"
    )


_DONE: Final = {
    "ack": "opens the dice",
    "resign": "gives up the game",
    "seal": "sends a sealed order",
    "open": "opens the sealed order:",
}


def move_text(entry: Entry) -> str:
    """What a player's mail says above the signed entry, for who reads along."""
    lines = [f"    {line}" for line in lines_of(entry.body)]
    what = _DONE.get(entry.type, "orders:")
    return "\n".join([f"{entry.author} {what}", *lines, "", f"game {entry.game[:8]}, seq {entry.seq}", ""])


def head(table: Table, side: str, now: int | None) -> str:
    """The first lines of a mail: turn and phase, what is due of whom, until when. The table shows the side's
    view."""
    due = report_text.due_text(table, 0, side)
    mine = f"Next: {side}: "
    lines = [
        format_place(table),
        f"You are {side}. Your turn: {due.removeprefix(mine)}" if due.startswith(mine) else due,
    ]
    if (clock := clock_of(table, side)) is not None:
        lines.append(f"Time: {deadlines.format_deadline(clock, now, table.zone_of(side))}")
    return "\n".join(line for line in lines if line) + "\n"


def format_place(table: Table) -> str:
    """Turn and phase, as far as a game has them."""
    return format_turn(table.replay.rules, table.play.state)


def news_text(
    table: Table, side: str, first: int, last: int, now: int | None, came: Sequence[str] = ()
) -> str:
    """What is due, what entries `first` to `last` came to, and how to answer, for one side. The table shows
    its view. `came`: what is said first of what happened."""
    told = [*came, *report_text.account_texts(table.accounts(first, last))]
    by_hand = acts_by_hand.contestable_lines(table, side)
    stands = [*standing_lines(table), *acts_by_hand.objection_lines(table, side)]
    how = (
        ("Acts by hand", by_hand), ("What happened", told), ("How it stands", stands),
        *_choice_sections(table, side),
    )  # fmt: skip
    return f"{head(table, side, now)}\n{join_sections(*how)}\n{report_text.footer_text(table)}\n"


def reminder_text(table: Table, side: str, now: int) -> str:
    """What a side still owes."""
    return (
        f"{head(table, side, now)}\nThe game is waiting for "
        f"you.\n\n{join_sections(*_choice_sections(table, side))}\n"
        f"{report_text.footer_text(table)}\n"
    )


def standing_lines(table: Table) -> list[str]:
    """Losses, points and whatever else the game counts, as a table."""
    facts = table.replay.rules.summary(table.play.state)
    rows = [(name, value) for name, value in facts if name not in PLACE_FACTS]
    width = max((len(name) for name, _ in rows), default=0)
    return [f"| {name:{width}} | {value}" for name, value in rows]


def _choice_sections(table: Table, side: str) -> list[tuple[str, list[str]]]:
    """The choices of a side that owes something, and how to answer."""
    word, choice = table.verifier.parties[side].word, table.choice(side)
    if side not in table.owing_roles:
        return [("How to answer", mail_word_text.how_to_answer_lines(owes=False))] if word else []
    listed = report_text.choice_lines(choice, mail_word_text.CHOICES if word else CHOICES)
    how = mail_word_text.how_to_answer_lines(owes=True) if word else [TAKE_IN, *COMMANDS]
    return [("Your choices", listed), ("How to answer", how)]


def next_steps(table: Table, side: str, now: int | None) -> list[str]:
    """What is asked of whom, by when, the choices in short, and how to answer."""
    word = table.verifier.parties[side].word
    lines = [report_text.due_text(table, mail_word_text.CHOICES if word else CHOICES, side)]
    if (clock := clock_of(table, side)) is not None:
        lines.append(f"Due: {deadlines.format_deadline(clock, now, table.zone_of(side))}")
    if word:
        lines += mail_word_text.how_to_answer_lines(side in table.owing_roles)
    elif side in table.owing_roles:
        lines += [TAKE_IN, *COMMANDS]
    lines.append(report_text.footer_text(table))
    return lines


_UNJUDGED: Final = "which nobody has signed and nobody judges:"
_WORDS_OF: Final = re.compile(rf"Words of ([a-z][a-z0-9_-]*), {_UNJUDGED}")


def press_text(author: str, lines: Sequence[str]) -> str:
    """Words of a player to the others; empty without any."""
    if not lines:
        return ""
    said = "".join(f"- {line}\n" for line in lines)
    return f"Words of {author}, {_UNJUDGED}\n{said}"


def read_press(text: str) -> list[tuple[str, str]]:
    """The words of players in the text of a mail, each with their author, as `press_text` has laid them and a
    mail has wrapped them.

    >>> read_press(press_text("red", ["Well met!"]))
    [('red', 'Well met!')]
    """
    lines = text.splitlines()
    heads = [(at, found[1]) for at, line in enumerate(lines) if (found := _WORDS_OF.fullmatch(line.rstrip()))]
    return [(author, words) for at, author in heads for words in _list_items(lines[at + 1 :])]


def _list_items(lines: Sequence[str]) -> list[str]:
    """The items of the list with which lines begin; what is indented goes on with the item above it."""
    found: list[str] = []
    for line in lines:
        if line.startswith("- "):
            found.append(line[2:].strip())
        elif found and line.startswith("  "):
            found[-1] += f" {line.strip()}"
        else:
            break
    return found


def accepted_text(table: Table, side: str, first: int, last: int, now: int | None, repeated: bool) -> str:
    """The answer to an entry that stands in the log now, or stood there before."""
    came = "Accepted." if not repeated else "You sent this before; here is the same answer again."
    return news_text(table, side, first, last, now, [came])


def refused_text(entry: Entry | None, error: errors.PbemError) -> str:
    """The answer to what changed nothing: the entry line by line with what was found, and what to do."""
    what = f"{str(entry).capitalize()}: refused" if entry else "Refused"
    lines = [f"{what} [{error.code}]. Nothing has changed.", ""]
    lines += _transcript(entry, error) if isinstance(error, errors.RefusedLine) and entry else [str(error)]
    return "\n".join([*lines, "", advice_text(error), ""])


def refused_paper_text(error: errors.PbemError, *, after: bool = False) -> str:
    """The answer to a join that was not taken; `after`: another paper of the same mail was."""
    changed = "What came before it in your mail is taken in." if after else "Nothing has changed."
    return f"Refused [{error.code}]. {changed}\n\n{error}\n\nCorrect this and send it again.\n"


def _transcript(entry: Entry, error: errors.RefusedLine) -> list[str]:
    """Each line of an order with the response to it."""
    given = lines_of(entry.body) or (error.line,)
    lines = []
    for index, line in enumerate(given[: error.index + 1]):
        lines += [f"    > {line}", "      legal" if index < error.index else f"      refused: {error.cause}"]
    if error.choice is not None:
        lines += [
            "      legal here:",
            *(f"        {each}" for each in order_choices.suggest_orders(error.choice, error.line)),
        ]
    if error.index + 1 < len(given):
        lines += [f"    > {line}" for line in given[error.index + 1 :]]
        lines.append("      not checked: these lines depend on the one that was refused")
    return lines


def kept_text(entry: Entry, table: Table) -> str:
    """The answer to an entry that came before its time."""
    return (
        f"{str(entry).capitalize()} is on hold until entry {table.seq + 1} arrives. It will then be "
        f"taken in by itself; you need not send it again.\n\n{report_text.footer_text(table)}\n"
    )


def signing_text(entry: Entry, missing: Sequence[str]) -> str:
    """The answer to an entry that others have yet to sign."""
    return f"Your signature on {entry} was received. Still to sign: {', '.join(missing)}.\n"


_SEND_THE_FILE: Final = "Send the *.pbem file of the move as an attachment."
_SIGN_ANEW: Final = (
    "The signature does not fit the bytes. Sign again with `pbem move`, and send the *.pbem file attached."
)
_ADVICE: Final[Mapping[Code, str]] = {
    Code.LINE_REFUSED: "Take this mail in (`pbem receive`): it holds the signed refusal, by which the place "
    "is free. Then correct the line, sign the orders again (`pbem move`) and send them. No dice were rolled.",
    Code.NOT_YOUR_DECISION: "See with `pbem status` who must decide, and wait for the next mail.",
    Code.WRONG_GAME: "Check whether the mail was meant for another game: each game has its own folder.",
    Code.FORK: "Two different entries for one place in the log carry your signature. Only the first is "
    "valid; both are evidence. If this was a mistake, write to the referee.",
    Code.OVERTAKEN: "Nobody is to blame. Take in the referee's newest mail (`pbem receive`): a sealed order "
    "is then signed again by itself, and its mail is in outbox/.",
    Code.WRONG_PREV: "Your copy of the log differs from the referee's. Take in the last mail of the referee, "
    "then sign again; if that does not help, write to the referee.",
    Code.WRONG_SIGNER: "Sign with the key that the charter names for your side; `pbem charter` shows it.",
    Code.SIGNATURE_FORMAT: _SIGN_ANEW,
    Code.SIGNATURE_ALGORITHM: _SIGN_ANEW,
    Code.SIGNATURE_NAMESPACE: _SIGN_ANEW,
    Code.SIGNATURE_MALLEABLE: _SIGN_ANEW,
    Code.SIGNATURE_WRONG: _SIGN_ANEW,
    Code.DRAFT_NOT_LOCKED: "Sign it without --draft and send that file: no dice are rolled for a draft.",
    Code.BOX_MISSING: "Send the same file of the move again, or the whole mail from outbox/.",
    Code.OTHER_ENGINE: "This game needs the version of Senlac with which it was begun.",
    Code.AFTER_END: "The game is over; `pbem verify --full` shows all of it.",
    Code.MAIL_ARMOR_CHANGED: _SEND_THE_FILE,
    Code.MAIL_ARMOR_CUT: _SEND_THE_FILE,
}


def advice_text(error: errors.PbemError) -> str:
    """What the sender can do."""
    return _ADVICE.get(error.code, "See `pbem status`, correct what is named above, and send it again.")


UNSIGNED: Final = (
    "This mail holds no signed entry, so nothing can be done with it: text in plain words "
    "is not read. Write your orders in a file, sign them with `pbem move orders.txt --dir YOUR-FOLDER`, and "
    "send the mail or the *.pbem file that the command writes.\n"
)


UNSIGNED_LOG: Final = (
    "This mail holds a VASSAL log, and nothing that is signed. Your orders are taken from it on your own PC: "
    "save the file, and `pbem move FILE.vlog --dir YOUR-FOLDER` shows what it says, signs it, and writes "
    "the mail to send. Your VASSAL password may stand in such a file: do not send it, or take it out before "
    "with `senlac vassal clean FILE`.\n"
)


def join_sections(*parts: tuple[str, list[str]]) -> str:
    """Each part under its heading; one without lines is left out."""
    shown = [(title, lines) for title, lines in parts if lines]
    return "\n".join(f"{title}\n{'-' * len(title)}\n" + "\n".join(lines) + "\n" for title, lines in shown)

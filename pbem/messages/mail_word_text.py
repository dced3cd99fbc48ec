"""What a player by mail word reads: how to answer, his draft with its code, and what a code came to.

No line here says `yes` and a code, so that no quotation of it locks anything: the player types that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modules.amounts import count_noun
from modules.engine.requests import Tell
from pbem.entry.bodies import Contact
from pbem.log import deadlines
from pbem.log.verdict import describe_mail_word
from pbem.mail.author_text import MAX_LINES
from pbem.mail.letter import Unread, UnreadKind
from pbem.messages import report_text
from pbem.play.orders.later_lines import Fate
from pbem.play.orders.mail_word_codes import Offer
from pbem.play.orders.mail_word_drafts import SEAL, DraftFault, UnderstoodDraft
from pbem.play.orders.order_candidates import RESIGN
from pbem.rules import order_choices
from pbem.rules.decision_clock import clock_of
from pbem.rules.replay.order_report import Told, UsedLine
from pbem.rules.table import Table

CHOICES: Final = 20
"""Lines of legal choices in a mail, those of a kind told together; `legal` asks for the rest."""
_QUOTED: Final = 100
"""Characters of a line of his that are shown to him again. Somebody else may have written it in his name."""
_HOW_TO_SAY: Final = (
    "answer this mail with one line of your own: the word yes, a space, and the code word below. Type the "
    "line; what is quoted is not read."
)


def how_to_answer_lines(owes: bool) -> list[str]:
    """How to answer a mail of the game."""
    if not owes:
        return [
            "You need not answer. If your newest order was a mistake, then the line `rollback` with your "
            "reason asks all to take it back."
        ]
    return [
        "To answer, write your orders above, one a line, as they are written in the list. A draft comes "
        "back, with a code word; nothing is played before you lock it with that.",
        "Or move in VASSAL: open the attached now.vsav with the game's module, begin a log, move, end it, "
        "and attach the log (.vlog) to your answer. Use no VASSAL password that you use elsewhere: it stands "
        "in the log.",
        "To ask, write `legal` and a counter, such as `legal V-guard`, for all that it may do; or `odds` and "
        "an order, for what may come of it.",
        f"The line `{RESIGN}` alone gives up the game, after the same question. `undo` withdraws a draft. "
        "`rollback` with your reason behind it asks all to take your newest order back.",
    ]


def invitation_text(asked: Contact, host: Contact, agreed: str, code: str) -> str:
    """The invitation to play without a program. `agreed`: what he is asked to agree to."""
    return "\n".join(
        [
            f"{host.name} invites you to a game by mail. You would play {asked.role}, by mail word: you "
            "need no "
            "program. You write your orders into a mail, one a line; a program of the referee's answers with "
            "what it understood, a picture, and a code word with which you lock it.",
            "",
            f"What that means: {host.name} holds the key and the dice chain of your side, and his program "
            "signs for you. The others can check every move and die of the game but yours. Whoever checks "
            f"it is told: {describe_mail_word(asked.role)}.",
            "",
            agreed,
            f"If you agree, and want to play: {_HOW_TO_SAY}",
            "If not, there is nothing to do. Of what you write to this address a program reads that line "
            f"alone; to ask something, write to {host.name} himself.",
            "",
            _code(code),
        ]
    )


def _code(code: str) -> str:
    return f"Code word: {code}\n"


def understood_text(what: str, told: str) -> str:
    """What was understood of a VASSAL log, or of a block of orders."""
    return f"{what} says:\n\n{told}\n"


def draft_text(
    table: Table, made: UnderstoodDraft, code: str, told: str = "", unread: Sequence[Unread] = ()
) -> str:
    """A draft and its code. `table` is the game as it stands, `told` what was understood of a VASSAL log,
    `unread` what of the mail was not read."""
    parts = [
        *told.splitlines(),
        *_draft_lines(made),
        *_fault_lines(made),
        *_unread_lines(unread),
        *_ignored_lines(made.words),
        "",
        f"If this is what you want: {_HOW_TO_SAY}",
        "If not, send all your orders again, the right ones too: a new draft then takes the place of this "
        "one. The line `undo` withdraws it. If "
        "you have not asked for it, somebody else writes in your name: do not answer, and tell the referee.",
        "This code locks this draft and no other, once, until the game goes on.",
        "",
        report_text.footer_text(table),
        "",
        _code(code),
    ]
    return "\n".join(parts)


def waiting_draft_text(table: Table, side: str, offer: Offer, code: str) -> str:
    """The beginning of a reminder to a player whose draft waits for its code word."""
    since = "" if offer.at is None else f" on {deadlines.format_time(offer.at, table.zone_of(side))}"
    clock = clock_of(table, side)
    then = "" if clock is None else f" When the time is over: {deadlines.CONSEQUENCES[clock.then]}."
    asks = ["    give up the game"] if offer.kind == RESIGN else [f"    {line}" for line in offer.lines]
    return "\n".join(
        [
            f"You have sent these orders{since}, and they are not played yet: they wait for their code word.",
            "",
            *asks,
            "",
            f"If this is still what you want: {_HOW_TO_SAY}",
            f"If not, send other orders. A draft that is not locked counts as no order.{then}",
            "",
            _code(code),
        ]
    )


def _draft_lines(made: UnderstoodDraft) -> list[str]:
    if made.kind == RESIGN:
        return ["I understand that you want to give up the game. It would end with that."]
    lines = ["I understand these orders:", "", *(f"    {line}" for line in made.lines), ""]
    if made.kind == SEAL:
        return [*lines, "The other sides learn of it when all have given theirs."]
    if made.account is not None:
        story: list[Told | Tell] = [item for item in made.account.story if not isinstance(item, UsedLine)]
        dropped = made.account.dropped if made.due is None else ()
        stood = replace(made.account, story=story, dropped=dropped)
        lines += [line.strip() for line in report_text.certain_lines(stood, made.due)]
    if made.later:
        lines.append(_later_text(len(made.later)))
    if made.still is not None:
        lines.append(f"After these you must still decide: {report_text.decision_text(made.still)}")
        lines += report_text.choice_lines(made.still, CHOICES)
    return lines


def _later_text(count: int) -> str:
    many = "The last of them comes" if count == 1 else f"The last {count} of them come"
    return (
        f"{many} after dice, or after a decision of another: what is legal then is used, and what is not "
        "used the other sides cannot read before the game is over."
    )


def _fault_lines(made: UnderstoodDraft) -> list[str]:
    """What ended a draft, and what the lines behind it would have come to."""
    fault = made.fault
    if fault is None:
        left = f"Your mail has more lines than are read: {count_noun(made.more, 'line')} at its end"
        return ["", f"{left}, which are not in the draft."] if made.more else []
    head = "Against the rules:" if fault.read else "Not understood:"
    lines = ["", head, "", f"    {_short(fault.line)}", *_indented(fault.why), *_nearest(fault.nearest)]
    if fault.choice is not None:
        lines += ["      legal here:"]
        lines += [f"        {line}" for line in order_choices.suggest_orders(fault.choice, fault.line)]
    return [*lines, *_lines_behind(made, fault)]


def _lines_behind(made: UnderstoodDraft, fault: DraftFault) -> list[str]:
    """The lines behind the first mistake: the draft ends before it, and has none of them."""
    if not made.after and not made.more:
        return []
    stands = f"as if `{fault.nearest}` stood there" if fault.stands else "without that line"
    lines = [
        "",
        "Nothing from that line on is in a draft. The lines behind it were read "
        f"{stands}, so that you learn of all mistakes at once:",
        "",
    ]
    for each in made.after:
        lines += [f"    {_short(each.line)}", *_indented(f"{_FATES[each.fate]}{each.why}")]
        lines += _nearest(each.nearest)
    if made.more:
        lines.append(f"    and {count_noun(made.more, 'more line')}, not looked at")
    return lines


_FATES: Final = {
    Fate.LEGAL: "would be legal",
    Fate.REFUSED: "",
    Fate.UNREAD: "not understood: ",
    Fate.LATER: "comes after dice, or after a decision of another",
}


def _nearest(order: str | None) -> list[str]:
    return [] if order is None else [f"      nearest: `{order}`"]


def _indented(why: str) -> list[str]:
    return [f"      {line.strip()}" for line in why.splitlines()]


def _short(line: str) -> str:
    return line if len(line) <= _QUOTED else f"{line[:_QUOTED]}..."


def _ignored_lines(words: int) -> list[str]:
    if not words:
        return []
    return ["", f"Lines of your mail that are no orders, and were passed over: {words}."]


_UNREAD: Final = {
    UnreadKind.HTML_ONLY: "Your mail came as HTML alone, and only plain text is read. Set your mail program "
    "to send plain text, and send your orders again.",
    UnreadKind.HTML_PART: "A part of your mail is HTML without a plain text beside it, and was not read. "
    "Look whether an order is missing. Set your mail program to send plain text.",
    UnreadKind.WINMAIL: "Your mail program packed a part of your mail into `{}`, which only Outlook can "
    "read. It was not opened, and nothing in it counts. In Outlook choose the format `Plain text` instead of "
    "`Rich text`, and write your orders into the mail, or attach your VASSAL log (.vlog) as it is.",
    UnreadKind.DOCUMENT: "The attached file `{}` is not read. Write your orders into the mail as plain "
    "text, or attach them as a plain text file (.txt).",
    UnreadKind.LONG_LINE: "A line of your mail is longer than is read, and was passed over. It begins: {}",
    UnreadKind.MORE_LINES: f"Your mail has more than {MAX_LINES} lines; those behind them were not read.",
    UnreadKind.MORE_BYTES: "Your mail has more text than is read; its end was not read.",
}


def _unread_lines(unread: Sequence[Unread]) -> list[str]:
    """What of a mail was not read, and what to do."""
    return [line for each in unread for line in ("", _UNREAD[each.kind].format(_short(each.detail)))]


def which_orders_text(places: Sequence[str], next_steps: Sequence[str]) -> str:
    """The answer to a mail that has orders in several places."""
    head = [
        f"Your mail has orders in {' and in '.join(map(_short, places))}, so it is not clear which count. No "
        "draft was made, and nothing has changed. Send the right orders alone.",
        "",
    ]
    return "\n".join([*head, *next_steps, ""])


def file_text(name: str) -> str:
    """What is said above a draft of the orders in an attached file."""
    return f"Read from the attached file `{_short(name)}`:\n"


def nothing_drafted_text(
    made: UnderstoodDraft, next_steps: Sequence[str], told: str = "", unread: Sequence[Unread] = ()
) -> str:
    """The answer to a mail of which no draft could be made; `told` and `unread` as in `draft_text`."""
    head = ["No draft could be made of your mail. Nothing has changed."]
    if told:
        head += ["", *told.splitlines()]
    head += [*_fault_lines(made), *_unread_lines(unread)]
    if made.fault is not None:
        head += ["", "Put right what is wrong, and send all your orders again, the right ones too."]
    if made.fault is None and not told and not unread:
        head.append(
            "It has no line that begins as an order does. Orders are read from plain text, one a line; a "
            "mail that is HTML alone is not read."
        )
    return "\n".join([*head, *_ignored_lines(made.words), "", *next_steps, ""])


def unreadable_text(error: Exception, next_steps: Sequence[str]) -> str:
    """The answer to a mail that could not be read as a whole, such as one with an archive."""
    head = ["Your mail could not be read, so nothing in it counts. Nothing has changed.", "", f"{error}.", ""]
    return "\n".join([*head, *next_steps, ""])


def answers_text(answers: Sequence[str], next_steps: Sequence[str]) -> str:
    """The answers to questions in a mail without orders."""
    return "\n".join(["Here is what you asked. Nothing has changed.", "", *answers, *next_steps, ""])


def no_log_text(error: Exception, next_steps: Sequence[str]) -> str:
    """The answer to a VASSAL log of which no draft could be made."""
    head = ["No draft could be made of your VASSAL log. Nothing has changed.", "", f"    {error}", ""]
    return "\n".join([*head, *next_steps, ""])


def damaged_block_text(heading: str, next_steps: Sequence[str]) -> str:
    """The answer to orders pasted from VASSAL of which a line was lost or changed on the way."""
    head = [
        "The orders that you pasted from VASSAL did not come whole: their checksum does not hold.",
        "Nothing has changed.",
        "",
        f"    {heading}",
        "",
        "Paste them again from the heading to `End of orders`, each on a line of its own, or attach the log.",
        "",
    ]
    return "\n".join([*head, *next_steps, ""])


def not_due_text(next_steps: Sequence[str]) -> str:
    """The answer to orders where none are due."""
    return "\n".join(["No order of yours is due now. Nothing has changed.", "", *next_steps, ""])


def proposal_text(said: str) -> str:
    """What is asked of him where all have to sign: he has no key to do it with."""
    return (
        f"The referee proposes:\n    {said}\n\nIt takes effect when all have agreed. If you do, write so to "
        "the referee himself, in your own words; he signs for you. His program does not read it.\n"
    )


_SIGNS: Final = "A code word has ten signs, none of which is a vowel, a 0 or a 1."
_LOST: Final = "If you have lost the code word, send your orders again."
_AGAIN: Final = "Send your orders again to get a new draft with a new code word."


def wrong_code_text(left: int) -> str:
    """The answer to a wrong code."""
    return (
        f"This code word is not that of your draft. The draft stands, and its own code word still locks it. "
        f"{_tries(left)}\n\nIf you have not sent a code word, somebody else writes in your name: tell the "
        "referee.\n"
    )


def _tries(left: int) -> str:
    """How many more wrong code words are answered."""
    more = {0: "No further wrong one is", 1: "One more wrong one is"}.get(left, f"{left} more wrong ones are")
    return f"{more} answered. {_LOST}"


def no_code_text(left: int) -> str:
    """The answer to what was meant for a code, and is none."""
    return f"This code word is not that of your draft. {_SIGNS} It counts as no try. {_tries(left)}\n"


def no_draft_text() -> str:
    """The answer to a code where there is no draft to lock."""
    return f"There is no draft that a code word could lock. Nothing has changed. {_AGAIN}\n"


def old_code_text(table: Table) -> str:
    """The answer to the code of an earlier draft."""
    return (
        "This code word is that of an earlier draft; a newer one took its place, it was withdrawn, or it was "
        "used. Nothing has changed. Answer with the code word of the newest draft, or send your orders "
        "again.\n\nIf you have not asked for a newer one, somebody else writes in your name: tell the "
        f"referee.\n\n{report_text.footer_text(table)}\n"
    )


def place_taken_text(table: Table, next_steps: Sequence[str]) -> str:
    """The answer to the code of a draft after which the game went on without it."""
    return "\n".join(
        [
            f"The game has gone on since that draft: {table.verifier.history[-1]}. The draft is void, "
            f"and nothing has changed. {_AGAIN}",
            "",
            *next_steps,
            "",
        ]
    )


def code_and_orders_text() -> str:
    """The answer to a mail that locks a draft and has orders beside it."""
    return (
        "Your mail has a code word and orders too, so it is not clear which you want: nothing has changed. "
        "To "
        "lock the draft, send the line with the code word alone; for another draft, send the orders alone.\n"
    )


def several_codes_text() -> str:
    """The answer to a mail with several codes."""
    return "Your mail has several code words. Nothing has changed; send the one that you mean.\n"


def joined_text(role: str, missing: Sequence[str]) -> str:
    """The answer to who said yes to an invitation."""
    return (
        f"You play {role}. The game begins when all have answered; still missing: {', '.join(missing)}. You "
        "get a mail then, and need not do anything before.\n"
    )


def how_to_join_text(role: str) -> str:
    """The answer to a mail of who was invited, without the code."""
    return (
        "The program reads only one thing before the game begins: a line with the word yes, a space, and "
        "the code "
        f"word of your invitation to play {role}, typed into a plain text mail. Nothing has changed.\n"
    )


def wrong_invitation_code_text() -> str:
    """The answer to a wrong code of an invitation."""
    return (
        "This is not the code word of your invitation. Nothing has changed, and the right one is as good as "
        f"before. {_SIGNS}\n\nIf you have not sent a code word, somebody else writes in your name.\n"
    )


def stranger_text() -> str:
    """The answer to an address from which no player by mail word writes. It tells none: anybody may ask."""
    return (
        "No player by mail word writes from this address, so your mail was not looked at. Nothing has "
        "changed. Write from the address to which the mails of your game come; no other counts. To play "
        "from another one, ask the person who set up the game.\n"
    )

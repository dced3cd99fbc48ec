"""What is answered to `undo`, `rollback` and `vacation`: what it costs, who must agree, and the code.

No line here says `yes` and a code, as in `mail_word_text`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from modules.amounts import count_noun
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.play.agreements.takebacks import Takeback

_NOT_YOU = (
    "If you have not asked for this, somebody else writes in your name: do not answer, and tell the referee."
)
_TYPE = (
    "answer this mail with one line of your own: the word yes, a space, and the code word below. Type the "
    "line; what is quoted is not read. The code word counts for a week."
)


_CODE = "Code word: "


def find_code(text: str) -> str:
    """The code word that a question asks for; empty where a text asks for none."""
    found = re.search(rf"^{_CODE}([A-Za-z0-9-]{{4,40}})$", text, re.MULTILINE)
    return found[1] if found else ""


def withdrawn_text(lines: Sequence[str], next_steps: Sequence[str]) -> str:
    """The answer to `undo` where a draft waited for its code."""
    head = [
        "Your draft is withdrawn: its code word locks nothing any more. Nothing of it was played. It was:",
        "",
        *(f"    {line}" for line in lines or ["give up the game"]),
        "",
        "If you have not asked for this, somebody else writes in your name: send your orders again, and tell "
        "the referee.",
        "",
    ]
    return "\n".join([*head, *next_steps, ""])


def withdrawn_again_text(next_steps: Sequence[str]) -> str:
    """The same to a mail that withdrew a draft before it could be answered."""
    head = "Your draft is withdrawn: its code word locks nothing any more. Nothing of it was played."
    return "\n".join([head, "", *next_steps, ""])


def signed_text(newest: Entry | None, next_steps: Sequence[str]) -> str:
    """The answer to `undo` where no draft waits. `newest`: the side's newest order that all could take
    back."""
    head = ["There is no draft of yours that waits for a code word. Nothing has changed."]
    if newest is not None:
        head += [
            "",
            f"Your newest order is {newest}. It is signed, so only all together can take it back. One line "
            "asks for that: the word rollback and your reason, as in `rollback I misread the ford`.",
        ]
    return "\n".join([*head, "", *next_steps, ""])


def undo_at_home_text(role: str) -> str:
    """The answer to `undo` of a side with a program of its own."""
    return (
        f"{role} has a program: `pbem undo --dir YOUR-FOLDER` takes back what is not signed. A signed "
        "order all take back together: write the line `rollback` with your reason behind it. Nothing has "
        "changed.\n"
    )


def cost_lines(plan: Takeback) -> list[str]:
    """What a takeback costs, in numbers."""
    others = [entry for entry in plan.falling if entry.author != plan.falling[0].author]
    many = count_noun(len(plan.falling), "order")
    return [
        f"The game would go back to where it stood after entry {plan.to}. These fall: {many}, "
        f"{len(others)} of other sides.",
        "",
        *(f"    {entry}" for entry in plan.falling),
        "",
        "All dice after that will be new: no roll that has fallen comes again. Nobody forgets what they "
        "have seen.",
    ]


def ask_rollback_text(plan: Takeback, why: str, others: Sequence[str], code: str) -> str:
    """What the author of a takeback is asked to confirm."""
    return "\n".join(
        [
            "You ask to take back your newest order.",
            "",
            *cost_lines(plan),
            "",
            f"Your reason: {why}" if why else "You give no reason. With one, send the line again.",
            f"These must agree: {', '.join(others)}.",
            "",
            f"If you still want to ask them: {_TYPE}",
            f"If not, there is nothing to do. {_NOT_YOU}",
            "",
            f"{_CODE}{code}",
            "",
        ]
    )


def agree_text(said: str, code: str) -> str:
    """What a side by mail word reads that has to agree to a rollback."""
    return "\n".join(
        [
            "All are asked:",
            f"    {said}",
            "",
            "It takes effect when all have agreed, and is void once the game goes on.",
            "",
            f"If you agree: {_TYPE}",
            "If not, there is nothing to do: send your orders as if nobody had asked.",
            "",
            f"{_CODE}{code}",
            "",
        ]
    )


def falling_text(falling: Sequence[Entry]) -> str:
    """The orders that a rollback costs, for each that has to agree to it."""
    return "\n".join(
        [f"These fall: {count_noun(len(falling), 'order')}.", *(f"    {entry}" for entry in falling), ""]
    )


def noted_text(missing: Sequence[str]) -> str:
    """The answer to a yes after which others have still to agree."""
    return (
        f"Noted. Still to agree: {', '.join(missing)}. You hear when all have; until then the game goes on.\n"
    )


def gone_on_text(newest: Entry) -> str:
    """The answer to a code after which the game has gone on."""
    return (
        f"The game has gone on since you were asked: {newest}. The question is void, and nothing has "
        "changed.\n"
    )


def expired_text() -> str:
    """The answer to a code after its week."""
    return "This code word is older than a week and counts no more. Nothing has changed. Ask again.\n"


def several_requests_text() -> str:
    """The answer to a mail with a request and something else that counts."""
    return (
        "Your mail has `undo`, `rollback` or `vacation` in a line, and orders, a code word or another such "
        "line too, so it is not clear which you want: nothing has changed. Send one of them alone.\n"
    )


def bad_vacation_text() -> str:
    """The answer to a vacation whose span cannot be read."""
    return (
        "A vacation is written with its length, as in `vacation 2 weeks`, `vacation 3 days` or `vacation 36 "
        "hours`; 60 days at most. Nothing has changed.\n"
    )


def no_clock_text() -> str:
    """The answer to a vacation where nobody can be late."""
    return "In this game nobody's time runs, so you need no vacation. Nothing has changed.\n"


def _length(hours: int) -> str:
    return deadlines.format_span(3_600 * hours)


def ask_vacation_text(hours: int, others: Sequence[str], code: str) -> str:
    """What a side is asked to confirm that wants a vacation."""
    asked = f"{', '.join(others)} will be asked" if others else "Nobody else has to agree"
    return "\n".join(
        [
            f"You ask for {_length(hours)} of vacation. So long nobody's time runs in this game.",
            f"{asked}. The clock stands still from when all have agreed.",
            "",
            f"If that is your wish: {_TYPE}",
            f"If not, there is nothing to do. {_NOT_YOU}",
            "",
            f"{_CODE}{code}",
            "",
        ]
    )


def agree_vacation_text(side: str, name: str, hours: int, code: str) -> str:
    """What each of the others is asked."""
    return "\n".join(
        [
            f"{side} ({name}) asks for a vacation of {_length(hours)}. So long nobody's time runs in this "
            "game, yours neither.",
            "",
            f"If you agree: {_TYPE}",
            "If not, there is nothing to do.",
            "",
            f"{_CODE}{code}",
            "",
        ]
    )


def granted_text(side: str, hours: int, by: str) -> str:
    """What all are told of a vacation. `by`: whose word it is."""
    return f"{by}: {side} has a vacation. Nobody's time runs for {_length(hours)} from now.\n"

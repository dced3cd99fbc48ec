"""What may be asked of a club by mail alone: a small fixed language, one request a line, in the words that a
person typed. Nothing in it changes a game: for that a mail bears a signature, or the code of a mail word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from pbem.play import vacations
from pbem.play.orders import mail_word_codes

MOST: Final = 5
"""Requests of one mail that are answered."""

HELP: Final = (
    ("help", "this list"),
    ("list", "games in progress, who waits for an opponent, what may be begun"),
    (
        "join GAME/SCENARIO [as SIDE] [by word]",
        "wait for opponents; the game begins when all seats have somebody",
    ),
    ("leave", "wait no longer"),
    (
        "new GAME/SCENARIO with WHO [as SIDE] and WHO [as SIDE] [option NAME] [by word]",
        "invite these: WHO is `me`, an address, or a player's name; `by word`: all play by mail word",
    ),
    ("status [N]", "whose move it is in game N, until when"),
    ("board [N]", "the map as everybody may see it"),
    ("deadline [N]", "until when somebody has to move"),
    ("vacation [N] 3 days", "ask the others in game N for so much more time"),
    ("agree [N] CODE", "yes to what was asked, with the code that you were sent; N for somebody's vacation"),
    ("refuse CODE", "have what was asked in your name forgotten"),
    ("operator: words", "words for the person who runs this club"),
    ("press [N] SIDE: words", "words for a side, passed on and never judged; `all:` for every side"),
    ("substitute N [SIDE]", "your seat is offered in `list`; with SIDE you offer to play that one"),
    ("ratings", "the players by their results"),
    ("unsubscribe", "no mail from here any more; `subscribe` takes it back"),
)
"""Every request with what it does, as `help` and each refusal show them."""


@dataclass(frozen=True, slots=True)
class Help:
    """`help`"""


@dataclass(frozen=True, slots=True)
class List:
    """`list`"""


@dataclass(frozen=True, slots=True)
class Ratings:
    """`ratings`"""


@dataclass(frozen=True, slots=True)
class Substitute:
    """`substitute`: of a player; with a `side` of who offers to play it. `offered`: whether the player's seat
    is to be offered from then on; None where the line does not say."""

    game: str
    side: str
    offered: bool | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """`leave`"""


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """`unsubscribe`"""


@dataclass(frozen=True, slots=True)
class Subscribe:
    """`subscribe`"""


@dataclass(frozen=True, slots=True)
class Join:
    """`join`: `side` may be any, empty."""

    game: str
    side: str
    word: bool


@dataclass(frozen=True, slots=True)
class New:
    """`new`: who is asked, each with a side or an empty one. `players`: side, name and address of each, once
    it was worked out whom the words mean."""

    game: str
    who: tuple[tuple[str, str], ...]
    options: tuple[str, ...]
    word: bool
    players: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """`status`, `board` or `deadline` of a game, which is empty where there is only one."""

    what: str
    game: str


@dataclass(frozen=True, slots=True)
class Vacation:
    """`vacation`: so many hours more."""

    game: str
    hours: int


@dataclass(frozen=True, slots=True)
class Agree:
    """`agree`: `game` is empty where none was named."""

    game: str
    code: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """`refuse`: what was asked in one's name is forgotten."""

    code: str


@dataclass(frozen=True, slots=True)
class Press:
    """`press`"""

    game: str
    side: str
    words: str


@dataclass(frozen=True, slots=True)
class ToOperator:
    """`operator`"""

    words: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that begins like a request and is none; `form`: how it is written."""

    line: str
    form: str


Request: TypeAlias = (
    Help
    | List
    | Ratings
    | Leave
    | Unsubscribe
    | Subscribe
    | Join
    | New
    | Ask
    | Vacation
    | Agree
    | Refuse
    | Press
    | Substitute
    | ToOperator
)

_N: Final = r"(?:(?P<game>[0-9]{1,6}(?:-[a-z0-9_-]+)?)\s+)?"
_ONE: Final = r"(?:\s+(?P<game>[0-9]{1,6}(?:-[a-z0-9_-]+)?))?"
_CODE: Final = r"(?P<one>[a-z0-9]{5})[\s_-]{0,3}(?P<two>[a-z0-9]{5})\W{0,3}"
_SURE: Final = re.compile(
    r"\W{0,3}(?:agree\W{1,3}(?:[0-9]{1,6}\W{1,3})?|refuse\W{1,3})"
    rf"(?:{'[a-z0-9]{5}-[a-z0-9]{5}'}|{mail_word_codes.SIGN}{{5}}[\s_]{{0,3}}{mail_word_codes.SIGN}{{5}})\W{{0,3}}",
    re.IGNORECASE,
)
"""A code below other words: with its dash, or of the signs of codes alone, which are no words."""
_Make: TypeAlias = Callable[[re.Match[str]], Request | None]


def _new(found: re.Match[str]) -> New | None:
    rest, options = found["rest"], list[str]()
    word = bool(re.search(r"\sby word$", rest, re.IGNORECASE))
    rest = re.sub(r"\sby word$", "", rest, flags=re.IGNORECASE)
    while option := re.search(r"\soption\s+(\S+)$", rest, re.IGNORECASE):
        options.insert(0, option[1])
        rest = rest[: option.start()]
    who = []
    for each in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", rest, flags=re.IGNORECASE):
        one = re.fullmatch(r"(?P<who>\S.*?)(?:\s+as\s+(?P<side>[a-z0-9_-]+))?", each.strip(), re.IGNORECASE)
        if one is None:
            return None
        who.append((one["who"], (one["side"] or "").lower()))
    return New(found["game"].lower(), tuple(who), tuple(options), word)


def _code(found: re.Match[str]) -> str:
    return f"{found['one']}-{found['two']}".upper()


def _vacation(found: re.Match[str]) -> Vacation | None:
    hours = vacations.read_hours(f"{found['number']} {found['unit']}")
    return None if hours is None else Vacation(found["game"] or "", hours)


def _asks(what: str) -> tuple[str, str, _Make]:
    return what, rf"{what}{_ONE}", lambda found: Ask(what, found["game"] or "")


_WRITTEN: Final[tuple[tuple[str, str, _Make], ...]] = (
    ("help", r"help", lambda _: Help()),
    ("list", r"list(?:\s+\S+)?", lambda _: List()),
    ("ratings", r"ratings", lambda _: Ratings()),
    ("leave", r"leave", lambda _: Leave()),
    ("unsubscribe", r"unsubscribe", lambda _: Unsubscribe()),
    ("subscribe", r"subscribe", lambda _: Subscribe()),
    (
        "join",
        r"join\s+(?P<game>\S+/\S+)(?:\s+as\s+(?P<side>[a-z0-9_-]+))?(?P<word>\s+by word)?",
        lambda m: Join(m["game"].lower(), (m["side"] or "").lower(), bool(m["word"])),
    ),
    ("new", r"new\s+(?P<game>\S+/\S+)\s+with\s+(?P<rest>\S.*)", _new),
    *map(_asks, ("status", "board", "deadline")),
    (
        "vacation",
        rf"vacation\s+{_N}{vacations.SPAN}",
        _vacation,
    ),
    (
        "agree",
        rf"agree\W{{1,3}}(?:(?P<game>[0-9]{{1,6}})\W{{1,3}})?{_CODE}",
        lambda m: Agree(m["game"] or "", _code(m)),
    ),
    ("refuse", rf"refuse\W{{1,3}}{_CODE}", lambda m: Refuse(_code(m))),
    (
        "substitute",
        r"substitute\s+(?P<game>[0-9]{1,6})(?:\s+(?P<side>[a-z0-9_-]+))?",
        lambda m: Substitute(m["game"], (m["side"] or "").lower()),
    ),
    ("operator", r"operator\s*:\s*(?P<words>\S.*)", lambda m: ToOperator(m["words"])),
    (
        "press",
        rf"press\s+{_N}(?P<side>[a-z0-9_-]+)\s*:\s*(?P<words>\S.*)",
        lambda m: Press(m["game"] or "", m["side"].lower(), m["words"]),
    ),
)
_FORMS: Final = {word: (re.compile(form, re.IGNORECASE), make) for word, form, make in _WRITTEN}


def read(lines: Iterable[str]) -> tuple[Request | Unclear, ...]:
    """The requests with which a mail begins, up to the first line that is none, and codes that stand in lines
    of their own below that; nothing for a mail without either. A line that begins with the word of a request
    and does not fit it is unclear."""
    found: list[Request | Unclear] = []
    begins = True
    for line in map(str.strip, lines):
        begins = begins and _word(line) in _FORMS
        if begins or _SURE.fullmatch(line):
            bare = line if begins else re.sub(r"^\W+", "", line)
            found.append(_read(bare, _word(bare)))
        if len(found) == MOST:
            break
    return tuple(found)


def _word(line: str) -> str:
    """With which a line begins."""
    found = re.match(r"[a-z]+", line.lower())
    return found[0] if found else ""


def _read(line: str, word: str) -> Request | Unclear:
    pattern, make = _FORMS[word]
    asked = line if word in ("press", "operator") else re.sub(r"\s*\?(?=\s|$)", "", line)
    matched = pattern.fullmatch(asked)
    made = make(matched) if matched else None
    if made is not None:
        return made
    form = next(form for form, _ in HELP if form.split()[0].rstrip(":") == word or word == "subscribe")
    return Unclear(line, form)


def help_text() -> str:
    """Every request, one a line."""
    return "\n".join(f"    {form}\n        {does}" for form, does in HELP) + "\n"

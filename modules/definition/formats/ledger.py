"""`ledger.yaml`: every numbered case of a rulebook with what each is about in our own words, and whether the
program or a hand carries it out.

`numbers` was taken from the rulebook once, and does not change: what is printed, in its order. `rules`
has an entry for each of them, and more where one number holds several rules: the number, a space and a word
of ours (`7.6 AR`). Where `numbers` is left out, the entries are the numbers. In a game with code an entry
that says nothing else is a rule that code must carry out and cases must test.
"""

import re
from collections.abc import Collection
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from modules.definition.formats.fields import (
    FEW,
    MANY,
    CounterId,
    Line,
    Name,
    Part,
    RuleNumber,
    Text,
    each_once,
    formed,
)

Kind = Literal["rule", "physical", "flavour", "defers", "nothing"]
By = Literal["program", "half", "hand", "nothing"]
"""Carries a rule out: the program; the program with a hand; a hand; or there is nothing to carry out."""
ActKind = Literal[
    "put",
    "flip",
    "face",
    "mark",
    "unmark",
    "lose",
    "eliminate",
    "count",
    "roll",
    "draw",
    "play",
    "shuffle",
    "call",
    "outcome",
]
"""What a hand does, by the word in its line."""
Period = Literal["phase", "turn", "counter"]
"""In which a side's acts are counted: a phase, a turn, or a turn for each counter by itself."""

OWN: Final = "own"
OTHER: Final = "other"
OWNERS: Final = (OWN, OTHER)
"""Of whom a counter is, in the place of its name: of the side that acts, or of another."""
SETUP: Final = "setup"
ENDING: Final = "ending"
APART: Final = (SETUP, ENDING)
"""The phases of a game by hand that are not in its sequence of play."""

_WRITABLE: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.()-]{0,19}\Z")
_DICE: Final = re.compile(r"([1-9]|1[0-9]|20)?d([2-9]|[1-9][0-9]|100)\Z", re.IGNORECASE)
_CASE: Final = re.compile(r"\.([1-9])([1-9])\Z")
_OF_COUNTERS: Final = frozenset({"put", "flip", "face", "mark", "unmark", "lose", "eliminate", "roll"})


def is_writable(number: str) -> bool:
    """Whether an act by hand can name a number: it is one word in a line.

    >>> is_writable("8.2"), is_writable("7.6 AR")
    (True, False)
    """
    return _WRITABLE.match(number) is not None


def dice_of(word: str) -> tuple[int, int] | None:
    """How many dice a word such as 2d6 throws, and of how many sides; None for any other word."""
    found = _DICE.match(word)
    return None if found is None else (int(found[1] or 1), int(found[2]))


def in_rulebook_order(numbers: Collection[str]) -> list[str]:
    """Numbers in the order of a rulebook: 8.2 before 8.10. In a rulebook that counts cases by their digits,
    so that it has 8.21 and no 8.20, 8.21 follows 8.2.

    >>> in_rulebook_order(["8.10", "A.3", "8.2", "8"]), in_rulebook_order(["8.3", "8.21", "8.2"])
    (['8', '8.2', '8.10', 'A.3'], ['8.2', '8.21', '8.3'])
    """
    by_digits = any(
        _CASE.search(number) and number[:-1] in numbers and f"{number[:-1]}0" not in numbers
        for number in numbers
    )
    apart = {number: _CASE.sub(r".\1.\2", number) if by_digits else number for number in numbers}
    return sorted(numbers, key=lambda number: _steps(apart[number]))


def _steps(number: str) -> tuple[tuple[bool, int, str], ...]:
    steps = re.findall(r"[0-9]+|[^0-9]+", number)
    return tuple((not each.isdecimal(), int(each) if each.isdecimal() else 0, each) for each in steps)


Rolled = Annotated[
    str,
    formed(r"^([a-z][a-z0-9_]*|[0-9]{0,2}[dD][0-9]{1,3})$", "a table, or dice such as 2d6", max_length=40),
]
"""What dice are rolled on: a table of the game, or nothing but dice."""
Times = Annotated[int, Field(ge=1, le=999)]


class LedgerEntry(Part):
    """One numbered case. `by`: whose it is to carry it out. `physical`, `flavour` and `reason` say why it
    needs neither code nor a case, nor a hand; `printed` are words that a chart must have. `says` is told
    beside each act by hand; the other keys limit these acts."""

    number: RuleNumber
    summary: Line
    by: By | None = None
    says: Line | None = None
    acts: Annotated[tuple[ActKind, ...], AfterValidator(each_once)] = ()
    sides: Annotated[tuple[Name, ...], AfterValidator(each_once)] = Field(default=(), max_length=FEW)
    pieces: Annotated[tuple[CounterId, ...], AfterValidator(each_once)] = Field(default=(), max_length=MANY)
    phases: Annotated[tuple[Name, ...], AfterValidator(each_once)] = Field(default=(), max_length=FEW)
    times: dict[Period, Times] = Field(default_factory=dict)
    tables: Annotated[tuple[Rolled, ...], AfterValidator(each_once)] = Field(default=(), max_length=FEW)
    physical: Text | None = None
    flavour: Text | None = None
    defers: RuleNumber | None = None
    reason: Text | None = None
    printed: tuple[Line, ...] = ()

    @property
    def kind(self) -> Kind:
        """A rule for code and cases, or why it is none."""
        if self.physical is not None:
            return "physical"
        if self.flavour is not None:
            return "flavour"
        if self.defers is not None:
            return "defers"
        return "nothing" if self.by == "nothing" else "rule"

    @property
    def why(self) -> str:
        """The reason why it needs no code; empty for a rule."""
        return self.physical or self.flavour or self.reason or ""

    @property
    def is_limited(self) -> bool:
        """Whether acts by hand under it have limits."""
        return bool(self.acts or self.sides or self.pieces or self.phases or self.times or self.tables)

    @property
    def names_counters(self) -> bool:
        """Whether an act under it may name counters."""
        return not self.acts or not _OF_COUNTERS.isdisjoint(self.acts)

    @property
    def is_by_hand(self) -> bool:
        """Whether a hand carries out some of it."""
        return self.by in ("half", "hand")

    @property
    def at_the_table(self) -> "LedgerEntry":
        """The entry as a game without code reads it: all that needs carrying out and says nothing else is by
        hand, and the line of an act is the summary where there is no other."""
        by = self.by or ("hand" if self.kind == "rule" else "nothing")
        return self.model_copy(update={"by": by, "says": self.says or self.summary})

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if sum(each is not None for each in (self.physical, self.flavour, self.defers)) > 1:
            raise ValueError("at most one of physical, flavour and defers")
        if (self.defers is None) != (self.reason is None):
            raise ValueError("`defers` and `reason` together: to which number, and why")
        if self.kind not in ("rule", "nothing") and self.by not in (None, "nothing"):
            raise ValueError(
                f"`by: {self.by}` without {self.kind}: the one needs a hand or code, the other neither"
            )
        return self

    @model_validator(mode="after")
    def _limits(self) -> Self:
        """No limit that limits nothing."""
        if (self.is_limited or self.says is not None) and not self.is_by_hand:
            raise ValueError(
                "`by: hand` or `by: half` beside says, acts, sides, pieces, phases, times and tables"
            )
        if self.is_limited and not is_writable(self.number):
            raise ValueError("limits at a number without spaces, for a hand names it in its line")
        if self.acts and self.tables and "roll" not in self.acts:
            raise ValueError("`roll` among the acts, or no `tables`")
        if not self.names_counters and (self.pieces or "counter" in self.times):
            raise ValueError("an act that names counters, or neither `pieces` nor `times: {counter: ...}`")
        return self


class LedgerFile(Part):
    """`ledger.yaml`."""

    numbers: tuple[RuleNumber, ...] = Field(default=(), max_length=MANY)
    rules: tuple[LedgerEntry, ...] = Field(min_length=1, max_length=MANY)

    @property
    def printed(self) -> tuple[str, ...]:
        """The numbers that the rulebook prints."""
        return self.numbers or tuple(rule.number for rule in self.rules)

    @property
    def in_order(self) -> tuple[LedgerEntry, ...]:
        """The entries in the order of `numbers`; where they are left out, 8.2 before 8.10."""
        if self.numbers:
            return self.rules
        by_number = {rule.number: rule for rule in self.rules}
        return tuple(by_number[number] for number in in_rulebook_order(by_number))

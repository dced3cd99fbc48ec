"""`ledger.yaml`: every numbered case of a rulebook, in its order, with what each is about in our own words.

`numbers` was taken from the rulebook once, and does not change: what is printed, in its order. `rules`
has an entry for each of them, and more where one number holds several rules: the number, a space and a word
of ours (`7.6 AR`). An entry that says nothing else is a rule that code must carry out and cases must test.
"""

from typing import Literal, Self

from pydantic import Field, model_validator

from modules.definition.formats.fields import Line, Part, RuleNumber, Text

Kind = Literal["rule", "physical", "flavour", "defers"]


class LedgerRule(Part):
    """One numbered case. `physical`, `flavour` and `reason` say why neither code nor a case is expected;
    `printed` are words that a chart must have."""

    number: RuleNumber
    summary: Line
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
        return "rule" if self.defers is None else "defers"

    @property
    def why(self) -> str:
        """The reason why it needs no code; empty for a rule."""
        return self.physical or self.flavour or self.reason or ""

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if sum(each is not None for each in (self.physical, self.flavour, self.defers)) > 1:
            raise ValueError("at most one of physical, flavour and defers")
        if (self.defers is None) != (self.reason is None):
            raise ValueError("`defers` and `reason` together: to which number, and why")
        return self


class LedgerFile(Part):
    """`ledger.yaml`."""

    numbers: tuple[RuleNumber, ...] = Field(min_length=1)
    rules: tuple[LedgerRule, ...] = Field(min_length=1)

"""`cases/*.yaml`: small positions, orders and dice, and what the rules say must follow.

`senlac docs rule-cases` describes the format.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from modules.definition.formats.fields import MANY, SOME, Line, Name, Part, RuleNumber, Text

_Fact = Annotated[int, Field(ge=-9_999, le=9_999)]


class Asked(Part):
    """The decision that must be due: whose, of which kind, and (all of) its choices as the viewer sees them.
    `player`: who answers, where a side has several."""

    side: str
    player: str | None = None
    kind: str
    choices: tuple[str, ...] | None = None
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


class Refused(Part):
    """An order that must be refused: by which rule, and words that the reason must hold. Also one for a phase
    that was passed over because nothing could be done in it."""

    side: str
    order: str
    rule: RuleNumber
    says: Line | None = None


class Step(Part):
    """One step of a case; exactly one key. `order` is written `SIDE: ORDER`. `shuffle` names the cards that
    lie on top, counted from 0; the others follow in order. `shown` are cards of secret packs that are dealt
    or revealed, each with its number in the pack before it was shuffled, counted from 0."""

    order: str | None = None
    dice: tuple[int, ...] | None = None
    shuffle: tuple[int, ...] | None = None
    shown: dict[str, int] | None = None
    asked: Asked | None = None
    refused: Refused | None = None
    rolls: tuple[str, ...] | None = None


class Then(Part):
    """What must hold at the end: places of counters, facts, whose phase it is, what was told (and not told),
    and the outcome: `winner` (empty: a draw) and `level`, how well. `view`: what a side, or the `public`,
    sees at places: a counter, `hidden` (one that it may not know) or `nothing`."""

    units: dict[str, str] = Field(default_factory=dict)
    facts: dict[str, int] = Field(default_factory=dict)
    view: dict[str, dict[str, str]] = Field(default_factory=dict)
    phase: str | None = None
    told: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    winner: str | None = None
    level: str | None = None


class Case(Part):
    """One case. `viewer`: it is seen by this side or player, or the `public`. `rulings`: those that it
    shows, by their words."""

    rule: RuleNumber
    rulings: tuple[Name, ...] = ()
    title: Text
    options: tuple[str, ...] = ()
    turn: int = Field(default=1, ge=1, le=199)
    viewer: str | None = None
    phase: str
    units: dict[str, str] = Field(max_length=MANY)
    facts: dict[str, _Fact] = Field(default_factory=dict, max_length=MANY)
    play: tuple[Step, ...] = Field(default=(), max_length=SOME)
    then: Then = Then()


class CaseFile(Part):
    """A file of cases, all of one scenario, written GAME/SCENARIO; in a game's own folder its name alone."""

    scenario: Line
    cases: tuple[Case, ...] = Field(min_length=1, max_length=MANY)

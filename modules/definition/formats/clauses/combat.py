"""The clauses of combat: who attacks whom, how strong both are, what the codes of a table do, who retreats,
and who advances.

An attack is reckoned in one order: values, `add` and `times` in the order in which they are written, the sum,
the ratio or difference, the column, shifts added up, beyond the table `above` or `below`, the die with its
modifiers, the code, its effects in their order.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from modules.definition.formats.clauses.conditions import (
    Clause,
    Counters,
    Factor,
    Names,
    Places,
    Times,
    Units,
)
from modules.definition.formats.fields import FEW, SOME, Line, Name, Part, each_once

Party = Literal["attackers", "defenders"]
"""The units of an attack on one side."""
UNITS = "units"
"""In the place of a value of the counters: their number."""
HIT = "HIT"
"""The code of each die that hits, in an attack `to_hit`."""
Number = Annotated[int, Field(ge=1, le=20)]
Beyond = Line
"""`clamp` (the outermost column is read), `barred` (no such attack), or a code of the table."""
CLAMP, BARRED = "clamp", "barred"


class AttackPhase(Clause):
    """The side attacks, by one of these ways of attack. `declare`: each attack is carried out before the next
    is named (`one_by_one`), or all are named first (`all_first`), and carried out in that order."""

    does: Literal["attack"]
    by: Names = Field(min_length=1)
    declare: Literal["one_by_one", "all_first"] | None = None
    not_on: tuple[Times, ...] = Field(default=(), max_length=FEW)


# --- how strong --------------------------------------------------------------------------------------------


class Strength(Part):
    """How the column is found. `by`: the odds of both strengths, their difference, the attackers' alone
    (`attack`), or no column: each attacker rolls dice and hits (`to_hit`). `attack`, `defence`: a value of
    the counters, or `units` for their number. `round`: odds between two columns are read for the defender
    (the lower), for the attacker, or by the nearest. `above`, `below`: beyond the last and before the first
    column `clamp` reads the outermost, `barred` forbids the attack, and a code of the table comes without a
    die. `crossing`: what terrain.yaml says of a hexside counts if `all` attackers cross it, or if `any` does.
    `shift_limit`, `drm_limit`: the most that all shifts, all DRM together make, either way. `lower`: the
    attacker may name a lower column. `hits_on`: a die hits that shows so much or more: a number, or a value
    of the attacker."""

    by: Literal["odds", "difference", "attack", "to_hit"]
    attack: Name
    defence: Name | None = None
    round: Literal["defender", "attacker", "nearest"] | None = None
    above: Beyond | None = None
    below: Beyond | None = None
    crossing: Literal["all", "any"] | None = None
    shift_limit: int | None = Field(default=None, ge=0, le=20)
    drm_limit: int | None = Field(default=None, ge=0, le=20)
    lower: bool = False
    hits_on: Number | Name | None = None

    @model_validator(mode="after")
    def _of_one_kind(self) -> Self:
        if (self.by in ("odds", "difference")) != (self.defence is not None):
            raise ValueError("`defence` with `by: odds` or `difference`, and with no other")
        if (self.by == "odds") != (self.round is not None):
            raise ValueError("`round` with `by: odds`, and with no other: defender, attacker or nearest")
        if (self.by == "to_hit") != (self.hits_on is not None):
            raise ValueError("`hits_on` with `by: to_hit`, and with no other: what a die must show")
        by_column = self.by != "to_hit"
        if any((each is not None) != by_column for each in (self.above, self.below)):
            raise ValueError("`above` and `below`: clamp, barred or a code; none of them with `by: to_hit`")
        if self.lower and not by_column:
            raise ValueError("no `lower` with `by: to_hit`, which reads no column")
        return self


class CombatModifier(Clause):
    """What changes an attack, beside what terrain.yaml says: the strength of each unit `of` a party is
    multiplied (`times`) or raised (`add`: so many points, or a value of the unit), or columns are
    shifted to the right (`shift`, below 0 to the left), or so much is added to the die (`drm`): a
    number, or the highest such value of a unit that is meant. `units`: which units of the party. `who`:
    for a shift or DRM, whether `any` of the party must be one of those, `all`, or whether `each` that
    is counts. `at_least`: so many. `joined`: one of these must be in the party too. `at`: all hexes of
    the target are such places. `across`: the attack crosses such a hexside: the attacker's own for
    `add` and `times` of attackers, else as `crossing` says."""

    of: Party
    times: Factor | None = None
    add: Annotated[int, Field(ge=-20, le=20)] | Name | None = None
    shift: Annotated[int, Field(ge=-20, le=20)] | Name | None = None
    drm: Annotated[int, Field(ge=-20, le=20)] | Name | None = None
    units: Units = Units()
    who: Literal["any", "all", "each"] | None = None
    at_least: Number = 1
    joined: Counters = ()
    at: Places = ()
    across: Names = ()
    crossing: Literal["all", "any"] | None = None
    when: Times = Times()

    @model_validator(mode="after")
    def _of_one_kind(self) -> Self:
        if sum(each is not None for each in (self.times, self.add, self.shift, self.drm)) != 1:
            raise ValueError("one of `times`, `add`, `shift` and `drm`")
        of_the_whole = self.shift is not None or self.drm is not None
        if of_the_whole != (self.who is not None):
            raise ValueError("`who` with `shift` or `drm`, and with no other: any, all or each")
        own = self.of == "attackers" and not of_the_whole
        if (bool(self.across) and not own) != (self.crossing is not None):
            raise ValueError("`across` and `crossing` together: all or any; a unit's own strength needs none")
        return self


class NamedModifiers(Clause):
    """What the attacker may name, because what brings it is by hand, such as a card: columns to `shift`, and
    what is added to the die (`drm`), at most so many either way."""

    shift: int = Field(default=0, ge=0, le=9)
    drm: int = Field(default=0, ge=0, le=9)
    when: Times = Times()

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if not self.shift and not self.drm:
            raise ValueError("`shift` or `drm`: the most that the attacker may name")
        return self


class Support(Clause):
    """Units that take part from afar: at most so many hexes away, with a free line of `sight` or without.
    `alone`: they may attack without an adjacent unit. `hurt`: whether what befalls the attackers befalls
    them."""

    units: Units = Units()
    reach: int = Field(ge=2, le=20)
    sight: bool
    alone: bool
    hurt: bool


class Duty(Clause):
    """A duty to fight in a phase: of the attackers, or of `both`, so that targets must be attacked too.
    `owed_in`: a unit owes that is in a ZOC of the enemy (`zone`), or that can attack at all (`reach`).
    `owing`, `owed`: of the attackers, of the targets these alone."""

    of: Literal["attackers", "both"]
    owed_in: Literal["zone", "reach"]
    owing: Units = Units()
    owed: Units = Units()
    when: Times = Times()


class TogetherClause(Clause):
    """Only units of one formation, or of one nation, attack together."""

    of: Literal["formation", "nation"]
    when: Times = Times()


class Withdrawal(Clause):
    """Before the die the owner of the target may let it retreat so many hexes by the clause of retreat; then
    the attack does not take place. `advance`: attackers may advance all the same."""

    hexes: Annotated[int, Field(ge=1, le=6)]
    units: Units = Units()
    advance: bool
    when: Times = Times()


# --- what follows ------------------------------------------------------------------------------------------


class Eliminate(Part):
    """Units are eliminated: all, or so many that owner or enemy choose."""

    do: Literal["eliminate"]
    of: Party
    units: Units = Units()
    number: Literal["all"] | Number = "all"
    chosen_by: Literal["owner", "enemy"] = "owner"


class LoseSteps(Part):
    """Steps are lost: so many by the party together, unit after unit as owner or enemy choose, or so many by
    `each` of its units. A unit that loses its last step is eliminated."""

    do: Literal["step"]
    of: Party
    units: Units = Units()
    steps: Number = 1
    each: bool = False
    chosen_by: Literal["owner", "enemy"] = "owner"


class Exchange(Part):
    """The party with less of a value is eliminated, the other loses units, chosen by their owner, that have
    together at least as much; if both have the same, both are eliminated. `printed`: as on the counters, or
    as reckoned in this attack."""

    do: Literal["exchange"]
    value: Name
    printed: bool


class MatchLosses(Part):
    """A party loses units, chosen by their owner, that have together at least as much of a value as the other
    party has lost in this attack; step by step where `steps` says so."""

    do: Literal["match"]
    of: Party
    value: Name
    printed: bool
    steps: bool = False


class MarkState(Part):
    """Units get a marker of game.yaml, or lose it (`unmark`)."""

    do: Literal["mark", "unmark"]
    of: Party
    state: Name
    units: Units = Units()
    number: Literal["all"] | Number = "all"
    chosen_by: Literal["owner", "enemy"] = "owner"


class MakeRetreat(Part):
    """Each unit retreats so many hexes, or until it is `safe`: in no ZOC of the enemy."""

    do: Literal["retreat"]
    of: Party
    units: Units = Units()
    hexes: Literal["safe"] | Annotated[int, Field(ge=1, le=6)]


class ByHand(Part):
    """What follows is by hand, under the number of the code in tables.yaml."""

    do: Literal["hand"]


class EffectChoice(Part):
    """The owner of a party chooses one of several lists of effects that can be carried out."""

    do: Literal["choose"]
    of: Party
    between: tuple[tuple[SingleEffect, ...], ...] = Field(min_length=2, max_length=4)


SingleEffect = Annotated[
    Eliminate | LoseSteps | Exchange | MatchLosses | MarkState | MakeRetreat | ByHand,
    Field(discriminator="do"),
]
Effect = Annotated[
    Eliminate | LoseSteps | Exchange | MatchLosses | MarkState | MakeRetreat | ByHand | EffectChoice,
    Field(discriminator="do"),
]
Effects = Annotated[tuple[Effect, ...], Field(max_length=8)]


class RetreatClause(Clause):
    """How units retreat: one after the other, led by their `owner` or by the `victor`, never into a hex with
    enemies, prohibited ground, or where terrain.yaml prohibits it. `exactly`: the retreat ends so many hexes
    from where it began. `zones`: those of the enemy are `open`, `closed`, or a friend in the hex opens it
    (`friend_opens`). `friends`: hexes with friends are `barred`; or they are passed `through`, and a retreat
    ends within the limits of stacks; or a unit goes `onward` until it is within them; or the units there are
    pushed on one hex by the same rules (`displace`). `toward`: by side, places from which no step leads
    farther away. `blocked`: a unit that has no way is eliminated, loses a `step`, or stays."""

    led_by: Literal["owner", "victor"]
    exactly: bool
    zones: Literal["open", "closed", "friend_opens"]
    friends: Literal["barred", "through", "onward", "displace"]
    toward: dict[Name, Places] = Field(default_factory=dict, max_length=FEW)
    blocked: Literal["eliminate", "step", "stay"]


class AdvanceClause(Clause):
    """Who advances into hexes that the enemy has left in the attack: `attackers`, or also defenders (`both`);
    at most so many `units`, so many `hexes` each, of which the first is one that was left. `must`: the first
    unit has to. `zones`: those of the enemy are `ignored`, or `stop` an advance of several hexes."""

    who: Literal["attackers", "both"]
    units: Literal["all"] | Number
    hexes: Annotated[int, Field(ge=1, le=6)]
    must: bool
    zones: Literal["ignored", "stop"]
    of: Units = Units()
    when: Times = Times()


class Attack(Clause):
    """A way of attack. `units` attack, each at most `reach` hexes away. `targets`: only such units are
    attacked. `once`: no unit attacks, or is attacked, twice in a phase. `stack`: the units of a hex defend
    `as_one`, or those that are `chosen`. `hexes`: the target is `one` hex, or `several`.

    Without `strength` the program carries out half: the player names attackers, target, column and shifts;
    the program rolls, reads the `table` and names the result; what follows is by hand under its number.
    `shifts`, `drm`: the most that a player may name, either way.

    With `strength` the program carries out the whole: `modifiers`, `results` by the codes of the table (of a
    table with two results a cell `1/` and `/1`), `retreat`, `advance`. `named`: what else the attacker may
    name. `duties`: which units must attack, by
    the first that holds; an empty list if none must. `same`: which units attack together."""

    table: Name = ""
    units: Units = Units()
    targets: Units = Units()
    reach: int = Field(default=1, ge=1, le=20)
    once: Annotated[tuple[Literal["attackers", "defenders"], ...], AfterValidator(each_once)] = ()
    stack: Literal["as_one", "chosen"]
    hexes: Literal["one", "several"]
    shifts: int = Field(default=0, ge=0, le=9)
    drm: int = Field(default=0, ge=0, le=9)
    when: Times = Times()
    strength: Strength | None = None
    same: TogetherClause | None = None
    duties: Annotated[tuple[Duty, ...], Field(max_length=FEW)] | None = None
    modifiers: tuple[CombatModifier, ...] = Field(default=(), max_length=SOME)
    named: NamedModifiers | None = None
    support: Support | None = None
    withdrawal: Withdrawal | None = None
    results: dict[Line, Effects] = Field(default_factory=dict, max_length=SOME)
    retreat: RetreatClause | None = None
    advance: AdvanceClause | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the program carries out the whole of it."""
        return self.strength is not None

    @model_validator(mode="after")
    def _whole_or_half(self) -> Self:
        if self.strength is None:
            self._check_half()
            return self
        if self.shifts or self.drm:
            raise ValueError("`modifiers` or `named`: `shifts` and `drm` are for attacks without `strength`")
        if self.duties is None:
            raise ValueError("`duties` with `strength`: which units must attack, [] if none must")
        if (self.strength.by == "to_hit") == bool(self.table):
            raise ValueError("`table`: the program reads one, but none with `by: to_hit`")
        if not self.results:
            raise ValueError("`results` with `strength`: what each code does, [] for nothing")
        return self

    def _check_half(self) -> None:
        if not self.table:
            raise ValueError("`table`: the table on which the attack is rolled")
        whole = ("same", "duties", "modifiers", "named", "support", "withdrawal", "results",
                 "retreat", "advance")  # fmt: skip
        found = [name for name in whole if name in self.model_fields_set]
        if found:
            raise ValueError(f"`strength` beside `{found[0]}`: without it the program carries out half")

"""Checks of what follows from attacks in `rules.yaml`: effects of codes, retreat, advance, withdrawal."""

from __future__ import annotations

from modules.definition.checks.rule_references import References
from modules.definition.formats.clauses.combat import (
    UNITS,
    AdvanceClause,
    Attack,
    ByHand,
    Effect,
    EffectChoice,
    Eliminate,
    Exchange,
    LoseSteps,
    MakeRetreat,
    MarkState,
    MatchLosses,
    Party,
    RetreatClause,
    Withdrawal,
)
from modules.definition.formats.clauses.conditions import REDUCED
from modules.definition.rule_clauses import parts_in
from modules.written.source import Path_


def check_results(references: References) -> None:
    """Notes the faults of what follows from each whole attack."""
    for name, attack in references.rules.attacks.items():
        if attack.is_whole:
            _ResultsCheck(references, ("attacks", name), attack).check()


class _ResultsCheck:
    def __init__(self, references: References, path: Path_, attack: Attack) -> None:
        self.references, self.path, self.attack = references, path, attack

    def check(self) -> None:
        for code, effects in self.attack.results.items():
            self._effects((*self.path, "results", code), effects, is_half_cell="/" in code)
        self._retreats()
        if self.attack.withdrawal is not None:
            self._withdrawal((*self.path, "withdrawal"), self.attack.withdrawal)
        if self.attack.retreat is not None:
            self._retreat((*self.path, "retreat"), self.attack.retreat)
        if self.attack.advance is not None:
            self._advance((*self.path, "advance"), self.attack.advance)

    # --- clauses -----------------------------------------------------------------------------------

    def _retreats(self) -> None:
        """Whether units retreat by a code or before the die, and the clause says how."""
        attack, references = self.attack, self.references
        places = [path for path, _ in parts_in(attack.results, MakeRetreat, (*self.path, "results"))]
        if attack.withdrawal is not None:
            places.append((*self.path, "withdrawal"))
        if attack.retreat is None and not references.files.is_cut("retreat"):
            for path in places[:1]:
                keys = "`led_by`, `exactly`, `zones`, `friends`, `blocked`"
                message = f"`retreat` is missing in this attack: say there how units retreat, by {keys}"
                references.fault(path, message)
        elif not places:
            message = "no code lets units retreat, so that this does nothing: write it under `results`"
            references.warn((*self.path, "retreat"), message)

    def _withdrawal(self, path: Path_, clause: Withdrawal) -> None:
        self.references.units((*path, "units"), clause.units)
        self.references.times((*path, "when"), clause.when)
        if clause.advance and self.attack.advance is None:
            message = (
                "`advance: true`, and this attack has no `advance`: say there who advances, or write false"
            )
            self.references.fault((*path, "advance"), message)

    def _retreat(self, path: Path_, clause: RetreatClause) -> None:
        for side, words in clause.toward.items():
            self.references.name(
                (*path, "toward", side), side, self.references.game.sides, "sides of game.yaml"
            )
            self.references.check_places((*path, "toward", side), words)
        if clause.friends != "barred" and not self.references.rules.stacking:
            message = f"`friends: {clause.friends}` without `stacking`: no hex is ever full"
            if clause.friends != "through":
                self.references.warn((*path, "friends"), message)

    def _advance(self, path: Path_, clause: AdvanceClause) -> None:
        self.references.units((*path, "of"), clause.of)
        self.references.times((*path, "when"), clause.when)

    # --- effects -----------------------------------------------------------------------------------

    def _effects(self, path: Path_, effects: tuple[Effect, ...], *, is_half_cell: bool) -> None:
        """A list of effects. The other half of a cell may come before it, and have the loss."""
        for i, effect in enumerate(effects):
            before = effects[:i]
            self._effect((*path, i), effect)
            if isinstance(effect, MatchLosses) and not is_half_cell:
                self._match((*path, i), effect, before)

    def _effect(self, path: Path_, effect: Effect) -> None:
        references = self.references
        match effect:
            case Eliminate() | MakeRetreat():
                references.units((*path, "units"), effect.units)
            case LoseSteps():
                self._steps(path, effect)
            case MarkState():
                references.units((*path, "units"), effect.units)
                self._state((*path, "state"), effect.state)
            case Exchange() | MatchLosses():
                self._value((*path, "value"), effect)
            case EffectChoice():
                for i, each in enumerate(effect.between):
                    self._effects((*path, "between", i), each, is_half_cell=True)
            case ByHand():
                pass

    def _steps(self, path: Path_, effect: LoseSteps) -> None:
        references = self.references
        meant = references.units((*path, "units"), effect.units)
        if meant and references.counters_are_known and all(references.counters[u].steps < 2 for u in meant):
            message = "no counter that is meant has a second step: each is eliminated by the first"
            references.warn((*path, "do"), f"{message} (`do: eliminate` says so)")

    def _state(self, path: Path_, state: str) -> None:
        if state == REDUCED:
            message = f"{REDUCED!r} is not a marker: write `do: step`, by which a unit is reduced"
            self.references.fault(path, message)
        else:
            self.references.name(path, state, self.references.game.markers, "markers of game.yaml")

    def _value(self, path: Path_, effect: Exchange | MatchLosses) -> None:
        """A value of the counters; as it was reckoned the strength alone is known."""
        self.references.value(path, effect.value, frozenset(self.references.counters), (UNITS,))
        strength = self.attack.strength
        if effect.printed or strength is None:
            return
        reckoned = [word for word in (strength.attack, strength.defence) if word is not None]
        if effect.value not in reckoned:
            listed = " or ".join(dict.fromkeys(reckoned))
            message = f"`printed: false` is for what an attack reckons, {listed}: write `printed: true`"
            self.references.fault(path, message)

    def _match(self, path: Path_, effect: MatchLosses, before: tuple[Effect, ...]) -> None:
        if not any(_may_cost(each, effect.of) for each in before):
            other = "defenders" if effect.of == "attackers" else "attackers"
            message = f"the {other} have lost nothing before this: put their loss in front of it"
            self.references.warn((*path, "do"), message)


def _may_cost(effect: Effect, matching: Party) -> bool:
    """Whether an effect may cost the party something whose losses another one matches."""
    match effect:
        case Exchange() | ByHand() | EffectChoice():
            return True
        case MarkState():
            return False
        case _:
            return effect.of != matching

"""The combats of a turn reckoned together: all in contact must fight (7.3), and who joins one combat
is missing in another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final, TypeAlias

from modules.engine.orders import Order
from modules.three_battles import orders
from modules.three_battles.declaring import AttackOptions, Combat
from modules.three_battles.player.stakes import gain
from modules.three_battles.player.styles import Eyes

LESS: Final = 1e-9
"""What is gained by no more than this is no gain, but rounding."""

Goes: TypeAlias = Mapping[str, str]
"""Whom each attacker has chosen."""


def next_attack(field: Eyes, options: AttackOptions) -> Order | None:
    """The best of those combats that together gain most; None where none were found in which all fight."""
    concert = Concert(field, options)
    found = [concert.climbed(goes) for goes in concert.starts() if concert.combats(goes)]
    best = max(found, key=concert.worth, default={})
    combats = sorted(concert.combats(best), key=lambda combat: -gain(field, combat))
    choices = (orders.Attack(combat.attackers, combat.defenders) for combat in combats)
    return next((order for order in choices if options.fault(order) is None), None)


class Concert:
    """Who may attack whom, leaders alone aside. Each attacker chooses a foe, and those of the same choice
    attack together."""

    def __init__(self, field: Eyes, options: AttackOptions) -> None:
        self.field, sharing = field, field.battle.roll.sharing
        found = {a: tuple(f for f in its if f not in sharing) for a, its in options.foes.items()}
        self.foes = {a: its for a, its in found.items() if its}
        self.against: dict[str, list[str]] = {}
        for attacker, its in self.foes.items():
            for foe in its:
                self.against.setdefault(foe, []).append(attacker)
        self.must = [foe for foe in self.against if foe in options.must_fight]

    def combats(self, goes: Goes) -> list[Combat]:
        """What comes of these choices: a foe whom nobody chose is attacked by one who fights alone, besides
        his own, where that costs least. Empty where nobody can."""
        chosen: dict[str, list[str]] = {}
        for attacker in self.foes if goes else ():
            chosen.setdefault(goes[attacker], []).append(attacker)
        found = [Combat(tuple(those), (foe,)) for foe, those in chosen.items()]
        for foe in (f for f in self.must if f not in chosen):
            alone = (i for i, c in enumerate(found) if len(c.attackers) == 1 and self._reaches(c, foe))
            at = max(alone, key=lambda i: self._besides(found[i], foe), default=None)
            if at is None:
                return []
            found[at] = _with(found[at], foe)
        return found

    def _reaches(self, combat: Combat, foe: str) -> bool:
        return foe in self.foes[combat.attackers[0]]

    def _besides(self, combat: Combat, foe: str) -> float:
        """What it changes to attack a foe, too."""
        return gain(self.field, _with(combat, foe)) - gain(self.field, combat)

    def worth(self, goes: Goes) -> float:
        """What all combats gain that come of these choices; those in which not all fight, less than any."""
        found = self.combats(goes)
        return sum(gain(self.field, c) for c in found) if found else float("-inf")

    def _alone(self, attacker: str, foe: str) -> float:
        return gain(self.field, Combat((attacker,), (foe,)))

    def starts(self) -> Iterator[Goes]:
        """Choices to begin with: all foes have their man, the best or the least free to choose; all go for
        whom they beat most surely with all others."""
        yield self._covered(best=False)
        yield self._covered(best=True)
        field, all_on = self.field, {f: Combat(tuple(those), (f,)) for f, those in self.against.items()}
        yield {a: max(its, key=lambda f: gain(field, all_on[f])) for a, its in self.foes.items()}

    def _covered(self, *, best: bool) -> Goes:
        """For each foe a man, first for those whom the fewest reach; the rest go for whom each beats best."""
        goes: dict[str, str] = {}
        for foe in sorted(self.must, key=lambda f: len(self.against[f])):
            free = [a for a in self.against[foe] if a not in goes]
            if free and best:
                goes[max(free, key=lambda a: (self._alone(a, foe), a))] = foe
            elif free:
                goes[min(free, key=lambda a: (len(self.foes[a]), a))] = foe
        rest = {a: its for a, its in self.foes.items() if a not in goes}
        return goes | {a: max(its, key=lambda f: self._alone(a, f)) for a, its in rest.items()}

    def climbed(self, goes: Goes) -> Goes:
        """Choices that are bettered neither by one attacker's change nor by one who takes another's place."""
        step: Goes | None = {}
        while step is not None:
            goes = {**goes, **step}
            step = self._gains(goes, self._changes(goes)) or self._gains(goes, self._relieved(goes))
        return goes

    def _gains(self, goes: Goes, steps: Iterable[Goes]) -> Goes | None:
        """The step that gains most, the first of equals; None where none gains."""
        best, most = None, self.worth(goes)
        for step in steps:
            worth = self.worth({**goes, **step})
            if worth > most + LESS:
                best, most = step, worth
        return best

    def _changes(self, goes: Goes) -> Iterator[Goes]:
        for attacker, its in self.foes.items():
            yield from ({attacker: foe} for foe in its if foe != goes[attacker])

    def _relieved(self, goes: Goes) -> Iterator[Goes]:
        for one, other in combinations(self.foes, 2):
            if goes[one] != goes[other] and goes[other] in self.foes[one]:
                for foe in self.foes[other]:
                    if foe != goes[other]:
                        yield {one: goes[other], other: foe}


def _with(combat: Combat, foe: str) -> Combat:
    """The same attackers against one more."""
    return Combat(combat.attackers, tuple(sorted((*combat.defenders, foe))))

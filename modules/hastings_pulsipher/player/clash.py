"""What a side may expect of lying so: its attacks and what answers them, and the enemy's next attacks. In
units' worth, by sector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from modules.hastings_pulsipher.player.outlook import Outlook

WOUNDS: Final = 3
"""So many are worth a unit to who shoots."""


class Blow(NamedTuple):
    """An attack of the enemy's next turn that is likely: what it pays him, by whom, on whom, from where, its
    chance, and that of the answer to it."""

    pays: float
    enemy: str
    target: str
    square: str
    hits: float
    answer: float


class Clash:
    """Cards that lie so. `stands`, `lives`: the chance that each enemy, each own card is still there."""

    def __init__(
        self,
        look: Outlook,
        at: Mapping[str, str],
        crossed: frozenset[str],
        leader: str,
        sectors: Sequence[str],
    ) -> None:
        self.look, self.at, self.crossed, self.leader = look, at, crossed, leader
        self.cell = {square: token for token, square in at.items()}
        self.theirs = {t: q for t, q in look.theirs.items() if look.sector[q] in sectors}
        self.stands, self.lives = dict.fromkeys(self.theirs, 1.0), dict.fromkeys(at, 1.0)
        self.edge = dict.fromkeys(sectors, 0.0)
        self._front = {e: self.cell.get(look.board.ahead(q, look.enemy)) for e, q in self.theirs.items()}
        self._attacked: dict[str, list[str]] = {}
        self._at_leader = 0.0

    def weighed(self) -> dict[str, float]:
        """By sector what is won, less what is lost, of all that may happen."""
        self._attack()
        self._be_answered()
        look, aims = self.look, self.look.aims
        for enemy, square in self.theirs.items():
            self.edge[look.sector[square]] += (1 - self.stands[enemy]) * look.price[enemy]
        for token, square in self.at.items():
            lost = (1 - self.lives[token]) * look.price[token]
            forward = 0.0 if token in look.archers else aims.forward * look.row[square]
            self.edge[look.sector[square]] += forward - lost - aims.crossing * (token in self.crossed)
        for sector in self.edge:
            self.edge[sector] += self._ends(sector)
        self._be_attacked()
        if self.leader in self.edge:
            self.edge[self.leader] -= aims.leader * self._at_leader
        return self.edge

    # --- this turn ----------------------------------------------------------------------------------------

    def _attack(self) -> None:
        """8.2: whoever has an enemy in front attacks him; then the others, where it pays, or shoot."""
        look, free = self.look, []
        for token, square in self.at.items():
            enemy = look.foes.get(look.board.ahead(square, look.side))
            if token in self.crossed:
                continue
            if enemy is None:
                free.append(token)
                continue
            there = look.theirs[enemy]
            self.stands[enemy] *= 1 - look.hit(token, square, enemy, there, self.leader, look.now)
            self._attacked.setdefault(enemy, []).append(token)
            if look.in_wall(enemy, there, look.foes):
                self.lives[token] *= 1 - look.hit(enemy, there, token, square, look.other_leader)
                self._at_leader += 1
        for token in free:
            self._attack_beside(token)

    def _attack_beside(self, token: str) -> None:
        look, square = self.look, self.at[token]
        near = [look.foes[n] for n in look.board.neighbours[square] if n in look.foes]
        best, chosen, chance = 0.0, "", 0.0
        for enemy in (e for e in near if look.within_reach(square, look.theirs[e], look.side)):
            there, engaged = look.theirs[enemy], self._front[enemy] is not None
            added = look.now + look.beside(square, there, engaged)
            hits = look.hit(token, square, enemy, there, self.leader, added)
            pays = self.stands[enemy] * hits * look.price[enemy]
            if not engaged and enemy not in self._attacked:
                back = look.hit(enemy, there, token, square, look.other_leader)
                pays -= self.stands[enemy] * (1 - hits) * back * look.price[token]
            if pays > best:
                best, chosen, chance = pays, enemy, hits
        if chosen:
            self.stands[chosen] *= 1 - chance
            self._attacked.setdefault(chosen, []).append(token)
        elif token in look.archers:
            shots = look.shots(token, square, self.cell, self.leader)
            self.edge[look.sector[square]] += max((look.price[e] * p / WOUNDS for e, p in shots), default=0.0)

    def _be_answered(self) -> None:
        """8.7: enemies who are left strike back at who is in front of them, else at one who attacked them."""
        look = self.look
        for enemy, attackers in self._attacked.items():
            there, front = self.theirs[enemy], self._front[enemy]
            if front in attackers and look.in_wall(enemy, there, look.foes):
                continue
            struck = front or max(attackers, key=lambda t: look.price[t])
            back = look.hit(enemy, there, struck, self.at[struck], look.other_leader)
            self.lives[struck] *= 1 - self.stands[enemy] * back
            self._at_leader += self.stands[enemy]

    # --- the enemy's next turn ------------------------------------------------------------------------------

    def _be_attacked(self) -> None:
        """The attacks that pay the enemy best, each card and square once: fronts, then flanks and rears."""
        fronts: list[Blow] = []
        sides: list[Blow] = []
        for blow, frontal in self._blows():
            (fronts if frontal else sides).append(blow)
        taken = set[str]()
        engaged = self._befall(fronts, taken)
        again = [self._unanswered(blow) if blow.target in engaged else blow for blow in sides]
        self._befall(again, taken)

    def _blows(self) -> Iterator[tuple[Blow, bool]]:
        look = self.look
        for enemy in self.theirs:
            for square in look.approaches(enemy, self.cell):
                front = self.cell.get(look.board.ahead(square, look.enemy))
                if front is not None:
                    yield self._blow(enemy, square, front, frontal=True), True
                    continue
                for there in look.board.neighbours[square]:
                    if there in self.cell and look.within_reach(square, there, look.enemy):
                        yield self._blow(enemy, square, self.cell[there], frontal=False), False

    def _blow(self, enemy: str, square: str, target: str, frontal: bool) -> Blow:
        look, there = self.look, self.at[target]
        hits = look.hit(enemy, square, target, there, look.other_leader, look.later)
        back = look.hit(target, there, enemy, square, self.leader)
        answer = back if frontal and look.in_wall(target, there, self.cell) else back * (1 - hits)
        pays = hits * look.price[target] - answer * look.price[enemy]
        return Blow(pays, enemy, target, square, hits, answer)

    def _unanswered(self, blow: Blow) -> Blow:
        """An attack on a flank or the rear of who has another in front."""
        look, there = self.look, self.at[blow.target]
        added = look.later + look.beside(blow.square, there, engaged=True)
        hits = look.hit(blow.enemy, blow.square, blow.target, there, look.other_leader, added)
        return blow._replace(pays=hits * look.price[blow.target], hits=hits, answer=0.0)

    def _befall(self, blows: list[Blow], taken: set[str]) -> set[str]:
        """Weighs the attacks that he will make: who is attacked. `taken`: his cards and squares in use."""
        look, struck = self.look, set[str]()
        for blow in sorted(blows, key=lambda b: (-b.pays, b.enemy, b.square, b.target)):
            if blow.pays <= 0 or taken & {blow.enemy, blow.square}:
                continue
            taken |= {blow.enemy, blow.square}
            struck.add(blow.target)
            likely = self.stands[blow.enemy] * self.lives[blow.target]
            self.edge[look.sector[self.at[blow.target]]] -= look.aims.threat * likely * blow.pays
            self.lives[blow.target] *= 1 - self.stands[blow.enemy] * blow.hits
            self._at_leader += self.stands[blow.enemy]
        return struck

    # --- the end of a sector --------------------------------------------------------------------------------

    def _ends(self, sector: str) -> float:
        """8.11: what it matters that a sector may break in this turn."""
        look = self.look
        own = few([p for t, p in self.lives.items() if look.sector[self.at[t]] == sector])
        theirs = few([p for e, p in self.stands.items() if look.sector[self.theirs[e]] == sector])
        won = 0.0 if look.broken[look.enemy, sector] else look.aims.breaking * theirs * (1 - own)
        lost = 0.0 if look.broken[look.side, sector] else look.aims.ending * own * (1 - theirs)
        return won - lost


def few(shares: Sequence[float]) -> float:
    """The chance that at most one is left, of cards that are left with these chances."""
    none, one = 1.0, 0.0
    for share in shares:
        none, one = none * (1 - share), one * (1 - share) + none * share
    return none + one

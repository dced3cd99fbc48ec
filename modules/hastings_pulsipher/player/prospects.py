"""The chance to win, sector by sector, by named features of how the cards lie; what each weighs was learnt
(`learnt.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp
from typing import Final, NamedTuple

from modules.hastings_pulsipher.player.clash import few
from modules.hastings_pulsipher.player.learnt import Weights
from modules.hastings_pulsipher.player.outlook import Outlook

APART: Final = 4
"""So many rows between two fronts, and more, are the same."""


class Sight(NamedTuple):
    """Cards of one side that lie so. `crossed`: those that changed sector; `leader`: where theirs is."""

    at: Mapping[str, str]
    crossed: frozenset[str]
    leader: str


class Prospect:
    """One sector. `stands`, `lives`: the chance that each enemy, each own card is still there when attacks
    are answered; `kills`: enemies who fall on the average; `beside`: attacks on flank or rear. Features are
    divided so that all are about as large: they are learnt more evenly so."""

    def __init__(self, look: Outlook, sight: Sight, sector: str) -> None:
        self.look, self.sight, self.sector = look, sight, sector
        self.cell = {square: token for token, square in sight.at.items()}
        self.own = {t: q for t, q in sight.at.items() if look.sector[q] == sector}
        self.theirs = {t: q for t, q in look.theirs.items() if look.sector[q] == sector}
        self.stands, self.lives = dict.fromkeys(look.theirs, 1.0), dict.fromkeys(sight.at, 1.0)
        self.kills, self.beside = 0.0, 0

    def features(self) -> Iterator[tuple[str, int, float]]:
        """Each feature that is there: its name, which of its weights, and how much."""
        self._fight()
        yield from self._numbers()
        yield from self._of_columns()
        for token, square in self.own.items():
            yield from self._of_unit(token, square)

    # --- this turn's attacks ------------------------------------------------------------------------------

    def _front(self, square: str) -> str | None:
        return self.look.foes.get(self.look.board.ahead(square, self.look.side))

    def _fight(self) -> None:
        answers = []
        for token, square in self.own.items():
            enemy = None if token in self.sight.crossed else self._front(square)
            if enemy is None:
                continue
            there = self.look.theirs[enemy]
            self._strike(enemy, self._hit(token, square, enemy), 1.0)
            if self.look.in_wall(enemy, there, self.look.foes):
                self.lives[token] *= 1 - self._back(enemy, token)
            else:
                answers.append((token, enemy))
        for token, square in self.own.items():
            if token not in self.sight.crossed and self._front(square) is None:
                self._strike_beside(token, square)
        for token, enemy in answers:
            self.lives[token] *= 1 - self.stands[enemy] * self._back(enemy, token)

    def _hit(self, token: str, square: str, enemy: str, added: int = 0) -> float:
        look = self.look
        return look.hit(token, square, enemy, look.theirs[enemy], self.sight.leader, look.now + added)

    def _back(self, enemy: str, token: str) -> float:
        look = self.look
        return look.hit(enemy, look.theirs[enemy], token, self.sight.at[token], look.other_leader)

    def _strike(self, enemy: str, hits: float, likely: float) -> None:
        """`likely`: how likely he is still there to be struck."""
        self.kills += hits * likely
        self.stands[enemy] *= 1 - hits

    def _strike_beside(self, token: str, square: str) -> None:
        """Where it pays, with nobody in front."""
        look, best, chosen, chance = self.look, 0.0, "", 0.0
        for enemy in (look.foes[n] for n in look.board.neighbours[square] if n in look.foes):
            there = look.theirs[enemy]
            if not look.within_reach(square, there, look.side):
                continue
            engaged = look.board.ahead(there, look.enemy) in self.cell
            hits = self._hit(token, square, enemy, look.beside(square, there, engaged))
            pays = hits * look.worth[enemy]
            pays -= 0 if engaged else (1 - hits) * self._back(enemy, token) * look.worth[token]
            if pays > best:
                best, chosen, chance = pays, enemy, hits
        if chosen:
            self._strike(chosen, chance, self.stands[chosen])
            self.beside += 1

    # --- the sector ---------------------------------------------------------------------------------------

    def _numbers(self) -> Iterator[tuple[str, int, float]]:
        look, here, turn = self.look, self.sector, self.look.field.state.turn
        mine, other = (sum(look.worth[t] for t in cards) for cards in (self.own, self.theirs))
        yield from (("units", step, 1.0) for step in range(min(len(self.own), 5)))
        yield from (("enemies", step, 1.0) for step in range(min(len(self.theirs), 5)))
        yield "worth", 0, mine / 40
        yield "worth of enemies", 0, other / 40
        yield "stronger", 0, (mine - other) / 16
        yield "turn", turn - 1, 1.0
        yield "all units", 0, len(self.sight.at) / 12
        yield "all enemies", 0, len(look.theirs) / 12
        yield "leader", 0, float(self.sight.leader == here)
        yield "leader of enemies", 0, float(look.other_leader == here)
        yield "attacks that kill", 0, self.kills / 2
        yield "attacks beside", 0, self.beside / 2
        yield from self._breaks()

    def _breaks(self) -> Iterator[tuple[str, int, float]]:
        look, here = self.look, self.sector
        lost, won = look.broken[look.side, here], look.broken[look.enemy, here]
        yield "lost", 0, float(lost)
        yield "won", 0, float(won)
        own, theirs = few([self.lives[t] for t in self.own]), few([self.stands[t] for t in self.theirs])
        yield "may win", 0, theirs * (1 - own) * (not won)
        yield "may lose", 0, own * (1 - theirs) * (not lost)
        for other in (s for s in look.board.sectors if s != here):
            yield "other lost", 0, float(look.broken[look.side, other])
            yield "other won", 0, float(look.broken[look.enemy, other])
            free = sum(look.sector[q] == other for q in self.sight.at.values())
            yield "free in other", 0, look.broken[look.enemy, other] * free / 4

    # --- columns --------------------------------------------------------------------------------------------

    def _of_columns(self) -> Iterator[tuple[str, int, float]]:
        look = self.look
        columns = sorted({square[0] for square, sector in look.sector.items() if sector == self.sector})
        for column in columns:
            own = sorted((t for t, q in self.own.items() if q[0] == column), key=self._row, reverse=True)
            theirs = sorted((t for t, q in self.theirs.items() if q[0] == column), key=self._row)
            yield "more in column", 0, (len(own) - len(theirs)) / 4
            met = next((t for t in own if self._front(self.own[t])), None)
            if met is not None:
                yield "apart", 0, 1.0
                yield from self._opposed(met, self._front(self.own[met]) or "", met=True)
            elif own and theirs:
                gap = self._row(theirs[0]) - self._row(own[0])
                yield "apart", min(gap - 1, APART) if gap > 0 else APART + 1, 1.0
                yield from self._opposed(own[0], theirs[0], met=False)
            if not own:
                yield "apart", APART + 2, 1.0
            if not theirs:
                yield "apart", APART + 3, 1.0

    def _row(self, token: str) -> int:
        return self.look.row[self.sight.at.get(token) or self.look.theirs[token]]

    def _opposed(self, own: str, enemy: str, met: bool) -> Iterator[tuple[str, int, float]]:
        look, hits, back = self.look, self._hit(own, self.own[own], enemy), self._back(enemy, own)
        yield "front may win", 0, hits * look.worth[enemy] / 8
        yield "front may lose", 0, back * look.worth[own] / 8
        if met:
            yield "hits", 0, hits
            yield "is hit", 0, back

    # --- units ----------------------------------------------------------------------------------------------

    def _of_unit(self, token: str, square: str) -> Iterator[tuple[str, int, float]]:
        look, front = self.look, self._front(square) is not None
        if token in look.archers:
            yield "archers in front", 0, float(front)
            if token not in self.sight.crossed and not front:
                shots = look.shots(token, square, self.cell, self.sight.leader)
                yield "shot", 0, max((look.worth[e] * p / 5 for e, p in shots), default=0.0)
        else:
            yield "row", look.row[square], 1.0
        if front and self.sight.leader == self.sector:
            yield "fights with leader", 0, 1.0
        if front and look.other_leader == self.sector:
            yield "fights leader", 0, 1.0
        yield from self._threats(token, square, front)

    def _threats(self, token: str, square: str, front: bool) -> Iterator[tuple[str, int, float]]:
        look, worst, count = self.look, 0.0, 0
        for enemy, there in look.theirs.items():
            comes = look.sector[there] == self.sector or look.broken[look.side, look.sector[there]]
            if comes and look.board.distance(there, square) <= look.moves[enemy] + 1:
                count += 1
                worst = max(worst, look.hit(enemy, there, token, square, look.other_leader))
        yield "feared in front" if front else "feared", 0, worst * look.worth[token] / 8
        yield "near", 0, min(count, 3) / 3
        yield "out of reach", 0, float(not count)
        yield "on the hill", 0, float(look.board.on_hill(square))


def weighed(look: Outlook, sight: Sight, sector: str, weights: Weights) -> float:
    """The chance that a sector is won."""
    total = weights["always"][0]
    for name, case, value in Prospect(look, sight, sector).features():
        total += weights[name][case] * value
    return 1 / (1 + exp(-total))

"""Plans for all units of a side together: a move is weighed by what the whole line may win and lose by it, in
this turn and the enemy's next one, and by what that does for the battle.

Who lost a sector never breaks the enemy there (8.11.3): the first player, who must break two before nightfall
(5.2), can spare few, and the other has won when enough are out of his reach. Who is stronger in a sector is
likely to win it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import Final

from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.movement import MoveOptions
from modules.hastings_pulsipher.player.clash import Clash
from modules.hastings_pulsipher.player.estimate import Aims, Eyes
from modules.hastings_pulsipher.player.learnt import Weights
from modules.hastings_pulsipher.player.outlook import Outlook
from modules.hastings_pulsipher.player.prospects import Sight, weighed
from modules.hastings_pulsipher.walking import reach

HOPELESS: Final = 0.1
"""The chance to win still, somehow, where a sector is lost."""

LEAST: Final = 0.00005
"""What a move must win at least."""

Step = orders.Move | orders.Station


def best_step(field: Eyes, options: MoveOptions) -> Step | None:
    """The move, of a unit or the leader, with which the side stands best; None if it stands best as it is."""
    style = field.style
    look = Outlook(field, options.side, style.aims or Aims())
    line = _Reckoned(look) if style.learnt is None else _Learnt(look, style.learnt)
    best, found = line.hope() + LEAST, None
    for step, hope in line.steps(options):
        if hope > best:
            best, found = hope, step
    return found


class _Line(ABC):
    """A side's cards, as they lie and as they might."""

    def __init__(self, look: Outlook) -> None:
        self.look, self.at = look, dict(look.mine)
        cards = look.field.state.cards
        self._crossed = frozenset(t for t in self.at if cards[t].crossed)
        self._seen: dict[object, float] = {}
        self._need = look.field.battle.number("sectors_to_win")

    def steps(self, options: MoveOptions) -> Iterator[tuple[Step, float]]:
        """Each move, with what the side may hope for after it."""
        for token in options.movable:
            here = self.at[token]
            for walk in reach(self.look.field, token):
                if walk.flees or walk.at == here:
                    continue
                self.at[token] = walk.at
                crossed = self._crossed | {token} if walk.crossed else self._crossed
                yield orders.Move(here, walk.path), self._hope(crossed, self.look.leader)
            self.at[token] = here
        for station in options.stations():
            yield station, self._hope(self._crossed, station.sector)

    def hope(self) -> float:
        """What the side may hope for as its cards lie."""
        return self._hope(self._crossed, self.look.leader)

    @abstractmethod
    def _hope(self, crossed: frozenset[str], leader: str) -> float:
        """The chance to win with the cards as they lie, those that crossed and the leader there."""


class _Learnt(_Line):
    """Weighed by what was learnt, sector by sector, for who must break so many of them."""

    def __init__(self, look: Outlook, weights: Weights) -> None:
        super().__init__(look)
        self._weights = weights

    def _hope(self, crossed: frozenset[str], leader: str) -> float:
        return at_least(self._need, [self._chance(s, crossed, leader) for s in self.look.board.sectors])

    def _chance(self, sector: str, crossed: frozenset[str], leader: str) -> float:
        """While none has broken each is a fight of its own, weighed once."""
        look, sight = self.look, Sight(self.at, crossed, leader)
        if not look.apart:
            return weighed(look, sight, sector, self._weights)
        part = {t: q for t, q in self.at.items() if look.sector[q] == sector}
        mark = sector, leader == sector, tuple(part.items()), crossed.intersection(part)
        if mark not in self._seen:
            self._seen[mark] = weighed(look, sight, sector, self._weights)
        return self._seen[mark]


class _Reckoned(_Line):
    """Weighed by what the clashes are likely to win, in units' worth, and who is stronger after them."""

    def __init__(self, look: Outlook) -> None:
        super().__init__(look)
        self._theirs = self._strength(look.enemy, look.theirs)

    def _hope(self, crossed: frozenset[str], leader: str) -> float:
        """The chance to win, as the first player sees it; less the other's is better."""
        look, first = self.look, self.look.side == self.look.field.battle.first
        edge, mine = self._edges(crossed, leader), self._strength(look.side, self.at)
        attacker, defender = (look.side, look.enemy) if first else (look.enemy, look.side)
        chances = []
        for sector in look.board.sectors:
            ahead = edge[sector] + mine[sector] - self._theirs[sector]
            if look.broken[defender, sector]:
                chances.append(1.0)
            elif look.broken[attacker, sector]:
                chances.append(HOPELESS)
            else:
                chances.append(1 / (1 + exp(-look.aims.steep * (ahead if first else -ahead))))
        won = at_least(self._need, chances)
        return won if first else 1 - won

    def _edges(self, crossed: frozenset[str], leader: str) -> dict[str, float]:
        """What the clashes win, by sector. While none has broken each is a fight of its own, weighed once."""
        look = self.look
        if not look.apart:
            return Clash(look, self.at, crossed, leader, look.board.sectors).weighed()
        edges = {}
        for sector in look.board.sectors:
            part = {t: q for t, q in self.at.items() if look.sector[q] == sector}
            mark = sector, leader == sector, tuple(part.items()), crossed.intersection(part)
            if mark not in self._seen:
                self._seen[mark] = Clash(look, part, crossed, leader, (sector,)).weighed()[sector]
            edges[sector] = self._seen[mark]
        return edges

    def _strength(self, side: str, at: Mapping[str, str]) -> dict[str, float]:
        """A side's cards by sector; who is free to leave his own (8.11.4) counts for a part beside it."""
        look, other = self.look, self.look.field.battle.enemy(side)
        found = dict.fromkeys(look.board.sectors, 0.0)
        for token, square in at.items():
            sector = look.sector[square]
            found[sector] += look.worth[token]
            for beside in look.board.adjacent_sectors(sector) if look.broken[other, sector] else ():
                found[beside] += look.aims.free * look.worth[token]
        return found


def at_least(need: int, chances: Sequence[float]) -> float:
    """The chance that so many of these come about."""
    counts = [1.0] + [0.0] * len(chances)
    for chance in chances:
        for number in range(len(chances), 0, -1):
            counts[number] = counts[number] * (1 - chance) + counts[number - 1] * chance
        counts[0] *= 1 - chance
    return sum(counts[need:])

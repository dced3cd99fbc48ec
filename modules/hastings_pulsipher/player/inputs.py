"""A position as numbers with names, for who judges by what was learnt (`network.py`): columns, sectors, the
battle, units. All are about as large, as they are learnt more evenly so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import tanh
from typing import Final, NamedTuple

from modules.hastings_pulsipher.field import Battle
from modules.hastings_pulsipher.player.outlook import Outlook
from modules.hastings_pulsipher.state import LOST

GAPS: Final = ("engaged", "2 apart", "3 apart", "4 apart", "5 apart", "passed", "none here", "no enemy")
"""How far the fronts of both sides are from each other in a column."""
FRONTS: Final = (
    "hits", "is hit", "may win", "may lose", "hits now", "is hit now", "wall", "wall of enemy", "worth",
    "worth of enemy", "more",
)  # fmt: skip
"""Of the foremost cards of a column: chances to hit, worth, shield walls; and who has more cards there."""
STEPS: Final = 5
SECTORS: Final = (
    *(f"units {n}" for n in range(1, STEPS + 1)), *(f"enemies {n}" for n in range(1, STEPS + 1)), "worth",
    "worth of enemies", "lost", "won", "attacks that kill", "may win", "may lose", "leader",
    "leader of enemies", "attacks beside", "beset",
)  # fmt: skip
EFFECTS: Final = (
    "halt", "their halt", "dry", "panic", "storm", "steady", "rage", "their rage", "hold", "their hold",
)  # fmt: skip
LEFT: Final = (
    "reserve", "their reserve", "their hand", "pile", "all units", "all enemies", "event played",
)  # fmt: skip
UNITS: Final = (
    "archers' rows", "shots", "archers in front", "in walls", "wounds",
    "crossed", "friend behind", "on the hill", "friend beside", "feared in front", "feared", "near",
    "out of reach", "fights with leader", "their wounds", "fights leader", "stronger", "much stronger",
    "leader here", "their leader here", "won beside", "lost beside", "free beside", "more in time", "many",
)  # fmt: skip
MANY: Final = 6
"""Units that are many in a sector."""


class Sight(NamedTuple):
    """Cards of one side that lie so. `crossed`: those that changed sector; `leader`: where theirs is."""

    at: Mapping[str, str]
    crossed: frozenset[str]
    leader: str


def names(battle: Battle) -> list[str]:
    """What each number is called, in their order."""
    columns, sectors = range(1, battle.board.columns + 1), battle.board.sectors
    return [
        *(f"column {c}: {name}" for c in columns for name in (*GAPS, *FRONTS)),
        *(f"{s}: {name}" for s in sectors for name in SECTORS),
        *(f"turn {n}" for n in range(1, battle.scenario.turns + 1)),
        *("leader dead", "their leader dead", "without heart", "they without heart"),
        *EFFECTS,
        *(f"holds {card}" for card in battle.deck.cards),
        *LEFT,
        *(f"{s}, units: {name}" for s in sectors for name in _units(battle.board.rows)),
    ]


@lru_cache(maxsize=8)
def _units(rows: int) -> tuple[str, ...]:
    """Of the units of a sector, on a board of so many rows."""
    return *(f"in row {n}" for n in range(1, rows + 1)), *UNITS


class Numbers:
    """The numbers of the positions that may come of one: those of the battle are the same in all of them."""

    def __init__(self, look: Outlook) -> None:
        cards = look.field.state.cards
        self.now = Sight(look.mine, frozenset(t for t in look.mine if cards[t].crossed), look.leader)
        self._look, self._battle = look, list(_of_battle(look))

    def of(self, sight: Sight) -> list[float]:
        """The numbers of cards that lie so."""
        return [*Fight(self._look, sight).of_lines(), *self._battle, *_of_units(self._look, sight)]


# --- lines of battle ---------------------------------------------------------------------------------------


class Fight:
    """This turn's attacks as they are likely to go. `stands`, `lives`: the chance that each enemy, each own
    card is still there when attacks are answered; `kills`, `beside`: by sector, the enemies who fall on the
    average, the attacks on flank or rear; `front`: the enemy in front of each card."""

    def __init__(self, look: Outlook, sight: Sight) -> None:
        self.look, self.sight = look, sight
        self.cell = {square: token for token, square in sight.at.items()}
        ahead = {t: look.board.square_ahead(q, look.side) for t, q in sight.at.items()}
        self.front = {t: look.foes.get(square) for t, square in ahead.items()}
        self.stands, self.lives = dict.fromkeys(look.theirs, 1.0), dict.fromkeys(sight.at, 1.0)
        self.kills = dict.fromkeys(look.board.sectors, 0.0)
        self.beside = dict.fromkeys(look.board.sectors, 0)
        self._attack()

    def _attack(self) -> None:
        answers, look = [], self.look
        fit = [t for t in self.sight.at if t not in self.sight.crossed]
        for token in fit:
            enemy = self.front[token]
            if enemy is None:
                continue
            self._strike(token, enemy, self.hit(token, enemy), 1.0)
            if look.in_wall(enemy, look.theirs[enemy], look.foes):
                self.lives[token] *= 1 - self.back(enemy, token)
            else:
                answers.append((token, enemy))
        for token in fit:
            if self.front[token] is None:
                self._strike_beside(token)
        for token, enemy in answers:
            self.lives[token] *= 1 - self.stands[enemy] * self.back(enemy, token)

    def hit(self, token: str, enemy: str, added: int = 0) -> float:
        """The chance that a card fells an enemy."""
        look, square = self.look, self.sight.at[token]
        added += look.now + (look.shown if self.sight.leader == look.sector[square] else 0)
        return look.hit(token, square, enemy, look.theirs[enemy], self.sight.leader, added)

    def back(self, enemy: str, token: str) -> float:
        """The chance that an enemy fells a card."""
        look = self.look
        return look.hit(enemy, look.theirs[enemy], token, self.sight.at[token], look.other_leader)

    def _strike(self, token: str, enemy: str, hits: float, likely: float) -> None:
        """`likely`: how likely the enemy is still there to be struck."""
        self.kills[self.look.sector[self.sight.at[token]]] += hits * likely
        self.stands[enemy] *= 1 - hits

    def _strike_beside(self, token: str) -> None:
        """Where it pays, with nobody in front."""
        look, square, best, chosen, chance = self.look, self.sight.at[token], 0.0, "", 0.0
        for enemy in (look.foes[n] for n in look.board.neighbours[square] if n in look.foes):
            there = look.theirs[enemy]
            if not look.within_reach(square, there, look.side):
                continue
            engaged = look.board.square_ahead(there, look.enemy) in self.cell
            hits = self.hit(token, enemy, look.beside(square, there, engaged))
            pays = hits * look.worth[enemy]
            pays -= 0 if engaged else (1 - hits) * self.back(enemy, token) * look.worth[token]
            if pays > best:
                best, chosen, chance = pays, enemy, hits
        if chosen:
            self._strike(token, chosen, chance, self.stands[chosen])
            self.beside[look.sector[square]] += 1

    def of_lines(self) -> Iterator[float]:
        """The numbers of all columns, then of all sectors."""
        look = self.look
        own: dict[str, list[str]] = {}
        theirs: dict[str, list[str]] = {}
        for cards, at in ((own, self.sight.at), (theirs, look.theirs)):
            for token, square in at.items():
                cards.setdefault(square[0], []).append(token)
        for column in map(str, range(1, look.board.columns + 1)):
            yield from self._of_column(own.get(column, ()), theirs.get(column, ()))
        for sector in look.board.sectors:
            yield from self._of_sector(sector)

    # --- a column -----------------------------------------------------------------------------------------

    def _row(self, token: str) -> int:
        return self.look.row[self.sight.at.get(token) or self.look.theirs[token]]

    def _of_column(self, own: Sequence[str], theirs: Sequence[str]) -> list[float]:
        met = max((t for t in own if self.front[t] is not None), key=self._row, default=None)
        first = met or max(own, key=self._row, default=None)
        enemy = self.front[met] if met else min(theirs, key=self._row, default=None)
        gaps = [0.0] * len(GAPS)
        if met:
            gaps[0] = 1.0
        elif first and enemy:
            gap = self._row(enemy) - self._row(first)
            gaps[min(gap - 1, 4) if gap > 0 else 5] = 1.0
        gaps[6], gaps[7] = float(first is None), float(enemy is None)
        return [*gaps, *self._opposed(first, enemy, met is not None), (len(own) - len(theirs)) / 4]

    def _opposed(self, first: str | None, enemy: str | None, met: bool) -> list[float]:
        look = self.look
        worth = look.worth[first] / 8 if first else 0.0
        other = look.worth[enemy] / 8 if enemy else 0.0
        hits = self.hit(first, enemy) if first and enemy else 0.0
        back = self.back(enemy, first) if first and enemy else 0.0
        wall = first is not None and look.in_wall(first, self.sight.at[first], self.cell)
        their_wall = enemy is not None and look.in_wall(enemy, look.theirs[enemy], look.foes)
        now = (hits, back) if met else (0.0, 0.0)
        return [hits, back, hits * other, back * worth, *now, float(wall), float(their_wall), worth, other]

    # --- a sector -----------------------------------------------------------------------------------------

    def _of_sector(self, sector: str) -> list[float]:
        look = self.look
        own = [t for t, q in self.sight.at.items() if look.sector[q] == sector]
        theirs = [t for t, q in look.theirs.items() if look.sector[q] == sector]
        lost, won = look.broken[look.side, sector], look.broken[look.enemy, sector]
        few_own, few_theirs = few([self.lives[t] for t in own]), few([self.stands[t] for t in theirs])
        return [
            *(float(len(own) >= n) for n in range(1, STEPS + 1)),
            *(float(len(theirs) >= n) for n in range(1, STEPS + 1)),
            sum(look.worth[t] for t in own) / 40,
            sum(look.worth[t] for t in theirs) / 40,
            float(lost),
            float(won),
            self.kills[sector] / 2,
            few_theirs * (1 - few_own) * (not won),
            few_own * (1 - few_theirs) * (not lost),
            float(self.sight.leader == sector),
            float(look.other_leader == sector),
            self.beside[sector] / 2,
            sum(self._beset(t) for t in own) / 2,
        ]

    def _beset(self, token: str) -> int:
        """Enemies beside a card that has one in front too."""
        if self.front[token] is None:
            return 0
        return sum(n in self.look.foes for n in self.look.board.squares_beside(self.sight.at[token]))


def few(shares: Sequence[float]) -> float:
    """The chance that at most one is left, of cards that are left with these chances."""
    none, one = 1.0, 0.0
    for share in shares:
        none, one = none * (1 - share), one * (1 - share) + none * share
    return none + one


# --- the battle --------------------------------------------------------------------------------------------


def _of_battle(look: Outlook) -> Iterator[float]:
    field, state, side, enemy = look.field, look.field.state, look.side, look.enemy
    yield from (float(state.turn == n) for n in range(1, field.battle.scenario.turns + 1))
    yield float(look.leader == LOST)
    yield float(look.other_leader == LOST)
    yield float(side in state.penalty)
    yield float(enemy in state.penalty)
    yield from map(float, _effects(look))
    hand = [state.known[t] for t in _counted(look)]
    yield from (float(hand.count(card)) for card in field.battle.deck.cards)
    yield len(field.reserve(side)) / 2
    yield len(field.reserve(enemy)) / 2
    yield len(state.hands[enemy]) / 3
    yield len(state.pile) / 8
    yield len(look.mine) / 12
    yield len(look.theirs) / 12
    yield float(state.played)


def _effects(look: Outlook) -> Iterator[bool]:
    field, side, enemy = look.field, look.side, look.enemy
    yield from (field.effect("halt", who) is not None for who in (side, enemy))
    for word in ("dry", "panic", "storm", "steady"):
        yield any(field.effect(word, who) is not None for who in (side, enemy))
    for who in (side, enemy):
        yield field.effect("fury", who) is not None or field.effect("charge", who) is not None
    yield from (field.effect("hold", who) is not None for who in (side, enemy))


def _counted(look: Outlook) -> Sequence[str]:
    """The events in one's hand; the one that was drawn in this turn is not counted, so that to play an event
    is judged alike before and after."""
    state, hand = look.field.state, look.field.state.hands[look.side]
    drawn = state.played and state.active == look.side and len(hand) == look.field.battle.deck.dealt
    return hand[:-1] if drawn else hand


# --- units -------------------------------------------------------------------------------------------------


def _of_units(look: Outlook, sight: Sight) -> Iterator[float]:
    """Sums over the units of each sector."""
    cell = {square: token for token, square in sight.at.items()}
    for sector in look.board.sectors:
        found = dict.fromkeys(_units(look.board.rows), 0.0)
        for token, square in sight.at.items():
            if look.sector[square] == sector:
                _Unit(look, sight, cell, token).add(found)
        _add_of_sector(look, sight, cell, sector, found)
        yield from found.values()


class _Unit:
    """One card in its square."""

    def __init__(self, look: Outlook, sight: Sight, cell: Mapping[str, str], token: str) -> None:
        self.look, self.sight, self.cell, self.token = look, sight, cell, token
        self.square = sight.at[token]
        self.sector = look.sector[self.square]
        self.in_front = look.board.square_ahead(self.square, look.side) in look.foes

    def add(self, found: dict[str, float]) -> None:
        """Adds what there is to say of it."""
        look, square = self.look, self.square
        if self.token in look.archers:
            found["archers' rows"] += look.row[square] / 3
            found["archers in front"] += self.in_front
            found["shots"] += self._shot()
        else:
            found[f"in row {look.row[square] + 1}"] += 1
        found["in walls"] += look.in_wall(self.token, square, self.cell)
        found["wounds"] += look.field.state.cards[self.token].wounds
        found["crossed"] += self.token in self.sight.crossed
        found["friend behind"] += look.board.square_ahead(square, look.side, -1) in self.cell
        found["on the hill"] += look.board.on_hill(square)
        beside = (n for n in look.board.squares_beside(square) if look.sector[n] == self.sector)
        found["friend beside"] += sum(n in self.cell for n in beside) / 2
        found["fights with leader"] += self.in_front and self.sight.leader == self.sector
        self._add_fears(found)

    def _shot(self) -> float:
        look = self.look
        if self.token in self.sight.crossed or self.in_front:
            return 0.0
        shots = look.shots(self.token, self.square, self.cell, self.sight.leader)
        return max((look.worth[enemy] * chance / 5 for enemy, chance in shots), default=0.0)

    def _add_fears(self, found: dict[str, float]) -> None:
        look = self.look
        worst, count = look.feared(self.token, self.square)
        found["feared in front" if self.in_front else "feared"] += worst * look.worth[self.token] / 8
        found["near"] += min(count, 3) / 3
        found["out of reach"] += not count


def _add_of_sector(
    look: Outlook, sight: Sight, cell: Mapping[str, str], sector: str, found: dict[str, float]
) -> None:
    cards = look.field.state.cards
    own = [t for t, q in sight.at.items() if look.sector[q] == sector]
    theirs = {t: q for t, q in look.theirs.items() if look.sector[q] == sector}
    led = look.other_leader == sector
    found["their wounds"] = sum(cards[t].wounds for t in theirs)
    found["fights leader"] = led * sum(
        look.board.square_ahead(q, look.enemy) in cell for q in theirs.values()
    )
    ahead = sum(look.worth[t] for t in own) - sum(look.worth[t] for t in theirs)
    found["stronger"], found["much stronger"] = ahead / 16, tanh(ahead / 8)
    found["leader here"], found["their leader here"] = float(sight.leader == sector), float(led)
    for other in look.board.adjacent_sectors(sector):
        won = look.broken[look.enemy, other]
        found["won beside"] += won
        found["lost beside"] += look.broken[look.side, other]
        found["free beside"] += won * sum(look.sector[q] == other for q in sight.at.values()) / 4
    turns = look.field.battle.scenario.turns
    left = (turns - look.field.state.turn) / turns
    found["more in time"] = left * (len(own) - len(theirs)) / 4
    found["many"] = float(len(own) >= MANY)

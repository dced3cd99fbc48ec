"""The field as a side sees it that judges positions: what no move of its turn changes, and the chance of an
attack from any square to any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modules.hastings_pulsipher.field import is_archer, is_cavalry
from modules.hastings_pulsipher.player.estimate import Eyes, worth
from modules.hastings_pulsipher.to_hit import HOUSECARL


class Outlook:
    """`mine`, `theirs`: who lies where; `worth`, `attack`, `archery`, `defence`: of each card, with its
    wounds and the events in force."""

    def __init__(self, field: Eyes, side: str) -> None:
        self.field, self.side = field, side
        self.board, self.enemy = field.board, field.battle.enemy(side)
        self.mine = {t: field.at(t) for t in field.on_board(side)}
        self.theirs = {t: field.at(t) for t in field.on_board(self.enemy)}
        self.foes = {square: t for t, square in self.theirs.items()}
        self.leader, self.other_leader = field.state.leaders[side], field.state.leaders[self.enemy]
        self.sector = {s: field.board.sector(s) for s in field.board.ids}
        self.row = {s: field.board.rows_ahead(field.board.home(side, 0)[0], s, side) for s in self.sector}
        self._read_cards()
        self._read_events()
        self._read_sectors()
        self._feared: dict[tuple[str, str], tuple[float, int]] = {}

    def _read_cards(self) -> None:
        field, plus = self.field, self.field.battle.modifier
        self.worth: dict[str, int] = {}
        self.attack: dict[str, int] = {}
        self.archery: dict[str, int] = {}
        self.defence: dict[str, int] = {}
        for token in (*self.mine, *self.theirs):
            front, wounds = field.counter(token).front, field.state.cards[token].wounds
            added = plus("wound_attack") * wounds + self._spirit(token)
            self.worth[token] = worth(field, token)
            self.attack[token] = front["attack"] + added
            self.archery[token] = front.get("archery", 0) + added
            self.defence[token] = front["defence"] + plus("wound_defence") * wounds
        self.archers = {t for t in self.worth if is_archer(field.counter(t))}
        self.housecarls = {t for t in self.worth if field.counter(t).kind == HOUSECARL}
        self.moves = {t: field.allowance(t) for t in self.worth}

    def _spirit(self, token: str) -> int:
        """What a leader's death and events about its kind add to a unit's attacks."""
        field, plus, side = self.field, self.field.battle.modifier, self.field.side(token)
        counter = field.counter(token)
        rage = counter.kind == HOUSECARL and field.effect("fury", side) is not None
        charge = is_cavalry(counter) and field.effect("charge", side) is not None
        return plus("leader_dead") * (side in field.state.penalty) + plus("fury") * (rage or charge)

    def _read_events(self) -> None:
        field, plus = self.field, self.field.battle.modifier
        self.now = plus("panic") * (field.effect("panic", self.enemy) is not None)
        self.storm = plus("storm") * (field.effect("storm", self.side) is not None)
        self.dry = field.effect("dry", self.enemy) is not None
        self.steady = {
            (side, s)
            for side in field.battle.sides
            for s in self.board.sectors
            if field.effect("steady", side, s) is not None
        }

    def _read_sectors(self) -> None:
        field, plus = self.field, self.field.battle.modifier
        self.broken = {(w, s): field.broken(w, s) for w in field.battle.sides for s in self.board.sectors}
        self._exposed = {
            (side, s): plus("broken_beside")
            * sum(self.broken[side, n] for n in self.board.adjacent_sectors(s))
            * (not self.broken[side, s])
            for side, s in self.broken
        }
        self.uphill, self.led = plus("uphill"), plus("leader")
        self.shown = plus("shown") * (field.effect("show", self.side) is not None)
        self.flank, self.rear = plus("flank"), plus("rear")

    # --- chances ----------------------------------------------------------------------------------------

    def chance(self, needs: int) -> float:
        """The share of the die's faces that hit."""
        die = self.field.battle.die
        return max(0, min(die, die + 1 - needs)) / die

    def hit(self, attacker: str, here: str, target: str, there: str, leader: str, added: int = 0) -> float:
        """The chance that a card in one square fells one in another; `leader`: where the attackers' is."""
        needs = self.attack[attacker] + self.defence[target] + added
        needs += self._exposed[self.field.side(target), self.sector[there]]
        if leader == self.sector[here]:
            needs += self.led
        if self.board.uphill(here, there):
            needs += self.uphill
        return self.chance(needs)

    def feared(self, token: str, square: str) -> tuple[float, int]:
        """Of the enemies who may come next to a card: the best chance of one to fell it, as from where he
        lies now, and how many they are."""
        if (token, square) not in self._feared:
            chances = [self._fear(e, token, square) for e in self.theirs if self._comes(e, square)]
            self._feared[token, square] = max(chances, default=0.0), len(chances)
        return self._feared[token, square]

    def _comes(self, enemy: str, square: str) -> bool:
        there = self.theirs[enemy]
        comes = self.sector[there] == self.sector[square] or self.broken[self.side, self.sector[there]]
        return comes and self.board.distance(there, square) <= self.moves[enemy] + 1

    def _fear(self, enemy: str, token: str, square: str) -> float:
        there = self.theirs[enemy]
        needs = self.attack[enemy] + self.defence[token]
        needs += self.led if self.other_leader == self.sector[there] else 0
        return self.chance(needs + (self.uphill if self.board.uphill(there, square) else 0))

    def beside(self, here: str, there: str, engaged: bool) -> int:
        """8.9.3: what it adds to an attack on a card that has, or has not, an enemy in front, if it does not
        come from there."""
        if not engaged:
            return 0
        return self.flank if here in self.board.squares_beside(there) else self.rear

    def shots(
        self, token: str, square: str, cell: Mapping[str, str], leader: str
    ) -> Iterator[tuple[str, float]]:
        """At whom archers may shoot from a square, with the chance of a wound. `cell`: where friends lie.
        That a sector beside the target's has broken (8.9.4) is left out."""
        if self.dry or any(n in self.foes for n in self.board.neighbours[square]):
            return
        reach = self.field.battle.number("archery_range")
        for enemy, there in self.theirs.items():
            ahead = self.row[there] > self.row[square] and self.board.distance(square, there) <= reach
            engaged = self.board.square_ahead(there, self.enemy) in cell
            if ahead and not engaged and self.field.state.cards[enemy].face_up:
                needs = self.archery[token] + self.defence[enemy] + self.now + self.storm
                needs += self.led + self.shown if leader == self.sector[square] else 0
                yield enemy, self.chance(needs)

    def in_wall(self, token: str, square: str, cell: Mapping[str, str]) -> bool:
        """True if a card would strike at the same time as who attacks its front, with friends who lie so."""
        if (self.field.side(token), self.sector[square]) in self.steady:
            return True
        beside = (cell.get(n) for n in self.board.squares_beside(square))
        return token in self.housecarls and any(n in self.housecarls for n in beside)

    def within_reach(self, here: str, there: str, side: str) -> bool:
        """8.3.2, for the attacks of a side."""
        other = self.enemy if side == self.side else self.side
        return self.sector[here] == self.sector[there] or self.broken[other, self.sector[here]]

"""How far a counter may go in movement, and where not: by its order (4.3), MP, ZOC and stacking (5.1 to 5.7);
who must close with the enemy."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from modules.engine.errors import Illegal
from modules.engine.hexes.movement import moving
from modules.engine.hexes.movement.moving import MoveChoices
from modules.engine.hexes.movement.paths import Keeping, MoveLimits, MoveRestriction, MoveRules, Path
from modules.engine.hexes.path_graph import Reach
from modules.engine.hexes.state import RESERVE
from modules.hastings_berg.arriving import entries
from modules.hastings_berg.battle import ATTACK, CHARGE, HOLD, IN_PLACE, WALL
from modules.hastings_berg.charging import charge_ends
from modules.hastings_berg.field import Field

RULES = MoveRules("5.2.3", allowance="5.1.2", stop="5.7.1", leaving="5.2.3", terrain="5.5")
STEP_ORDERS = {WALL: "4.3.1", HOLD: "4.3.5", IN_PLACE: "4.3.2"}
"""The orders with a MA of 0, under which a unit may step one hex, each with its rule."""


class GoingOptions(moving.MoveOptions[Field]):
    """Where the counters of one side may go at one moment. A unit is moved or faced once (5.1.3). `coming`:
    who enters the map in this segment."""

    def __init__(self, field: Field, side: str, moved: Collection[str], coming: Sequence[str] = ()) -> None:
        super().__init__(field, side, moved, RULES)
        self.waiting, self.coming = field.waiting(side), coming
        self.movable = [
            u for u in (*field.on_map(side), *field.sharing_on_map(side), *self.waiting) if u not in moved
        ]
        self.enemies = frozenset(field.closed_to(side))
        self._ends: dict[tuple[str, bool], tuple[Mapping[str, Path], bool]] = {}
        self._driven: dict[str, str] = {}

    @abstractmethod
    def fans_of(self, unit_id: str) -> list[MoveChoices]:
        """The orders of a counter that are listed."""

    def ends(self, unit_id: str, *, charging: bool = False) -> tuple[Mapping[str, Path], bool]:
        """Where a counter that moves or charges may end, each place with the path to it; and whether it may
        stay, as far as its order says. Worked out once: nothing moves while these options last."""
        key = unit_id, charging
        if key not in self._ends:
            going = self.going(unit_id, charging=charging)
            if charging and self.field.goes_freely(unit_id):
                self._ends[key] = charge_ends(self.field, self.side, going), True
            elif self.driven(unit_id):
                self._ends[key] = self.closing(going)
            else:
                self._ends[key] = Paths(going.reach()), True
        return self._ends[key]

    # --- how far -----------------------------------------------------------------------------------

    def allowance(self, unit_id: str) -> int:
        """5.1.2; the second who enters has used one MP before (11.4.1)."""
        field, number = self.field, self.field.battle.number
        if field.is_leader(unit_id):
            return self.board.units(field.value(unit_id, "movement"))
        mp = number("move_knights" if field.is_knight(unit_id) else "move_foot")
        second = unit_id in self.waiting and any(u in self.moved for u in self.coming)
        return self.board.units(mp - second)

    def kept(self, unit_id: str, here: str) -> Illegal | None:  # noqa: ARG002
        if self.field.unit(unit_id).routed:
            return Illegal("9.2.3", f"{unit_id} is routed: routed units do not move in the movement segment")
        if self.field.unit(unit_id).disrupted:
            return Illegal("9.2.2", f"{unit_id} is disrupted: disrupted units do not move")
        return None

    def going(self, unit_id: str, *, charging: bool = False) -> MoveLimits:
        """By its order: a step of one hex, whatever it costs, or as far as its MA (5.1.1)."""
        here = self.field.unit(unit_id).at
        if self.steps_by(unit_id):
            return self._step(unit_id, here)
        going = super().going(unit_id)
        if here == RESERVE:
            return self._entering(going)
        if not charging:
            return going
        return replace(going, budget=self.board.units(self.field.battle.number("move_charge")))

    def steps_by(self, unit_id: str) -> str:
        """The rule by which a unit may step one hex and no more; empty for a counter that has a MA."""
        here = self.field.unit(unit_id).at
        if self.field.is_leader(unit_id) or here == RESERVE:
            return ""
        return STEP_ORDERS.get(self.field.order(unit_id), "")

    def _entering(self, going: MoveLimits) -> MoveLimits:
        """By the first of the hexes of entry from which there is a way (11.4.1)."""
        ways = (replace(going, entry=steps) for steps in entries(self.field, self.side))
        return next((way for way in ways if way.reach().ways), going)

    def _step(self, unit_id: str, here: str) -> MoveLimits:
        """One hex, but into no EZOC (rulings hex_step, hold_reaction)."""
        battle, side, order = self.field.battle, self.side, self.field.order(unit_id)
        rule = STEP_ORDERS[order]

        def allows(one: str, other: str) -> bool:
            ahead = order == IN_PLACE and battle.rearward(battle.enemy(side), one, other)
            return ahead or battle.rearward(side, one, other)

        def why(_: str, other: str) -> str:
            forward = "forward or " if order == IN_PLACE else ""
            return f"in its order {unit_id} may step one hex {forward}back, not to {other}"

        bars = [
            MoveRestriction(rule, why, keeps=Keeping(f"{side} {order}", allows)),
            MoveRestriction(rule, lambda _, other: f"{other} is in an EZOC", self.ezoc),
            *self.bars(unit_id, here),
        ]
        return MoveLimits(
            here,
            (),
            self.board.strides,
            1,
            bars,
            self.ezoc,
            {},
            lambda place: self.exit_fault(unit_id, place),
        )

    def bars(self, unit_id: str, here: str) -> Sequence[MoveRestriction]:
        field = self.field
        if field.is_leader(unit_id):
            return self._leader_bars(here)
        friends = field.places.held[self.side]
        others = friends.keys() - {here}
        held = field.enemies_of(self.side)
        bars = [
            MoveRestriction(
                "5.2.1", lambda _, h: f"{held.get(h, 'an enemy leader')} is in {h}", self.enemies
            ),
            MoveRestriction(
                "5.2.1",
                lambda _, h: f"{friends[h]} is in {h}: {unit_id} may not end there",
                others,
                of="last",
            ),
            MoveRestriction(
                "5.7.1", lambda _, h: f"{h} is in an EZOC, and {friends[h]} holds it", others & {*self.ezoc}
            ),
        ]
        if field.is_bow(unit_id):
            bars.append(
                MoveRestriction(
                    "5.7.3", lambda _, h: f"{h} is in an EZOC: bowmen do not enter one", self.ezoc
                )
            )
        elif here in self.ezoc:
            bars.append(self._from_zoc())
        return [*bars, *(self._knight_bars(unit_id, others) if field.is_knight(unit_id) else ())]

    def _from_zoc(self) -> MoveRestriction:
        why = "it may not go directly from one EZOC to another"
        return MoveRestriction("5.7.2", lambda _, h: f"{h} is in an EZOC: {why}", self.ezoc, of="first")

    def _leader_bars(self, here: str) -> list[MoveRestriction]:
        """10.2.1, 10.2.2, ruling leader_zoc."""
        alone = {*self.ezoc} - self.field.places.held[self.side].keys()
        bars = [
            MoveRestriction("5.2.1", lambda _, h: f"an enemy is in {h}", self.enemies),
            MoveRestriction(
                "10.2.2", lambda _, h: f"{h} is in an EZOC, and no friendly unit is there", alone
            ),
        ]
        return [*bars, *([self._from_zoc()] if here in self.ezoc else [])]

    def _knight_bars(self, unit_id: str, others: Collection[str]) -> list[MoveRestriction]:
        """5.6.3: no check where a friend stands, neither to enter his hex nor to leave it on the way."""
        board, kind = self.board, self.field.counter(unit_id).kind
        marsh = [h for h in others if kind in board.terrain_of(h).checks]
        crossed = [(one, h) for one, h in self.field.battle.crossings if one in others or h in others]
        why = f"{unit_id} may not check its morale in the hex of a friend"
        return [MoveRestriction("5.6.3", lambda _, h: f"{why}: {h}", marsh, steps=crossed)]

    # --- those who must ----------------------------------------------------------------------------

    def driven(self, unit_id: str) -> str:
        """The rule by which a unit must close with the enemy: Attack & Pursue, or Charge; else empty. Worked
        out once, as the ends."""
        if unit_id not in self._driven:
            self._driven[unit_id] = self._driven_by(unit_id)
        return self._driven[unit_id]

    def _driven_by(self, unit_id: str) -> str:
        field = self.field
        leaves = field.is_bow(unit_id) and field.unit(unit_id).at in self.ezoc
        if field.is_leader(unit_id) or unit_id in self.waiting or leaves:
            return ""
        return {ATTACK: "4.3.4", CHARGE: "4.3.7"}.get(field.order(unit_id), "")

    def may_charge(self, unit_id: str) -> bool:
        """4.3.7, 4.3.8(1): knights in a section with that order, and the guard."""
        field = self.field
        if not field.is_knight(unit_id) or field.shaky(unit_id):
            return False
        return field.order(unit_id) == CHARGE or field.goes_freely(unit_id)

    def closing(self, going: MoveLimits) -> tuple[dict[str, Path], bool]:
        """The ends at which a unit may arrive that must close with the enemy, each with its path, and whether
        it may stay where it is (ruling attack_pursue_move)."""
        here, distance = going.start, self.board.distance
        reached = going.reach()
        foes = {foe: distance(here, foe) for foe in self._foes}
        least = min(foes.values(), default=0)
        if least <= 1:
            beside = self.field.contact(self.side)
            return {end: reached.path(end) for end in reached.ways if end in beside}, True
        good: dict[str, Path] = {}
        stays = False
        for goal in (foe for foe, far in foes.items() if far == least):
            far_from = {end: distance(end, goal) for end in reached.ways}
            nearest = min([least, *far_from.values()])
            stays |= nearest == least
            good |= {end: reached.path(end) for end, far in far_from.items() if far == nearest}
        return good, stays

    @cached_property
    def _foes(self) -> list[str]:
        """The hexes that enemies fill, in order."""
        return sorted(self.field.enemies_of(self.side))

    def must_move(self, unit_id: str) -> bool:
        """True for a unit that may not stay: driven at the enemy, or bowmen in an EZOC (5.7.3)."""
        if unit_id in self.moved or self.field.shaky(unit_id):
            return False
        here = self.field.unit(unit_id).at
        if self.driven(unit_id):
            return not self.ends(unit_id)[1]
        bow = self.field.is_bow(unit_id) and here in self.ezoc
        return bow and bool(self.ends(unit_id)[0])


class Paths(Mapping[str, Path]):
    """The paths to the places that are reached, built when they are asked for."""

    def __init__(self, reached: Reach) -> None:
        self._reached = reached

    def __getitem__(self, end: str) -> Path:
        return self._reached.path(end)

    def __iter__(self) -> Iterator[str]:
        return iter(self._reached.ways)

    def __len__(self) -> int:
        return len(self._reached.ways)

"""Checks of `victory` in `rules.yaml`: that points and decisions refer to what the game has, and that each
decision can hold."""

from __future__ import annotations

from modules.definition.checks.rule_references import References
from modules.definition.formats.clauses.conditions import Times, Units
from modules.definition.formats.clauses.moving import MovePhase
from modules.definition.formats.clauses.victory import (
    DRAW,
    CountedUnits,
    Decision,
    HeldPlaces,
    PointsLead,
    VictoryPoints,
    Where,
)
from modules.written.source import Path_

_OFF_MAP_KEYS = ("at", "zone", "near", "trace")
"""Keys of a condition that hold for units in a hex alone."""


def check_victory(references: References) -> None:
    """Notes the faults of `victory`, and decisions that are never reached."""
    victory = references.rules.victory
    if victory is None:
        return
    check = _VictoryCheck(references)
    for i, points in enumerate(victory.points):
        check.points(("victory", "points", i), points)
    for i, decision in enumerate(victory.decide):
        check.decision(("victory", "decide", i), decision)
    check.order(victory.decide)


class _VictoryCheck:
    def __init__(self, references: References) -> None:
        self.references, self.rules, self.game = references, references.rules, references.game

    # --- points ------------------------------------------------------------------------------------

    def points(self, path: Path_, points: VictoryPoints) -> None:
        references = self.references
        references.name((*path, "side"), points.side, self.game.sides, "sides of game.yaml")
        references.times((*path, "when"), points.when)
        if not points.points:
            references.warn((*path, "points"), "0 points change nothing")
        if points.each == "hex":
            references.check_places((*path, "at"), points.at)
            return
        meant = self._units((*path, "units"), points.units, points.where)
        references.value((*path, "each"), points.each, meant, ("unit", "hex"))
        sides = {references.counters[each].side for each in meant}
        if not points.units.of and len(sides) > 1:
            message = f"units of {', '.join(sorted(sides))} are meant: name the units of one side by `of`"
            references.warn((*path, "units"), message)

    def _units(self, path: Path_, units: Units, where: Where) -> frozenset[str]:
        """The units that are counted on the map, or beside it."""
        meant = self.references.units(path, units)
        for key in _OFF_MAP_KEYS if where != "map" else ():
            if getattr(units, key):
                message = f"a unit that is {where} lies in no hex: `{key}` never holds for it"
                self.references.fault((*path, key), message)
        moves = [phase for phase in self.rules.phases.values() if isinstance(phase, MovePhase)]
        if where == "exited" and not any(phase.exits for phase in moves):
            message = "no phase has `exits`: no unit leaves the map by the program"
            self.references.warn(path, message)
        return meant

    # --- decisions ---------------------------------------------------------------------------------

    def decision(self, path: Path_, decision: Decision) -> None:
        references = self.references
        sides = (*self.game.sides, DRAW)
        references.name((*path, "wins"), decision.wins, sides, "sides of game.yaml")
        references.times((*path, "when"), decision.when)
        references.names((*path, "armies"), decision.armies, self.rules.armies, "names of `armies`")
        for i, held in enumerate(decision.holds):
            self._held((*path, "holds", i), held)
        self._both_hold(path, decision)
        for i, lead in enumerate(decision.points):
            self._lead((*path, "points", i), lead)
        for i, counted in enumerate(decision.counted):
            self._counted((*path, "counted", i), counted)
        if decision.checked != "end" and not _asks(decision):
            message = "without a condition the game would be over at once: write one, or `checked: end`"
            references.fault((*path, "checked"), message)

    def _held(self, path: Path_, held: HeldPlaces) -> None:
        references = self.references
        references.name((*path, "side"), held.side, self.game.sides, "sides of game.yaml")
        references.check_places((*path, "places"), held.places)
        most = max((len(each) for each in references.find_places(held.places).values()), default=0)
        if held.at_least != "all" and 0 < most < held.at_least and references.maps_are_known:
            message = f"found {held.at_least}: expected at most {most}, the number of these hexes"
            references.fault((*path, "at_least"), message)

    def _both_hold(self, path: Path_, decision: Decision) -> None:
        """No hex is held by two sides at once."""
        whole = [each for each in decision.holds if each.at_least == "all"]
        for i, one in enumerate(whole):
            for other in whole[:i]:
                of_one = self.references.find_places(one.places)
                of_other = self.references.find_places(other.places)
                both = [of_one[name] & of_other.get(name, frozenset()) for name in of_one]
                shared = sorted(hex_id for hexes in both for hex_id in hexes)
                if one.side != other.side and shared:
                    message = f"{one.side} and {other.side} cannot both control {shared[0]}"
                    self.references.fault((*path, "holds"), message)

    def _lead(self, path: Path_, lead: PointsLead) -> None:
        self.references.name((*path, "side"), lead.side, self.game.sides, "sides of game.yaml")
        victory = self.rules.victory
        if victory is not None and not victory.points and not self.references.files.is_cut("points"):
            message = "no clause brings points: list some under `points` of `victory`"
            self.references.fault(path, message)

    def _counted(self, path: Path_, counted: CountedUnits) -> None:
        meant = self._units((*path, "units"), counted.units, counted.where)
        self.references.value((*path, "count"), counted.count, meant, ("units",))
        least, most = counted.at_least, counted.at_most
        if least is not None and most is not None and least > most:
            message = f"at least {least} and at most {most}: this never holds"
            self.references.fault((*path, "at_most"), message)

    def order(self, decide: tuple[Decision, ...]) -> None:
        """The decision that is left when no other holds comes last."""
        last = next((i for i, each in enumerate(decide) if each.checked == "end" and not _asks(each)), None)
        if last is None:
            message = (
                "if no decision holds at the end, then the players name the outcome by hand: a last decision "
                "`checked: end` without a condition would say who has won"
            )
            self.references.warn(("victory", "decide"), message)
            return
        for side in self.references.well_spelt(self.game.sides):
            if all(each.wins != side for each in decide):
                self.references.warn(("victory", "decide"), f"no decision is won by {side!r}")
        for i in range(last + 1, len(decide)):
            if decide[i].checked == "end":
                message = f"decision {last + 1} holds always: this one is never reached at the end"
                self.references.warn(("victory", "decide", i), message)


def _asks(decision: Decision) -> bool:
    """Whether a decision has a condition."""
    asked = decision.holds or decision.points or decision.counted or decision.armies
    return bool(asked) or decision.when != Times()

"""What a rulebook fixes about a map, checked: each kind of check is a function that says what does not hold.

The checks of a map are data (three_battles_land.yaml, shield_wall_land.yaml). A check answers with one line,
empty where it holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from modules.definition.formats.maps import MapFile
from modules.definition.formats.scenarios import HexScenario
from modules.definition.places import area_holds
from modules.engine.hexes.board import Board
from modules.engine.hexes.path_graph import Reach, reach

Fact = dict[str, Any]


class Land:
    """A board with the scenario that is played on it, and what the checks ask of both."""

    def __init__(self, board: Board, scenario: HexScenario) -> None:
        self.board, self.scenario, self.grid = board, scenario, board.grid

    def barred(self, hex_id: str) -> bool:
        """True for a hex that no unit enters."""
        return self.board.terrain_of(hex_id).mp == "prohibited"

    def area(self, name: str) -> list[str]:
        """The hexes of an area of the map."""
        return [h for h in self.grid.ids if area_holds(self.board.map.areas[name], h, self.grid)]

    def row(self, b: int) -> list[str]:
        """The hexes whose second number is `b`."""
        return [h for h in self.grid.ids if self.grid.numbers(h)[1] == b]

    def lies(self, hex_id: str, where: Fact) -> bool:
        """Whether a hex has the numbers that `where` asks for under `a` and `b`."""
        a, b = self.grid.numbers(hex_id)
        return where.get("a", a) == a and where.get("b", b) == b

    def reached(self, start: str, closed: frozenset[str] = frozenset()) -> set[str]:
        """All hexes that foot comes to from `start`, over no hexside with a feature in `closed`."""
        seen, front = {start}, [start]
        while front:
            here = front.pop()
            for there in self.board.neighbours[here]:
                if there in seen or self.board.step(here, there).barred or self.over(here, there) & closed:
                    continue
                seen.add(there)
                front.append(there)
        return seen

    def over(self, one: str, other: str) -> set[str]:
        """The terrain that lies on a hexside."""
        side = self.grid.hexside(one, other)
        return {kind for kind, between in self.sides() if self.grid.hexside(*between) == side}

    def sides(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Every hexside that bears terrain, with its kind."""
        for entry in self.board.map.hexsides:
            for between in entry.between:
                yield entry.terrain, between

    def west(self) -> set[str]:
        """The bank of the Derwent to which the western map edge's first hex belongs."""
        return self.reached(self.grid.ids[0], frozenset({"derwent", "bridge"}))


def faults(
    each_map: MapFile, terrain: dict[str, Any], scenario: HexScenario, facts: Iterable[Fact]
) -> list[str]:
    """What of a map's facts does not hold, each with its rule."""
    land = Land(Board(each_map, terrain), scenario)
    found = []
    for fact in facts:
        why = CHECKS[fact["holds"]](land, fact)
        if why:
            found.append(f"{fact['rule']} ({fact['says']}): {why}")
    return found


def changed(each_map: MapFile, change: dict[str, Any]) -> MapFile:
    """A map with parts of its file replaced: `levels` and `terrain` hex by hex, lists by what is added."""
    data = each_map.model_dump(mode="json", exclude_none=True)
    for of in ("levels", "terrain"):
        for hex_id, letter in change.get(of, {}).items():
            row = list(data[of]["rows"][hex_id[2:]])
            row[int(hex_id[:2]) - data["grid"]["a"]["first"]] = letter
            data[of]["rows"][hex_id[2:]] = "".join(row)
    for part in ("grid", "areas", "exits", "roads", "overlays", "hexsides"):
        if part in change:
            data[part] = change[part](data[part])
    return MapFile.model_validate_json(json.dumps(data))


def _span(fact: Fact, count: int, what: str) -> str:
    if count < fact.get("least", count) or count > fact.get("most", count):
        wanted = f"at least {fact.get('least', 0)}" + (f", at most {fact['most']}" if "most" in fact else "")
        return f"{count} {what}, {wanted} expected"
    return ""


# --- hexes by number ---------------------------------------------------------------------------------------


def _stand(land: Land, fact: Fact) -> str:
    wrong = [h for h in fact["hexes"] if h not in land.grid or land.barred(h)]
    return f"nobody can stand in {', '.join(wrong)}" if wrong else ""


def _line(land: Land, fact: Fact) -> str:
    line = land.grid.straight(fact["from"], fact["to"])
    if line is None or len(line) != fact["hexes"]:
        return f"{fact['from']} to {fact['to']} is no straight line of {fact['hexes']} hexes"
    return _stand(land, {"hexes": line})


def _disc(land: Land, fact: Fact) -> str:
    disc = set(land.grid.within(fact["centre"], fact["radius"]))
    if len(disc) != fact["hexes"]:
        return f"{len(disc)} hexes lie within {fact['radius']} of {fact['centre']}"
    return "" if disc == set(land.area(fact["area"])) else f"the area {fact['area']} is not those hexes"


# --- rows, areas, room ------------------------------------------------------------------------------------


def _row(land: Land, fact: Fact) -> str:
    return _rows(land, {**fact, "b": (fact["b"], fact["b"])})


def _rows(land: Land, fact: Fact) -> str:
    first, last = fact["b"]
    names = [land.board.terrain_name(h) for b in range(first, last + 1) for h in land.row(b)]
    only, but = fact.get("only", names), fact.get("but", ())
    return _span(fact, sum(name in only and name not in but for name in names), "hexes")


def _behind(land: Land, fact: Fact) -> str:
    """Hexes of the rear row that touch a filled hex of the front row."""
    back = "down" if fact["rear"] > fact["front"] else "up"
    rear = [h for h in land.row(fact["rear"]) if land.board.terrain_name(h) not in fact["but"]]
    front = {h for h in land.row(fact["front"]) if land.board.terrain_name(h) not in fact["but"]}
    count = sum(bool(front & set(land.board.neighbours[h])) for h in rear)
    return _span(fact, count, f"hexes {back} behind the line")


def _room(land: Land, fact: Fact) -> str:
    levels = fact.get("levels")
    hexes = {h for name in fact["areas"] for h in land.area(name) if not land.barred(h)}
    count = sum(levels is None or land.board.level(h) in levels for h in hexes)
    return _span(fact, count, "hexes")


def _levels(land: Land, fact: Fact) -> str:
    there = {land.board.level(h) for h in land.area(fact["area"])}
    missing = set(fact["have"]) - there
    return f"no hex of level {sorted(missing)}" if missing else ""


def _top(land: Land, fact: Fact) -> str:
    top = max(land.board.level(h) for name in fact["areas"] for h in land.area(name))
    return "" if top == fact["level"] else f"the highest level is {top}"


def _flat(land: Land, fact: Fact) -> str:
    there = {land.board.level(h) for h in land.grid.ids}
    return "" if len(there) == 1 else f"levels {sorted(there)}"


def _order(land: Land, fact: Fact) -> str:
    axis = "ab".index(fact["axis"])
    spans = [[land.grid.numbers(h)[axis] for h in land.area(name)] for name in fact["areas"]]
    rising = all(max(one) < min(other) for one, other in pairwise(spans))
    return "" if rising else f"the areas {fact['areas']} do not follow one another"


def _order_of_sides(land: Land, fact: Fact) -> str:
    axis = getattr(land.board.map.grid, fact["axis"])
    return "" if axis.toward == fact["toward"] else f"{fact['axis']} grows toward {axis.toward}"


def _terrain(land: Land, fact: Fact) -> str:
    here = {land.board.terrain_name(h) for h in land.grid.ids} | {kind for kind, _ in land.sides()}
    here |= {road.terrain for road in land.board.map.roads}
    strange = sorted(here - set(fact["known"]))
    return f"terrain of another battle or of none: {strange}" if strange else ""


def _playable(land: Land, fact: Fact) -> str:
    wrong = [h for h in land.grid.ids if land.barred(h)]
    return f"nobody can enter {', '.join(wrong)}" if wrong else ""


# --- roads, edges, ways -----------------------------------------------------------------------------------


def _road(land: Land, fact: Fact) -> str:
    if len(land.board.map.roads) != 1:
        return f"{len(land.board.map.roads)} roads"
    path = land.board.map.roads[0].path
    for end, where in fact["ends"].items():
        if not any(land.lies(h, where) for h in (path[0], path[-1])):
            return f"no {end}ern end at the map edge"
    return ""


def _exit(land: Land, fact: Fact) -> str:
    way = land.board.map.exits[fact["exit"]]
    ends = [h for road in land.board.map.roads for h in (road.path[0], road.path[-1])]
    if way.hex not in ends or not land.lies(way.hex, fact):
        return f"the exit {way.hex} is not the end of the road at that edge"
    return "" if list(way.sides) == fact["sides"] else f"it is open to {way.sides}"


def _reach(land: Land, fact: Fact) -> str:
    return "" if fact["to"] in land.reached(fact["from"]) else f"no way from {fact['from']} to {fact['to']}"


def _edge(land: Land, fact: Fact) -> str:
    edge = {h for h in land.grid.ids if land.lies(h, fact)}
    if fact.get("bank") == "west":
        edge &= land.west()
    if set(land.area(fact["area"])) != edge:
        return f"the area {fact['area']} is not that edge"
    return _span(fact, sum(not land.barred(h) for h in edge), "hexes")


def _edges(land: Land, fact: Fact) -> str:
    grid = land.board.map.grid
    ends = {"right": {"a": grid.a.last}, "left": {"a": grid.a.first}}
    ends |= {"down": {"b": grid.b.last}, "up": {"b": grid.b.first}}
    for name in fact["needs"]:
        if not any(land.lies(h, ends[name]) and not land.barred(h) for h in land.grid.ids):
            return f"nobody can leave at the edge {name}"
    return ""


# --- waters -----------------------------------------------------------------------------------------------


def _water(land: Land, fact: Fact) -> str:
    """One body of water that touches the map's first and last row."""
    wet = {h for h in land.grid.ids if land.board.terrain_name(h) == fact["terrain"]}
    if not wet or any(not land.barred(h) for h in wet):
        return "it can be entered"
    seen, front = set[str](), [min(wet)]
    while front:
        here = front.pop()
        if here not in seen:
            seen.add(here)
            front += [n for n in land.board.neighbours[here] if n in wet]
    rows = {land.grid.numbers(h)[1] for h in seen}
    whole = rows == {land.grid.numbers(h)[1] for h in land.grid.ids}
    return "" if seen == wet and whole else "it does not run through the map in one piece"


def _parts(land: Land, fact: Fact) -> str:
    west = land.west()
    others = set(land.grid.ids) - west
    if not others:
        return "the river can be walked around"
    if land.reached(min(others), frozenset(fact["river"])) != others:
        return "it parts the land in more than two"
    loose = [side for kind, side in land.sides() if kind in fact["river"] and len(west & set(side)) != 1]
    return f"the hexsides {loose} lie on one bank" if loose else ""


def _banks(land: Land, fact: Fact) -> str:
    return "" if set(land.area(fact["area"])) == land.west() else f"the area {fact['area']} is not that bank"


def _bank(land: Land, fact: Fact) -> str:
    wrong = sorted(set(land.area(fact["area"])) & land.west())
    return f"{', '.join(wrong)} lie on the western bank" if wrong else ""


def _meets(land: Land, fact: Fact) -> str:
    edge = [h for h in land.grid.ids if land.lies(h, fact)]
    west = land.west()
    north = [h in west for h in edge]
    ordered = all(north[: sum(north)]) and not all(north)
    return "" if ordered else "the bank does not end once along the edge"


def _bridge(land: Land, fact: Fact) -> str:
    bridges = [set(side) for kind, side in land.sides() if kind == "bridge"]
    if bridges != [set(fact["between"])]:
        return f"bridges stand at {bridges}"
    return "" if len(land.west() & bridges[0]) == 1 else "it joins no two banks"


def _on_road(land: Land, fact: Fact) -> str:
    return "" if land.board.road(*fact["between"]) else "no road crosses it"


def _apart(land: Land, fact: Fact) -> str:
    """Taken one after the other in rows: enough hexes that keep their distance."""
    chosen: list[str] = []
    for hex_id in land.area(fact["area"]):
        if all(land.board.distance(hex_id, other) >= fact["hexes"] for other in chosen):
            chosen.append(hex_id)
    return "" if len(chosen) >= fact["units"] else f"only {len(chosen)} hexes"


# --- a ridge ----------------------------------------------------------------------------------------------


def _of(land: Land, *names: str) -> set[str]:
    """The hexes of these kinds of terrain."""
    return {h for h in land.grid.ids if land.board.terrain_name(h) in names}


def _border(land: Land, fact: Fact) -> str:
    """The hexes of an area that touch another, row for row, are the line."""
    others = set(land.area(fact["to"]))
    rows = {land.grid.numbers(h)[1] for h in land.area(fact["of"]) if others & set(land.board.neighbours[h])}
    line = {h for row in rows for h in land.row(row)}
    return "" if set(land.area(fact["line"])) == line else f"the area {fact['line']} is not that row"


def _road_on(land: Land, fact: Fact) -> str:
    path = land.board.map.roads[0].path
    on = [h for h in path if land.board.terrain_name(h) == fact["terrain"]]
    if set(land.area(fact["area"])) != set(on):
        return f"the area {fact['area']} is not the road on the {fact['terrain']}"
    if any(two not in land.board.neighbours[one] for one, two in pairwise(on)):
        return "the road leaves it and comes back"
    return "" if len(on) == fact["hexes"] else f"{len(on)} hexes"


def _never_beside(land: Land, fact: Fact) -> str:
    others = _of(land, *fact["others"])
    wrong = [h for h in sorted(_of(land, fact["one"])) if others & set(land.board.neighbours[h])]
    return f"{', '.join(wrong)} are beside {' or '.join(fact['others'])}" if wrong else ""


def _heights(land: Land, fact: Fact) -> str:
    """3 on the hill, 2 on a slope beside it, 1 on one farther out, 0 elsewhere."""
    hill, slopes = _of(land, "hill"), _of(land, "slope", "steep")
    near = {h for h in slopes if hill & set(land.board.neighbours[h])}
    wanted = {h: 3 if h in hill else 2 if h in near else 1 if h in slopes else 0 for h in land.grid.ids}
    wrong = [h for h in land.grid.ids if land.board.level(h) != wanted[h]]
    return f"{wrong[0]} is of level {land.board.level(wrong[0])}, not {wanted[wrong[0]]}" if wrong else ""


def _slope_steps(land: Land, fact: Fact) -> str:
    slopes, level = _of(land, "slope", "steep"), land.board.level
    found = {level(n) - level(h) for h in slopes for n in land.board.neighbours[h] if n in slopes}
    return "" if found == {-1, 0, 1} else f"steps of {sorted(found)} levels alone"


def _whole(land: Land, fact: Fact) -> str:
    cut_off = {h for h in land.grid.ids if not land.barred(h)} - land.reached(fact["from"])
    return f"no way to {', '.join(sorted(cut_off))}" if cut_off else ""


def _brook(land: Land, fact: Fact) -> str:
    """One line of hexsides: each but the ends meets one more at either end."""
    sides = [frozenset(side) for kind, side in land.sides() if kind == fact["kind"]]
    if {land.board.terrain_name(h) for side in sides for h in side} - set(fact["through"]):
        return f"it runs through something else than {', '.join(fact['through'])}"
    meets = {s: [o for o in sides if o != s and s & o and _touch(land, s, o)] for s in sides}
    ends = [s for s in sides if len(meets[s]) == 1]
    if len(ends) != 2 or any(len(m) not in (1, 2) for m in meets.values()):
        return f"it is no single line: {len(ends)} ends"
    return "" if len(sides) == fact["hexsides"] else f"{len(sides)} hexsides"


def _touch(land: Land, one: frozenset[str], other: frozenset[str]) -> bool:
    """Two hexsides of one hex meet where their other hexes are neighbours."""
    (here,), (there,) = one - other, other - one
    return there in land.board.neighbours[here]


def _ways(land: Land, start: str, mp: int, closed: set[str]) -> Reach:
    """What foot or riders reach from a hex for so many MP, over none that is closed."""
    ways = land.board.ways()
    return reach(start, ways.steps[start], land.board.units(mp), ways, [closed])


def _way_off(land: Land, fact: Fact) -> str:
    clear, closed = _of(land, "clear"), _of(land, *fact.get("but", ()))
    for start in sorted(_of(land, "hill", "slope", "steep")):
        found = _ways(land, start, fact["mp"], closed - {start})
        if not clear & found.ways.keys():
            return f"from {start} it is more than {fact['mp']} MP"
    return ""


def _march(land: Land, fact: Fact) -> str:
    """The shortest of all marches from a row to some ground costs just so much."""
    ends = {h for h in _of(land, fact["to"]) if fact.get("level") in (None, land.board.level(h))}
    found = [_ways(land, start, fact["mp"], set()) for start in land.area(fact["from"])]
    costs = [each.costs[h] for each in found for h in ends & each.ways.keys()]
    if min(costs, default=-1) == land.board.units(fact["mp"]):
        return ""
    return f"it is {'less' if costs else 'more'} than {fact['mp']} MP"


def _spot(land: Land, fact: Fact) -> str:
    if land.area(fact["area"]) != fact["hexes"]:
        return f"the area {fact['area']} is {land.area(fact['area'])}"
    return "" if all(land.lies(h, fact) for h in fact["hexes"]) else "it lies elsewhere"


CHECKS: dict[str, Callable[[Land, Fact], str]] = {
    "stand": _stand,
    "line": _line,
    "disc": _disc,
    "row": _row,
    "rows": _rows,
    "behind": _behind,
    "room": _room,
    "levels": _levels,
    "top": _top,
    "flat": _flat,
    "order": _order,
    "order_of_sides": _order_of_sides,
    "terrain": _terrain,
    "playable": _playable,
    "road": _road,
    "exit": _exit,
    "reach": _reach,
    "edge": _edge,
    "edges": _edges,
    "water": _water,
    "parts": _parts,
    "banks": _banks,
    "bank": _bank,
    "meets": _meets,
    "bridge": _bridge,
    "on_road": _on_road,
    "apart": _apart,
    "border": _border,
    "road_on": _road_on,
    "never_beside": _never_beside,
    "heights": _heights,
    "slope_steps": _slope_steps,
    "whole": _whole,
    "brook": _brook,
    "way_off": _way_off,
    "march": _march,
    "spot": _spot,
}

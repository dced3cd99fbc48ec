"""Control, looked at after each order, against a model that walks through the places hex by hex."""

from __future__ import annotations

import worlds
from hypothesis import given
from hypothesis import strategies as st

from modules.engine.stacks.tracing.holding import holders_after, holds_place, starting_holders

PLACES = ["0202", "0303", "0404"]
OCCUPIED = ["0505", "0606"]
RULES = worlds.clauses(
    control=[
        {
            "rule": "9",
            "places": PLACES,
            "by": "last_to_enter",
            "start": {"red": ["0303"]},
            "units": {"not_of": ["leader"]},
        },
        {"rule": "9.1", "places": OCCUPIED, "by": "occupied"},
    ]
)
BATTLE = worlds.battle(RULES)
UNITS = ("B-1", "B-2", "BL", "R-1", "R-2")
_places = st.sampled_from([*PLACES, *OCCUPIED, "0101", "lost"])
_orders = st.lists(
    st.tuples(st.sampled_from(UNITS), st.lists(_places.filter("lost".__ne__), max_size=2), _places),
    max_size=12,
)


def _side(unit: str) -> str:
    return "blue" if unit.startswith("B") else "red"


class Model:
    """Who holds what, in the words of the contract."""

    def __init__(self) -> None:
        self.at = dict.fromkeys(UNITS, "0101")
        self.last = {"0303": "red"}

    def go(self, unit: str, passed: list[str], end: str) -> None:
        """A unit enters hexes, the last of which is its end, and everybody looks who is there."""
        for hex_id in (*passed, end):
            if hex_id in PLACES and unit != "BL":
                self.last[hex_id] = _side(unit)
        self.at[unit] = end
        for hex_id in PLACES:
            if len(sides := self.sides_in(hex_id, fitting=True)) == 1:
                self.last[hex_id] = sides.pop()

    def sides_in(self, hex_id: str, *, fitting: bool) -> set[str]:
        """The sides with units in a hex."""
        return {_side(u) for u, h in self.at.items() if h == hex_id and not (fitting and u == "BL")}

    def holders(self) -> dict[str, str]:
        """Who holds what now."""
        now = {h: self.sides_in(h, fitting=False) for h in OCCUPIED}
        return {**self.last, **{h: next(iter(sides)) for h, sides in now.items() if len(sides) == 1}}


@given(_orders)
def test_who_entered_last_or_stands_there_alone_controls_a_place(
    orders: list[tuple[str, list[str], str]],
) -> None:
    model = Model()
    field = worlds.field(BATTLE, model.at)
    holders = starting_holders(field)
    assert holders == {"0303": "red"}
    for unit, passed, end in orders:
        model.go(unit, passed, end)
        field = worlds.field(BATTLE, model.at, holders=holders)
        entered = [(unit, hex_id) for hex_id in (*passed, end) if hex_id != "lost"]
        holders = holders_after(field, entered)
        assert holders == model.holders()


def test_without_a_clause_units_that_lie_there_alone_hold_a_place() -> None:
    field = worlds.field(BATTLE, {"B-1": "0101", "B-2": "0102", "R-1": "0102"})
    assert holds_place(field, "blue", "0101")
    assert not holds_place(field, "red", "0101")
    assert not holds_place(field, "blue", "0102")
    assert not holds_place(field, "blue", "0103")


def test_units_that_lie_in_a_place_at_the_start_control_it() -> None:
    field = worlds.field(BATTLE, {"B-1": "0303", "BL": "0202", "R-1": "0606"})
    assert starting_holders(field) == {"0303": "blue", "0606": "red"}

"""Games of strangers that are as large as limits let them be: a decision is listed all the same."""

import json
import shutil
from time import process_time

import pytest
import yaml
from ruled import THREE_HIGH

from modules import library
from modules.engine.driver import Play
from modules.engine.hexes.orders import Done
from modules.engine.stacks.moves import MOST_LISTED

SIDE, UNITS = 60, 300
SECONDS = 6
"""Of this process; the figure is 2 s. It was minutes."""
FOES = {"B": "blue", "R": "red"}
MARCH = {"budget": 99, "rule": "3"}
ALL = {"of": ["all"]}
ZONE = {**ALL, "reach": 3, "stop": True, "leave": "free", "hop": "not_same", "rule": "4"}
COST = {"into": ["clear"], "mp": 2, "rule": "3"}
CLAUSES = {
    "nothing else": {},
    "zones": {"zones": [{**ZONE, "cancelled_by_friends": True}] * 12},
    "stacking": {"stacking": [{"limit": 1, "holds": "always", "rule": "4"}] * 40},
    "neighbours": {
        "movement": {
            "way0": {
                **MARCH,
                "costs": [{**COST, "units": {"near": {**ALL, "hexes": n % 20}}} for n in range(200)],
            }
        }
    },
    "ways": {"movement": {f"way{n}": {**MARCH, "costs": [{**COST, "units": ALL}]} for n in range(12)}},
}


def _edit(file, **parts):
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**data, **parts}), encoding="utf-8")


def _make(folder, clauses):
    """A plain with hundreds of counters a side, in each column those of the other side."""
    shutil.copytree(THREE_HIGH, folder)
    hexes = [f"{a:02}{b:02}" for a in range(1, SIDE + 1) for b in range(1, SIDE + 1)]
    lying = {s: [h for h in hexes if (int(h[:2]) % 2 == 0) == (s == "B")] for s in FOES}
    entries = {
        f"{s}-u{n}": {"nation": FOES[s], "kind": "armour", "count": 100} for s in FOES for n in range(3)
    }
    whole = {"values": {"movement": 9}, "source": "rulebook 1"}
    _edit(folder / "counters.yaml", counters={name: {**entry, **whole} for name, entry in entries.items()})
    (each_map,) = (folder / "maps").glob("*.yaml")
    data = yaml.safe_load(each_map.read_text(encoding="utf-8"))
    for axis in "ab":
        data["grid"][axis]["last"] = SIDE
    rows = {f"{row:02}": "." * SIDE for row in range(1, SIDE + 1)}
    _edit(each_map, grid=data["grid"], terrain={**data["terrain"], "rows": rows}, hexsides=[], roads=[])
    setup = [
        {
            "side": FOES[s],
            "rule": "8",
            "source": "rulebook 8",
            "at": {f"{s}-u{n // 100}-{n % 100 + 1}": lying[s][n * 5] for n in range(UNITS)},
        }
        for s in FOES
    ]
    _edit(folder / "scenarios" / "plain.yaml", setup=setup, entries=[])
    made = {"rules": 1, "book": "Rules", "movement": {"way0": MARCH}, **clauses}
    made["phases"] = {"movement": {"does": "move", "by": [*made["movement"]], "rule": "3"}}
    (folder / "rules.yaml").write_text(json.dumps(made), encoding="utf-8")


@pytest.mark.parametrize("clauses", CLAUSES)
def test_a_decision_in_a_large_game_is_listed(tmp_path, clauses):
    _make(tmp_path / "large", CLAUSES[clauses])
    play = Play(library.rules(str(tmp_path / "large"), "plain", ()))
    while play.state.phase != "movement":
        play.answer(Done())
    before, options = process_time(), play.request.options
    actors, orders = list(options.actors()), options.legal()
    assert process_time() - before < SECONDS
    listed = {order.units[0] for order in orders if order.verb == "move"}
    assert listed == {actor for actor, _ in actors}
    assert len(orders) < MOST_LISTED + 2 * SIDE * SIDE
    assert all(options.fault_of(order) is None for order in orders[-400:-300])

"""How many orders are legal in ten positions of each scenario: counted, and kept in golden_counts.yaml.

Like a perft of chess: a count that changes tells that what is legal has changed, and where. `next`, where few
enough orders are legal, is the sum of the legal orders after each of them. After a change that is meant:

    python tests/modules/golden_counts.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from watching import Dice, answer_to, rules_of

from modules import library
from modules.engine.driver import Play, Snapshot
from modules.engine.requests import Choose
from modules.engine.rules.full_rules import FullRules

FILE = Path(__file__).with_name("golden_counts.yaml")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as fast, where the library was built with it."""
POSITIONS = 10
SEED = 7
SENSE = 0.75
FEW = 24
"""So many legal orders are carried out one by one to count those that follow."""

HEAD = """\
# Legal orders in positions of games that are played by seed: `after` so many answers, `orders` are listed,
# and `next` after all of these together. Remade by: python tests/modules/golden_counts.py
"""

Row = dict[str, str | int]


def scenarios() -> list[str]:
    """Every scenario and campaign that is refereed."""
    games = [(name, library.definition(name)) for name in library.refereed_games()]
    return [f"{name}/{scenario}" for name, game in games for scenario in (*game.scenarios, *game.campaigns)]


def counted(name: str) -> list[Row]:
    """Ten positions of one game: one of each kind of decision, drawn by lot, then others evenly spread."""
    rules = rules_of(*name.split("/"))
    play, dice = Play(rules), Dice(SEED)
    met: list[tuple[str, int, Snapshot[Any]]] = []
    while play.request is not None:
        if isinstance(play.request, Choose):
            met.append((play.request.kind, play.count, play.snapshot()))
        play.answer(answer_to(rules, play.request, play.state, dice, SENSE))
    return [_row(rules, *met[i]) for i in _chosen([kind for kind, _, _ in met], dice)]


def _chosen(kinds: Sequence[str], dice: Dice) -> list[int]:
    places = {kind: [i for i, other in enumerate(kinds) if other == kind] for kind in dict.fromkeys(kinds)}
    chosen = {dice.random.choice(those) for those in list(places.values())[:POSITIONS]}
    spread = [len(kinds) * i // POSITIONS for i in range(1, POSITIONS)]
    for i in (*spread, *range(len(kinds))):
        if len(chosen) < POSITIONS:
            chosen.add(i)
    return sorted(chosen)


def _row(rules: FullRules[Any], kind: str, count: int, mark: Snapshot[Any]) -> Row:
    choice = Play.restore(rules, mark).request
    assert isinstance(choice, Choose)
    legal = choice.options.legal()
    row: Row = {"after": count, "kind": kind, "orders": len(legal)}
    if len(legal) <= FEW:
        row["next"] = sum(_after(rules, mark, order) for order in legal)
    return row


def _after(rules: FullRules[Any], mark: Snapshot[Any], order: Any) -> int:
    """Legal orders after one; where dice or cards come next, or the game is over, one."""
    play = Play.restore(rules, mark)
    play.answer(order)
    return len(play.request.options.legal()) if isinstance(play.request, Choose) else 1


def text() -> str:
    """The whole file as it should be."""
    lines = [HEAD]
    for name in scenarios():
        lines.append(f"{name}:\n")
        rows = [", ".join(f"{key}: {value}" for key, value in row.items()) for row in counted(name)]
        lines += [f"  - {{{row}}}\n" for row in rows]
    return "".join(lines)


def golden() -> dict[str, list[Row]]:
    """The file as it is."""
    found: dict[str, list[Row]] = yaml.load(FILE.read_text(encoding="utf-8"), Loader=_LOADER)
    return found


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

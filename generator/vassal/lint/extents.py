"""How large a map is with the boards that a save lays on it."""

from __future__ import annotations

from collections import defaultdict

from generator.vassal.format.commands import Boards
from generator.vassal.lint.facts import MapFacts, ModuleFacts


def map_extent(facts: ModuleFacts, known: MapFacts, boards: Boards | None) -> tuple[int, int] | None:
    """Width and height in px, None where a board's size or place is unknown."""
    cells = boards.boards if boards is not None else ()
    if not cells and len(known.boards) == 1:
        cells = ((next(iter(known.boards)), 0, 0),)
    columns: dict[int, int] = defaultdict(int)
    rows: dict[int, int] = defaultdict(int)
    for name, column, row in cells:
        board = known.boards.get(name.removesuffix("/rev"))
        size = facts.board_size(board) if board is not None else None
        if size is None:
            return None
        columns[column] = max(columns[column], size[0])
        rows[row] = max(rows[row], size[1])
    if not columns:
        return None
    edge = int(known.node.number("edgeWidth")), int(known.node.number("edgeHeight"))
    return sum(columns.values()) + 2 * edge[0], sum(rows.values()) + 2 * edge[1]

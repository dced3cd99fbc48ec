"""Samples of terrain for keys: one picture for all that would look alike, and no other."""

from __future__ import annotations

from looks import TAPESTRY

from generator.drawing.figures import Box
from generator.look import look_of_style
from generator.maps.samples import sample
from modules import library
from modules.engine.hexes.board import Board

ROOM = Box(0, 0, 20, 12)


def test_all_who_ask_for_one_picture_share_it() -> None:
    game = library.definition("three_battles")
    one, other = (Board(game.maps["hastings"], game.terrain) for _ in range(2))
    assert sample(TAPESTRY, one, "marsh", ROOM) is sample(TAPESTRY, other, "marsh", ROOM)


def test_what_looks_otherwise_is_another_picture() -> None:
    game = library.definition("three_battles")
    board = Board(game.maps["hastings"], game.terrain)
    plain = sample(TAPESTRY, board, "marsh", ROOM)
    assert sample(TAPESTRY, board, "marsh", Box(0, 0, 21, 12)).svg() != plain.svg()
    look = look_of_style("modern")
    assert sample(look, board, "marsh", ROOM).svg() != plain.svg()
    other = {**game.terrain, "marsh": game.terrain["marsh"].model_copy(update={"name": "Bog"})}
    assert sample(TAPESTRY, Board(board.map, other), "marsh", ROOM) is not plain

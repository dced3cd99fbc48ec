"""A drag that is no order is refused by a rule with a reason, in every kind of decision; the reason says what
is due, if it comes at the wrong time."""

from __future__ import annotations

import random
from typing import Any

import pytest
from decided import SEEDS, all_of, decisions
from test_kinds import KINDS

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.gestures.hand import Piece, Put
from modules.engine.gestures.reading import read, with_order_names
from modules.engine.orders import parts_of
from modules.engine.requests import Choose

NEVER = {"year_of_the_comet": {"set_up"}}
"""Kinds of decision in which no drag is refused: a block is set up in any area."""
DRAGS = 6
"""So many in each kind of decision are looked at."""


def dragged(play: Play[Any], choice: Choose, piece: Piece, end: str) -> Illegal | None:
    """Why a piece cannot be dragged to a place; None if it can."""
    return read(play, choice, with_order_names(play, Put((piece,), (piece.place, end)))).fault


def lying(play: Play[Any], choice: Choose) -> list[Piece]:
    """The pieces on the board and beside it of the side that decides."""
    return [
        Piece(each.counter, each.place, each.side, each.steps_lost)
        for each in (*play.rules.position(play.state), *play.rules.off_map(play.state))
        if each.counter and choice.side in (each.side, play.rules.fights_for(each.side))
    ]


@pytest.mark.parametrize("game", KINDS)
def test_a_drag_is_refused_by_a_rule_and_told_what_is_due(game: str) -> None:
    refused: dict[str, int] = {}
    for play, choice in all_of(game):
        draw = random.Random(sum(refused.values()))
        own = lying(play, choice)
        if not own or refused.get(choice.kind, 0) >= DRAGS:
            continue
        piece, end = draw.choice(own), draw.choice(sorted(play.rules.grammar.places))
        fault = dragged(play, choice, piece, end)
        if fault is None:
            continue
        refused[choice.kind] = refused.get(choice.kind, 0) + 1
        assert fault.rule and fault.reason
        assert "no order now" not in fault.reason, (choice.kind, piece, end, fault)
        due = choice.options.due_kinds()
        named = any(kind.FORM.split()[0] in fault.reason for kind in due)
        assert named or any(part.what == "place" for kind in due for part in parts_of(kind)), fault
    assert {*KINDS[game].split()} - refused.keys() == NEVER.get(game, set())


def test_pieces_that_cannot_be_moved_are_refused_each_by_its_own_rule() -> None:
    """In movement: an enemy, a piece that has moved, a hex beyond reach, a hex that is filled."""
    rules = {}
    for name in ("three_battles/hastings", "hastings_berg/hastings"):
        play, choice = next(
            (play, choice)
            for play, choice in decisions(name, SEEDS[name])
            if choice.kind == "movement" and getattr(choice.options, "moved", ()) and moves(choice)
        )
        options: Any = choice.options
        mine = {piece.counter: piece for piece in lying(play, choice)}
        enemy = next(each for each in play.rules.position(play.state) if each.side != choice.side)
        mover = mine[moves(choice)[0]]
        reached = {each.place for each in options.reach(mover.counter)}
        free = next(place for place in reached if place in options.board.neighbours)
        moved = next(mine[counter] for counter in options.moved if counter in mine)
        far = max(options.board.neighbours, key=lambda place: options.board.distance(mover.place, place))
        others = [each.place for each in mine.values() if each.place != mover.place]
        filled = min(others, key=lambda place: options.board.distance(mover.place, place))
        rules[name] = [
            fault.rule if (fault := dragged(play, choice, *what)) else ""
            for what in (
                (Piece(enemy.counter, enemy.place), free),
                (moved, free),
                (mover, far),
                (mover, filled),
                (mover, free),
            )
        ]
    assert rules == {
        "three_battles/hastings": ["4.1", "4.1", "4.2", "13.4 (4.3)", ""],
        "hastings_berg/hastings": ["5.2.2", "5.1.3", "5.1.2", "5.2.1", ""],
    }


def moves(choice: Choose) -> list[str]:
    """Those who may move."""
    return [name for name, _ in choice.options.actors() if choice.options.reach(name)]

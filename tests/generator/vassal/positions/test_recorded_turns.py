"""Player turns that VASSAL 3.7.26 itself recorded on our modules: what their logs say of orders.

Each log in `data/turns` begins with a position from a game by policy; the gestures of one player turn were
then made in the genuine engine, *Odds* and *Hand in orders* pressed in each phase. Passwords were taken out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from generator.vassal.format.archive import open_archive
from generator.vassal.format.commands import Chat, Command, Group, Log, MovePiece, read_commands
from generator.vassal.format.container import read_save
from generator.vassal.format.orders.block import read_blocks
from generator.vassal.lint import lint_file
from generator.vassal.logs.log_file import open_log
from modules import library
from modules.engine.gestures.hand import Point
from modules.engine.lookup_tables import OddsTable

TURNS = sorted((Path(__file__).parents[1] / "data" / "turns").glob("*.vlog"))
ODDS = re.compile(r"\* Combat (\d): (\d+) against (\d+), column (\S+);")


@cache
def steps_of(path: Path) -> tuple[Command, ...]:
    """The commands of a log's steps, without its start position."""
    return tuple(_logged(read_commands(read_save(open_archive(path)).text)))


def _logged(commands: Iterable[Command]) -> Iterator[Command]:
    for each in commands:
        if isinstance(each, Group):
            yield from _logged(each.commands)
        elif isinstance(each, Log):
            yield each.command


def chat_of(path: Path) -> list[str]:
    return [each.line for each in steps_of(path) if isinstance(each, Chat)]


def test_there_is_a_turn_of_each_game_with_counters_or_cards() -> None:
    names = {path.stem.partition("-")[0] for path in TURNS}
    assert names == {"three_battles", "hastings_berg", "shield_wall", "hastings_pulsipher"}


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_every_block_holds_and_its_lines_are_orders_of_the_game(path: Path) -> None:
    game, _, scenario = path.stem.partition("-")
    grammar = library.rules(game, scenario).grammar
    blocks = read_blocks(chat_of(path))
    assert len(blocks) >= 2 and all(block.holds for block in blocks)
    lines = [line for block in blocks for line in block.orders]
    orders = [grammar.parse(line) for line in lines]
    assert {"move", "attack", "done"} <= {order.verb for order in orders}
    moved = [line for line in lines if line.startswith("move")]
    assert len(moved) == len(set(moved)), "a way was told twice"


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_a_log_moves_each_hex_tells_it_once_and_holds_no_password(path: Path) -> None:
    steps = steps_of(path)
    moves = [each for each in steps if isinstance(each, MovePiece)]
    told = [line for line in chat_of(path) if " moves " in line and line.endswith(" *")]
    assert len(moves) == len(told) > 5
    assert {each.player for each in moves} == {""}
    text = read_save(open_archive(path)).text
    assert set(re.findall(r"PLAYER\t([^\t]*)\t", text)) == {""}


@pytest.mark.whole
@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_combats_that_the_tracker_cleared_count_as_the_block_tells_them(path: Path) -> None:
    """VASSAL takes the signs away in a step of its own, before that of the tracker."""
    game, _, scenario = path.stem.partition("-")
    rules, log = library.rules(game, scenario), open_log(path)
    found = log.read(library.definition(game), rules.grammar.places, ())
    assert found.start.moment is not None
    sides = rules.sides_of(found.start.moment.player)
    made = log.read(library.definition(game), rules.grammar.places, sides).made
    lines = {line for block in read_blocks(chat_of(path)) for line in block.orders}  # some stand in two
    told = Counter(line.split()[0] for line in lines)
    pointed = [each.gesture for each in made if isinstance(each.gesture, Point)]
    fires = sum(len(each.pieces) for each in pointed if each.word == "fire")  # a line for each who fires
    combats = sum(each.word == "combat" for each in pointed)
    assert (fires, combats) == (told["fire"], told["attack"])


def test_the_module_reads_the_column_that_the_rules_read() -> None:
    """10 and 6 of the Combat Results Table of three battles; the ends of the table as it prints them."""
    table = OddsTable(library.definition("three_battles").tables.odds["crt"])
    found = [
        match
        for path in TURNS
        if path.stem.startswith("three_battles")
        for line in chat_of(path)
        if (match := ODDS.match(line))
    ]
    assert len(found) > 5
    for match in found:
        column = table.column(int(match[2]), int(match[3]))
        assert match[4] == table.entry.columns[column], match[0]


@pytest.mark.parametrize("path", TURNS, ids=lambda path: path.stem)
def test_a_recorded_log_is_sound(path: Path) -> None:
    assert lint_file(path) == []

"""Checks of boards of squares, packs of cards, and scenarios that are played with them."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable

from modules.amounts import count_noun
from modules.definition.files import Files, known_word
from modules.definition.formats.boards import BoardFile
from modules.definition.formats.cards import LARGEST_SEALED_PACK, CardsFile
from modules.definition.formats.game import GameFile
from modules.definition.formats.scenarios import CardScenario, Force
from modules.definition.model import Counter


def check_board(files: Files, file: str, board: BoardFile, game: GameFile) -> None:
    """Sectors share out all columns, heights and homes lie on the board, homes do not overlap."""
    columns = range(1, board.grid.columns + 1)
    taken: dict[int, str] = {}
    for name, sector in board.sectors.items():
        for i, column in enumerate(sector.columns):
            path = ("sectors", name, "columns", i)
            if column not in columns:
                files.fault(file, path, f"there is no column {column}: there are {board.grid.columns}")
            elif column in taken:
                files.fault(file, path, f"column {column} is already in the sector {taken[column]}")
            taken.setdefault(column, name)
    missing = [str(column) for column in columns if column not in taken]
    if missing and len(board.sectors) == len(files.sources[file].data["sectors"]):
        files.fault(file, ("sectors",), f"no sector holds column {', '.join(missing)}")
    _homes(files, file, board, game)
    for i, row in enumerate(board.hill.rows if board.hill is not None else ()):
        _row(files, file, ("hill", "rows", i), row, board)


def _homes(files: Files, file: str, board: BoardFile, game: GameFile) -> None:
    used: dict[int, str] = {}
    for side, home in board.homes.items():
        known_word(files, file, ("homes", side), side, game.sides)
        if home.names and len(home.names) != len(home.rows):
            message = f"{count_noun(len(home.names), 'name')} for {count_noun(len(home.rows), 'row')}"
            files.fault(file, ("homes", side, "names"), message)
        for i, row in enumerate(home.rows):
            path = ("homes", side, "rows", i)
            _row(files, file, path, row, board)
            if row in used:
                files.fault(file, path, f"row {row} is already home to {used[row]}")
            used.setdefault(row, side)


def _row(files: Files, file: str, path: tuple[str | int, ...], row: int, board: BoardFile) -> None:
    if not 1 <= row <= board.grid.rows:
        files.fault(file, path, f"there is no row {row}: there are {board.grid.rows}")


def check_cards(files: Files, file: str, cards: CardsFile, game: GameFile) -> None:
    """Each side has at most one choice on a card, and the pack is large enough for the hands."""
    for name, deck in cards.decks.items():
        for card_name, card in deck.cards.items():
            path = ("decks", name, "cards", card_name, "choices")
            given = Count(side for choice in card.choices for side in choice.sides)
            for i, choice in enumerate(card.choices):
                for j, side in enumerate(choice.sides):
                    known_word(files, file, (*path, i, "sides", j), side, game.sides)
            for side, number in given.items():
                if number > 1:
                    files.fault(
                        file,
                        path,
                        f"the side {side} has {count_noun(number, 'choice')}: a card has one for each side",
                    )
        size = sum(card.count for card in deck.cards.values())
        if size < deck.dealt * len(game.sides):
            message = f"the pack has {count_noun(size, 'card')}: too few to deal {deck.dealt} to each side"
            files.fault(file, ("decks", name, "hand"), message)
        if deck.hand is not None and size > LARGEST_SEALED_PACK:
            message = f"a pack for hands has {LARGEST_SEALED_PACK} cards at most, and this one {size}"
            files.fault(file, ("decks", name, "hand"), message)


def check_card_scenario(
    files: Files,
    file: str,
    scenario: CardScenario,
    game: GameFile,
    counters: dict[str, Counter],
    boards: Iterable[BoardFile],
) -> None:
    """Its board, sides and cards are there, and each side fills its home rows exactly."""
    by_name = {board.board: board for board in boards}
    names = files.names("boards", "board")
    if names is not None:
        known_word(files, file, ("board",), scenario.board, names)
    known_word(files, file, ("first_player",), scenario.first_player, game.sides)
    for i, force in enumerate(scenario.forces):
        known_word(files, file, ("forces", i, "side"), force.side, game.sides)
        _force(files, file, ("forces", i), force, counters)
        board = by_name.get(scenario.board)
        home = board.homes.get(force.side) if board is not None else None
        if board is None:
            continue
        if home is None:
            files.fault(file, ("forces", i, "side"), f"the board {board.board} has no home of {force.side}")
            continue
        room = len(home.rows) * board.grid.columns
        units = sum(force.counters[g] for g in force.counters if _role(g, counters) == "unit")
        if units - force.reserve != room and not any(map(files.is_cut, force.counters)):
            message = (
                f"{units} units less a reserve of {force.reserve} do not fill "
                f"{count_noun(room, 'square')} at home"
            )
            files.fault(file, ("forces", i, "counters"), message)


def _role(group: str, counters: dict[str, Counter]) -> str:
    return next((c.role for c in counters.values() if c.group == group), "")


def _force(
    files: Files, file: str, path: tuple[str | int, ...], force: Force, counters: dict[str, Counter]
) -> None:
    for group, number in force.counters.items():
        where = (*path, "counters", group)
        there = [c for c in counters.values() if c.group == group]
        if not there:
            groups = {c.group for c in counters.values() if c.side == force.side}
            known_word(files, file, where, group, groups)
        elif there[0].side != force.side:
            files.fault(file, where, f"{group} does not belong to the side {force.side}")
        elif not 1 <= number <= len(there):
            files.fault(file, where, f"found {number}: the game has {len(there)} of {group}")

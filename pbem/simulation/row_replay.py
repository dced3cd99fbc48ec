"""A game of a study once more, as a signed log: the same orders, the same dice, written down as evidence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from modules import library
from modules.amounts import count_noun
from modules.engine.orders import Order
from modules.engine.players.match import Match
from modules.engine.rules.required_parts import MissingPart
from pbem import errors
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.table import Table
from pbem.setup import new_game
from pbem.simulation import file_games, log_dice
from pbem.simulation.file_games import FileGame
from pbem.simulation.simulated_players import RecordedOrders
from pbem.simulation.study_rows import StudyRow

DICE: Final = "log"
"""What a row says of dice that a signed log can have."""


def play_game(row: StudyRow, out: Path, told: Callable[[Table], None] = lambda _: None) -> FileGame:
    """Play the game of a row and write it; `told` is called after each exchange.

    Raises `bad-row` for dice that no log can have, and before anything is written for a game that comes to
    something else here; UnknownGame; FileExists where a game is already.
    """
    if row.dice != DICE:
        raise errors.Refusal(
            Code.BAD_ROW,
            "its dice came from the study's own stream; those of a signed log follow from what its charter "
            f"promises: play the study with `--dice {DICE}`",
        )
    contest = row.contest
    head = log_dice.head_of(contest)
    seats = rules_lookup.seat_names(head, rules_lookup.rules_of(head))
    if len(contest.players) != len(seats):
        raise errors.Refusal(
            Code.BAD_ROW,
            f"it names {count_noun(len(contest.players), 'player')} for "
            f"{count_noun(len(seats), 'seat')}: {', '.join(seats)}",
        )
    plan = log_dice.plan_of(contest)
    file_games.refuse_taken(new_game.folders(plan, out).values())
    players = {seat: RecordedOrders(orders) for seat, orders in _orders(row).items()}
    played = file_games.play_game(plan, out, told, players=players)
    outcome = played.table.replay.outcome() or {}
    _check(row, (outcome.get("winner"), outcome.get("level"), outcome.get("rule")))
    return played


def _orders(row: StudyRow) -> dict[str, list[Order]]:
    """What each seat orders, one after another."""
    contest = row.contest
    rules = rules_lookup.rules_of(log_dice.head_of(contest))
    try:
        players = library.players(contest, rules)
    except (library.NoEvaluation, MissingPart) as error:
        raise errors.Refusal(Code.BAD_ROW, f"its players cannot play there: {error}") from error
    match = Match(rules, players, contest.seed, log_dice.dice_of(contest))
    given: dict[str, list[Order]] = {seat: [] for seat in rules.seats}
    while match.play.request is not None:
        match.step()
        for seat, order in match.given.items():
            given[seat].append(order)
    over = match.play.state.outcome
    _check(row, (over.winner, over.level, over.rule, match.play.count))
    return given


def _check(row: StudyRow, found: tuple[object, ...]) -> None:
    """Raise `bad-row` for a game that comes to something else than the row says."""
    said = (row.winner, row.level, row.rule, row.decisions)[: len(found)]
    if found != said:
        raise errors.Refusal(
            Code.BAD_ROW,
            f"this game came to {_words(said)}; here it comes to {_words(found)}: the study was played by "
            "another Senlac, or its rows were changed",
        )


def _words(facts: tuple[object, ...]) -> str:
    return ", ".join(str(each) or "nobody" for each in facts)

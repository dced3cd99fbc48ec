"""A game of a study once more, as a signed log: the same orders, the same dice, written down as evidence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from modules import library
from modules.amounts import counted
from modules.engine.orders import Order
from modules.engine.players.match import Match
from modules.engine.rules.required import MissingPart
from pbem import errors
from pbem.begin import newgame
from pbem.codes import Code
from pbem.rules import games
from pbem.rules.table import Table
from pbem.simulate import by_files, log_dice
from pbem.simulate.by_files import Played
from pbem.simulate.players import Again
from pbem.simulate.rows import Row

DICE: Final = "log"
"""What a row says of dice that a signed log can have."""


def play_game(row: Row, out: Path, told: Callable[[Table], None] = lambda _: None) -> Played:
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
    seats = games.seat_names(contest.game, contest.scenario, games.rules_of(log_dice.head_of(contest)))
    if len(contest.players) != len(seats):
        raise errors.Refusal(
            Code.BAD_ROW,
            f"it names {counted(len(contest.players), 'player')} for "
            f"{counted(len(seats), 'seat')}: {', '.join(seats)}",
        )
    plan = log_dice.plan_of(contest)
    by_files.refuse_taken(newgame.folders(plan, out).values())
    players = {seat: Again(orders) for seat, orders in _orders(row).items()}
    played = by_files.play_game(plan, out, told, players=players)
    outcome = played.table.replay.outcome() or {}
    _check(row, (outcome.get("winner"), outcome.get("level"), outcome.get("rule")))
    return played


def _orders(row: Row) -> dict[str, list[Order]]:
    """What each seat orders, one after another."""
    contest = row.contest
    rules = games.rules_of(log_dice.head_of(contest))
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


def _check(row: Row, found: tuple[object, ...]) -> None:
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

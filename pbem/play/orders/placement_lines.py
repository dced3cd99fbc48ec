"""Lines that place counters, in an order that tells nothing: sorted by place, where a set-up is hidden.

Who lays out face-down counters lays the ones that matter first, or as they come to his mind. The places are
seen by all; in which order they were filled is nobody's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order, counters_of, places_of
from modules.engine.requests import Choose
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules
from pbem.rules.table import Table


def sort_placements(table: Table, side: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines of a side's order, each run of lines that place one counter each sorted by place: in a game
    with hidden cards, as far as that changes nothing else. What is not legal stays where it is."""
    if not table.replay.rules.secret_packs:
        return tuple(lines)
    play = _copy_play(table.replay.play)
    done: list[str] = []
    for _, run in groupby(_answer_lines(play, side, lines), lambda each: each[:2]):
        done += _sort_run(table, [order for *_, order in run], len(done), lines)
    return (*done, *lines[len(done) :])


def _copy_play(play: Play[MailRules[Any]]) -> Play[MailRules[Any]]:
    return Play.restore(play.rules, play.snapshot())


def _answer_lines(
    play: Play[PlayRules[Any]], side: str, lines: Sequence[str]
) -> Iterator[tuple[str, str, Order]]:
    """The lines that answer decisions of a side before anything else is due: kind of each, verb, order."""
    for line in lines:
        request = play.request
        if not isinstance(request, Choose) or request.seat != side:
            return
        try:
            order = play.rules.grammar.parse(line)
            play.answer(order)
        except (OrderError, Illegal):
            return
        yield request.kind, order.verb, order


def _sort_run(table: Table, run: Sequence[Order], start: int, lines: Sequence[str]) -> Sequence[str]:
    """A run of orders in the order of their places, if each names one place of its own and the game then
    stands as it would."""
    given = lines[start : start + len(run)]
    places = [places_of(order) for order in run]
    one_each = all(len(names) == 1 for names in places) and all(len(counters_of(it)) < 2 for it in run)
    if len(run) < 2 or not one_each or len(set(places)) < len(run):
        return given
    by_place = [str(order) for order in sorted(run, key=lambda order: (places_of(order), str(order)))]
    same = _standing(table, [*lines[:start], *given]) == _standing(table, [*lines[:start], *by_place])
    return by_place if same else given


def _standing(table: Table, lines: Sequence[str]) -> object:
    """The state of the game after these lines, and what is due; None if one of them is not legal then."""
    play = _copy_play(table.replay.play)
    try:
        for line in lines:
            play.answer(play.rules.grammar.parse(line))
    except Illegal:
        return None
    request = play.request
    due = (request.seat, request.kind) if isinstance(request, Choose) else request
    return play.state, due

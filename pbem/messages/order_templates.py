"""Files for a player to edit: orders for the decision in hand, and standing orders.

What is offered stands behind `#`, so that the file says nothing as it is; who deletes the first `#` of a
line that has no space after it has an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modules.amounts import count_noun
from modules.engine.requests import Choose
from modules.engine.standing_orders import ANY, FORM, GENERIC, Kind
from pbem.log import deadlines
from pbem.messages import charter_text
from pbem.rules.decision_clock import clock_of
from pbem.rules.order_choices import by_beginning, describe_order
from pbem.rules.table import Table

LINES = 40
"""Choices that are offered in a file of orders."""


def template(
    table: Table,
    side: str,
    filed: Sequence[str] = (),
    now: int | None = None,
    later: Sequence[str] = (),
) -> str:
    """A file of orders for what is due of a side, as who sits at the table sees it. `filed`: its standing
    orders; `now`: Unix seconds; `later`: the side's own lines that it has not sent."""
    game = f"game {table.verifier.game[:8]}, {charter_text.title(table.game)}"
    lines = [f"# Orders of {side} for entry {table.seq + 1} of {game}"]
    lines += [f"# {line}" for line in _due_lines(table, side, filed, now)]
    request = table.choice(side)
    if later:
        lines += [
            "#",
            "# Your own lines that were not sent with your last move:",
            *(f"#{it}" for it in later),
        ]
    if request is not None:
        lines += [
            "#",
            "# Legal now. Delete the # in front of a line, change the line, or write your own:",
        ]
        lines += [f"#{line}" for line in _choices(request)]
    return "\n".join(lines) + "\n"


def _due_lines(table: Table, side: str, filed: Sequence[str], now: int | None) -> Iterator[str]:
    choice = table.choice(side)
    if table.replay.outcome() is not None:
        yield "The game is over."
    elif side not in table.owing_roles:
        yield f"You have nothing to decide now. You are waiting for {' and '.join(table.owing_roles)}."
    elif choice is not None:
        yield f"Due: {choice.ask} ({choice.kind.replace('_', ' ')}, rule {choice.rule})"
        if table.replay.due_sealing is not None:
            yield "One sealed order: nobody else can read it until all have sealed theirs."
    else:
        yield "Due: open the dice with `pbem move`, without a file."
    clock = clock_of(table, side)
    if clock is not None and clock.role == side:
        yield f"Deadline: {deadlines.format_deadline(clock, now, table.zone_of(side))}"
    if filed:
        yield f"Your standing orders: {'; '.join(filed)}"


def _choices(request: Choose) -> Iterator[str]:
    """One order for each beginning, in the words of an order file."""
    groups = by_beginning(request)
    for orders in list(groups.values())[:LINES]:
        one = describe_order(orders[0], request.options.summarize, "   # ")
        yield f"{orders[0]}   # one of {count_noun(len(orders), 'way')}" if len(orders) > 1 else one
    if len(groups) > LINES:
        yield f" and {count_noun(len(groups) - LINES, 'more beginning')}: `pbem legal --all` lists them"


def standing(table: Table, side: str, filed: Sequence[str]) -> str:
    """A file of standing orders: those that a side has `filed`, and behind `#` what may be said."""
    vocabulary = table.replay.filed.vocabulary
    lines = [
        f"# Standing orders of {side} in game {table.verifier.game[:8]}, {charter_text.title(table.game)}",
        "# The first line that fits a decision is used. Form:",
        f"#   {FORM}",
        "# of, in: only choices that name one of these counters, or one of these places.",
        "# if, unless: only choices for which the condition holds. Conditions:",
        *(f"#   {condition.name:12} {condition.says}" for condition in vocabulary.conditions.values()),
        "",
        *filed,
        "",
        f"# {ANY}: every decision that is not part of a plan",
        *_words(vocabulary.words_of(ANY), ANY, {}, ""),
    ]
    for kind in vocabulary.kinds.values():
        words = _words(vocabulary.words_of(kind.name), kind.name, _numbers(kind), kind.default)
        lines += ["#", f"# {_kind_name(kind)}", *words]
    return "\n".join(lines) + "\n"


def _kind_name(kind: Kind[object]) -> str:
    planned = "; usually part of a plan, so not covered by `any`" if kind.planned else ""
    return f"{kind.says} (rule {kind.rule}{planned})"


def _numbers(kind: Kind[object]) -> dict[str, int]:
    return {word.name: word.numbers[0] for word in kind.words if word.numbers}


def _words(words: dict[str, str], kind: str, numbers: dict[str, int], default: str) -> Iterator[str]:
    """The lines for a kind; the words that fit every kind are explained once, under `any`."""
    for name, says in words.items():
        line = f"{kind}: {name}" + (f" {numbers[name]}" if name in numbers else "")
        if kind == ANY or name not in GENERIC or name == default:
            yield f"#{line:34} # {says}" + ("; the default" if name == default else "")

"""What `pbem odds` prints: what may come of an order, worked out from its author's own board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from modules.engine.errors import Illegal
from modules.engine.odds import telling
from modules.engine.odds.branches import NoOdds
from modules.engine.odds.odds import first_refused, odds_of
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.advising import Advising
from modules.engine.standing import Line
from pbem import errors
from pbem.cli.output import tell
from pbem.cli.run_look import place_facts, seated
from pbem.codes import Code
from pbem.disk import whole
from pbem.judge.filing import Filings
from pbem.log.folder import Folder
from pbem.play import orderfile, player, shorthand
from pbem.rules import games
from pbem.rules.games import Ground, ground_of, play_with
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class How:
    """`suppose`: a file of standing orders for the others; `samples` where branches are many; `out`: a
    chart."""

    suppose: Path | None
    samples: int
    out: Path | None


def odds(path: Path, texts: Sequence[str], how: How, as_json: bool) -> int:
    """Print the odds of an order, and draw them."""
    folder = Folder(path)
    table = seated(folder)
    side = player.side(folder, table)
    orders = [_read(text, table) for text in texts]
    if isinstance(due := table.play.request, Choose) and due.seat == side:
        orders[0] = shorthand.with_way(
            table.play, due, orders[0], lambda: _ground(table), errors.OrderFileFault
        )
    play = play_with(table.play, Advising)
    try:
        found = odds_of(play, side, orders, _lines(folder, table, side, how.suppose), how.samples)
    except NoOdds as error:
        raise errors.Refusal(Code.NO_ODDS, str(error)) from error
    except Illegal as error:
        index = first_refused(play, orders)
        due = table.play.request if index == 0 and isinstance(table.play.request, Choose) else None
        raise errors.LineRefused(index, str(orders[index]), error, error.rule, due) from error
    if how.out is not None:
        from generator.look import look_of
        from generator.position.chances import odds_drawing

        look = look_of(games.definition_of(table.charter))
        whole.replace(how.out, odds_drawing(look, found).svg.encode())
    if as_json:
        file = None if how.out is None else str(how.out)
        tell({**place_facts(table), **telling.facts(found), "file": file})
    else:
        tell("".join(f"{line}\n" for line in telling.lines(found)))
    return 0


def _ground(table: Table) -> Ground:
    return ground_of(table.charter, table.replay.rules.map_of(table.play.state))


def _read(text: str, table: Table) -> Order:
    """An order as it is typed; raises OrderFileFault."""
    grammar = table.replay.rules.grammar
    try:
        return grammar.parse(orderfile.order(text, grammar))
    except orderfile.LineFault as fault:
        raise errors.OrderFileFault(f"`{text}`:{fault.column}: {fault}") from fault


def _lines(folder: Folder, table: Table, side: str, suppose: Path | None) -> dict[str, list[Line]]:
    """One's own standing orders, and those supposed for everybody else."""
    vocabulary = table.replay.filed.vocabulary
    own = [] if table.replay.rules.closed_orders else Filings(folder, table).in_force(side)[1]
    found = {side: [vocabulary.parse(line) for line in own]}
    if suppose is not None:
        others = orderfile.read(suppose, vocabulary)
        supposed = [vocabulary.parse(line) for line in others.lines]
        found |= {seat: supposed for seat in table.replay.rules.seats if seat != side}
    return found

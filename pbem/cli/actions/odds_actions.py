"""What `pbem odds` prints: what may come of an order, worked out from its author's own board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from modules.engine.odds import telling
from modules.engine.orders import Order
from modules.engine.standing_orders import Line
from pbem import errors
from pbem.cli.actions.situation_actions import load_own_table, place_facts
from pbem.cli.output import tell
from pbem.disk import atomic_files
from pbem.judge.standing_filing import Filings
from pbem.log.party.folder import Folder
from pbem.play import player
from pbem.play.orders import order_file
from pbem.play.orders.order_odds import find_odds
from pbem.rules import rules_lookup
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class OddsSettings:
    """`suppose`: a file of standing orders for the others; `samples` where branches are many; `out`: a
    chart."""

    suppose: Path | None
    samples: int
    out: Path | None


def odds(path: Path, texts: Sequence[str], how: OddsSettings, as_json: bool) -> int:
    """Print the odds of an order, and draw them."""
    folder = Folder(path)
    table = load_own_table(folder)
    side = player.side(folder, table)
    orders = [_read(text, table) for text in texts]
    found = find_odds(table, side, orders, _lines(folder, table, side, how.suppose), how.samples)
    if how.out is not None:
        from generator.look import look_of
        from generator.position.chances import odds_drawing

        look = look_of(rules_lookup.definition_of(table.game))
        atomic_files.replace(how.out, odds_drawing(look, found).svg.encode())
    if as_json:
        file = None if how.out is None else str(how.out)
        tell({**place_facts(table), **telling.facts(found), "file": file})
    else:
        tell("".join(f"{line}\n" for line in telling.lines(found)))
    return 0


def _read(text: str, table: Table) -> Order:
    """An order as it is typed; raises OrderFileFault."""
    grammar = table.replay.rules.grammar
    try:
        return grammar.parse(order_file.order(text, grammar))
    except order_file.LineFault as fault:
        raise errors.OrderFileFault(f"`{text}`:{fault.column}: {fault}") from fault


def _lines(folder: Folder, table: Table, side: str, suppose: Path | None) -> dict[str, list[Line]]:
    """One's own standing orders, and those supposed for everybody else."""
    vocabulary = table.replay.filed.vocabulary
    own = [] if table.replay.rules.closed_orders else Filings(folder, table).lines_in_force(side)[1]
    found = {side: [vocabulary.parse(line) for line in own]}
    if suppose is not None:
        others = order_file.read(suppose, vocabulary)
        supposed = [vocabulary.parse(line) for line in others.lines]
        found |= {seat: supposed for seat in table.replay.rules.seats if seat != side}
    return found

"""Blocks of "Hand in orders" as text that is pasted into a mail: as VASSAL wrote them into the chat of a log,
or as a module writes them of what a hand did."""

from chatted import chatted

from generator.vassal.format.orders.block import HEADING, NOBODY, checksum
from modules.engine.gestures.gathering import gathered
from modules.engine.gestures.hand import OFF, Press, Put, apart
from pbem.play.orders.mail_word_drafts import seat_table
from pbem.vassal import pasted_orders


def blocks_in(log):
    """The lines of all blocks in the chat of a log."""
    lines, inside = [], False
    for line in chatted(log):
        inside = inside or line.startswith(f"* {HEADING}")
        if inside:
            lines.append(line)
        inside = inside and "End of orders" not in line
    return lines


def pasted_into(folder, table, side, lines):
    """What a pasted text says to who reads it as the side."""
    return pasted_orders.read(lines, seat_table(folder, table, side), side)


def block_of(heading, orders):
    orders = (*orders, "done")
    return [
        f"* {HEADING} {heading}",
        *(f"* {line}" for line in orders),
        f"* End of orders: {len(orders)}, checksum {checksum(orders)}",
    ]


def put_lines(found, grammar, names):
    """The lines of a module without orders of single pieces: each piece that was put its own, then what was
    said. `names` are those of places in VASSAL."""
    gestures = [made.gesture for made in gathered(found.made, grammar)]
    puts = [part for each in gestures if isinstance(each, Put) for part in apart(each) or (each,)]
    for put in puts:
        way = "-".join("Forces" if place == OFF else names.get(place, place) for place in put.way)
        yield f"put {put.pieces[0].counter or NOBODY}: {way}"
    yield from (each.word for each in gestures if isinstance(each, Press))


def alike(orders):
    """Counters of one order stand in the sequence of their stacks there, of their moves here."""
    return sorted(
        " ".join(",".join(sorted(word.split(","))) for word in order.split(" ")) for order in orders
    )

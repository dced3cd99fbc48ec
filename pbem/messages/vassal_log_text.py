"""What a log recorded in VASSAL says, line by line: step, counter, way, order, or why not; as text, as a
file of orders to edit, and for a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from modules.amounts import count_noun
from modules.engine.gestures.following import Said
from modules.engine.gestures.hand import (
    Dice,
    Draw,
    Fill,
    Flip,
    Gesture,
    Mark,
    Phase,
    Piece,
    Point,
    Press,
    Put,
    Turn,
    Unmark,
)
from pbem import errors
from pbem.play.orders.order_file import OrderFile
from pbem.vassal.recorded_log import UnderstoodLog

_NOTHING = "nothing in it is an order"


def text(found: UnderstoodLog) -> str:
    """All that was understood, for a person."""
    rows = [
        (_steps(said.made.steps, found.counted), *_gesture_text(said.made.gesture), _outcome_text(said))
        for said in found.said
    ]
    widths = [max((len(row[n]) for row in rows), default=0) for n in range(3)]
    lines = [f"{found.name}: {found.steps} {found.counted}s", *(f"  note: {note}" for note in found.notes)]
    for *cells, last in rows:
        lines.append("  " + "  ".join([*(f"{c:{w}}" for c, w in zip(cells, widths, strict=True)), last]))
    lines += [f"  {found.counted} {each.step}: {each.what}: passed over" for each in found.passed]
    return "".join(f"{line.rstrip()}\n" for line in [*lines, _sum(found)])


def orders_file(found: UnderstoodLog) -> str:
    """The orders as a file to edit: what is no order stands in it behind `#`."""
    lines = [f"# from {found.name}, {found.steps} {found.counted}s"]
    for said in found.said:
        if said.order is not None:
            lines.append(f"{said.order}")
        else:
            lines.append(
                f"# {_steps(said.made.steps, found.counted)}: {said.made.gesture}: {_outcome_text(said)}"
            )
            lines += [f"# {order}" for order in said.choices]
    return "".join(f"{line}\n" for line in lines)


def faults(found: UnderstoodLog) -> list[str]:
    """What keeps the orders from being signed as they are: each thing done that is refused, or not clear."""
    return [
        f"{found.name}: {_steps(said.made.steps, found.counted)}: {said.made.gesture}: {_outcome_text(said)}"
        for said in found.open
        if said.fate in ("ask", "refused")
    ]


def as_orders(found: UnderstoodLog, file: Path) -> OrderFile:
    """The orders that a log says, to be signed. Raises OrderFileFault where something in it is refused or not
    clear, or nothing is an order."""
    if wrong := faults(found):
        mend = (
            f"{file}: take it back in VASSAL and record again, or write the orders with `pbem orders --out`"
        )
        raise errors.OrderFileFault("\n".join([*wrong, mend]))
    if not found.lines:
        raise errors.OrderFileFault(f"{file}: nothing in it is an order of yours")
    numbers, lines = zip(*lines_of(found), strict=True)
    return OrderFile(file, lines, numbers)


def facts(found: UnderstoodLog) -> dict[str, Any]:
    """All that was understood, for a program."""
    return {
        "file": found.name,
        "steps": found.steps,
        "orders": list(found.lines),
        "notes": list(found.notes),
        "said": [_facts(said) for said in found.said],
    }


def _facts(said: Said) -> dict[str, Any]:
    counter, way = _gesture_text(said.made.gesture)
    return {
        "steps": list(said.made.steps),
        "counter": counter,
        "way": way,
        "fate": said.fate,
        "order": None if said.order is None else str(said.order),
        "choices": [str(order) for order in said.choices],
        "why": None if said.why is None else {"rule": said.why.rule, "reason": said.why.reason},
    }


# --- the parts of a line -----------------------------------------------------------------------------------


def _steps(steps: Sequence[int], counted: str) -> str:
    if len(steps) == 1:
        return f"{counted} {steps[0]}"
    if list(steps) == [*range(steps[0], steps[-1] + 1)]:
        return f"{counted}s {steps[0]}-{steps[-1]}"
    return f"{counted}s {', '.join(map(str, steps))}"


def _gesture_text(gesture: Gesture) -> tuple[str, str]:
    """Who, and what was done with him."""
    match gesture:
        case Put(pieces, way, facing, word):
            return _piece_names(pieces), ", ".join(filter(None, [" > ".join(way), facing, word]))
        case Turn(pieces, facing):
            return _piece_names(pieces), f"to {facing}"
        case Mark(pieces, word):
            return _piece_names(pieces), word
        case Point(pieces, at):
            return _piece_names(pieces), f"at {_piece_names(at)}"
        case Press(word):
            return "", word
        case Unmark(pieces, word):
            return _piece_names(pieces), f"{word} off"
        case Flip(pieces, way):
            return _piece_names(pieces), f"turned {way}"
        case Fill() | Phase() | Dice() | Draw():
            return "", str(gesture)


def _piece_names(pieces: Sequence[Piece]) -> str:
    return ",".join(piece.counter or f"in {piece.place}" for piece in pieces)


def _outcome_text(said: Said) -> str:
    match said.fate:
        case "order":
            return f"{said.order}"
        case "implied":
            return f"{said.order}   (needed by what was done next)"
        case "after":
            return f"{said.order}   (if the dice before it allow it)"
        case "ask":
            return f"not clear: write one of: {'; '.join(map(str, said.choices))}"
        case "back":
            meant = (
                f"; if it is to count, write {' or '.join(map(str, said.choices))}" if said.choices else ""
            )
            return f"it ended where it began: no order{meant}"
        case "later":
            after = "it comes after dice, or a decision of the other side"
            if said.why is None:
                return f"{after}: not used"
            return f"{after}, and is likely against rule {said.why.rule} then: {said.why.reason}: not used"
        case "refused":
            return f"against rule {said.why.rule}: {said.why.reason}" if said.why else "it cannot be done now"


def _sum(found: UnderstoodLog) -> str:
    wrong = sum(1 for said in found.open if said.fate in ("ask", "refused"))
    orders = count_noun(len(found.lines), "order") if found.lines else _NOTHING
    return f"{orders}; {wrong} to be mended" if wrong else orders


def lines_of(found: UnderstoodLog) -> Iterator[tuple[int, str]]:
    """Each order with the step in which it was made, for who signs them."""
    for said in found.said:
        if said.order is not None:
            yield said.made.steps[0], str(said.order)

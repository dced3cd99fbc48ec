"""The block of the button *Hand in orders*, pasted from VASSAL's chat into a mail: whether it came whole, and
what the hand did that it tells of, read as a log of it would be.

Heading and checksum tell that no line was lost or wrapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from generator.vassal.format.orders.block import DONE, beside_blocks, read_blocks
from generator.vassal.logs.handed_in import handed_in
from modules.engine.driver import Play
from modules.engine.gestures.by_hand import is_by_hand
from modules.engine.gestures.following import Following, Said
from modules.engine.gestures.gathering import Made, gathered, in_sequence
from modules.engine.gestures.hand import Gesture, Press, Put, apart
from modules.engine.gestures.reading import due
from modules.engine.rules.view_rules import ViewRules
from pbem.play.orders.mail_word_drafts import are_orders
from pbem.rules import rules_lookup
from pbem.rules.table import Table
from pbem.vassal.recorded_log import UnderstoodLog

_FOLLOWED: Final = 600
"""Lines followed in all sequences of a mail's lines: a hostile one must not keep the referee busy."""


def find_damaged_block(typed: Sequence[str]) -> str | None:
    """The heading of the first block in a mail whose number of lines or checksum does not hold."""
    return next((block.heading for block in read_blocks(typed) if not block.holds), None)


def read(typed: Sequence[str], table: Table, side: str) -> UnderstoodLog | None:
    """The blocks of a mail, which came whole, as the orders of a side, on a table that shows what the side
    may see and stays as it is. None where all is to be read as it was typed: without a block, with orders
    beside it, or where the side owes nothing."""
    blocks = read_blocks(typed)
    choice = due(table.play, side)
    if not blocks or are_orders(table, beside_blocks(typed)) or choice is None:
        return None
    play, rules, definition = table.play, table.replay.rules, rules_lookup.definition_of(table.game)
    state = rules.view(play.state, side)
    placed = (*rules.position(state), *rules.off_map(state))
    told, lines = list[list[Made]](), 0
    for block in blocks:
        shown = (block, definition, rules.grammar, placed, play.state.phase, lines)
        told.append(handed_in(*shown, by_hand=is_by_hand(choice)))
        lines += len(block.orders)
    said = _follow_by_hand(play, side, told) if is_by_hand(choice) else _follow_blocks(play, side, told)
    return UnderstoodLog("your block", lines, tuple(s for s in said if not _idle(s)), (), (), "line")


def _follow_by_hand(play: Play[ViewRules[Any]], side: str, told: Sequence[Sequence[Made]]) -> list[Said]:
    """What blocks of a game by hand come to: their lines keep their order."""
    following = Following(Play.restore(play.rules, play.snapshot()), side)
    return following.follow(in_sequence([each for block in told for each in block]))


def _follow_blocks(play: Play[ViewRules[Any]], side: str, told: Sequence[Sequence[Made]]) -> list[Said]:
    """What blocks come to. Their lines stand as counters lie in their stacks, and not as they were moved:
    what is not legal there is tried before the others, as long as that makes more legal and is not much."""
    best, order, wrong, left = list[Said](), [*map(list, told)], None, _FOLLOWED
    while True:
        made = [each for block in order for each in gathered(block, play.rules.grammar)]
        said = Following(Play.restore(play.rules, play.snapshot()), side).follow(made)
        refused = {each.made.steps for each in said if each.fate == "refused"}
        if wrong is not None and len(refused) >= len(wrong):
            return best
        best, wrong, left = said, refused, left - len(made)
        if not wrong or len(made) > left:
            return best
        first = [each.gesture for each in made if each.steps in refused and isinstance(each.gesture, Put)]
        order = [sorted(block, key=lambda each: not _part_of(each.gesture, first)) for block in order]


def _part_of(gesture: Gesture, those: Sequence[Gesture]) -> bool:
    return any(gesture == each or gesture in apart(each) for each in those)


def _idle(said: Said) -> bool:
    """The last line of every block is `done`: where no phase is to be closed it says nothing."""
    return said.made.gesture == Press(DONE) and said.order is None

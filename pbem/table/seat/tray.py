"""What lies beside the board for a seat: counters that wait to be set up or to enter, and the cards in its
hand.

For example, before the set-up of Fulford the tray of the Vikings has one row, `forces`, with all of their
counters.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import replace
from typing import Any, Final

from generator.position.stacks import name_counter
from modules.definition import Definition
from modules.engine.driver import Play
from modules.engine.position import PlacedCounter
from modules.engine.rules.view_rules import ViewRules
from pbem.table.story_json import Json

_ROWS: Final = {
    "hand": "Your hand",
    "forces": "To be set up",
    "entering": "To enter",
    "reserve": "Set aside",
}
"""The rows of a tray by the first word of their place, in their order."""
_OTHERS: Final = "To be placed"
"""The row of what else may be picked up, such as the cards of a pack that is laid out."""


def list_tray(
    definition: Definition,
    play: Play[ViewRules[Any]],
    seat: str,
    lit: Container[str],
    draw: Callable[[PlacedCounter], Json],
) -> list[Json]:
    """The rows of a seat's tray, each with its pieces. `lit`: the counters that may be picked up; `draw`
    gives the picture of a piece."""
    rules, state = play.rules, play.state
    own, rows = rules.sides_of(seat), dict[str, list[PlacedCounter]]()
    for each in rules.off_map(state):
        row = _ROWS.get(each.place.split()[0]) or (_OTHERS if each.counter in lit else "")
        if each.side in own and each.counter and row:
            rows.setdefault(row, []).append(each)
    return [
        {"place": here[0].place, "label": label, "pieces": [*_tell(definition, play, here, draw)]}
        for label in (_OTHERS, *_ROWS.values())
        if (here := rows.get(label, ()))
    ]


def _tell(
    definition: Definition,
    play: Play[ViewRules[Any]],
    lying: Iterable[PlacedCounter],
    draw: Callable[[PlacedCounter], Json],
) -> Iterable[Json]:
    cards = {name: card.name for deck in definition.decks.values() for name, card in deck.cards.items()}
    for each in lying:
        ordered = play.rules.order_name(play.state, each.counter, each.steps_lost)
        name = ordered if ordered in cards else each.counter
        words = cards.get(name) or name_counter(definition, name)
        picture = draw(replace(each, counter=name, face_down=False, place=""))
        yield {"counter": each.counter, "place": each.place, "name": words, "sprite": picture}

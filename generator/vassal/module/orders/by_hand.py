"""What "Hand in orders" tells of counters in a game by hand beside where they were put: that one was flipped,
lost a step, went out of play or came back.

It is kept among what was said (`in_words`): so VASSAL's Undo takes it back too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.vassal.format.expressions import braced, joined, prop, text
from generator.vassal.format.traits import SetGlobalProperty, Trait, property_command
from generator.vassal.module.orders.buttons import change_to
from generator.vassal.module.orders.in_words import END_OF_SAID, SAID
from generator.vassal.module.orders.kinds import is_by_hand
from modules.definition import Definition


def tells(definition: Definition, words: Mapping[str, str]) -> Iterator[Trait]:
    """What of a counter tells in a game by hand that a key was pressed on it: `words` are the words of the
    lines by their keys."""
    if not is_by_hand(definition):
        return
    lines = {key: text(f"{word} ") for key, word in words.items()}
    said = {
        key: joined(prop(SAID), word, prop("CounterId"), text(END_OF_SAID)) for key, word in lines.items()
    }
    commands = tuple(property_command("", key, change_to(braced(line))) for key, line in said.items())
    yield SetGlobalProperty(SAID, commands=commands)

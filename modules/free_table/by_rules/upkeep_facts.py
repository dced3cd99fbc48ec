"""What upkeep counts, as named numbers: for reports, for rule cases, and for what all players agree on.

`points blue` are points of the turns so far, `replacements NAME` what is left of a clause of `rebuild`,
`army NAME` is 1 while its state holds, `blue controls 0504` is 1, `without supply B-inf-1` says how many
times in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.upkeep.supply import count_name
from modules.free_table.by_rules.ruled_state import RuledState

_CONTROLS: Final = re.compile(r"(\S+) controls (\S+)")
_CUT: Final = "without supply "


class UpkeepFacts:
    """The names of what upkeep counts in a battle."""

    def __init__(self, battle: StackBattle) -> None:
        self._battle, self._rules = battle, battle.rules

    @property
    def forms(self) -> tuple[str, ...]:
        """The names that there may be, for a message."""
        scored = self._rules.victory is not None and self._rules.victory.points
        found = [f"points {side}" for side in self._battle.scenario.sides] if scored else []
        found += [f"replacements {name}" for name in self._rules.rebuild]
        found += [f"army {name}" for name in self._rules.armies]
        found += ["SIDE controls HEX"] if self._rules.control else []
        return (*found, *([f"{_CUT}COUNTER"] if self._rules.supply else []))

    def of(self, state: RuledState) -> Iterator[tuple[str, int]]:
        """What is counted now."""
        for name in self.forms:
            word, _, key = name.partition(" ")
            match word:
                case "points":
                    yield name, state.points.get(key, 0)
                case "replacements":
                    yield name, state.replacements.get(key, 0)
                case "army":
                    yield name, int(key in state.armies)
        yield from ((f"{side} controls {hex_id}", 1) for hex_id, side in state.holders.items())
        cut: dict[str, int] = {}
        for counted, times in state.cut_off.items():
            counter = counted.split()[0]
            cut[counter] = max(cut.get(counter, 0), times)
        yield from ((f"{_CUT}{counter}", times) for counter, times in cut.items())

    def take_in(self, state: RuledState, name: str, number: int) -> bool:
        """Let a number be so large; False for one that is not counted in this game."""
        word, _, key = name.partition(" ")
        if name in self.forms and word == "points":
            state.points[key] = number
        elif name in self.forms and word == "replacements":
            state.replacements[key] = number
        elif name in self.forms and word == "army" and number in (0, 1):
            state.armies = tuple(a for a in self._rules.armies if (a in state.armies if a != key else number))
        elif found := _CONTROLS.fullmatch(name):
            return self._control(state, found[1], found[2], number)
        elif name.startswith(_CUT):
            return self._cut_off(state, name.removeprefix(_CUT), number)
        else:
            return False
        return True

    def _cut_off(self, state: RuledState, counter: str, number: int) -> bool:
        for i in range(len(self._rules.supply)) if counter in self._battle.counters else ():
            state.cut_off[count_name(counter, i)] = number
        return counter in self._battle.counters and bool(self._rules.supply)

    def _control(self, state: RuledState, side: str, hex_id: str, number: int) -> bool:
        if side not in self._battle.sides or hex_id not in self._battle.controlled or number not in (0, 1):
            return False
        if number:
            state.holders[hex_id] = side
        elif state.holders.get(hex_id) == side:
            del state.holders[hex_id]
        return True

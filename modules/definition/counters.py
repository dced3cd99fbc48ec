"""`counters.yaml`: every counter of the game. An entry with a `count` stands for that many alike."""

from typing import Annotated

from pydantic import Field

from modules.definition.fields import CounterId, Line, Name, Part, Source

Rating = Annotated[int, Field(ge=-99, le=999)]
"""A value on a counter."""


class CounterEntry(Part):
    """One counter, or `count` alike: `N-foot` with count 10 is N-foot-1 to N-foot-10.

    `spares`: how many of these no set-up uses. `values` stand on the front, `reduced` replaces those that
    differ on the back of a two-step unit. A block has `steps` instead: its strengths from full to last, which
    stand on its four edges.
    """

    nation: Name
    kind: Name
    count: int | None = Field(default=None, ge=1, le=200)
    spares: int = Field(default=0, ge=0, le=200)
    name: Line | None = None
    formation: Name | None = None
    values: dict[Name, Rating]
    reduced: dict[Name, Rating] | None = None
    steps: tuple[Rating, ...] | None = Field(default=None, min_length=1, max_length=4)
    source: Source


class Sum(Part):
    """A check that the list adds up: units, leaders and, where counters have one, printed front strength."""

    of: tuple[Name, ...] = Field(min_length=1)
    units: int
    leaders: int
    strength: int | None = None
    source: Source


class CountersFile(Part):
    """`counters.yaml`. `strength`: the value that sums add up, where counters have one."""

    strength: Name | None = None
    counters: dict[CounterId, CounterEntry] = Field(min_length=1)
    sums: tuple[Sum, ...] = ()

"""Random numbers that follow from a seed alone: the same on every machine and in every version of Python.

The generator is SplitMix64 (Steele, Lea, Flood 2014). It serves playouts and studies. Games between people
have dice that both prove to each other.
"""

from __future__ import annotations

from typing import Final

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


class SeededRandom:
    """A source of random numbers (`requests.Chance`).

    >>> chance = SeededRandom(1066, 10, 14)
    >>> [chance.below(6) + 1 for _ in range(5)]
    [5, 1, 1, 4, 5]
    >>> chance.shuffle(4)
    (0, 3, 2, 1)
    """

    __slots__ = ("_state",)

    def __init__(self, *seed: int) -> None:
        """`seed`: any whole numbers; another order of them is another seed."""
        self._state = 0
        for part in seed:
            self._state = self._draw_word() ^ (part & _MASK)

    def _draw_word(self) -> int:
        self._state = (self._state + _STEP) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, all equally likely."""
        most = (1 << 64) - (1 << 64) % limit
        while (found := self._draw_word()) >= most:
            pass
        return found % limit

    def shuffle(self, size: int) -> tuple[int, ...]:
        """The numbers from 0 to size - 1 in a random order."""
        cards = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

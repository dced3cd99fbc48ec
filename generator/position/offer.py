"""What a reader may choose, as far as it lies on the map: it is drawn large, and never cropped off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Offer:
    """The `places` on offer, the places of the `units` that must choose, and the `numbers` of options, each
    with the place where it stands: `("2", "2015")` for the second option, which leads to 2015."""

    places: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    numbers: tuple[tuple[str, str], ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """Every place that must be seen."""
        return tuple(dict.fromkeys((*(at for _, at in self.numbers), *self.units, *self.places)))

    def numbers_by_place(self) -> dict[str, str]:
        """The numbers that stand in each place, such as `1-3` or `2, 5`."""
        found: dict[str, list[int]] = {}
        for number, place in self.numbers:
            found.setdefault(place, []).append(int(number))
        return {place: _join_numbers(numbers) for place, numbers in found.items()}


NO_OFFER = Offer()


def _join_numbers(numbers: Iterable[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted({*numbers}):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)

"""Greys: in a print without colours the counters of each nation have a grey of their own.

Two grounds of other colours may be equally light. The nations of a game are therefore moved to steps of
lightness: enemies to dark and to light steps, where there are enough, and otherwise as little as can be;
their values follow, light or dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from generator.drawing.art import Look
from generator.drawing.contrast import luminance
from generator.kit.inks import pale
from generator.kit.options import Options
from modules.definition import Definition

STEPS = (10.0, 23.0, 36.0, 67.0, 79.5, 92.0)
"""Lightness (L*) of grounds, 12 or more apart, on which light or dark values have a contrast of 7. Between
them are greys on which neither has."""

_LIGHT, _DARK = "#ffffff", "#000000"
_MIDDLE = 50.0
_APART = 30.0
"""So far apart (L*) nobody takes an enemy for a friend: more of it counts for nothing."""


def printed_look(look: Look, definition: Definition, options: Options) -> Look:
    """The look with palettes as options ask for them: saving ink, which leaves only the stripes of nations to
    tell them, or in greys that part."""
    if options.ink_saver:
        return look.repainted(pale)
    if not options.greyscale:
        return look
    greys = greys_of(look, definition)
    return look.repainted(
        lambda palette, name, colour: greys.get(name, colour) if palette == "sides" else colour
    )


def greys_of(look: Look, definition: Definition) -> Mapping[str, str]:
    """The grounds and inks of the palettes of a game's nations, by their names in the palette of sides. Of
    more nations than there are steps the rest keep their colours, and are told by shield and letter."""
    sides = look.palette("sides")
    worn = list(dict.fromkeys(nation.palette for nation in definition.game.nations.values()))[: len(STEPS)]
    worn.sort(key=lambda palette: lightness(sides[f"{palette}.ground"]))
    found = [lightness(sides[f"{palette}.ground"]) for palette in worn]
    enemies = [*_enemies(definition, worn)]

    def worth(steps: Sequence[float]) -> tuple[float, float]:
        """How far enemies part, up to what matters, and how far all are moved for it; the best is least."""
        apart = min((abs(steps[one] - steps[other]) for one, other in enemies), default=_APART)
        return -min(apart, _APART), sum(abs(step - light) for step, light in zip(steps, found, strict=True))

    best = min(permutations(STEPS, len(worn)), key=worth)
    greys: dict[str, str] = {}
    for palette, step in zip(worn, best, strict=True):
        greys[f"{palette}.ground"] = grey(step)
        greys[f"{palette}.ink"] = _LIGHT if step < _MIDDLE else _DARK
    return greys


def _enemies(definition: Definition, worn: list[str]) -> Iterator[tuple[int, int]]:
    """The palettes, by their places, of nations that never fight side by side."""
    of: dict[str, set[str]] = {palette: set() for palette in worn}
    for nation in definition.game.nations.values():
        if nation.palette in of:
            of[nation.palette].add(nation.side)
    for one, other in combinations(range(len(worn)), 2):
        if of[worn[one]].isdisjoint(of[worn[other]]):
            yield one, other


def lightness(colour: str) -> float:
    """How light a colour looks, 0 to 100 (L*)."""
    share = luminance(colour)
    return 116 * share ** (1 / 3) - 16 if share > 216 / 24389 else share * 24389 / 27


def grey(light: float) -> str:
    """The grey of a lightness."""
    share = ((light + 16) / 116) ** 3 if light > 8 else light * 27 / 24389
    part = share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
    return f"#{bytes([round(part * 255)] * 3).hex()}"

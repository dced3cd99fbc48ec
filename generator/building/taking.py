"""Taking: the pictures of units, from a store or the folder of a build where they stand, else drawn.

Whoever needs what a build draws takes the same units by the same digests, so that it does not matter who has
drawn a picture first.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal

from generator.building import manifest as told
from generator.building.manifest import Facts
from generator.building.picture import Picture
from generator.building.units import Unit, keys_of
from generator.cache.own import Made
from generator.cache.store import Store
from modules.definition import Definition
from modules.plain_files import read

if TYPE_CHECKING:
    from generator.drawing.art import Look

Form = Literal["png", "svg"]


@dataclass(frozen=True, slots=True)
class Plate:
    """A picture that was taken: the name of its drawing, its title, its file."""

    name: str
    title: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Sources:
    """Where pictures are kept, the folder of a build that may have them, and what the user is known to have
    made; as it stands, none."""

    store: Store = field(default_factory=lambda: Store(None, "", ""))
    built: Path | None = None
    made: Made = field(default_factory=lambda: Made(None))


Plates = dict[Unit, tuple[Plate, ...]]


def take(
    look: Look,
    definition: Definition,
    asked: Mapping[Unit, float],
    sources: Sources,
    *,
    form: Form,
    workers: int = 2,
) -> Plates:
    """The pictures of units at so many dpi, as PNG or as SVG of that size in px.

    What is drawn or found in the folder of the build is kept in the store. Of counters in play, too, a build
    has all faces; it has no maps in play. Raises as `making.make`.
    """
    keys = keys_of(definition, asked)
    names = {unit: f"{form} {key}" + " in play" * unit.in_play for unit, key in keys.items()}
    kept = {unit: _unpacked(sources.store.find(name)) for unit, name in names.items()}
    taken: Plates = {unit: plates for unit, plates in kept.items() if plates is not None}
    missing = {unit: key for unit, key in keys.items() if unit not in taken}
    if form == "png" and sources.built is not None and missing:
        of_builds = {key for unit, key in missing.items() if not (unit.in_play and unit.what == "maps")}
        found = _of_build(sources.built, of_builds, sources.made)
        taken |= {unit: found[key] for unit, key in missing.items() if key in of_builds & found.keys()}
    stale = {unit: asked[unit] for unit in missing if unit not in taken}
    if stale:
        taken |= _drawn(look, definition, stale, form, workers)
    for unit in missing:
        sources.store.keep(names[unit], _packed(taken[unit]))
    return {unit: taken[unit] for unit in asked}


def _drawn(
    look: Look, definition: Definition, stale: Mapping[Unit, float], form: Form, workers: int
) -> Plates:
    if form == "png":
        from generator.building.making import make  # where all is found, nothing that draws is loaded

        return {
            unit: tuple(plates) for unit, plates in make(look, definition, stale, _plate_of, workers=workers)
        }
    from generator.building.drawn import drawings_of
    from generator.drawing.raster import Shot, svg_at

    return {
        unit: tuple(
            Plate(each.name, each.title, svg_at(Shot(look, each.svg, dpi)).encode())
            for _, each in drawings_of(look, unit, definition)
        )
        for unit, dpi in stale.items()
    }


def _plate_of(_: Unit, picture: Picture) -> Plate:
    return Plate(picture.drawing.name, picture.drawing.title, picture.png)


def _of_build(folder: Path, inputs: Collection[str], made: Made) -> dict[str, tuple[Plate, ...]]:
    """The PNGs that a build of the user's made of these inputs, by them; all of one or none. The manifest in
    the folder is not asked."""
    found: dict[str, list[Plate | None]] = {}
    for key in sorted(inputs):
        noted = told.noted(made, key)
        if noted is not None:
            found[key] = [_plate(folder, facts) for facts in noted.pictures]
    whole = {key: tuple(each for each in plates if each is not None) for key, plates in found.items()}
    return {key: plates for key, plates in whole.items() if len(plates) == len(found[key])}


def _plate(folder: Path, facts: Facts) -> Plate | None:
    """The PNG that was noted, None where it does not stand there as it was made."""
    for name, digest in facts["sha256"].items():
        if name.endswith(".png"):
            try:
                data = read(folder / name, told.MOST_BYTES, folder)
            except OSError:
                return None
            whole = hashlib.sha256(data).hexdigest() == digest
            return Plate(PurePosixPath(name).stem, str(facts.get("title", "")), data) if whole else None
    return None


def _packed(plates: Iterable[Plate]) -> bytes:
    """A line that tells name, title and length of each, then their files."""
    each = list(plates)
    head = json.dumps([[plate.name, plate.title, len(plate.data)] for plate in each])
    return b"".join([head.encode(), b"\n", *(plate.data for plate in each)])


def _unpacked(data: bytes | None) -> tuple[Plate, ...] | None:
    if data is None:
        return None
    head, _, rest = data.partition(b"\n")
    plates, start = [], 0
    try:
        for name, title, length in json.loads(head):
            plates.append(Plate(str(name), str(title), rest[start : start + length]))
            start += length
    except (ValueError, TypeError, RecursionError):
        return None  # drawing it anew mends it
    return tuple(plates)

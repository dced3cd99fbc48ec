"""Writing: what has changed since the last build is drawn, and put into the folder with a manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from generator.building import manifest as told
from generator.building.manifest import MANIFEST, Facts, files_of
from generator.building.picture import DPI, WHATS, Picture, Progress, What
from generator.building.units import Unit, keys_of, parts_of, units_of
from generator.staging import alone, clear, staging
from modules.definition import Definition


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote: the folder, the files in it by name, and the manifest of the whole folder. `drawn`
    is the number of pictures that had to be drawn."""

    folder: Path
    files: tuple[str, ...]
    manifest: dict[str, Any]
    drawn: int


def build(
    definition: Definition,
    out: Path,
    *,
    only: Collection[What] = WHATS,
    dpi: float | None = None,
    workers: int = 2,
    progress: Progress | None = None,
) -> Built:
    """Draw a game's pictures into the folder `out`, PNGs at `dpi`, or where it is None as `DPI` says.

    Files of the same names are replaced, pictures that an earlier build made and the game no longer has are
    removed, everything else is left alone, the manifest's word on the parts that are not asked for too.
    Pictures that stand there as the manifest says are not drawn again where all that goes into them is as it
    was. Raises CounterError and the other errors of art and drawing, PictureTooLargeError,
    DrawingStoppedError, OSError, also where another game's pictures stand; the folder is then as it was.
    """
    resolutions = {what: DPI[what] if dpi is None else dpi for what in parts_of(definition) if what in only}
    told.refuse_other_game(out, definition.name)
    clear(out)
    asked = {unit: at for what, at in resolutions.items() for unit in units_of(definition, what)}
    keys = keys_of(definition, asked)
    before = told.read(out)
    kept = told.standing(out, before, set(keys.values()))
    stale = {unit: asked[unit] for unit, key in keys.items() if key not in kept}
    made = _made(definition, stale, workers, progress) if stale else {}
    entries = {unit: [_entry(picture, keys[unit]) for picture in of] for unit, of in made.items()}
    pictures = [entry for unit, key in keys.items() for entry in kept.get(key) or entries[unit]]
    fresh = {**_head(definition), "dpi": resolutions, "pictures": pictures}
    files = {name: data for of in made.values() for picture in of for name, data in picture.files().items()}
    manifest = told.merged(before, fresh, WHATS)
    if manifest != before or files:
        manifest = _write(out, files, fresh)
    return Built(out, (*files_of(pictures), MANIFEST), manifest, len(files) // 2)


def _made(
    definition: Definition, stale: Mapping[Unit, float], workers: int, progress: Progress | None
) -> dict[Unit, list[Picture]]:
    from generator.building.making import make  # what draws takes longer to load than to find nothing to draw

    return make(definition, stale, workers=workers, progress=progress)


def _head(definition: Definition) -> Facts:
    return {
        "game": definition.name,
        "title": definition.game.title,
        "version": definition.game.version,
        "digest": definition.digest,
        "made_by": f"senlac {senlac_version()}",
    }


def _entry(picture: Picture, inputs: str) -> Facts:
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in picture.files().items()}
    size = [round(picture.drawing.width_mm, 3), round(picture.drawing.height_mm, 3)]
    return {
        "what": picture.what,
        **picture.about,
        "title": picture.drawing.title,
        "mm": size,
        "px": list(picture.pixels),
        "inputs": inputs,
        "sha256": digests,
    }


def senlac_version() -> str:
    """The version of the installed distribution, or "0" in a checkout that is not installed."""
    try:
        return version("senlac")
    except PackageNotFoundError:
        return "0"


def _write(out: Path, files: dict[str, bytes], fresh: Facts) -> Facts:
    """All files first beside the folder, then each into its place, the manifest last; gives the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    with staging(out) as staged:
        for name, data in files.items():
            _stage(staged, out, name, data)
        with alone(out):
            before = told.read(out)  # another run may have written since
            manifest = told.merged(before, fresh, WHATS)
            _stage(staged, out, MANIFEST, told.text(manifest).encode())
            stale = told.outdated(out, before, fresh)
            _place(staged, out, files)
            for path in stale:
                path.unlink(missing_ok=True)
            (staged / MANIFEST).replace(out / MANIFEST)
    return manifest


def _place(staged: Path, out: Path, files: Collection[str]) -> None:
    """The files into their folders; a folder that is not there yet whole, in one step for hundreds."""
    whole = {part for part in {name.partition("/")[0] for name in files} if not (out / part).exists()}
    for part in sorted(whole):
        (staged / part).replace(out / part)
    for name in files:
        if name.partition("/")[0] not in whole:
            (staged / name).replace(out / name)


def _stage(staged: Path, out: Path, name: str, data: bytes) -> None:
    """One file beside the folder; an error tells the name that it is to have in `out`."""
    try:
        (staged / name).parent.mkdir(parents=True, exist_ok=True)
        (staged / name).write_bytes(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(out / name)) from error

"""Writing: what has changed since the last build is drawn, and put into the folder with a manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from generator.building import manifest as told
from generator.building.manifest import MANIFEST, Facts, files_of
from generator.building.picture import DPI, WHATS, Picture, Progress, What
from generator.building.units import Unit, keys_of, parts_of, units_of
from generator.cache.own import Made
from generator.cache.staging import alone, clear, made, staging
from modules.definition import Definition


class SameNameError(ValueError):
    """Two pictures whose files would be one, where capitals do not count."""


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

    Files that the manifest there names are replaced, pictures that an earlier build of the user's made and
    the game no longer has are removed, everything else is left alone, what is known to be his of the parts
    that are not asked for too. Pictures of his that stand there are not drawn again where all that goes into
    them is as it was. Raises CounterError and the other errors of art and drawing, PictureTooLargeError,
    DrawingStoppedError, SameNameError, OSError, also where another game's pictures stand, a link, or a file
    of the same name that no build made; the folder is then as it was.
    """
    resolutions = {what: DPI[what] if dpi is None else dpi for what in parts_of(definition) if what in only}
    told.refuse_what_no_build_made(out, WHATS)
    told.refuse_other_game(out, definition.name)
    clear(out)
    own = Made.by_user()
    asked = {unit: at for what, at in resolutions.items() for unit in units_of(definition, what)}
    keys = keys_of(definition, asked)
    written = told.read(out)
    before = told.known(written, own)
    kept = told.standing(out, before, own, set(keys.values()))
    stale = {unit: asked[unit] for unit, key in keys.items() if key not in kept}
    head = {**_head(definition), "dpi": resolutions}
    if not stale:
        fresh = {**head, "pictures": [entry for key in keys.values() for entry in kept[key]]}
        if told.merged(before, fresh, WHATS) == written:
            return Built(out, (*files_of(fresh["pictures"]), MANIFEST), written, 0)
    with made(out), staging(out) as staged:
        stage = _Stage(staged, out, keys, definition.name)
        drawn = _drawn(definition, stale, stage, workers=workers, progress=progress)
        pictures = [entry for unit, key in keys.items() for entry in kept.get(key) or drawn[unit]]
        _refuse_same_names(pictures)
        new = files_of(entry for entries in drawn.values() for entry in entries)
        manifest = stage.place(new, {**head, "pictures": pictures}, own)
    for unit, entries in drawn.items():
        told.note(own, keys[unit], asked[unit], entries)
    own.trim()
    return Built(out, (*files_of(pictures), MANIFEST), manifest, sum(map(len, drawn.values())))


def _refuse_same_names(pictures: Iterable[Facts]) -> None:
    seen: set[str] = set()
    for name in (name for picture in pictures for name in picture["sha256"]):
        if name.lower() in seen:
            raise SameNameError(f"two pictures would be called {name}: give one another id")
        seen.add(name.lower())


def _drawn(
    definition: Definition,
    stale: Mapping[Unit, float],
    stage: _Stage,
    *,
    workers: int,
    progress: Progress | None,
) -> dict[Unit, list[Facts]]:
    """What the manifest tells of units; their files are put on the stage by whoever draws them."""
    drawn: dict[Unit, list[Facts]] = {}
    if not stale:
        return drawn
    # What draws takes longer to load than to find nothing to draw.
    from generator.building.making import make
    from generator.look import look_of

    with closing(make(look_of(definition), definition, stale, stage.keep, workers=workers)) as making:
        for unit, entries in making:
            drawn[unit] = entries
            if progress is not None:
                progress(len(drawn), len(stale))
    return drawn


@dataclass(frozen=True, slots=True)
class _Stage:
    """Where files wait until all are there: the folder `staged` inside `out`, which they are for; `keys` are
    the digests of all that goes into units."""

    staged: Path
    out: Path
    keys: Mapping[Unit, str]
    game: str

    def keep(self, unit: Unit, picture: Picture) -> Facts:
        """The files of a picture put there; what the manifest tells of it. Raises OSError."""
        files = picture.files()
        for name, data in files.items():
            self._put(name, data)
        digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        return _entry(picture, self.keys[unit], digests)

    def _put(self, name: str, data: bytes) -> None:
        """One file; an error tells the name that it is to have."""
        try:
            (self.staged / name).parent.mkdir(parents=True, exist_ok=True)
            (self.staged / name).write_bytes(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.out / name)) from error

    def place(self, new: Mapping[str, str], fresh: Facts, own: Made) -> Facts:
        """Files of these names, each with its SHA-256, into their places, those that are no more removed, the
        manifest last: it is what is given. Raises OSError."""
        with alone(self.out):  # another run may have written since, of another game too
            told.refuse_what_no_build_made(self.out, WHATS)
            told.refuse_other_game(self.out, self.game)
            written = told.read(self.out)
            told.refuse_to_replace(self.out, written, new)
            before = told.known(written, own)
            manifest = told.merged(before, fresh, WHATS)
            self._put(MANIFEST, told.text(manifest).encode())
            stale = told.outdated(self.out, before, fresh)
            self._place(new)
            for path in stale:
                path.unlink(missing_ok=True)
            (self.staged / MANIFEST).replace(self.out / MANIFEST)
        return manifest

    def _place(self, names: Collection[str]) -> None:
        """The files into their folders; a folder that is not there yet whole, in one step for hundreds."""
        whole = {part for part in {_part(name) for name in names} if not (self.out / part).exists()}
        for part in sorted(whole):
            (self.staged / part).replace(self.out / part)
        for name in names:
            if _part(name) not in whole:
                (self.staged / name).replace(self.out / name)


def _part(name: str) -> str:
    return name.partition("/")[0]


def _head(definition: Definition) -> Facts:
    return {
        "game": definition.name,
        "title": definition.game.title,
        "version": definition.game.version,
        "digest": definition.digest,
        "made_by": f"senlac {senlac_version()}",
    }


def _entry(picture: Picture, inputs: str, digests: Mapping[str, str]) -> Facts:
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

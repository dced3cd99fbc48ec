"""The build: every picture of a game as SVG and PNG, with a manifest that tells what each file is.

Names are stable: counters/<id>-<face>, counters/marker-<name>, blocks/<id>-front, blocks/back-<side>,
cards/<id>-front, cards/back-<pack>, maps/<map>, boards/board-<board>, boards/edge-<board>-<left or right>,
charts/<chart>, manifest.json.
All pictures are made before the first file is put in its place, so a game that cannot be drawn, or a full
disk, leaves the folder as it was. Equal games give equal bytes.
"""

from __future__ import annotations

import hashlib
import json
import signal
import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from generator.blocks import back_svg, block_pieces, block_sides, block_svg
from generator.cards import CardPiece, card_pieces, card_svg, decks
from generator.counters import FACES_OF_A_COUNTER, Piece, Side, piece_svg, pieces
from generator.drawing import Drawing
from generator.inputs import inputs_digest
from generator.manifest import MANIFEST, files_of, merged, outdated, refuse_other_game, standing
from generator.pictures import boards_of, charts_of, sheet_of_map
from generator.raster import png
from generator.staging import alone, clear, staging
from modules.definition import Definition

What = Literal["counters", "blocks", "cards", "maps", "boards", "charts"]
WHATS: tuple[What, ...] = ("counters", "blocks", "cards", "maps", "boards", "charts")
_PRINT, _SCREEN = 300.0, 150.0
DPI: dict[What, float] = {
    "counters": _PRINT, "blocks": _PRINT, "cards": _PRINT,
    "maps": _SCREEN, "boards": _SCREEN, "charts": _SCREEN,
}  # fmt: skip
"""The resolutions of PNGs where none is asked for: pieces for print, sheets for the screen, as a sheet at
300 dpi has sixty million pixels and prints from its SVG or the kit."""

Progress = Callable[[int, int], None]
"""Called with the number of pictures that are done and of all."""

_BATCH = 24
_MOST_PIXELS = 200_000_000


class DrawingStoppedError(RuntimeError):
    """A process that drew was ended from outside, most often for want of memory."""


class PictureTooLargeError(ValueError):
    """A picture that would have more pixels at this resolution than a renderer can hold."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture made: what it shows, its SVG and PNG, its size on paper in mm and in pixels."""

    what: What
    about: dict[str, str | int]
    drawing: Drawing
    png: bytes
    pixels: tuple[int, int]

    @property
    def stem(self) -> PurePosixPath:
        """The file in the build's folder, without its ending."""
        return PurePosixPath(self.what) / self.drawing.name

    def files(self) -> dict[PurePosixPath, bytes]:
        """The files of the picture by name."""
        svg = self.drawing.svg.encode()
        return {
            self.stem.with_name(f"{self.stem.name}{end}"): data
            for end, data in ((".svg", svg), (".png", self.png))
        }


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote: the folder, the files in it by name, and the manifest of the whole folder. `drawn`
    is false where everything was there already."""

    folder: Path
    files: tuple[str, ...]
    manifest: dict[str, Any]
    drawn: bool = True


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
    removed, everything else is left alone, the manifest's word on the parts that are not asked for too. Where
    all that goes into the pictures is as it was and the files are as the manifest says, nothing is drawn.
    Raises CounterError and the other errors of art and drawing, PictureTooLargeError, DrawingStoppedError,
    OSError, also where another game's pictures stand; the folder is then as it was.
    """
    resolutions = {what: DPI[what] if dpi is None else dpi for what in parts_of(definition) if what in only}
    inputs = _inputs(definition, resolutions)
    refuse_other_game(out, definition.name)
    clear(out)
    before = standing(out, inputs)
    if before is not None:
        names = files_of(picture for picture in before["pictures"] if picture["what"] in inputs)
        return Built(out, (*names, MANIFEST), before, drawn=False)
    made = make(definition, only=only, dpi=dpi, workers=workers, progress=progress)
    files = {str(name): data for picture in made for name, data in picture.files().items()}
    manifest = _write(out, files, _manifest(definition, made, resolutions, inputs))
    return Built(out, (*files, MANIFEST), manifest)


def parts_of(definition: Definition) -> tuple[What, ...]:
    """The parts of a build that this game can have."""
    there: dict[What, bool] = {
        "blocks": bool(block_sides(definition)),
        "cards": bool(card_pieces(definition)),
        "maps": bool(definition.maps or definition.area_maps),
        "boards": bool(definition.boards),
    }
    return tuple(what for what in WHATS if there.get(what, True))


def _inputs(definition: Definition, dpi: dict[What, float]) -> dict[str, str]:
    """For each part the digest of all that goes into it."""
    common = inputs_digest(definition, "build")
    return {what: hashlib.sha256(f"{common} {what} {dpi[what]:g}".encode()).hexdigest() for what in dpi}


def make(
    definition: Definition,
    *,
    only: Collection[What] = WHATS,
    dpi: float | None = None,
    workers: int = 2,
    progress: Progress | None = None,
) -> list[Picture]:
    """The pictures of a game, in the order of its files. Raises as `build`, OSError apart."""
    jobs = _jobs(definition, only)
    if workers < 2 or len(jobs) < 2:
        return _in_line(definition, jobs, dpi, progress)
    try:
        return _in_processes(definition, jobs, dpi, workers, progress)
    except BrokenProcessPool as fault:
        raise DrawingStoppedError(
            "a process that drew was ended (out of memory?): use a lower --dpi, or --only counters"
        ) from fault


def _in_processes(
    definition: Definition, jobs: Sequence[_Job], dpi: float | None, workers: int, progress: Progress | None
) -> list[Picture]:
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(definition, dpi)) as pool:
        futures = {pool.submit(_work, job): place for place, job in enumerate(jobs)}
        try:
            done = dict(_gather(futures, sum(job.size for job in jobs), progress))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return _joined(picture for place in sorted(done) for picture in done[place])


def _in_line(
    definition: Definition, jobs: Sequence[_Job], dpi: float | None, progress: Progress | None
) -> list[Picture]:
    made: list[Picture] = []
    total = sum(job.size for job in jobs)
    for job in jobs:
        made += job.run(definition, dpi)
        if progress is not None:
            progress(len(made), total)
    return _joined(made)


def _joined(made: Iterable[Picture]) -> list[Picture]:
    """The pictures in order, an SVG and a PNG that were made apart put together."""
    found: dict[PurePosixPath, Picture] = {}
    for picture in made:
        half = found.setdefault(picture.stem, picture)
        if half is not picture:
            drawn, shot = (half, picture) if half.drawing.svg else (picture, half)
            found[picture.stem] = replace(drawn, png=shot.png, pixels=shot.pixels)
    return sorted(found.values(), key=lambda picture: WHATS.index(picture.what))


def _gather(
    futures: dict[Future[list[Picture]], int], total: int, progress: Progress | None
) -> Iterator[tuple[int, list[Picture]]]:
    count = 0
    for future in as_completed(futures):
        made = future.result()
        count += len(made)
        if progress is not None:
            progress(count, total)
        yield futures[future], made


# --- what is made in one go ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Job:
    """Pictures that one process makes in one go: half a map, a board, all charts, or some faces of pieces.

    A map is by far the most work: one job draws it with its letters as outlines, for viewers without our
    fonts, another makes the PNG from letters, which is the same picture.
    """

    what: What
    map_name: str = ""
    board: str = ""
    half: Literal["", "svg", "png"] = ""
    faces: tuple[tuple[Piece, Side], ...] = ()
    cards: tuple[tuple[CardPiece, Side], ...] = ()

    @property
    def size(self) -> int:
        return len(self.faces) or len(self.cards) or 1

    def run(self, definition: Definition, asked: float | None) -> list[Picture]:
        dpi = DPI[self.what] if asked is None else asked
        if self.half == "svg":
            drawing = sheet_of_map(definition, self.map_name, "paths")
            return [Picture(self.what, {"map": self.map_name}, drawing, b"", (0, 0))]
        if self.half == "png":
            made = _picture(self.what, {"map": self.map_name}, sheet_of_map(definition, self.map_name), dpi)
            return [replace(made, drawing=replace(made.drawing, svg=""))]
        return [_picture(self.what, about, drawing, dpi) for about, drawing in self._drawings(definition)]

    def _drawings(self, definition: Definition) -> Iterator[tuple[dict[str, str | int], Drawing]]:
        if self.what == "charts":
            for drawing in charts_of(definition, "paths"):
                yield {"chart": drawing.name}, drawing
        if self.what == "boards":
            for drawing in boards_of(definition, self.board, "paths"):
                yield {"board": self.board}, drawing
        if self.what == "blocks":
            yield from _blocks(definition)
        for card, face in self.cards:
            known: dict[str, str | int] = {"card": card.id, "count": card.count} if face == "front" else {}
            yield (
                {"deck": card.deck, "face": face, **known},
                card_svg(definition, card.id, face, text_as="paths"),
            )
        for each, face in self.faces:
            about: dict[str, str | int] = {"marker" if each.marker else "counter": each.id}
            about |= {"count": each.count} if each.marker else {"face": face}
            yield about, piece_svg(definition, each, face, text_as="paths")


def _blocks(definition: Definition) -> Iterator[tuple[dict[str, str | int], Drawing]]:
    for each in block_pieces(definition):
        yield {"block": each.id, "face": "front"}, block_svg(definition, each.id, text_as="paths")
    for side in block_sides(definition):
        yield {"side": side, "face": "back"}, back_svg(definition, side, text_as="paths")


def _jobs(definition: Definition, only: Collection[What]) -> list[_Job]:
    """The largest first, so that no process waits for it at the end."""
    jobs: list[_Job] = []
    if "maps" in only:
        names = (*definition.maps, *definition.area_maps)
        jobs += [_Job("maps", name, half="png") for name in names]
        jobs += [_Job("maps", name, half="svg") for name in names]
    if "boards" in only:
        jobs += [_Job("boards", board=name) for name in definition.boards]
    if "charts" in only:
        jobs.append(_Job("charts"))
    if "blocks" in only and block_sides(definition):
        jobs.append(_Job("blocks"))
    if "cards" in only:
        backs: list[tuple[CardPiece, Side]] = [(first, "back") for first in decks(definition).values()]
        cards = [*((each, FACES_OF_A_COUNTER[0]) for each in card_pieces(definition)), *backs]
        jobs += [_Job("cards", cards=tuple(cards[i : i + _BATCH])) for i in range(0, len(cards), _BATCH)]
    if "counters" in only:
        faces = [
            (each, face)
            for each in pieces(definition)
            for face in (FACES_OF_A_COUNTER[:1] if each.marker else FACES_OF_A_COUNTER)
        ]
        jobs += [_Job("counters", faces=tuple(faces[i : i + _BATCH])) for i in range(0, len(faces), _BATCH)]
    return jobs


_here: dict[str, Any] = {}


def _start(definition: Definition, dpi: float | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    _here.update(definition=definition, dpi=dpi)


def _work(job: _Job) -> list[Picture]:
    return job.run(_here["definition"], _here["dpi"])


def _picture(what: What, about: dict[str, str | int], drawing: Drawing, dpi: float) -> Picture:
    pixels = drawing.width_mm * drawing.height_mm * (dpi / 25.4) ** 2
    if pixels > _MOST_PIXELS:
        fitting = int(25.4 * (_MOST_PIXELS / drawing.width_mm / drawing.height_mm) ** 0.5)
        raise PictureTooLargeError(
            f"{drawing.title}: {pixels / 1e6:.0f} million pixels at {dpi:g} dpi are more than a picture can "
            f"hold; use --dpi {fitting} or less, or --only counters"
        )
    data = png(drawing.svg, dpi=dpi)
    width, height = struct.unpack(">II", data[16:24])
    return Picture(what, about, drawing, data, (width, height))


# --- what is written -----------------------------------------------------------------------------------


def _manifest(
    definition: Definition, made: Sequence[Picture], dpi: dict[What, float], inputs: dict[str, str]
) -> dict[str, Any]:
    return {
        "game": definition.name,
        "title": definition.game.title,
        "version": definition.game.version,
        "digest": definition.digest,
        "made_by": f"senlac {senlac_version()}",
        "dpi": dpi,
        "inputs": inputs,
        "pictures": [_entry(picture) for picture in made],
    }


def _entry(picture: Picture) -> dict[str, Any]:
    digests = {str(name): hashlib.sha256(data).hexdigest() for name, data in picture.files().items()}
    size = [round(picture.drawing.width_mm, 3), round(picture.drawing.height_mm, 3)]
    return {
        "what": picture.what,
        **picture.about,
        "title": picture.drawing.title,
        "mm": size,
        "px": list(picture.pixels),
        "sha256": digests,
    }


def senlac_version() -> str:
    """The version of the installed distribution, or "0" in a checkout that is not installed."""
    try:
        return version("senlac")
    except PackageNotFoundError:
        return "0"


def _write(out: Path, files: dict[str, bytes], fresh: dict[str, Any]) -> dict[str, Any]:
    """All files first beside the folder, then each into its place, the manifest last; gives the manifest."""
    out.mkdir(parents=True, exist_ok=True)
    with staging(out) as staged:
        for name, data in files.items():
            _stage(staged, out, name, data)
        with alone(out):
            manifest = merged(out, fresh, WHATS)
            text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
            _stage(staged, out, MANIFEST, text.encode())
            stale = outdated(out, fresh["inputs"], files)
            for name in files:
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                (staged / name).replace(out / name)
            for path in stale:
                path.unlink(missing_ok=True)
            (staged / MANIFEST).replace(out / MANIFEST)
    return manifest


def _stage(staged: Path, out: Path, name: str, data: bytes) -> None:
    """One file beside the folder; an error tells the name that it is to have in `out`."""
    try:
        (staged / name).parent.mkdir(parents=True, exist_ok=True)
        (staged / name).write_bytes(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(out / name)) from error

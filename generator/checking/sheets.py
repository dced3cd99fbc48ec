"""Faults that whole sheets and charts bring out, each told at the word or terrain that is the cause.

Maps are laid out but not drawn, which takes seconds: what is written on them is looked at word by word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import unescape
from itertools import chain
from typing import Any

from generator.charts.guide import counter_charts, signs_chart
from generator.charts.players import charts
from generator.charts.terrain import terrain_names
from generator.checking.required_wording import left_out
from generator.counters.fitting import SMALLEST, narrowest_hex, widest_counter
from generator.drawing.art import FaultyArtError, Look, MissingArtError, UnknownColourError
from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.panel import Chart
from generator.drawing.typeface import TEXT, MissingGlyphError, UnprintableError
from generator.drawing.typography import printed
from generator.kit.make import draw_cover, draw_pages
from generator.kit.options import Options, PartName
from generator.maps.labels import map_words
from generator.maps.look import UnknownLookError, terrain_look
from generator.maps.samples import sample
from generator.sheets.areas import area_sheet
from generator.sheets.hexes import hex_size, layout_error, sheet_title
from generator.sheets.pictures import board_names, boards_of
from modules.definition import Fault
from modules.definition.files import Files
from modules.definition.formats.areas import AreaMapFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.sheets import PrintedSheet, SheetFile
from modules.definition.formats.tables import TablesFile
from modules.definition.model import Definition
from modules.engine.hexes.board import Board
from modules.written.source import Path_

_PAGES_OF_WORDS: tuple[PartName, ...] = ("cover", "parts", "credits")
_FIT_THE_COVER = 12
"""Scenarios and maps whose lines of contents stand on the cover of any kit."""
_TEXTS = re.compile(r">([^<]+)</text>")
_UNPRINTED = frozenset({"source"})
"""Keys whose text stands on no sheet."""


def faults_beyond_faces(look: Look, files: Files, definition: Definition, *, whole: bool) -> list[Fault]:
    """What of a game's maps, boards and charts cannot be drawn. Unless the game's own files and its counters
    are `whole`, only what needs none of them is looked at."""
    found = [*_written(look, files, definition)]
    if "terrain.yaml" not in files.at:
        found += _looks(look, files, definition)
    if whole:
        found += [*_narrow(files, definition), *_titles(files, definition)]
    if whole and not found:
        # What no chart can hold no sheet can: it is told once.
        found = [*_charts(look, files, definition)] or [
            *_laid_out(look, files, definition),
            *_on_areas(look, files, definition),
            *_kit(look, files, definition),
        ]
    return list({fault.place: fault for fault in reversed(found)}.values())


def _looks(look: Look, files: Files, definition: Definition) -> Iterator[Fault]:
    """Kinds of terrain that a map has and the art room cannot draw: in a look of the game's own each is drawn
    once, on a sample."""
    boards = [Board(each, definition.terrain) for each in definition.maps.values()]
    used = {name: board for board in boards for name in terrain_names(board)}
    own = definition.art or look.choice.drawn_as
    for name in definition.terrain:
        if name in used:
            try:
                terrain_look(look, name)
                if own:
                    sample(look, used[name], name, Box(0, 0, 1, 1))
            except (UnknownLookError, UnknownColourError, MissingArtError, FaultyArtError) as error:
                yield files.sources["terrain.yaml"].fault(("terrain", name), str(error))


def _written(look: Look, files: Files, definition: Definition) -> Iterator[Fault]:
    """Names on maps, and what kits and modules begin with, with characters that their typeface lacks."""
    written = [(definition.game.summary, TEXT)] if definition.game.summary else []
    for each in definition.maps.values():
        written += map_words(each)
    for words, face in written:
        try:
            look.fonts[face].check(words)
        except MissingGlyphError as error:
            yield _told(files, error)


def _narrow(files: Files, definition: Definition) -> Iterator[Fault]:
    """Hexes so small that the counters of a line would overlap."""
    if all(counter.form != "counter" for counter in definition.counters.values()):
        return
    for name, each in definition.printed_sheets.items():
        size = hex_size(definition, name)
        if widest_counter(size) < SMALLEST:
            message = (
                f"hexes of {size:g} mm are too small for counters of {SMALLEST:g} mm, the smallest there "
                f"are: side by side they would overlap; give at least {narrowest_hex(SMALLEST):g} mm"
            )
            yield _at_sheet(files, each, ("hex",), message)


def _at_sheet(files: Files, printed: PrintedSheet, path: Path_, message: str) -> Fault:
    """A fault of a sheet, at a path of its file; of one without a file at its map."""
    for file, sheet in files.of(SheetFile).items():
        if sheet is printed.file:
            return files.sources[file].fault(path, message)
    file = next(file for file, each in files.of(MapFile).items() if each.map == printed.map)
    return files.sources[file].fault(("map",), message)


def _laid_out(look: Look, files: Files, definition: Definition) -> Iterator[Fault]:
    """Panels that cannot be made, or do not fit their sheet."""
    for name, each in definition.printed_sheets.items():
        try:
            error = layout_error(look, definition, name)
        except UnprintableError as unprintable:
            yield _told(files, unprintable)
            continue
        if error is not None:
            yield _at_sheet(files, each, error.path, str(error))


def _on_areas(look: Look, files: Files, definition: Definition) -> Iterator[Fault]:
    """Panels of a map of areas or places that run off the paper, or lie over a place."""
    for file, each in files.of(AreaMapFile).items():
        if each.area_map not in definition.area_maps:
            continue
        try:
            sheet = area_sheet(look, definition, each.area_map)
            panels, _ = sheet.panels, sheet.drawing
        except UnprintableError as error:
            yield _told(files, error)
            continue
        low = each.paper.height - each.paper.margin
        for i, box in enumerate(panels):
            over = [code for code in each.areas if box.inset(-2).holds(sheet.frame.seat(code))]
            if box.y + box.height > low:
                foot = box.y + box.height
                message = f"the panel ends at {foot:.0f} mm, where the map ends at {low}: put it higher"
                yield files.sources[file].fault(("panels", i, "at"), message)
            elif over:
                message = f"the panel lies over {', '.join(over)}: put it where nothing is played"
                yield files.sources[file].fault(("panels", i, "at"), message)


def _kit(look: Look, files: Files, definition: Definition) -> Iterator[Fault]:
    """Words that do not fit the pages of a kit that are no sheet, chart or piece."""
    for part in _PAGES_OF_WORDS:
        try:
            draw_pages(look, definition, Options(only=(part,)))
        except UnprintableError as error:
            yield _told(files, error)
            return
    if len(definition.scenarios) + len(definition.printed_sheets) > _FIT_THE_COVER:
        try:
            draw_cover(look, definition)
        except UnprintableError as error:
            told = f"the contents on the cover of a kit have a line for each scenario and map: {error}"
            yield files.sources["game.yaml"].fault(("title",), told)


def _titles(files: Files, definition: Definition) -> Iterator[Fault]:
    """Maps that VASSAL could not tell apart."""
    first: dict[str, str] = {}
    for name, each in definition.printed_sheets.items():
        title = sheet_title(definition, name)
        if first.setdefault(title, name) != name:
            message = f"two maps have the title {title!r}, by which VASSAL tells maps apart: change one"
            yield _at_sheet(files, each, ("title",), message)


def _charts(look: Look, files: Files, definition: Definition) -> Iterator[Fault]:
    """Guides, the charts of scenarios and boards, laid out for what they raise; none of them is written."""
    jobs: list[tuple[str, Callable[[], Iterable[Chart | Drawing]]]] = [
        ("", partial(counter_charts, look, definition)),
        ("", lambda: [signs_chart(look, definition)]),
        *(
            (f"{name}-", partial(charts, look, definition, each))
            for name, each in definition.scenarios.items()
        ),
        *(("", partial(boards_of, look, definition, name)) for name in board_names(definition)),
    ]
    names: set[str] = set()
    made: list[Chart | Drawing] = []
    for of, job in jobs:
        try:
            for chart in job():
                made.append(chart)
                name = f"{of}{chart.name}"
                if name.lower() in names:
                    yield _same_name(files, name)
                names.add(name.lower())
        except UnprintableError as error:
            yield _told(files, error)
    yield from left_out(definition, chain.from_iterable(map(_words, made)))


def _words(chart: Chart | Drawing) -> Iterable[str]:
    """The texts of a chart, or of a board that is written already."""
    if isinstance(chart, Drawing):
        return map(unescape, _TEXTS.findall(chart.svg))
    return chart.canvas.words()


def _same_name(files: Files, name: str) -> Fault:
    """The fault of two charts that are called alike: at the table that is one of them, else at the
    scenario."""
    message = f"two charts would be called {name}: one would replace the other, so name one otherwise"
    scenario, _, chart = name.partition("-")
    for path in ((group, chart) for group in TablesFile.model_fields):
        if path in files.sources["tables.yaml"].marks:
            return files.sources["tables.yaml"].fault(path, message)
    file = f"scenarios/{scenario}.yaml"
    return files.sources[file if file in files.sources else "game.yaml"].fault((), message)


def _told(files: Files, error: UnprintableError) -> Fault:
    """The fault where the words stand, or the shortest text that they are part of."""
    words = error.words.casefold()
    found = [
        (abs(len(text) - len(words)), name, path)
        for name, source in files.sources.items()
        for path, text in _texts(source.data, ())
        if words in printed(text).casefold()
    ]
    if not found:  # put together of several texts
        return files.sources["game.yaml"].fault(("title",), str(error))
    _, name, path = min(found, key=lambda each: each[0])
    return files.sources[name].fault(path, str(error))


def _texts(data: Any, path: Path_) -> Iterator[tuple[Path_, str]]:
    """The texts of a file's data that may be printed, each with its path; keys too."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in _UNPRINTED:
                yield (*path, key), key
                yield from _texts(value, (*path, key))
    elif isinstance(data, tuple):
        for number, value in enumerate(data):
            yield from _texts(value, (*path, number))
    elif data is not None:
        yield path, str(data)

"""What of a game cannot be drawn: words that name nothing in the art room, faces, sheets and charts; and what
VASSAL would misread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from generator.cards import CardError, CardPiece, card_pieces, decks, draw_card, twice
from generator.cards.layout import card_layout
from generator.checking.own_art import own_art_faults
from generator.checking.sheets import faults_beyond_faces
from generator.counters.blocks import block_pieces
from generator.counters.layout import layout
from generator.counters.printed import (
    FACES_OF_A_COUNTER,
    CounterError,
    Piece,
    Side,
    draw_piece,
    figure_called,
    pieces,
    side_mm,
)
from generator.drawing.art import ROLES, FaultyArtError, Look, MissingArtError, UnknownColourError
from generator.drawing.contrast import Faint, noting
from generator.drawing.svg import Canvas
from generator.vassal.module.data import read_vassal_file
from generator.vassal.module.words import word_faults
from modules.definition import DefinitionError, Fault
from modules.definition.files import Files
from modules.definition.formats.cards import Deck
from modules.definition.model import Definition
from modules.written.own_art import ART
from modules.written.source import Path_

Wrong = tuple[str, Path_, str]
"""What cannot be drawn: file, path, message."""

_OF_A_SIDE = ("ground", "stripe", "ink", "stripe_ink", *ROLES)
"""Colours that every palette of a side has."""

MOST_FACES = 50
"""Faces that cannot be drawn, of which each is told: to find that words fit in no size takes long."""

_FIGURES = f"{ART}/figures/"

_ENTRY: dict[str | int, int] = {"decks": 4}
"""How deep an entry stands, where not right below its key: a card in a pack."""


def cannot_be_drawn(look: Look, files: Files, definition: Definition, found: set[Fault]) -> set[Fault]:
    """What was `found` already, and all of this that can be known; no two at one place for its words."""
    found = {*found, *_cannot_be_drawn(look, files, definition)}
    told = {fault.place for fault in found}
    found |= {fault for fault in word_faults(files) if fault.place not in told}
    if "game.yaml" not in files.at:  # else its markers and kinds are not all known
        found |= {*_vassal(definition)}
    return found


def _cannot_be_drawn(look: Look, files: Files, definition: Definition) -> Iterator[Fault]:
    """First the game's own art, then words that name nothing in the art room, then faces without those, then
    sheets and charts: these show what stands in the game's own files and on counters, so that they wait for
    them."""
    own = [*own_art_faults(look, definition)]
    yield from own
    faulty = {fault.place.file for fault in own if not fault.warning}
    if any(not file.startswith(_FIGURES) for file in faulty):  # all that is drawn may stand on these
        yield from (
            files.sources[file].fault(path, told) for file, path, told in _named(look, definition, faulty)
        )
        return
    wrong = [*_palettes(look, definition), *_kinds(look, definition), *_packs(definition)]
    with noting() as faint:
        refused = {path[: _ENTRY.get(path[0], 2)] for _, path, _ in wrong}
        wrong += islice(_faces(look, definition, refused), MOST_FACES)
    yield from _faint(look, files, definition, faint)
    yield from (
        files.sources[file].fault(path, message)
        for file, path, message in wrong
        if not any(name in message for name in faulty)  # told in that figure
    )
    whole = not (wrong or faulty) and not any("/" not in name for name in files.at)
    yield from faults_beyond_faces(look, files, definition, whole=whole)


def _named(look: Look, definition: Definition, faulty: Collection[str]) -> Iterator[Wrong]:
    """What names nothing in the art room, where some files of the game's art are `faulty`: what names these
    is told there."""
    for find in (_palettes(look, definition), _kinds(look, definition), _packs(definition)):
        try:
            wrong = [*find]
        except FaultyArtError:
            continue  # the file that is looked into is one of them
        yield from (each for each in wrong if not any(name in each[2] for name in faulty))


def _faint(look: Look, files: Files, definition: Definition, found: Iterable[Faint]) -> Iterator[Fault]:
    """Words that are hard to read, once for each palette and pair of colours; those that the palette accepts
    left out."""
    accepted = look.palette("sides").accepted
    first = {(each.palette, each.ground, each.ink): each for each in reversed([*found])}
    for each in first.values():
        if each.palette in accepted:
            continue
        path = _wearing(definition, each.palette)
        yield replace(files.sources["game.yaml"].fault(path, str(each)), warning=True)


def _wearing(definition: Definition, palette: str) -> Path_:
    """Where game.yaml names a palette; where it does not, a marker wears it."""
    game = definition.game
    for group, entries in (("nations", game.nations), ("sides", game.sides), ("formations", game.formations)):
        for name, entry in entries.items():
            if entry.palette == palette:
                return group, name, "palette"
    return ("markers",)


def _vassal(definition: Definition) -> Iterator[Fault]:
    try:
        read_vassal_file(definition)
    except DefinitionError as error:
        yield from error.faults


def _palettes(look: Look, definition: Definition) -> Iterator[Wrong]:
    sides, game = look.palette("sides"), definition.game
    known = sides.groups
    for group, entries in (("sides", game.sides), ("nations", game.nations)):
        for name, entry in entries.items():
            if entry.palette not in known:
                message = f"found {entry.palette!r}: expected a palette of sides.yaml ({', '.join(known)})"
                yield "game.yaml", (group, name, "palette"), message
                continue
            lacks = [colour for colour in _OF_A_SIDE if colour not in sides.under(entry.palette)]
            if lacks:
                message = f"the palette {entry.palette} of sides.yaml lacks {', '.join(lacks)}"
                yield "game.yaml", (group, name, "palette"), message


def _packs(definition: Definition) -> Iterator[Wrong]:
    for deck, name, first in twice(definition):
        message = f"the card {name!r} is already in the pack {first!r}: give it another id"
        yield "cards.yaml", ("decks", deck, "cards", name), message


def _kinds(look: Look, definition: Definition) -> Iterator[Wrong]:
    game = definition.game
    drawn: list[tuple[str, str, str, str]] = []
    for name, kind in game.kinds.items():
        drawn.append(("kinds", name, "figure", kind.figure))
        form = "" if kind.form == "counter" else f"{kind.form} "
        drawn.append(("kinds", name, f"{form}layout", kind.layout))
    drawn += [("kinds", name, "layers", each) for name, kind in game.kinds.items() for each in kind.layers]
    drawn += [("markers", name, "figure", each.figure) for name, each in game.markers.items() if each.figure]
    for group, name, key, word in drawn:
        message = _not_there(look, key, word)
        if message:
            yield "game.yaml", (group, name, key.rpartition(" ")[2]), message
    for group, entry in definition.counters_file.counters.items():
        if entry.picture is not None and (message := _not_there(look, "figure", entry.picture)):
            yield "counters.yaml", ("counters", group, "picture"), message
    for deck, pack in definition.decks.items():
        for name, card in pack.cards.items():
            message = _not_there(look, "figure", card.figure)
            if message:
                yield "cards.yaml", ("decks", deck, "cards", name, "figure"), message


def _not_there(look: Look, key: str, word: str) -> str:
    """Why the art room cannot give what a definition names, or nothing."""
    find: dict[str, Callable[[str], object]] = {
        "figure": partial(figure_called, look),
        "layers": partial(figure_called, look),
        "layout": partial(layout, look),
        "card layout": partial(card_layout, look),
        "block layout": lambda word: layout(look, f"blocks/{word}"),
    }
    try:
        find[key](word)
    except (MissingArtError, FaultyArtError) as fault:
        return str(fault)
    return ""


def _faces(look: Look, definition: Definition, wrong: Collection[Path_]) -> Iterator[Wrong]:
    """Draws the faces without what is `wrong`, of counters alike but for a number of as many digits one;
    alike counters are told once, and a word that fits neither face once."""
    seen: set[tuple[str, Path_]] = set()
    drawn: set[tuple[bool, str, int]] = set()
    for each in (*pieces(look, definition), *block_pieces(look, definition)):
        group = each.id if each.marker else definition.counters[each.id].group
        alike = (each.marker, group, len(each.id))
        if alike in drawn or _stands_on(definition, each, wrong):
            continue
        drawn.add(alike)
        for face in FACES_OF_A_COUNTER:
            found = _cannot_draw(partial(_counter, look, definition, each, face))
            if found is None:
                continue
            file, top = ("game.yaml", "markers") if each.marker else ("counters.yaml", "counters")
            whole: Path_ = (top, group)
            at = (found.file, found.path) if isinstance(found, CounterError) else (file, whole)
            once = at if at[1] != whole else (file, (*whole, face))
            if once not in seen:
                seen.add(once)
                yield *at, told(found)
    yield from _cards(look, definition, wrong)


def _stands_on(definition: Definition, each: Piece, wrong: Collection[Path_]) -> bool:
    """Whether a counter's kind, nation or side, or a marker's figure, is wrong already."""
    if each.marker:
        return any(("markers", each.shown_on(side).id) in wrong for side in FACES_OF_A_COUNTER)
    counter = definition.counters[each.id]
    named = {
        ("counters", counter.group),
        ("kinds", counter.kind),
        ("nations", counter.nation),
        ("sides", counter.side),
    }
    return any(path in wrong for path in named)


def _cards(look: Look, definition: Definition, wrong: Collection[Path_]) -> Iterator[Wrong]:
    """Draws every card's front and every pack's back, of what is not `wrong`; alike cards are told once."""
    seen: set[tuple[str, ...]] = set()
    sound = _sound_cards(definition, wrong)
    backs = {first.id for first in decks(look, sound).values()}
    for each in card_pieces(look, sound):
        file = "cards.yaml"
        path: tuple[str, ...] = ("decks", each.deck, "cards", each.id)
        if each.side:
            file, path = "counters.yaml", ("counters", sound.counters[each.id].group)
        faces = FACES_OF_A_COUNTER if each.id in backs else FACES_OF_A_COUNTER[:1]
        for face in faces:
            found = _cannot_draw(partial(_card, look, sound, each, face))
            if found is not None and path not in seen:
                seen.add(path)
                yield file, path, told(found)


def _sound_cards(definition: Definition, wrong: Collection[Path_]) -> Definition:
    """The game without the counters and the cards of packs that are `wrong` or stand on what is: of these
    nobody knows the size."""
    game = definition.game
    counters = {
        group: entry
        for group, entry in definition.counters_file.counters.items()
        if ("kinds", entry.kind) not in wrong
        and ("nations", entry.nation) not in wrong
        and ("sides", game.nations[entry.nation].side) not in wrong
    }
    sound = replace(
        definition, counters_file=definition.counters_file.model_copy(update={"counters": counters})
    )
    if definition.cards_file is None:
        return sound
    packs: dict[str, Deck] = {}
    for deck, pack in definition.decks.items():
        cards = {
            name: card
            for name, card in pack.cards.items()
            if ("decks", deck, "cards", name) not in wrong
            and not any(("sides", side) in wrong for choice in card.choices for side in choice.sides)
        }
        if cards:
            packs[deck] = pack.model_copy(update={"cards": cards})
    return replace(sound, cards_file=definition.cards_file.model_copy(update={"decks": packs}))


def _counter(look: Look, definition: Definition, each: Piece, face: Side) -> None:
    side = side_mm(look, each)
    draw_piece(Canvas(look, side, side), definition, each, face, side)


def _card(look: Look, definition: Definition, each: CardPiece, face: Side) -> None:
    draw_card(Canvas(look, each.width_mm, each.height_mm), definition, each, face)


def _cannot_draw(draw: Callable[[], None]) -> Exception | None:
    try:
        draw()
    except (CardError, CounterError, UnknownColourError, MissingArtError, FaultyArtError) as fault:
        return fault
    return None


def told(fault: Exception) -> str:
    """What a fault says without its place, which is told beside it."""
    return fault.told if isinstance(fault, CounterError) else str(fault)

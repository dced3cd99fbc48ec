"""Counters, markers and cards of a page, by side: alike ones once with their number, each with both faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.cards import CardPiece, card_pieces, card_svg
from generator.counters.printed import FACES_OF_A_COUNTER, Piece, piece, piece_svg, pieces
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.svg import num
from generator.preview.gallery import Gallery
from generator.preview.markup import tag, words
from modules.definition import Counter, Definition

_REM_PER_MM = 0.35
_CARD_REM_PER_MM = 0.165


@dataclass(frozen=True, slots=True)
class Shown:
    """One entry of a list: how it looks on both sides, how many there are, and what is told below it."""

    name: str
    ids: str
    count: int
    front: Drawing
    back: Drawing | None
    facts: tuple[str, ...]
    rem_per_mm: float


def counters_section(definition: Definition, gallery: Gallery) -> str:
    """The counters of each side, then the markers; empty for a game without any."""
    own = {each.id: each for each in pieces(gallery.look, definition) if not each.marker}
    found = []
    for side, entry in definition.game.sides.items():
        groups = _groups(c for c in definition.counters.values() if c.side == side and c.id in own)
        if groups:
            shown = [_counter(gallery.look, definition, own[group[0].id], group) for group in groups]
            found.append(_list(entry.name, shown, gallery))
    markers = [each for each in pieces(gallery.look, definition) if each.marker]
    if markers:
        found.append(_list("Markers", [_marker(gallery.look, definition, each) for each in markers], gallery))
    return "".join(found)


def cards_section(definition: Definition, gallery: Gallery) -> str:
    """The cards of each pack; empty for a game without any."""
    decks: dict[str, list[CardPiece]] = {}
    for each in card_pieces(gallery.look, definition):
        decks.setdefault(each.deck, []).append(each)
    return "".join(
        _list(_deck_title(definition, deck), list(_cards(gallery.look, definition, cards)), gallery)
        for deck, cards in decks.items()
    )


def face_symbol(definition: Definition, counter_id: str, gallery: Gallery) -> str:
    """The id of the front of one counter, to be used on a map."""
    return gallery.symbol(
        piece_svg(gallery.look, definition, piece(gallery.look, definition, counter_id), "front")
    )


# --- what is shown -------------------------------------------------------------------------------------


def _groups(counters: Iterable[Counter]) -> list[list[Counter]]:
    """Counters that differ in nothing but their number, together."""
    found: dict[str, list[Counter]] = {}
    for each in counters:
        found.setdefault(each.group, []).append(each)
    return list(found.values())


def _ids(group: list[Counter]) -> str:
    first, last = group[0].id, group[-1].id
    return first if len(group) == 1 else f"{first} to {last.rpartition('-')[2]}"


def _counter(look: Look, definition: Definition, each: Piece, group: list[Counter]) -> Shown:
    front, back = (piece_svg(look, definition, each, face) for face in FACES_OF_A_COUNTER)
    name = group[0].name
    return Shown(name, _ids(group), len(group), front, back, _values(definition, group[0]), _REM_PER_MM)


def _marker(look: Look, definition: Definition, each: Piece) -> Shown:
    front = piece_svg(look, definition, each, "front")
    back = None if each.reverse is None else piece_svg(look, definition, each, "back")
    return Shown(each.name, each.id, each.count, front, back, (), _REM_PER_MM)


def _cards(look: Look, definition: Definition, cards: list[CardPiece]) -> Iterator[Shown]:
    done: set[str] = set()
    for card in cards:
        front, back = (card_svg(look, definition, card.id, face) for face in FACES_OF_A_COUNTER)
        if not card.side:
            yield Shown(card.name, card.id, card.count, front, back, (), _CARD_REM_PER_MM)
            continue
        counter = definition.counters[card.id]
        if counter.group not in done:
            done.add(counter.group)
            group = [each for each in definition.counters.values() if each.group == counter.group]
            facts = _values(definition, counter)
            yield Shown(counter.name, _ids(group), len(group), front, back, facts, _CARD_REM_PER_MM)


def _values(definition: Definition, counter: Counter) -> tuple[str, ...]:
    front, back = counter.shown(definition.game), counter.shown(definition.game, back=True)
    told = [_told(front)]
    if counter.back is not None:
        changed = {key: value for key, value in back.items() if front.get(key) != value}
        turned = definition.kind(counter).turned(back=True)
        told.append(f"{turned}: {_told(changed) or 'the same'}")
    return tuple(each for each in told if each)


def _told(values: Mapping[str, str]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in values.items())


def _deck_title(definition: Definition, deck: str) -> str:
    side = deck.rpartition(" ")[2]
    return definition.decks[deck].name if deck in definition.decks else definition.game.sides[side].name


# --- markup --------------------------------------------------------------------------------------------


def _list(title: str, shown: list[Shown], gallery: Gallery) -> str:
    total = sum(each.count for each in shown)
    head = tag("h3", f"{words(title)} {tag('small', str(total))}")
    return head + tag("ul", "".join(_item(each, gallery) for each in shown), class_="pieces")


def _item(each: Shown, gallery: Gallery) -> str:
    copies = f" {tag('b', f'×{each.count}')}" if each.count > 1 else ""
    caption = tag("p", words(each.name) + copies, class_="name") + tag("p", words(each.ids), class_="id")
    facts = "".join(tag("p", words(fact), class_="fact") for fact in each.facts)
    return tag("li", _faces(each, gallery) + caption + facts)


def _faces(each: Shown, gallery: Gallery) -> str:
    """Both faces in a box to tick, so that a tap or the space bar turns the piece even without script."""
    style = f"width:{num(each.front.width_mm * each.rem_per_mm)}rem"
    sides = [("front", each.front)] + ([("back", each.back)] if each.back is not None else [])
    faces = [
        gallery.use(gallery.symbol(drawing), drawing, class_=side, aria_hidden="true")
        for side, drawing in sides
    ]
    face = tag("span", "".join(faces), class_="faces", style=style)
    if each.back is None:
        return tag("span", face, class_="piece")
    box = tag("input", type="checkbox", aria_label=f"{each.name} ({each.ids}): turn over")
    return tag("label", box + face, class_="piece turns")

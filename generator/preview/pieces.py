"""Counters, markers and cards of a page, by side: alike ones once with their number, each with both faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.cards import CardPiece, card_pieces, card_svg
from generator.counters.printed import FACES_OF_A_COUNTER, Piece, piece, piece_svg, pieces
from generator.drawing.document import Drawing
from generator.drawing.svg import num
from generator.preview.gallery import Gallery, Picture
from modules.definition import Counter, Definition

_REM_PER_MM = 0.35
_CARD_REM_PER_MM = 0.165


@dataclass(frozen=True, slots=True)
class Shown:
    """One entry of a list: how it looks on both sides, `rem` wide, how many there are, and what is told below
    it."""

    name: str
    ids: str
    count: int
    front: Picture
    back: Picture | None
    facts: tuple[str, ...]
    rem: str


@dataclass(frozen=True, slots=True)
class Group:
    """Entries of one list."""

    title: str
    shown: list[Shown]

    @property
    def total(self) -> int:
        """How many pieces there are of all its entries."""
        return sum(each.count for each in self.shown)


def counters_section(definition: Definition, gallery: Gallery) -> list[Group]:
    """The counters of each side, then the markers; empty for a game without any."""
    own = {each.id: each for each in pieces(gallery.look, definition) if not each.marker}
    found = []
    for side, entry in definition.game.sides.items():
        groups = _groups(c for c in definition.counters.values() if c.side == side and c.id in own)
        if groups:
            shown = [_counter(definition, own[group[0].id], group, gallery) for group in groups]
            found.append(Group(entry.name, shown))
    markers = [each for each in pieces(gallery.look, definition) if each.marker]
    if markers:
        found.append(Group("Markers", [_marker(definition, each, gallery) for each in markers]))
    return found


def cards_section(definition: Definition, gallery: Gallery) -> list[Group]:
    """The cards of each pack; empty for a game without any."""
    decks: dict[str, list[CardPiece]] = {}
    for each in card_pieces(gallery.look, definition):
        decks.setdefault(each.deck, []).append(each)
    return [
        Group(_deck_title(definition, deck), list(_cards(definition, cards, gallery)))
        for deck, cards in decks.items()
    ]


def face_symbol(definition: Definition, counter_id: str, gallery: Gallery) -> str:
    """The id of the front of one counter, to be used on a map."""
    return gallery.symbol(
        piece_svg(gallery.look, definition, piece(gallery.look, definition, counter_id), "front")
    ).symbol


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


def _counter(definition: Definition, each: Piece, group: list[Counter], gallery: Gallery) -> Shown:
    faces = [piece_svg(gallery.look, definition, each, face) for face in FACES_OF_A_COUNTER]
    facts = _values(definition, group[0])
    return _shown(group[0].name, _ids(group), len(group), faces, facts, _REM_PER_MM, gallery)


def _marker(definition: Definition, each: Piece, gallery: Gallery) -> Shown:
    sides = FACES_OF_A_COUNTER if each.reverse is not None else FACES_OF_A_COUNTER[:1]
    faces = [piece_svg(gallery.look, definition, each, face) for face in sides]
    return _shown(each.name, each.id, each.count, faces, (), _REM_PER_MM, gallery)


def _cards(definition: Definition, cards: list[CardPiece], gallery: Gallery) -> Iterator[Shown]:
    done: set[str] = set()
    for card in cards:
        faces = [card_svg(gallery.look, definition, card.id, face) for face in FACES_OF_A_COUNTER]
        if not card.side:
            yield _shown(card.name, card.id, card.count, faces, (), _CARD_REM_PER_MM, gallery)
            continue
        counter = definition.counters[card.id]
        if counter.group not in done:
            done.add(counter.group)
            group = [each for each in definition.counters.values() if each.group == counter.group]
            facts = _values(definition, counter)
            yield _shown(counter.name, _ids(group), len(group), faces, facts, _CARD_REM_PER_MM, gallery)


def _shown(
    name: str,
    ids: str,
    count: int,
    faces: Sequence[Drawing],
    facts: tuple[str, ...],
    rem_per_mm: float,
    gallery: Gallery,
) -> Shown:
    """An entry of these faces, the front and, if there is one, the back."""
    front, *back = map(gallery.symbol, faces)
    rem = num(faces[0].width_mm * rem_per_mm)
    return Shown(name, ids, count, front, back[0] if back else None, facts, rem)


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

"""Cards on a board of squares, read from a save: in squares, sectors, packs, discards, hands, the reserve and
the display of those eliminated. It undoes what `setups_cards` writes.

A card that lies masked is `face_down`, whoever masked it; in a pack it is not, for there all are. Who owns a
card of a pack is known only in a hand or while it lies masked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.cards import decks, unit_deck
from generator.vassal.format import commands as c
from generator.vassal.format.pieces import Piece
from generator.vassal.module.card_game import CardModule
from generator.vassal.module.data import copies
from generator.vassal.module.display import DISPLAY
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.module.squares import BoardPlan
from generator.vassal.module.table import TABLE, discard_place
from generator.vassal.positions.saved_position import (
    LOST,
    NEAR,
    Heap,
    Reader,
    layer_levels,
    masked_by,
    shown_markers,
)
from generator.vassal.positions.setups_cards import DISCARD, HAND, PACK, RESERVE
from modules.engine.position import PlacedCounter


@dataclass(frozen=True)
class _Found:
    """What a piece is: a unit card, leader or card of a pack, or (`counter` empty) a card that nobody knows.
    `side` is empty for a card of a pack, `pack` for a leader."""

    counter: str
    side: str
    pack: str
    markers: tuple[str, ...] = ()
    leads: bool = False


@dataclass
class CardReader(Reader[CardModule]):
    """Reads the saves of a game of cards. `laid` is the board that the save shows, None if it is not one of
    the game."""

    laid: BoardPlan | None = None

    def show(self, commands: Iterable[c.Command]) -> None:
        """Take the board that the save shows, if the table lies beside it."""
        super().show(commands)
        found = next((each for each in self.plan.boards.values() if each.title == self.board), None)
        tables = (each for each in commands if isinstance(each, c.Boards) and (TABLE, 1, 0) in each.boards)
        if found is not None and any(each.map == BATTLEFIELD for each in tables):
            self.laid, self.maps = found, {found.name: None}

    def piece(self, piece: Piece, heap: Heap) -> PlacedCounter | str | None:
        found = self._identified(piece)
        if found is None:
            return None
        if heap.deck:
            return self._in_deck(found, heap.deck)
        owner = masked_by(piece)
        side = found.side or self._side_called(owner)
        down = bool(owner) or not found.counter
        for place, whose in self._places(piece, found, side):
            side = side or whose if found.counter else found.side
            return PlacedCounter(found.counter, side, place, False, found.markers, down)
        return "it is in no square, hand, reserve or pile"

    def lone_marker(self, piece: Piece, name: str) -> PlacedCounter | None:
        """A marker of a side's whole sector."""
        for sector, side in self._sectors(piece):
            return PlacedCounter("", side, sector, markers=(name,))
        return None

    # --- what it is ------------------------------------------------------------------------------------

    def _identified(self, piece: Piece) -> _Found | None:
        plan, marks = self.plan, piece.markers()
        counter = plan.definition.counters.get(marks.get("CounterId", ""))
        if counter is not None:
            states = plan.file.of_kind(counter.kind, counter.role)
            shown = shown_markers(states, layer_levels(piece))
            leads = counter.form == "counter"
            return _Found(counter.id, counter.side, "" if leads else unit_deck(counter.side), shown, leads)
        known, unknown = copies(plan.definition), marks.get("UnknownOf", "")
        if (copy := marks.get("CardCopy", "")) in known:
            return _Found(copy, "", known[copy][0])
        if unknown not in decks(plan.look, plan.definition):
            return None
        return _Found("", decks(plan.look, plan.definition)[unknown].side, unknown)

    def _side_called(self, name: str) -> str:
        sides = self.plan.definition.game.sides
        return next((side for side, each in sides.items() if each.name == name), "")

    # --- where it lies ---------------------------------------------------------------------------------

    def _in_deck(self, found: _Found, deck: str) -> PlacedCounter | str:
        for key, place in ((found.pack, PACK), (discard_place(found.pack), DISCARD)):
            if key in self.plan.decks and self.plan.decks[key].name == deck:
                return PlacedCounter(
                    found.counter, found.side, place, False, found.markers, not found.counter
                )
        return f"it is in the deck {deck!r}, where it does not belong"

    def _places(self, piece: Piece, found: _Found, side: str) -> Iterator[tuple[str, str]]:
        """The place where it lies, with the side whose place it is (empty if it is everybody's). In a sector
        each `side` has a place for its own."""
        basic = piece.basic
        for whose, hand in self.plan.hands.items():
            if basic.map == hand.title:
                yield f"{HAND} {whose}", whose
        if not found.side and not found.counter:  # nobody plays such a card
            return
        if basic.map == DISPLAY:
            yield LOST, ""
        if basic.map == BATTLEFIELD and self.laid is not None:
            if basic.x >= self.laid.size[0]:
                yield from self._on_table(basic.x - self.laid.size[0], basic.y)
                return
            yield from (at for at in self._sectors(piece) if side in ("", at[1]))
            square = self.laid.called(basic.x, basic.y)
            if square in self.laid.sheet.frame and not found.leads:
                yield square, ""

    def _sectors(self, piece: Piece) -> Iterator[tuple[str, str]]:
        """The sector in whose place for a leader, or for a marker, a piece lies, and whose place that is."""
        basic, board = piece.basic, self.laid
        if basic.map != BATTLEFIELD or board is None:
            return
        for side in board.sheet.frame.board.homes:
            for sector in board.sectors:
                for x, y in (board.leader_at(side, sector), board.marker_at(side, sector)):
                    if max(abs(basic.x - x), abs(basic.y - y)) <= NEAR:
                        yield sector, side

    def _on_table(self, x: int, y: int) -> Iterator[tuple[str, str]]:
        """The reserve, where a leader waits too; a card that lies loose on a deck is in no place."""
        for key, place in self.plan.table.places.items():
            inside = 2 * abs(x - place.x) <= place.width and 2 * abs(y - place.y) <= place.height
            if inside and key not in self.plan.decks:
                yield RESERVE, ""

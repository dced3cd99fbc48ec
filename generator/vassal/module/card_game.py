"""A game of cards on boards of squares as a module: battlefield with a table beside it, hands, piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from generator.cards import CARD_MM, unit_deck
from generator.drawing.raster import Shot
from generator.vassal.format.buildfile import Component
from generator.vassal.format.decks import DeckType
from generator.vassal.format.expressions import all_of, braced, equal, prop, text, unequal
from generator.vassal.format.maps import stack_viewer
from generator.vassal.module.card_pictures import card_shots
from generator.vassal.module.cards import CardRoster, card_palettes, card_roster, state_px
from generator.vassal.module.data import read_vassal_file, slot_ids
from generator.vassal.module.display import DISPLAY
from generator.vassal.module.hands import HandPlan, count_button, hand_components, hand_plans
from generator.vassal.module.hex_map import clear_view
from generator.vassal.module.icons import icon
from generator.vassal.module.names import TOLD, Rendering
from generator.vassal.module.orders.declaring import declaring_keys, sign_shots
from generator.vassal.module.pack_names import card_px as card_size
from generator.vassal.module.packs import deck_components, deck_types
from generator.vassal.module.parts import Key, Topic, lists
from generator.vassal.module.pictures import ModulePictures, state_shots
from generator.vassal.module.piles import PilePlan, lay_piles, pile_spread, piles_svg
from generator.vassal.module.plan import ModulePlan, battlefield_window, display_window
from generator.vassal.module.squares import BoardPlan, board_component, board_plans
from generator.vassal.module.table import TABLE, TablePlan, lay_table, table_component, table_svg
from generator.vassal.module.tracks import tracks
from modules.definition import Definition

_START_ZOOM = 0.5
_ZOOM_LEVELS = (0.25, 0.35, 0.5, 0.6, 0.7, 0.85, 1.0, 1.4, 2.0)


@dataclass(frozen=True)
class CardModule(ModulePlan):
    """The plan of a game of cards; `scale` is px a mm of boards and cards."""

    roster: CardRoster
    scale: float
    boards: dict[str, BoardPlan]
    table: TablePlan
    decks: dict[str, DeckType]
    hands: dict[str, HandPlan]
    piles: PilePlan

    secrets: ClassVar[bool] = True
    icons: ClassVar[frozenset[str]] = ModulePlan.icons | {icon("hand")}

    # --- pictures --------------------------------------------------------------------------------------

    def board_shots(self) -> Iterator[tuple[str, str, Shot]]:
        shown = piles_svg(self.look, self.definition, self.piles, DISPLAY)
        yield DISPLAY, "eliminated", Shot(self.look, shown, width=self.piles.size[0])
        yield (
            TABLE,
            "table",
            Shot(self.look, table_svg(self.look, self.table), width=self.table.size[0]),
        )
        for name, plan in self.boards.items():
            yield name, f"board-{name}", Shot(self.look, plan.sheet.drawing.svg, width=plan.size[0])

    def piece_shots(self) -> Iterator[tuple[str, Shot]]:
        plates = replace(self.rendering, px=state_px(self.scale))
        yield from state_shots(self.definition, self.file, plates)
        yield from card_shots(self.definition, self.scale, self.rendering)
        card = card_size(
            self.look,
            self.definition,
            unit_deck(next(iter(self.definition.game.sides))),
            self.scale,
        )
        yield from sign_shots(self.marks, replace(self.rendering, px=min(card)))

    # --- windows ---------------------------------------------------------------------------------------

    def windows(self, pictures: ModulePictures) -> list[Component]:
        return [
            self._battlefield(pictures),
            *hand_components(self.definition, self.hands),
            display_window(pictures.boards[DISPLAY], self.rendering, pile_spread(self.piles), told=()),
            *count_button(self.decks, self.hands),
        ]

    def _battlefield(self, pictures: ModulePictures) -> Component:
        boards = [
            board_component(self.definition, plan, pictures.boards[name])
            for name, plan in self.boards.items()
        ]
        first = next(iter(self.definition.card_scenarios.values())).board
        hide = clear_view("board")
        decks = deck_components(self.look, self.definition, self.table, self.decks, self.roster, self.scale)
        return battlefield_window(
            [*boards, table_component(self.table, pictures.boards[TABLE])],
            [stack_viewer(self.rendering.px // self.rendering.unit, TOLD), hide, *decks],
            [(self.boards[first].title, 0, 0), (TABLE, 1, 0)],
            _ZOOM_LEVELS,
            _START_ZOOM,
        )

    def palettes(self) -> Component:
        return card_palettes(self.look, self.definition, self.roster, self.scale, self.rendering.px)

    def lists(self) -> list[Component]:
        # Groups by more than the side would tell of what kind a card is that lies face down.
        tooltip = "All unit cards and leaders that have been drawn, by side"
        drawn = all_of(unequal(prop("CounterId"), text("")), equal(prop("DeckName"), text("")))
        return lists(["Side"], braced(drawn), tooltip)

    # --- help ------------------------------------------------------------------------------------------

    def keys(self) -> Sequence[Key]:
        return (
            ("Ctrl+F", "turn a card over: face up for all, or face down for all but its owner"),
            ("Ctrl+P", "play a card of the hand: to the discards, face up"),
            *self._state_keys(),
            *declaring_keys(self.marks),
            ("Ctrl+E", "eliminate: to the pile of the side in the display, turned as it lies"),
            ("Ctrl+B", "return an eliminated unit or leader to where it was"),
            ("Ctrl+M", "mark as moved, or not"),
            ("Ctrl+T", "movement trail"),
            ("Ctrl+C", "copy a marker"),
            ("Ctrl+D", "take a marker away"),
            ("Ctrl+Space", "look into a stack"),
        )

    def _state_keys(self) -> Iterator[Key]:
        for name, state in self.file.states.items():
            title = self.definition.game.markers[name].name
            if state.levels == 1:
                yield f"Ctrl+{state.key}", f"{title}: on or off"
            else:
                yield f"Ctrl+{state.key}", f"{title}: one more (at most {state.levels})"
                yield f"Ctrl+Shift+{state.key}", f"{title}: one less"

    def topics(self) -> Sequence[Topic]:
        """How the cards are dealt and who sees what."""
        game = self.definition.game
        steps = [
            f"{deck.name}: each player draws {deck.hand} into the window of his hand."
            for deck in self.definition.decks.values()
            if deck.hand
        ]
        steps += ["The button Cards tells how many lie in each pack and hand."] if self.hands else []
        steps += [
            "Unit cards: draw first the cards that are set aside to your reserve, then lay the others into "
            "your home rows. A pack gives its cards at random; by its menu you may pick among your own.",
            "A card that is drawn lies face down: its own side sees it under stripes, others see its back. "
            "The Referee and the player of Solitaire see the unit cards of both sides and open both hands; "
            "other cards show their faces to the side alone that drew them, until they are turned over.",
            "Leaders stand in the places behind the back rows; they wait beside the board.",
        ]
        facing = [f"{game.sides[side].name} face {way} the board." for side, way in self._ways().items()]
        return (Topic("Cards", [*steps, *facing]),)

    def _ways(self) -> dict[str, str]:
        plan = next(iter(self.boards.values())).sheet.frame
        return {side: "down" if plan.at_top(side) else "up" for side in plan.board.homes}


def plan_cards(definition: Definition, card_px: int, rendering: Rendering) -> CardModule:
    """Plan a module of cards whose short side is `card_px`, with leaders and markers of their look, at most
    as wide as the board has room for. Raises as `planning.plan_module`."""
    file, scale = read_vassal_file(definition), card_px / CARD_MM[0]
    piles, boards = (
        lay_piles(rendering.look, definition, scale, rendering.unit),
        board_plans(rendering.look, definition, scale),
    )
    rendering = replace(rendering, px=min(rendering.px, *(plan.leader_px for plan in boards.values())))
    look = rendering.look
    pieces = card_roster(definition, file, slot_ids(definition, file), piles, scale, rendering)
    table = lay_table(definition, list(boards.values()), scale, rendering)
    return CardModule(
        definition, file, pieces, rendering, tracks(definition, file, {}, rendering, ""), scale, boards,
        table, deck_types(look, definition, scale), hand_plans(look, definition, scale), piles,
    )  # fmt: skip

"""`cards.yaml`: packs of cards that are dealt, such as events, with what each side may do by one."""

from typing import Final

from pydantic import Field

from modules.definition.formats.fields import FEW, MANY, Figure, Line, Name, Part, RuleNumber, Source, Text

LARGEST_SEALED_PACK: Final = 500
"""Cards of a pack of which hands are held: all of it may be dealt at once, and a log holds so many a deal."""


class Choice(Part):
    """What these sides may do with a card. `effect` is a word that the rules know; a choice that is barred
    in a side's first turn says by which rule. `limit`: how many units it serves, where it is limited."""

    sides: tuple[Name, ...] = Field(min_length=1, max_length=FEW)
    name: Line
    text: Text
    effect: Name
    limit: int | None = Field(default=None, ge=1, le=20)
    not_first_turn: RuleNumber | None = None
    source: Source


class Card(Part):
    """A card of which the pack holds `count` alike."""

    name: Line
    count: int = Field(ge=1, le=60)
    figure: Figure
    rule: RuleNumber
    choices: tuple[Choice, ...] = Field(min_length=1, max_length=FEW)
    source: Source


class Deck(Part):
    """A pack. With `hand` its cards are held in hands, each seen by its own side alone. Each side is dealt so
    many at the start: 0 where hands are drawn later. Without `hand` cards are drawn for all to see."""

    name: Line
    hand: int | None = Field(default=None, ge=0, le=20)
    rule: RuleNumber
    source: Source
    cards: dict[Name, Card] = Field(min_length=1, max_length=MANY)

    @property
    def dealt(self) -> int:
        """How many cards each side is dealt at the start."""
        return self.hand or 0


class CardsFile(Part):
    """`cards.yaml`."""

    decks: dict[Name, Deck] = Field(min_length=1, max_length=FEW)

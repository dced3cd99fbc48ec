"""`cards.yaml`: packs of cards that are dealt, such as events, with what each side may do by one."""

from pydantic import Field

from modules.definition.formats.fields import FEW, MANY, Figure, Line, Name, Part, RuleNumber, Source, Text


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
    """A pack: so many cards are dealt to each side at the start."""

    name: Line
    hand: int = Field(ge=0, le=20)
    rule: RuleNumber
    source: Source
    cards: dict[Name, Card] = Field(min_length=1, max_length=MANY)


class CardsFile(Part):
    """`cards.yaml`."""

    decks: dict[Name, Deck] = Field(min_length=1, max_length=FEW)

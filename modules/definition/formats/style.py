"""`style` of `game.yaml`: how a game looks where its own data do not say it.

A style that ships (`like`) says it all; a game replaces what is to be otherwise.
"""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from modules.definition.formats.fields import Figure, Line, Name, Part

ShieldForm = Literal["round", "pointed", "square", "diamond"]


class GameStyle(Part):
    """`like` names a style that ships, without it the tapestry. `title` is the typeface of the game's name, a
    role (`caps`) or a family and its weight (`Oswald 700`); `frieze` whether armies march below it; `emblem`
    the figure on the back of counters whose palette has no shield of its own; `turn_marker` and `card_back`
    are figures too; `shields` the forms of the shields that tell sides apart on maps, the first side's first;
    `night` whether the title of a map of areas stands on a night sky."""

    like: Name | None = None
    title: Line | None = None
    frieze: bool | None = None
    emblem: Figure | None = None
    turn_marker: Figure | None = None
    card_back: Figure | None = None
    shields: tuple[ShieldForm, ...] = Field(default=(), max_length=8)
    night: bool | None = None


def _from_word(value: Any) -> Any:
    return {"like": value} if isinstance(value, str) else value


class _OrName:
    """Tells editors that a word may stand for the whole."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"anyOf": [{"type": "string"}, handler(schema)]}


StyleOrName = Annotated[GameStyle, BeforeValidator(_from_word), _OrName]
"""A style; the name of one that ships alone is that style as it is."""

"""`campaigns/*.yaml`: battles one after the other, and who plays whom in each."""

from pydantic import Field

from modules.definition.formats.fields import FEW, SOME, Line, Name, Part, RuleNumber
from modules.definition.formats.game import Parameter
from modules.definition.formats.special import Special


class Player(Part):
    """A player of a campaign and the side that he plays in each battle."""

    name: Line
    sides: dict[Name, Name] = Field(max_length=FEW)


class CampaignFile(Part):
    """`campaigns/*.yaml`. `battles` are scenarios in their order. `special`: what only this game's rules
    know, such as what a battle leaves to the next."""

    campaign: Name
    title: Line
    rules: RuleNumber
    battles: tuple[Name, ...] = Field(min_length=1, max_length=FEW)
    players: dict[Name, Player] = Field(min_length=2, max_length=FEW)
    parameters: dict[Name, Parameter] = Field(default_factory=dict, max_length=SOME)
    special: Special | None = None

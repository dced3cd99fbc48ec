"""`campaigns/*.yaml`: battles one after the other, what each leaves to the next, and who plays whom."""

from pydantic import Field

from modules.definition.fields import Line, Name, Part, RuleNumber, Source
from modules.definition.game import Parameter


class Player(Part):
    """A player of a campaign and the side that he plays in each battle."""

    name: Line
    sides: dict[Name, Name]


class Level(Part):
    """Losses of a side in one battle that change its forces in another.

    For each unit fewer lost than `level`, `gain` units are added there, drawn from the survivors; for each
    more, one is taken from its set-up, if `loses` says so.
    """

    after: Name
    side: Name
    battle: Name
    level: int = Field(ge=0, le=200)
    gain: int = Field(default=1, ge=1, le=9)
    loses: bool = True
    rule: RuleNumber
    source: Source


class CampaignFile(Part):
    """`campaigns/*.yaml`. `battles` are scenarios in their order."""

    campaign: Name
    title: Line
    rules: RuleNumber
    battles: tuple[Name, ...] = Field(min_length=1)
    players: dict[Name, Player] = Field(min_length=2)
    levels: dict[Name, Level] = Field(default_factory=dict)
    parameters: dict[Name, Parameter] = Field(default_factory=dict)

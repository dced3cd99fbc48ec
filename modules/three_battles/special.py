"""What only the rules of this game read in its files: defeat, exits, exclusive rules, the campaign.

Sides, counters, areas and hexes that the exclusive rules of a battle are about stand here; their numbers
stand among the scenario's `parameters`, which are printed.
"""

from typing import Annotated, Literal

from pydantic import Field

from modules.definition.formats.campaigns import CampaignFile
from modules.definition.formats.fields import CounterId, HexId, Line, Name, Part, RuleNumber, Source
from modules.definition.formats.scenarios import Scenario
from modules.definition.formats.special import Around, Special


class Commander(Part):
    """The head of a side's army: he may lead any unit of it, and his death decides the battle."""

    counter: CounterId
    rule: RuleNumber
    source: Source


class NationsApart(Part):
    """The exclusive rules of Hastings (16.5, 16.6): leaders idle only while their own nationality fights, and
    those who left along the road count for points."""

    kind: Literal["nations_apart"]
    rule: RuleNumber
    source: Source


class CampHeld(Part):
    """The exclusive rules of Stamford Bridge (15.2): in turn 1 the side `rushing` is faster and stronger. The
    side `held` keeps to the area `camp` around `centre` until it is released, in words so far as `reach`;
    those who are set up on the `bank` beyond the river go where they like."""

    kind: Literal["camp_held"]
    rushing: Name
    held: Name
    camp: Name
    centre: HexId
    reach: Line
    bank: Name
    rule: RuleNumber
    source: Source


Exclusive = Annotated[NationsApart | CampHeld, Field(discriminator="kind")]


class BattleSpecial(Special):
    """`special` of a battle. `both_beaten`: who wins if both sides lose at once. `fatal_leaders`: so many
    leaders of a side dead, and it has lost. `edge_exits`: the rule by which units may leave over any edge of
    the map. `exclusive`: the rules of this battle alone, where they are more than numbers."""

    both_beaten: Name
    commanders: dict[Name, Commander] = Field(default_factory=dict)
    fatal_leaders: dict[Name, Annotated[int, Field(ge=1, le=9)]] = Field(default_factory=dict)
    edge_exits: RuleNumber | None = None
    exclusive: Exclusive | None = None

    def check(self, around: Around) -> None:
        around.side(("both_beaten",), self.both_beaten)
        for side, commander in self.commanders.items():
            around.side(("commanders", side), side)
            around.counter(("commanders", side, "counter"), commander.counter)
        for side in self.fatal_leaders:
            around.side(("fatal_leaders", side), side)
        if isinstance(self.exclusive, CampHeld):
            for key in ("rushing", "held"):
                around.side(("exclusive", key), getattr(self.exclusive, key))
            for key in ("camp", "bank"):
                around.area(("exclusive", key), getattr(self.exclusive, key))
            around.hex(("exclusive", "centre"), self.exclusive.centre)


def special_of(scenario: Scenario) -> BattleSpecial:
    """The special part of a battle, which the loader has typed."""
    if not isinstance(scenario.special, BattleSpecial):
        raise TypeError(f"{scenario.scenario} was loaded without the types of this game")
    return scenario.special


class Level(Part):
    """Losses of a side in one battle that change its forces in another.

    For each unit fewer lost than `level`, `gain` units are added there, drawn from the survivors; for each
    more, one is taken from its set-up, if `loses` says so; with `entering` also from those who come later.
    """

    after: Name
    side: Name
    battle: Name
    level: int = Field(ge=0, le=200)
    gain: int = Field(default=1, ge=1, le=9)
    loses: bool = True
    entering: bool = False
    rule: RuleNumber
    source: Source


class Fates(Part):
    """The leaders on whose lives the campaign hangs (17.2, 17.3)."""

    haraldr: CounterId
    tostig: CounterId
    harold: CounterId


class CampaignSpecial(Special):
    """`special` of the campaign: what a battle leaves to the next (17.2, 17.3). `rebels`: who comes with
    Tostig. `invader`: the player who wins if Harold dies, or if nobody stops William."""

    leaders: Fates
    rebels: Name
    invader: Name
    levels: dict[Name, Level]

    def check(self, around: Around) -> None:
        for key in Fates.model_fields:
            around.counter(("leaders", key), getattr(self.leaders, key))
        around.nation(("rebels",), self.rebels)
        around.player(("invader",), self.invader)
        for name, level in self.levels.items():
            around.battle(("levels", name, "after"), level.after)
            around.battle(("levels", name, "battle"), level.battle)
            around.side(("levels", name, "side"), level.side)


def campaign_of(file: CampaignFile) -> CampaignSpecial:
    """The special part of the campaign, which the loader has typed."""
    if not isinstance(file.special, CampaignSpecial):
        raise TypeError(f"{file.campaign} was loaded without the types of this game")
    return file.special


PARTS: dict[str, type[Special]] = {"scenarios": BattleSpecial, "campaigns": CampaignSpecial}

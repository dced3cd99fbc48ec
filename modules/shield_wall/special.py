"""What only the rules of this game read in its scenario: whose death ends it, where Saxons come from."""

from modules.definition.formats.fields import CounterId, HexId, Name, RuleNumber, Source
from modules.definition.formats.scenarios import Scenario
from modules.definition.formats.special import Around, Special


class RidgeSpecial(Special):
    """`special` of the battle. `commanders`: the leader of each side without whom it has lost (5.0).
    `arrival`: the hex of the Saxon reinforcements (9.0). `road`: the area that decides at the end (5.0)."""

    commanders: dict[Name, CounterId]
    arrival: HexId
    road: Name
    rule: RuleNumber
    source: Source

    def check(self, around: Around) -> None:
        for side, counter_id in self.commanders.items():
            around.side(("commanders", side), side)
            around.counter(("commanders", side), counter_id)
        around.hex(("arrival",), self.arrival)
        around.area(("road",), self.road)


def special_of(scenario: Scenario) -> RidgeSpecial:
    """The special part of the battle, which the loader has typed."""
    if not isinstance(scenario.special, RidgeSpecial):
        raise TypeError(f"{scenario.scenario} was loaded without the types of this game")
    return scenario.special


PARTS: dict[str, type[Special]] = {"scenarios": RidgeSpecial}

"""A year of the comet of few turns, played by policy under real rules of evidence."""

from modules.year_of_the_comet import rules as comet
from modules.year_of_the_comet.year import Year
from pbem.rules.rules_lookup import definition_of
from pbem.setup.new_game import Plan

TURNS = 2


class ShortYear(Year):
    """A year that ends after a few turns."""

    def number(self, name):
        return TURNS if name == "turns" else super().number(name)


def build(game):
    """The rules that a charter names, for a short year."""
    chosen = frozenset(name for name, on in game.options.items() if on is True)
    made = comet.build(definition_of(game), game.scenario, chosen)
    made.year.__class__ = ShortYear
    return made


def plan(seed=0, *options):
    return Plan("year_of_the_comet", "campaign", options, {}, seed=seed)

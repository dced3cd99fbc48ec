"""The game of stacks of three, laid out and played line by line."""

from pathlib import Path

from hands import hand as give  # noqa: F401 - for the tests

from modules import library
from modules.engine.driver import Play
from modules.engine.rules.arrangement_rules import Arrangement

THREE_HIGH = Path(__file__).with_name("three_high")


def rules(*options):
    """The rules of its scenario with these options."""
    return library.rules(str(THREE_HIGH), "plain", options)


def laid_out(phase, units, *options, turn=1, others="reserve"):
    """A game that stands in `SIDE PHASE` with these counters on the map."""
    side, _, name = phase.partition(" ")
    made = rules(*options)
    return Play(made, made.arrange(Arrangement(turn, name, side, {"others": others, **units}, {})))


def fault(play, line):
    """Why a line is refused, with its number; None where it is legal."""
    found = play.request.options.fault_of(play.rules.grammar.parse(line))
    return None if found is None else (found.rule, found.reason)

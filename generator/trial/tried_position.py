"""The position in which a clause is tried: the set-up of a scenario, with what the designer moves in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from generator.trial.trial import TrialRefused
from modules import library
from modules.definition import Definition
from modules.definition.formats.clauses.combat import AttackPhase
from modules.definition.formats.clauses.moving import MovePhase
from modules.definition.formats.scenarios import HexScenario
from modules.engine.driver import Play
from modules.engine.errors import OrderError
from modules.engine.hexes.options import HexOptions
from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose
from modules.engine.rules.arrangement_rules import Arrangement, ArrangementRules
from modules.engine.rules.required_parts import require
from modules.free_table.by_rules.mixed_options import MixedOptions
from modules.free_table.state import ENTERING, RESERVE

_MOST_TOLD: Final = 12
"""Names that an error lists."""


@dataclass(frozen=True)
class Wish:
    """What the designer says of the position: `turn` and `phase` (an empty one: the first that fits), the
    `places` of counters that stand elsewhere than in the scenario, and, of the unit that is tried, where it
    stands (`at`) and its `states`."""

    turn: int = 1
    phase: str = ""
    options: Sequence[str] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    at: str = ""
    states: Sequence[str] = ()


@dataclass(frozen=True)
class TriedPosition:
    """A decision of `side` in a phase of a scenario. `program`: what the clauses let the side do. `told`: why
    it has nothing to decide, where it has not."""

    definition: Definition
    scenario: HexScenario
    turn: int
    phase: str
    side: str
    play: Play[ArrangementRules[Any]]
    told: str = ""

    @property
    def program(self) -> HexOptions[Any]:
        """What the clauses let the side do."""
        request = self.play.request
        if not isinstance(request, Choose) or not isinstance(request.options, MixedOptions):
            raise TrialRefused(self.told or f"the program carries out nothing in the phase {self.phase}")
        return request.options.program

    @property
    def placed(self) -> tuple[PlacedCounter, ...]:
        """Every counter on the map."""
        return self.play.rules.position(self.play.state)

    @property
    def head(self) -> str:
        """The decision in words."""
        phase = next(each.name for each in self.definition.game.sequence if each.id == self.phase)
        side = self.definition.game.sides[self.side].name
        return f"{self.scenario.title}, turn {self.turn}: {phase}, {side}"


Kind = type[MovePhase] | type[AttackPhase]


def lay_out(name: str, scenario: str, unit: str, kind: Kind, wish: Wish) -> list[TriedPosition]:
    """The position in each phase of a unit's side in which the program carries out what is of a kind. Raises
    TrialRefused, and as `library.rules`."""
    definition = library.definition(name)
    known = definition.scenarios.get(scenario)
    if not isinstance(known, HexScenario):
        raise TrialRefused(f"{scenario} is not a scenario on hexes: its rules are carried out by hand")
    if not 1 <= wish.turn <= known.turns:
        raise TrialRefused(f"there is no turn {wish.turn}: {scenario} has {known.turns}")
    rules = require(library.rules(name, scenario, wish.options), ArrangementRules)
    side = definition.counters[unit].side
    units = _places(known, unit, wish)
    return [
        _arrange(definition, known, rules, Arrangement(wish.turn, phase, side, units, {}))
        for phase in _phases(definition, side, kind, wish.phase)
    ]


def _places(scenario: HexScenario, unit: str, wish: Wish) -> dict[str, str]:
    """Every counter's place and states, as an arrangement has them."""
    units = {counter: at for setup in scenario.setup for counter, at in setup.at.items()}
    units |= {counter: ENTERING for entry in scenario.entries for counter in entry.counters}
    units |= dict(wish.places)
    here = wish.at or units.get(unit, RESERVE)
    return {**units, unit: ", ".join((here, *wish.states))}


def must_have_clauses(name: str) -> Definition:
    """The definition of a game with clauses. Raises TrialRefused for one without."""
    definition = library.definition(name)
    if name in library.games():
        raise TrialRefused(f"the rules of {name} are code: play it with `senlac try {name}`")
    if definition.rules_file is None:
        raise TrialRefused(
            f"{library.command_word(definition)} has no rules.yaml, so that all is played by hand: write "
            "one for a game on hexes (senlac docs rules-recipes)"
        )
    return definition


def known_counter(definition: Definition, word: str) -> str:
    """A counter by its id. Raises TrialRefused with what is near to it."""
    if word in definition.counters:
        return word
    near = get_close_matches(word, definition.counters, _MOST_TOLD) or list(definition.counters)
    more = ", ..." if len(near) > _MOST_TOLD else ""
    raise TrialRefused(f"there is no counter {word!r}: there is {', '.join(near[:_MOST_TOLD])}{more}")


def _phases(definition: Definition, side: str, kind: Kind, wanted: str) -> list[str]:
    """The phases of a side, in their order, whose clause is of a kind. Raises TrialRefused."""
    rules = definition.rules_file
    clauses = {} if rules is None else rules.phases
    whose = [each.id for each in definition.game.sequence if not each.side or each.side == side]
    found = [each for each in whose if isinstance(clauses.get(each), kind)]
    does = "move" if kind is MovePhase else "attack"
    if not found:
        raise TrialRefused(
            f"no phase of {side} has a clause `does: {does}`: write one under `phases` of rules.yaml"
        )
    if wanted and wanted not in found:
        those = ", ".join(found)
        raise TrialRefused(f"no phase {wanted!r} of {side} has a clause `does: {does}`: write one of {those}")
    return [wanted] if wanted else found


def _arrange(
    definition: Definition, scenario: HexScenario, rules: ArrangementRules[Any], asked: Arrangement
) -> TriedPosition:
    try:
        play = Play(rules, rules.arrange(asked))
    except OrderError as error:
        raise TrialRefused(str(error)) from None
    told, (phase, side) = "", (asked.phase, asked.active)
    if (play.state.phase, play.state.active) != (phase, side):
        nothing = f"{side} has nothing to decide in the phase {phase}"
        told = next((event.text for event in play.events), nothing)
    return TriedPosition(definition, scenario, asked.turn, phase, side, play, told)

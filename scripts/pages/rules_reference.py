"""The reference of rules.yaml: each key with its form, its words and an example, read from where each stands.

A test holds the page to what this makes, and runs each example.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import BaseModel

from modules.cases import Case
from modules.definition.explain import fields_of_type
from modules.definition.formats import rules
from modules.definition.formats.clauses import combat, conditions, moving, upkeep, victory

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "modules" / "docs" / "reference" / "rules-yaml.md"
EXAMPLES: Final = ROOT / "modules" / "engine" / "stacks" / "examples"
FIRST: Final = "examples.yaml"
"""The file of examples that is read first; its `base` stands for all."""
GAME: Final = EXAMPLES / "game"
"""The game of the examples, without a rules.yaml."""

TYPES: Final[dict[type[BaseModel], tuple[str, str]]] = {
    rules.RulesFile: ("The file", "The sections of the file. Each section works without the others."),
    conditions.Clause: ("Each clause", "Every clause bears a number."),
    conditions.Group: (
        "A group",
        "A name for counters or for places. Where several keys stand, all must hold.",
    ),
    conditions.Times: ("Times: `when`, `not_on`", "Without a key a clause holds always."),
    conditions.Units: ("Units: `units`, `targets`", "Without a key all units are meant."),
    conditions.Near: ("`near`", "A unit near to another counter."),
    moving.SetUpPhase: ("A phase of set-up", "The sides place their counters as the scenario lets them."),
    moving.MovePhase: ("A phase of movement", "The side moves its units, each once."),
    moving.ExitClause: ("`exits`", "Units leave the map: `exit` is the last word of the path."),
    moving.EnterPhase: ("A phase of reinforcement", "The side places its reinforcements at the map's edge."),
    combat.AttackPhase: ("A phase of combat", "The side attacks."),
    moving.Movement: (
        "A way of moving",
        "The allowance is reckoned in this order: `budget` or `hexes`, the first of `instead` that holds, "
        "then `changes`. No unit enters a hex with enemies.",
    ),
    moving.Allowance: ("`instead`", "Another allowance, for these units at these times."),
    moving.AllowanceChange: ("`changes`", "An allowance is multiplied and rounded, then `add` is added."),
    moving.StepCost: ("`costs`", "The cost of a step for these units at these times."),
    moving.Halt: ("`halts`", "A unit stops where it enters such a place."),
    moving.Entering: ("`entering`", "Reinforcements come in as the `entries` of the scenario say."),
    moving.ZoneClause: ("A zone of control", "A unit that moves meets the zones of its enemies."),
    moving.Stacking: ("A limit of stacks", "The units of a side in one hex are counted."),
    combat.Attack: (
        "A way of attack",
        "With `strength` the program carries out the whole of an attack. Without it the program carries out "
        "half, and the players the result.",
    ),
    combat.Strength: ("`strength`", "How the program finds the column, or which dice hit."),
    combat.CombatModifier: (
        "`modifiers`",
        "Changes of an attack besides terrain.yaml; strengths change in the order of the list.",
    ),
    combat.NamedModifiers: (
        "`named`",
        "A shift and a DRM that the attacker names count after all others, within the same limits. They are "
        "named as in `attack B-inf-1 > R-inf-1 shift +2 drm 0`. An attack names either these or a lower "
        "column.",
    ),
    combat.Support: ("`support`", "Units take part from afar."),
    combat.TogetherClause: ("`same`", "Units that may attack together."),
    combat.Duty: (
        "`duties`",
        "The counters that owe are fixed when the phase begins. An attack must leave as many of them able to "
        "fight as before, itself counted; `done` is legal if no more can.",
    ),
    combat.Eliminate: ("`do: eliminate`", "Units are eliminated."),
    combat.LoseSteps: ("`do: step`", "Steps are lost."),
    combat.Exchange: ("`do: exchange`", "Both parties lose units."),
    combat.MatchLosses: ("`do: match`", "A party loses as much as the other has lost before in the attack."),
    combat.MarkState: ("`do: mark`, `unmark`", "Units get a marker, or lose it."),
    combat.MakeRetreat: ("`do: retreat`", "Units retreat, one after the other."),
    combat.ByHand: ("`do: hand`", "The players carry out what follows."),
    combat.EffectChoice: ("`do: choose`", "A side chooses between effects."),
    combat.RetreatClause: ("`retreat`", "The ways of units that retreat by a code, or before the die."),
    combat.AdvanceClause: (
        "`advance`",
        "After all effects units go into hexes that the enemy has left.",
    ),
    combat.Withdrawal: ("`withdrawal`", "Before the die the target may leave."),
    upkeep.Trace: (
        "A trace",
        "A way from a unit over hexes without enemies and over ground that is not prohibited. Its own "
        "hex closes no way.",
    ),
    upkeep.SupplyPhase: ("A phase of supply", "Supply is judged without a decision."),
    upkeep.Supply: ("Supply", "All units are judged as they stand, before any is marked or eliminated."),
    upkeep.RecoverPhase: ("A phase of recovery", "Units of the side recover."),
    upkeep.Recovery: ("A clause of recovery", "A unit recovers, or tries to, once a phase."),
    upkeep.Control: ("Control", "A unit takes a place by entering it, also one through which it passes."),
    upkeep.RebuildPhase: ("A phase of replacements", "The side rebuilds and restores units."),
    upkeep.Rebuild: ("A clause of replacements", "The points of a side, and what they are spent on."),
    upkeep.TurnPoints: ("`points` of replacements", "The first entry that holds counts."),
    upkeep.NewUnit: ("`new`", "Units that are lost come back; those in reserve come in so, too."),
    upkeep.Restore: ("`restore`", "A reduced unit gets its full side, a block all its steps."),
    upkeep.Army: ("The state of an army", "A state holds from a number of losses of the side on."),
    victory.Victory: ("Victory", "Points, if there are any, and decisions in their order."),
    victory.VictoryPoints: ("`points` of victory", "A clause that brings points to a side."),
    victory.Decision: ("A decision", "All that it asks must hold."),
    victory.HeldPlaces: ("`holds`", "A side controls places."),
    victory.PointsLead: ("`points` of a decision", "All keys must hold."),
    victory.CountedUnits: ("`counted`", "Units, or a value of theirs, are counted."),
}
"""The types of rules.yaml in the order of the page, each with its heading and a sentence."""

_HEAD: Final = """# rules.yaml, key by key

Each key with its form, what it says, and an example that a test runs.

A clause bears `rule`, the number in your booklet. It holds where all keys of its condition hold; a list
means one of. Without a clause a thing is by hand. [Recipes](../how-to/rules-recipes.md) show whole rules. The
examples are played in a small game of two sides, Blue and Red, on a meadow of 8 x 7 hexes; `march` is its way
of moving, and rule 3 its phase of movement. `scripts/pages/rules_reference.py` makes the page from the types
of the file, from `definition/descriptions.yaml` and from `engine/stacks/examples`.
"""
_SHORT: Final = {
    "a name of lower-case letters, digits and _, such as north_road": "a name",
    "counters: a group, a side, a nation, a kind, a formation, or an entry of counters.yaml": "counters",
    'places: a group, a terrain, an area of the map, or a hex in quotes such as "0714"': "places",
}
"""Forms that are told in one word on this page."""


@dataclass(frozen=True)
class Example:
    """A clause with what it refuses and lets pass: the keys that it `shows` as `TYPE.KEY`, its text as it is
    printed, the whole rules.yaml in which it is played, and the case."""

    shows: tuple[str, ...]
    text: str
    rules: Mapping[str, Any]
    case: Case


def read_examples() -> list[Example]:
    """The examples in their order, file by file; a `base` of a further one is put into the first."""
    files = sorted(EXAMPLES.glob("*.yaml"), key=lambda file: (file.name != FIRST, file.name))
    texts = [file.read_text(encoding="utf-8") for file in files]
    base: Mapping[str, Any] = yaml.safe_load(texts[0])["base"]
    return [example for text in texts for example in _read(text, base)]


def _read(text: str, base: Mapping[str, Any]) -> Iterator[Example]:
    data = yaml.safe_load(text)
    for each, written in zip(data["examples"], _written(text), strict=True):
        rules_file = put_into(put_into(base, data.get("base", {})), each["rules"])
        yield Example(tuple(each["shows"]), written, rules_file, _case(each))


def _case(example: Mapping[str, Any]) -> Case:
    said = {key: each for key, each in example.items() if key not in ("shows", "rules")}
    rule = next((step["refused"]["rule"] for step in said.get("play", ()) if "refused" in step), "3")
    return Case.model_validate_json(json.dumps({"phase": "blue movement", "rule": rule, **said}))


def _written(text: str) -> Iterator[str]:
    """The clauses of each example as they are written."""
    lines: list[str] | None = None
    for line in [*text.splitlines(), ""]:
        if line == "    rules:":
            lines = []
        elif lines is not None and line.startswith("      "):
            lines.append(line[6:])
        elif lines is not None:
            yield "\n".join(lines)
            lines = None


def put_into(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Rules with others put into them: a mapping into a mapping, nothing (`null`) takes away, all else takes
    the place of what stood there."""
    found = dict(base)
    for key, value in more.items():
        before = found.get(key)
        if value is None:
            found.pop(key, None)
        else:
            both = isinstance(value, dict) and isinstance(before, dict)
            found[key] = put_into(before or {}, value) if both else value
    return found


def page() -> str:
    """The page as it must be."""
    examples = read_examples()
    return _HEAD + "".join(f"\n{_section(kind, *words, examples)}" for kind, words in TYPES.items())


def _section(kind: type[BaseModel], head: str, about: str, examples: list[Example]) -> str:
    own = [field for field in fields_of_type(kind) if field.steps[-1] in kind.__annotations__]
    names = {f"{kind.__name__}.{field.steps[-1]}": field for field in own}
    lines = [f"## {head}", "", about, ""]
    lines += ["| key | form | without it | says |", "|---|---|---|---|"]
    for field in own:
        cells = (f"`{field.steps[-1]}`", _form(field.form), _without(field.default), field.says)
        lines.append("| " + " | ".join(each.replace("|", "\\|") for each in cells) + " |")
    here = [each for each in examples if _key_of(each) in names]
    for example in here:
        lines += ["", *_told(example)]
    shown = {key for each in here for key in each.shows}
    lines += _elsewhere([key for key in names if key not in shown], examples)
    return "\n".join(lines) + "\n"


def _key_of(example: Example) -> str:
    """The key under whose type an example stands: the first that is not the file's."""
    return next((key for key in example.shows if not key.startswith("RulesFile.")), example.shows[0])


def _elsewhere(keys: list[str], examples: list[Example]) -> list[str]:
    """Where on the page the examples of these keys are."""
    found: dict[str, list[str]] = {}
    for key in keys:
        title = next(each.case.title for each in examples if key in each.shows)
        found.setdefault(title, []).append(f"`{key.partition('.')[2]}`")
    words = "; ".join(f'{", ".join(names)} in "{title}"' for title, names in found.items())
    return ["", f"Examples elsewhere on this page: {words}."] if found else []


def _form(form: str) -> str:
    """The form of a key, with names for words that stand at the top of the page, and without lists of keys
    that have a section of their own."""
    for words, short in _SHORT.items():
        form = form.replace(words, short)
    form = re.sub(r"keys: \w+(: [\w/]+)?(, (?!at least)\w+(: [\w/]+)?)*", "keys as below", form)
    return re.sub(r"(keys as below)( or keys as below)+", r"\1", form)


def _without(default: str) -> str:
    return "–" if default.startswith("none:") else default


def _told(example: Example) -> Iterator[str]:
    keys = dict.fromkeys(f"`{each.partition('.')[2]}`" for each in example.shows)
    yield f"**{example.case.title}** ({', '.join(keys)}):"
    yield ""
    yield textwrap.indent(example.text, "    ")
    yield ""
    yield f"{_start(example.case)}:"
    yield ""
    yield from _orders(example.case)


def _start(case: Case) -> str:
    units = ", ".join(_place(unit, *place.split(", ")) for unit, place in case.units.items())
    turn = "" if case.turn == 1 else f" on turn {case.turn}"
    options = f" with the option {', '.join(case.options)}" if case.options else ""
    return f"In the phase `{case.phase}`{turn}{options}, with {units}"


def _place(unit: str, place: str, *states: str) -> str:
    named = f"{unit} ({', '.join(states)})" if states else unit
    return f"{named} yet to enter" if place == "entering" else f"{named} in {place}"


def _orders(case: Case) -> Iterator[str]:
    for step in case.play:
        if step.refused is not None:
            says = f', with the words "{step.refused.says}"' if step.refused.says else ""
            yield f"- `{step.refused.order}` is refused under rule {step.refused.rule}{says}."
        elif step.order is not None:
            yield f"- `{step.order.partition(': ')[2]}` is legal."
        elif step.dice is not None:
            yield f"- The die shows {step.dice[0]}."
    yield from (f"- The program tells: {text}." for text in case.then.told)
    if case.then.phase is not None:
        yield f"- The phase is `{case.then.phase}` then."


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

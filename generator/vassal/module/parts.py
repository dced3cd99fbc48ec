"""What a module has beside maps and pieces: dice, turn tracker, charts, lists, help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from generator.vassal.format.buildfile import Component, Value, component
from generator.vassal.format.codec import join
from generator.vassal.format.expressions import braced, choose, equal, grouped, more, number, plus, prop, text
from generator.vassal.format.keys import named_key
from generator.vassal.format.plain import page, plain
from generator.vassal.format.windows import (
    chart,
    charts,
    counter_level,
    dice,
    html_chart,
    inventory,
    list_level,
    notes,
    tabs,
    turn_tracker,
)
from generator.vassal.module.boxes import PIECES
from generator.vassal.module.icons import icon
from generator.vassal.module.names import BATTLE, RECORD, battle_called, value_property
from generator.vassal.module.orders.ways import UNMOVE
from modules.amounts import count_noun
from modules.definition import Definition
from modules.definition.formats.game import Phase
from modules.templates import Templates

Key = tuple[str, str]
"""A key as it is called, and what it does."""

HELP = "help.html"
CHARTS = "Charts"
_TEMPLATES = Templates("generator.vassal.module", counted=count_noun)
_ROLL = "** $name$ = $result$ *** &lt;$PlayerName$&gt; (practice: nobody else can prove this roll)"


def stack_summary(definition: Definition) -> str:
    """What the stack viewer says above a stack: the place; how many counters lie there, in a game with places
    off the map; the strength of all, where units have one."""
    strength = definition.counters_file.strength
    told = [f"$sum({PIECES})$ counters"] if definition.boxes else []
    if strength is not None:
        told.append(f"{strength.replace('_', ' ')} $sum({value_property(strength)})$")
    return ": ".join(["$LocationName$", *([", ".join(told)] if told else [])])


def dice_buttons(definition: Definition) -> Iterator[Component]:
    """One die of the game, and the total of as many as a table asks for; where blocks fight, which roll a die
    for each point of strength, as many as one asks for. Every report says that it is for practice."""
    sides, tooltip = definition.game.die, "Roll for practice: a refereed game has its own dice"
    if definition.most_dice:
        yield dice(f"1d{sides}", 1, sides, tooltip=tooltip, reportFormat=_ROLL, icon=icon("die"))
    asked = {entry.dice for entry in definition.tables.totals.values()} | {definition.game.die_count}
    for count in sorted(asked - {0, 1}):
        name = f"{count}d{sides}"
        yield dice(name, count, sides, total=True, tooltip=tooltip, reportFormat=_ROLL, icon=icon("die"))
    for each in definition.game.dice.values():
        yield dice(
            f"{each.count}d{each.sides}", each.count, each.sides, total=each.count > 1,
            tooltip=f"{each.name}. {tooltip}", reportFormat=_ROLL, icon=icon("die"),
        )  # fmt: skip
    if any(counter.form == "block" for counter in definition.counters.values()):
        yield dice(
            "Dice", 3, sides, tooltip=f"Say how many dice. {tooltip}", icon=icon("die"), sortDice=True,
            reportFormat=_ROLL.replace("$name$", "$nDice$d$nSides$"), prompt=True,
            lockSides=True, lockPlus=True, lockAdd=True,
        )  # fmt: skip


def tracker_players(definition: Definition) -> list[str]:
    """The sides in the order of the turn tracker: the first player of the first scenario first."""
    first = next(iter(definition.scenarios.values())).first_player
    sides = list(definition.game.sides)
    return sides[sides.index(first) :] + sides[: sides.index(first)]


def tracker(definition: Definition, besides: Sequence[Component] = ()) -> Component:
    """Game turns, player turns, phases; where each phase is a side's own, game turns and phases. At the start
    of each round of phases the signs of movement go; at that of each phase the chat tells what to do in it;
    `besides` is what else it does at each step."""
    game = definition.game
    names = [phase.name for phase in game.sequence]
    within = phases = list_level("Phase", "Phase", names)
    if not game.sided:
        players = [game.sides[side].name for side in tracker_players(definition)]
        within = list_level("Player", "Player", players, phases)
    levels = counter_level("Turn", "Turn", within)
    hints = [
        component(
            "module.turn.TurnGlobalHotkey", name=f"What to do: {phase.name}",
            match=_in_phase(phase), reportFormat=_hint(phase),
        )
        for phase in game.sequence
    ]  # fmt: skip
    unmove = component(
        "module.turn.TurnGlobalHotkey", name="Clear the signs of movement", hotkey=UNMOVE,
        match=_in_phase(game.sequence[0]), reportFormat="",
    )  # fmt: skip
    return turn_tracker(
        "Turn", levels, unmove, *hints, *besides, turn_format=_shown(definition), reportFormat="$newTurn$"
    )


def _shown(definition: Definition) -> str:
    """What the tracker shows and reports: the turn of so many, who moves, the phase; behind the last turn of
    the battle, that it is over. VASSAL's tracker itself knows no end."""
    turn, lengths = prop("level1"), [(n, each.turns) for n, each in definition.scenarios.items()]
    last = number(lengths[0][1])
    for name, turns in lengths[1:] if len(dict.fromkeys(dict(lengths).values())) > 1 else ():
        last = choose(equal(prop(BATTLE), text(battle_called(name))), number(turns), last)
    told = plus(plus(plus(plus(text("Turn "), turn), text(" of ")), grouped(last)), text(": "))
    told = plus(told, prop("level2"))
    if not definition.game.sided:
        told = plus(plus(told, text(", ")), prop("level3"))
    return braced(choose(more(turn, grouped(last)), text("The last turn is over"), told))


def _in_phase(phase: Phase) -> str:
    return braced(equal(prop("Phase"), text(phase.name)))


def _hint(phase: Phase) -> str:
    """What the chat tells of a phase; the chat shows HTML."""
    return plain(escape(f"{phase.name} ({phase.rule}): {phase.hint}", quote=False))


def battle_property(definition: Definition) -> list[Component]:
    """What tells which scenario is played: the first until a save says another."""
    if len(definition.scenarios) < 2:
        return []
    first = battle_called(next(iter(definition.scenarios)))
    return [component("module.properties.GlobalProperty", name=BATTLE, initialValue=first)]


def record_property() -> Component:
    """What tells to which game by mail a save belongs; VASSAL takes in no property that a module does not
    have."""
    return component("module.properties.GlobalProperty", name=RECORD, initialValue="")


def chart_windows(
    definition: Definition, pictures: Mapping[str, Sequence[tuple[str, str]]], texts: Mapping[str, str]
) -> list[Component]:
    """The charts: tabs of pictures (title, image), and one of pages of text by their files.

    VASSAL opens a window of charts at its first tab: so each scenario has a window of its own, where its tab
    comes first, and one button opens that of the scenario that is played. Of the windows' own buttons, which
    have no words, nothing is seen.
    """
    battles = definition.scenarios
    if len(battles) < 2:
        return [_chart_window(pictures, texts, text=CHARTS, tooltip=CHARTS, icon=icon("charts"))]
    found = [
        _action(CHARTS, [_open(name) for name in battles], text=CHARTS, tooltip=CHARTS, icon=icon("charts"))
    ]
    for name, battle in battles.items():
        opened = named_key(f"showCharts_{name}")
        played = braced(choose(equal(prop(BATTLE), text(battle_called(name))), number(1), number(0)))
        found.append(
            _action(
                f"{CHARTS}: {battle.title}", [opened], text="", tooltip="", hotkey=_open(name),
                doLoop=True, loopType="counted", loopCount=played,
            )
        )  # fmt: skip
        tabs_of = {tab: row for tab, row in pictures.items() if tab == battle.title}
        shown = tabs_of | dict(pictures)
        found.append(_chart_window(shown, texts, text="", tooltip="", hotkey=opened))
    return found


def _open(scenario: str) -> str:
    return named_key(f"openCharts_{scenario}")


def _action(name: str, keys: Sequence[str], **attributes: Value) -> Component:
    return component("module.DoActionButton", name=name, doHotkey=True, hotkeys=join(keys, ","), **attributes)


def _chart_window(
    pictures: Mapping[str, Sequence[tuple[str, str]]], texts: Mapping[str, str], **attributes: Value
) -> Component:
    shown = [tabs(tab, *(chart(title, image) for title, image in row)) for tab, row in pictures.items()]
    pages = tabs("As text", *(html_chart(title, file) for file, title in texts.items()))
    return charts(CHARTS, tabs(CHARTS, *shown, pages), **attributes)


def lists(groups: Sequence[str], include: str, tooltip: str) -> list[Component]:
    """The inventory, of the pieces for which an expression holds, grouped by properties; and the notes."""
    pieces = inventory("Inventory", groups, include, tooltip=tooltip, icon=icon("inventory"))
    return [pieces, notes(icon("notes"))]


@dataclass(frozen=True, slots=True)
class Topic:
    """What the help page tells besides: steps, in a list with numbers if they are in order, and a note."""

    heading: str
    steps: Sequence[str]
    note: str = ""
    ordered: bool = False

    @property
    def list(self) -> str:
        """The element of HTML that the steps are."""
        return "ol" if self.ordered else "ul"


def help_page(definition: Definition, keys: Sequence[Key], topics: Sequence[Topic] = ()) -> bytes:
    """The help entry: what the keys do, what the module leaves to the players, whose work it is, and the
    `topics` of the game's own form."""
    told = _TEMPLATES.fill(
        "help.html",
        game=definition.game,
        scenarios=[*definition.scenarios.values()],
        topics=topics,
        keys=keys,
    )
    return page(told + "\n")

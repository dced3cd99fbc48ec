"""What a module has beside maps and pieces: dice, turn tracker, charts, lists, help."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from generator.vassal.buildfile import Component, component
from generator.vassal.module_data import VassalFile
from generator.vassal.module_map import UNMOVE
from generator.vassal.module_pieces import value_property
from generator.vassal.setups import tracker_players
from generator.vassal.windows import (
    chart,
    charts,
    counter_level,
    dice,
    inventory,
    list_level,
    notes,
    tabs,
    turn_tracker,
)
from modules.definition import Definition

HELP = "help.html"
_ROLL = "** $name$ = $result$ *** &lt;$PlayerName$&gt; (practice: nobody else can prove this roll)"


def stack_summary(definition: Definition) -> str:
    """What the stack viewer says above a stack: the place and the strength of all in it, where units have
    one."""
    strength = definition.counters_file.strength
    if strength is None:
        return "$LocationName$"
    return f"$LocationName$: {strength.replace('_', ' ')} $sum({value_property(strength)})$"


def dice_button(definition: Definition) -> Component:
    """One die of the game, whose report says that it is for practice."""
    name = f"1d{definition.game.die}"
    tooltip = "Roll for practice: a refereed game has its own dice"
    return dice(name, 1, definition.game.die, tooltip=tooltip, reportFormat=_ROLL)


def tracker(definition: Definition) -> Component:
    """Game turns, player turns, phases. At the start of each player turn the signs of movement go."""
    game = definition.game
    phases = [phase.name for phase in game.sequence]
    players = [game.sides[side].name for side in tracker_players(definition)]
    levels = counter_level(
        "Turn", "Turn", list_level("Player", "Player", players, list_level("Phase", "Phase", phases))
    )
    unmove = component(
        "module.turn.TurnGlobalHotkey", name="Clear the signs of movement", hotkey=UNMOVE,
        match=f'{{Phase == "{phases[0]}"}}', reportFormat="",
    )  # fmt: skip
    return turn_tracker(
        "Turn", levels, unmove, turn_format="Turn $level1$: $level2$, $level3$", reportFormat="$newTurn$"
    )


def chart_window(definition: Definition, images: dict[str, Sequence[tuple[str, str]]]) -> Component:
    """The charts, in tabs; with several scenarios a tab for each. `images` gives (title, image)."""
    found = {name: [chart(title, image) for title, image in row] for name, row in images.items()}
    if len(found) == 1:
        return charts("Charts", tabs("Charts", *next(iter(found.values()))))
    battles = [tabs(definition.hex_scenarios[name].title, *row) for name, row in found.items()]
    return charts("Charts", tabs("Charts", *battles))


def lists() -> list[Component]:
    """The inventory of all counters on maps, and the notes."""
    groups, tooltip = ["Side", "Nation", "Kind"], "All counters by side, nation and kind"
    return [inventory("Inventory", groups, '{CounterId != ""}', tooltip=tooltip), notes()]


def help_page(definition: Definition, file: VassalFile) -> bytes:
    """The help entry: what the keys do, what the module leaves to the players, whose work it is."""
    game = definition.game
    keys = [
        ("Ctrl+F", "turn a unit of two steps over"),
        *(
            (f"Ctrl+{state.key}", f"{game.markers[name].name}: on or off")
            for name, state in file.states.items()
        ),
        ("Ctrl+E", "eliminate: to the counter's own cell of the display"),
        ("Ctrl+B", "return an eliminated counter to where it was"),
        ("Ctrl+M", "mark as moved, or not"),
        ("Ctrl+T", "movement trail"),
        ("Ctrl+C", "copy a marker"),
        ("Ctrl+D", "take a counter or marker away"),
        ("Ctrl+Space", "look into a stack"),
    ]
    rows = "".join(f"<tr><td><b>{key}</b></td><td>{escape(text)}</td></tr>" for key, text in keys)
    setups = "".join(
        f"<li>{escape(s.title)}, {escape(s.date)}: {s.turns} turns</li>"
        for s in definition.hex_scenarios.values()
    )
    credit = "".join(f"<p>{escape(text)}</p>" for text in (game.credits.design, game.credits.published,
                                                          game.credits.notice))  # fmt: skip
    page = (
        f"<html><body><h1>{escape(game.title)}</h1><p>{escape(game.summary)}</p>"
        f"<h2>Set-ups</h2><ul>{setups}</ul><h2>Keys</h2><table>{rows}</table>"
        "<h2>Dice</h2><p>The die of this module is for practice: nobody else can prove what it rolled. "
        "A game that is refereed by mail has dice of its own.</p>"
        f"<h2>Credits</h2>{credit}</body></html>\n"
    )
    return page.encode("utf-8")

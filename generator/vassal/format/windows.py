"""What stands in a module beside its maps: palettes, charts, dice, turn trackers, set-ups, help."""

from collections.abc import Sequence

from generator.vassal.format.buildfile import Component, Value, component


def palette(*contents: Component, text: str = "Pieces", icon: str = "") -> Component:
    """The window that players drag pieces from; contents are tabs, lists, panels."""
    return component("module.PieceWindow", *contents, text=text, tooltip=text, hidden=False, icon=icon)


def tabs(name: str, *contents: Component) -> Component:
    """A tabbed panel."""
    return component("widget.TabWidget", *contents, entryName=name)


def panel(name: str, *contents: Component, columns: int = 3) -> Component:
    """Entries side by side in columns."""
    return component(
        "widget.PanelWidget", *contents, entryName=name, fixed=False, nColumns=columns, vert=False
    )


def charts(name: str, *contents: Component, **attributes: Value) -> Component:
    """A window of charts, opened by its button or hotkey."""
    shown: dict[str, Value] = {"name": name, "text": name, "tooltip": name, "icon": ""}
    return component("module.ChartWindow", *contents, **(shown | attributes))


def chart(name: str, image: str) -> Component:
    """A chart that is an image of images/."""
    return component("widget.Chart", chartName=name, fileName=image, description="")


def html_chart(name: str, file: str) -> Component:
    """A chart that is an HTML file in the root of the module."""
    return component("widget.HtmlChart", chartName=name, fileName=file, description="")


def dice(name: str, count: int, sides: int = 6, *, total: bool = False, **attributes: Value) -> Component:
    """A dice button; its result is also the global property <name>_result."""
    shown: dict[str, Value] = {"name": name, "text": name, "tooltip": name, "icon": "/images/die.gif"}
    numbers: dict[str, Value] = {"nDice": count, "nSides": sides, "reportTotal": total, "prompt": False}
    return component("module.DiceButton", **(shown | numbers | attributes))


def turn_tracker(name: str, *levels: Component, turn_format: str, **attributes: Value) -> Component:
    """A turn tracker; `turn_format` uses $level1$, $level2$, ... for its nested levels."""
    shown: dict[str, Value] = {"name": name, "buttonText": name, "turnFormat": turn_format}
    return component("module.turn.TurnTracker", *levels, **(shown | attributes))


def counter_level(
    name: str, property_name: str, *levels: Component, start: int = 1, limit: int | None = None
) -> Component:
    """A turn level that counts; after `limit` it starts again."""
    loop: dict[str, Value] = {"loop": limit is not None, "loopLimit": -1 if limit is None else limit}
    named: dict[str, Value] = {"name": name, "property": property_name, "turnFormat": "$value$"}
    return component("module.turn.CounterTurnLevel", *levels, start=start, incr=1, **(named | loop))


def list_level(name: str, property_name: str, items: Sequence[str], *levels: Component) -> Component:
    """A turn level that goes through a list, such as the phases."""
    named: dict[str, Value] = {"name": name, "property": property_name, "turnFormat": "$value$"}
    return component(
        "module.turn.ListTurnLevel", *levels, list=items, configFirst=False, configList=False, **named
    )


def inventory(name: str, group_by: Sequence[str], include: str = "", **attributes: Value) -> Component:
    """A window that lists pieces by properties; `include` is a BeanShell expression in braces."""
    shown: dict[str, Value] = {"name": name, "text": name, "icon": "/images/inventory.gif"}
    what: dict[str, Value] = {"groupBy": group_by, "include": include}
    return component("module.Inventory", **(shown | what | attributes))


def notes(icon: str = "/images/notes.gif") -> Component:
    """The window for notes, public, private and delayed."""
    return component("module.NotesWindow", buttonText="Notes", icon=icon, tooltip="Notes")


def predefined_setup(name: str, save: str) -> Component:
    """A game to start with: a .vsav in the root of the module."""
    return component("module.PredefinedSetup", name=name, file=save, useFile=True, isMenu=False)


def setup_menu(name: str, *setups: Component) -> Component:
    """A menu of games to start with, in the menu of them."""
    return component("module.PredefinedSetup", *setups, name=name, file="", useFile=False, isMenu=True)


def help_text(title: str, file: str) -> Component:
    """A help entry that shows an HTML file of the module's root."""
    return component("module.documentation.HelpFile", title=title, fileName=file, fileType="archive")


def manual(title: str) -> Component:
    """A help entry that opens `index.html` of the zip `help/<title>` in a browser, `_` for each blank."""
    return component("module.documentation.BrowserHelpFile", title=title, startingPage="index.html")


def tutorial_log(title: str, file: str, told: str) -> Component:
    """A help entry that loads a .vlog of the module's root; `told` is said when it is loaded."""
    return component(
        "module.documentation.Tutorial", name=title, logfile=file, launchOnStartup=False, welcomeMessage=told
    )  # fmt: skip


def about(image: str, title: str = "About this module") -> Component:
    """The about screen, an image of images/, also shown while the module loads."""
    return component("module.documentation.AboutScreen", title=title, fileName=image)

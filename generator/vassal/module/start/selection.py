"""A menu of the toolbar that gives one command to all selected pieces at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.vassal.format.buildfile import Component, component
from generator.vassal.format.expressions import TRUE, braced, equal, prop

_MENU = "Selection"


def selection_menu(commands: Mapping[str, str]) -> Iterator[Component]:
    """The menu, with these keys by what they do to a selection."""
    for text, key in commands.items():
        yield component(
            "module.GlobalKeyCommand", name=f"{_MENU}: {text}", buttonText=text, hotkey=key, icon="",
            filter=braced(equal(prop("Selected"), TRUE)), tooltip=f"{text}: all selected pieces",
            reportSingle=False,
        )  # fmt: skip
    yield component(
        "module.ToolbarMenu", description=_MENU, text=_MENU, icon="",
        tooltip="Command all selected pieces at once", menuItems=list(commands),
    )  # fmt: skip

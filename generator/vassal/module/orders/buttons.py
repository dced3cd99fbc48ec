"""Buttons and hidden commands of the toolbar, and properties of the module that keys change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.vassal.format.buildfile import Component, Value, component
from generator.vassal.format.codec import join, join_or_empty
from generator.vassal.format.expressions import (
    Term,
    all_of,
    any_of,
    braced,
    choose,
    equal,
    grouped,
    prop,
    text,
)
from generator.vassal.module.names import SPECTATORS, readers
from modules.definition import Definition


def own_pieces(definition: Definition) -> Term:
    """Whether a piece is the player's; for those who are no side, of the side that moves."""
    game, side, player = definition.game, prop("Side"), prop("PlayerSide")
    if definition.players:
        of = {name: readers(definition, name) for name in game.sides}
        shared = (
            all_of(
                equal(side, text(game.sides[name].name)),
                grouped(any_of(*(equal(player, text(each)) for each in those))),
            )
            for name, those in of.items()
        )
        return any_of(*shared)
    moves = prop("Player")
    if game.sided:
        moves = text("")
        for phase in game.sequence:
            if phase.side is not None:
                called = text(game.sides[phase.side].name)
                moves = choose(equal(prop("Phase"), text(phase.name)), called, moves)
    watches = any_of(*(equal(player, text(each)) for each in SPECTATORS))
    return equal(side, grouped(choose(watches, grouped(moves), player)))


def change_to(value: str) -> str:
    """A change of a property to a value, as VASSAL writes it."""
    return join(("P", value), ",")


def property_of(name: str, first: str, changes: Mapping[str, str]) -> Component:
    """A property of the module with its first value, and what keys make of it."""
    buttons = [
        component(
            "module.properties.ChangePropertyButton", text="", tooltip="", hotkey=key,
            propChanger=change_to(value),
        )
        for key, value in changes.items()
    ]  # fmt: skip
    return component("module.properties.GlobalProperty", *buttons, name=name, initialValue=first)


def sent(name: str, hotkey: str, key: str, to: Term) -> Component:
    """A command without a button: it sends a key to all pieces for which a condition holds."""
    return component(
        "module.GlobalKeyCommand", name=name, buttonText="", tooltip="", hotkey=key, buttonHotkey=hotkey,
        filter=braced(to), reportSingle=False,
    )  # fmt: skip


def does(name: str, hotkey: str, keys: Sequence[str], **attributes: Value) -> Component:
    """A button, unseen where it has no `text`: it gives other commands, one after the other."""
    shown: dict[str, Value] = {"text": "", "tooltip": "", "icon": ""}
    return component(
        "module.DoActionButton", name=name, hotkey=hotkey, doHotkey=bool(keys),
        hotkeys=join_or_empty(keys, ","), **(shown | attributes),
    )  # fmt: skip

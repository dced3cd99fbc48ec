"""A save or log made readable: its commands as a tree of data (`dump_commands`), as text (`render`).

Every node is a dict with `command`; pieces list their traits, with the fields that are not empty. What is not
known here is told as `unknown` with its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.vassal.format import commands as c
from generator.vassal.format.archive import open_archive
from generator.vassal.format.codec import MOST_LEVELS, TAB, split, split_or_empty
from generator.vassal.format.command_table import command_name
from generator.vassal.format.container import read_save
from generator.vassal.format.decks import deck_name
from generator.vassal.format.errors import CommandError, ContainerError, PieceError
from generator.vassal.format.pieces import Piece
from generator.vassal.format.trait_table import take_apart

Node = dict[str, Any]
_DEEPEST_LEVEL = 12


def dump_file(path: Path) -> list[Node]:
    """The commands of a .vsav or .vlog. Raises OSError, ContainerError."""
    try:
        return dump_commands(read_save(open_archive(path)).text)
    except CommandError as error:
        raise ContainerError(f"{path}: {error}") from error


def dump_commands(text: str) -> list[Node]:
    """The commands of a command text, in order."""
    pieces: dict[str, Piece] = {}
    return [_node(command, pieces) for command in c.read_commands(text)]


def _node(command: c.Command, pieces: dict[str, Piece]) -> Node:
    match command:
        case c.Group():
            return {"command": "group", "commands": [_node(each, pieces) for each in command.commands]}
        case c.Log():
            return {"command": "log", "step": _node(command.command, pieces)}
        case c.AddPiece():
            return _added(command, pieces)
        case c.ChangePiece():
            return _changed(command, pieces)
        case c.RawCommand():
            name = command_name(command.raw)
            says_more = name is None or TAB in command.raw.rstrip(TAB)
            return {"command": name or "unknown", **({"text": command.raw} if says_more else {})}
    return _plain(command)


def _plain(command: c.Command) -> Node:
    """A command whose fields say all."""
    match command:
        case c.MovePiece():
            place = {"map": command.map, "x": command.x, "y": command.y, "under": command.under}
            old = {"map": command.old_map, "x": command.old_x, "y": command.old_y}
            return {"command": "move", "id": command.piece_id, **place, "from": old}
        case c.RemovePiece():
            return {"command": "remove", "id": command.piece_id}
        case c.Chat():
            return {"command": "chat", "line": command.line}
        case c.Undo():
            return {"command": "undo begins" if command.in_progress else "undo ends"}
        case c.Boards():
            cells = [{"board": name, "column": x, "row": y} for name, x, y in command.boards]
            return {"command": "boards", "map": command.map, "boards": cells}
        case c.SetProperty():
            old = {} if command.old is None else {"old": command.old}
            value = {"name": command.name, "value": command.value, "container": command.container}
            return {"command": "property", **value, **old}
        case c.Turn():
            return {"command": "turn", "tracker": command.tracker, "levels": turn_levels(command.state)}
    return {"command": "unknown", "text": command.text()}


def turn_levels(state: str) -> list[Any]:
    """The state of a turn tracker, each level a list with its sub-levels as lists in it."""
    return [_level(text) for text in split(state, "|")]


def _level(text: str, depth: int = 0) -> Any:
    if ";" not in text or depth == _DEEPEST_LEVEL:
        return text
    return [_level(part, depth + 1) for part in split(text, ";")]


def _added(command: c.AddPiece, pieces: dict[str, Piece]) -> Node:
    if command.type == "stack":
        name, x, y, *ids = (*split(command.state, ";"), "", "")
        layers = [each for each in ids if each.startswith("@@")]
        held = [each for each in ids if each and not each.startswith("@@")]
        place = {"map": name, "x": x, "y": y, "layer": layers[0][2:] if layers else ""}
        return {"command": "stack", "id": command.piece_id, **place, "pieces": held}
    if command.type.startswith("deck;"):
        name, x, y, down, cards, *_ = (*split(command.state, ";"), "", "", "", "")
        place = {"name": deck_name(command.type), "map": name, "x": x, "y": y}
        held = split_or_empty(cards)
        return {
            "command": "deck",
            "id": command.piece_id,
            **place,
            "face_down": down == "true",
            "cards": held,
        }
    try:
        piece = command.piece()
    except PieceError as error:
        return {"command": "unknown", "text": command.text(), "problem": str(error)}
    pieces[command.piece_id] = piece
    return {"command": "piece", "id": command.piece_id, **piece_facts(piece)}


def piece_facts(piece: Piece) -> Node:
    """A piece as plain data."""
    basic = piece.basic
    facts = {"name": basic.name, "image": basic.image, "gpid": basic.gpid}
    place = {"map": basic.map, "x": basic.x, "y": basic.y, "properties": dict(basic.properties)}
    traits = [trait_facts(trait.type_text(), trait.state_text()) for trait in piece.traits]
    return {**facts, **place, "markers": piece.markers(), "traits": traits}


def trait_facts(type_text: str, state: str) -> Node:
    """A trait as plain data: its fields that are not empty, or as `unknown` with its texts."""
    apart = take_apart(type_text, state)
    if apart is None:
        return {"trait": "unknown", "type": type_text, "state": state}
    fields = {name: value for name, value in apart.values.items() if value}
    values = {name: value for name, value in apart.state.items() if value}
    surplus = {"surplus": list(apart.surplus)} if apart.surplus else {}
    return {"trait": apart.kind.name, "fields": fields, "state": values, **surplus}


def _changed(command: c.ChangePiece, pieces: dict[str, Piece]) -> Node:
    """A change of state, trait by trait where the piece is known; else the states alone."""
    new, old = _states(command.state), _states(command.old_state or "")
    node: Node = {"command": "change", "id": command.piece_id}
    piece = pieces.get(command.piece_id)
    if piece is None or len(new) != len(piece.traits) + 1:
        return {**node, "states": new}
    names = [_called(trait_facts(trait.type_text(), "")) for trait in piece.traits]
    pairs = zip((*names, "Basic Piece"), new, strict=True)
    if len(old) != len(new):
        changes = [{"trait": name, "state": state} for name, state in pairs]
    else:
        both = zip(pairs, old, strict=True)
        changes = [{"trait": name, "state": s, "old": o} for (name, s), o in both if s != o]
    return {**node, "name": piece.basic.name, "changes": changes}


def _called(facts: Node) -> str:
    """A trait by its kind and, as of several layers or properties, its own name."""
    name = facts.get("fields", {}).get("name", "")
    return f"{facts['trait']} {name}".rstrip()


def _states(text: str) -> list[str]:
    """The states of a piece's traits, outermost first."""
    found: list[str] = []
    while TAB in text and len(found) < MOST_LEVELS:
        first, *rest = split(text, TAB)
        if len(rest) != 1:
            break
        found.append(first)
        text = rest[0]
    return [*found, text]


def render(nodes: list[Node], depth: int = 0) -> Iterator[str]:
    """The tree as lines of text. Control characters are shown as escapes."""
    for node in nodes:
        inner = node.get("commands", [node["step"]] if "step" in node else [])
        yield "  " * depth + _headline(node)
        for line in _details(node):
            yield "  " * (depth + 2) + line
        yield from render(inner, depth + 1)


_NESTED = ("command", "commands", "step", "traits", "changes", "markers", "properties")


def _headline(node: Node) -> str:
    facts = [f"{name}={_shown(value)}" for name, value in node.items() if name not in _NESTED and value != ""]
    return " ".join([str(node["command"]), *facts])


def _details(node: Node) -> Iterator[str]:
    for key in ("markers", "properties"):
        if node.get(key):
            yield f"{key}: " + ", ".join(
                f"{_shown(name)}={_shown(value)}" for name, value in node[key].items()
            )
    for each in (*node.get("traits", ()), *node.get("changes", ())):
        yield f"- {each['trait']}: {_trait_words(each)}"


def _trait_words(facts: Node) -> str:
    if isinstance(facts["state"], str):
        shown = {name: facts[name] for name in ("type", "state", "old") if facts.get(name)}
        return " ".join(f"{name}={_shown(value)}" for name, value in shown.items())
    shown = {name: value for name, value in facts["fields"].items() if value != "false"}
    fields = " ".join(f"{name}={_shown(value)}" for name, value in shown.items())
    state = " ".join(f"{name}={_shown(value)}" for name, value in facts["state"].items())
    return f"{fields} | {state}" if state else fields


def _shown(value: Any) -> str:
    if isinstance(value, str):
        plain = value.isprintable() and value and " " not in value
        return value if plain else repr(value)
    if isinstance(value, list):
        return "[" + " ".join(_shown(item) for item in value) + "]"
    if isinstance(value, dict):
        return "(" + " ".join(f"{name}={_shown(item)}" for name, item in value.items()) + ")"
    return str(value).lower() if isinstance(value, bool) else str(value)

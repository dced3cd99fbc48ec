"""Checks of decks and at-start stacks: they lie on a board that is there, and have names that work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.vassal.lint.facts import MAPS, SLOTS, ModuleFacts
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.tree import Node


def check_stacks(facts: ModuleFacts) -> Iterator[Finding]:
    """Findings of all decks and at-start stacks."""
    for node in facts.root.all(*MAPS):
        boards = facts.maps[node.get("mapName")].boards if node.get("mapName") in facts.maps else {}
        for stack in node.all("module.map.DrawPile", "module.map.SetupStack"):
            yield from _check_place(stack, boards, facts)
            if stack.name == "module.map.SetupStack" and not stack.all(*SLOTS):
                yield Finding("start-empty", stack.where, "the at-start stack has no piece")
        for deck in node.all("module.map.DrawPile"):
            yield from _check_deck(deck, facts)
    yield from _check_same_place(facts)


def _check_place(stack: Node, boards: Mapping[str, Node], facts: ModuleFacts) -> Iterator[Finding]:
    board = stack.get("owningBoard")
    if board and board not in boards:
        yield Finding("start-board-unknown", stack.where, f"owningBoard {board!r} is not a board of the map")
        return
    size = facts.board_size(boards[board]) if board else None
    x, y = stack.number("x"), stack.number("y")
    if size and stack.get("useGridLocation") != "true" and not (0 <= x <= size[0] and 0 <= y <= size[1]):
        yield Finding("start-off-board", stack.where, f"{x:g},{y:g} on a board of {size[0]} by {size[1]} px")


def _check_deck(deck: Node, facts: ModuleFacts) -> Iterator[Finding]:
    if not deck.get("name"):
        yield Finding("deck-name", deck.where, "the deck has no name")
    target = deck.get("reshuffleTarget")
    sends = deck.get("reshufflable") == "true"
    if sends and target not in facts.decks:
        yield Finding("deck-target", deck.where, f"reshuffleTarget {target!r} is not a deck")


def _check_same_place(facts: ModuleFacts) -> Iterator[Finding]:
    """At-start stacks of one map, name and place: as a rule one was pasted twice."""
    for node in facts.root.all(*MAPS):
        seen: set[tuple[str, ...]] = set()
        for stack in node.all("module.map.SetupStack"):
            key = tuple(stack.get(name) for name in ("name", "owningBoard", "x", "y", "location"))
            if key in seen:
                yield Finding("start-double", stack.where, f"{stack.get('name')!r} is in one place twice")
            seen.add(key)

"""A small story by the contract of the page: two boards, three sides, stacks, an off place, a step that is
taken back, and words that would like to be markup."""

from __future__ import annotations

import base64
import io
from typing import Any

from PIL import Image, ImageDraw

NASTY = '</script><img src=x onerror="document.title=1"> & "q"'
WIDTH, HEIGHT, PER_MM = 200, 120, 5
SIDES = (("red", "Reds", "#8a2f2f"), ("blue", "Blue men", "#274b86"), ("none", NASTY, ""))
Change = list[Any]


def picture(width: int, height: int, colour: str, word: str = "") -> str:
    """A picture of one colour as a data address."""
    image = Image.new("RGB", (width, height), colour)
    ImageDraw.Draw(image).text((4, 4), word, fill="white")
    kept = io.BytesIO()
    image.save(kept, "WEBP", lossless=True)
    return "data:image/webp;base64," + base64.b64encode(kept.getvalue()).decode()


def _board(name: str, colour: str) -> dict[str, Any]:
    places = [_place(f"{x:02}{y:02}", 20.0 * x, 20.0 * y) for x in range(1, 10) for y in range(1, 6)]
    ground = picture(WIDTH * PER_MM, HEIGHT * PER_MM, colour)
    size = {"width": WIDTH, "height": HEIGHT + 20, "pixels": [WIDTH * PER_MM, HEIGHT * PER_MM]}
    off = {**_place("pool", 20.0, HEIGHT + 10.0), "name": "The pool", "off": True}
    return {"id": name, "title": name, "ground": ground, "places": [*places, off], **size}


def _place(name: str, x: float, y: float) -> dict[str, Any]:
    return {"id": name, "name": name, "x": x, "y": y, "reach": 9.0, "off": False}


def small_story(steps: int = 40) -> dict[str, Any]:
    """The story, with a piece that wanders east and west for as many steps."""
    told = [_first()]
    told += [_wander(number) for number in range(1, steps - 3)]
    told += _end(len(told))
    return {
        "format": "senlac-story/1", "title": f"Small: {NASTY}", "game": "1a2b3c4d", "view": "",
        "seq": told[-1]["seq"], "head": "0123abcd",
        "sides": [{"id": i, "name": name, "short": name, "colour": colour} for i, name, colour in SIDES],
        "boards": [_board("field", "#dfe7cc"), _board("town", "#d8c8a8")],
        "sprites": [{"src": picture(60, 60, c, w), "width": 12.0, "height": 12.0}
                    for c, w in (("#8a2f2f", "R"), ("#274b86", "B"), ("#c07070", "r"))],
        "pieces": [
            {"id": "R-1", "side": "red", "name": "Red 1"}, {"id": "R-2", "side": "red", "name": NASTY},
            {"id": "", "side": "blue", "name": "a counter of the Blue men"},
            {"id": "B-2", "side": "blue", "name": "Blue 2"},
        ],
        "steps": told,
        "dice": [{"side": "red", "faces": 6, "number": 12, "mean": 3.25, "expected": 3.5, "rarity": 0.7,
                  "counts": [4, 2, 2, 2, 1, 1]},
                 {"side": "blue", "faces": 10, "number": 3, "mean": 9.0, "expected": 5.5, "rarity": 0.01,
                  "counts": [0, 0, 0, 0, 0, 0, 0, 1, 1, 1]}],
        "rules": [{"number": "8.3", "text": f"The dice decide. {NASTY}"}],
        "charts": [{"title": "Combat results", "src": picture(300, 200, "#555555", "CRT")}],
    }  # fmt: skip


def _step(number: int, changes: list[Change], **more: Any) -> dict[str, Any]:
    heading = {"battle": "", "period": 1, "turn": f"{1 + number // 10} of 9",
               "phase": "Reds: Movement" if number % 10 < 5 else "Reds: Combat"}  # fmt: skip
    step = {"seq": number // 2 * 2, "type": "order", "author": "red", "heading": heading, "lines": [],
            "told": [], "rolls": [], "board": 0, "changes": changes, "gone": [], "events": [],
            "taken_back": False}  # fmt: skip
    return {**step, **more}


def _first() -> dict[str, Any]:
    changes: list[Change] = [
        [0, 0, 20.0, 20.0, "0101", 0, ""], [1, 0, 60.0, 60.0, "0303", 0, "disordered"],
        [2, 1, 61.0, 59.0, "0303", 1, ""], [3, 1, 20.0, HEIGHT + 10.0, "pool", 0, ""],
    ]  # fmt: skip
    facts = [["Losses", "Reds 0, Blue men 0"], ["Red points", "0"]]
    return _step(0, changes, type="charter", author="referee", facts=facts, tallies={"red": 2, "blue": 2})


def _wander(number: int) -> dict[str, Any]:
    at, before = (1 + abs((n + 8) % 16 - 8) for n in (number, number - 1))
    path = [f"{before:02}01", f"{at:02}01"]
    lines = [{"side": "red", "text": f"move R-1 {path[0]}-{path[1]}"}]
    event = {"kind": "retreat" if number % 7 == 0 else "move", "side": "red", "piece": 0, "path": path}
    changes: list[Change] = [[0, 2 if number % 9 == 0 else 0, 20.0 * at, 20.0, path[1], 0, ""]]
    return _step(number, changes, lines=lines, events=[event], taken_back=number == 4)


def _end(number: int) -> list[dict[str, Any]]:
    """A fight with a loss, and then the other board."""
    fight = _step(
        number, [], lines=[{"side": "red", "text": f"attack {NASTY}"}], told=[f"Red 1 dies (8.3). {NASTY}"],
        rolls=[{"side": "red", "rule": "8.3", "faces": 6, "values": [3, 5]},
               {"side": "", "rule": "", "faces": 20, "values": [17]}],
        events=[{"kind": "fought", "side": "red", "piece": 1, "path": ["0202", "0303"]},
                {"kind": "lost", "side": "red", "piece": 0, "path": ["0202"]}],
        gone=[0], facts=[["Losses", "Reds 1, Blue men 0"], ["Red points", "3"]],
        tallies={"red": 1, "blue": 2},
    )  # fmt: skip
    other = _step(number + 1, [[1, 0, 40.0, 40.0, "0202", 0, ""]], board=1, gone=[2])
    return [fight, other, _step(number + 2, [[3, 1, 100.0, 100.0, "0505", 0, ""]], board=1)]

"""Each leaf of each YAML file of a game and of its own art replaced by something nasty.

`senlac check` must tell of it without a traceback, in bounded time, and what it finds nothing wrong with must
be drawn. The tests try a sample, `scripts/fuzz` all of it.
"""

from __future__ import annotations

import datetime
import os
import random
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from generator.art_folder import find_art, shipped_folders
from generator.checking.run_checks import looked_for
from generator.cli.app import _user_errors
from generator.new_game.start import start_game
from generator.preview.page import write_preview
from modules.definition import load
from modules.written.folder import read

SECONDS = 10
"""So long may check and drawing take."""

NASTY: dict[str, Any] = {
    "null": None,
    "true": True,
    "minus one": -1,
    "nought": 0,
    "a fraction": 0.5,
    "10**30": 10**30,
    "1e999": "1e999",
    "no text": "",
    "a space": " ",
    "a long text": "long " * 4000,
    "one long word": "W" * 20_000,
    "a path up": "../../x",
    "a drive": "C:\\x",
    "a list": ["x"],
    "nested lists": [[[[[]]]]],
    "a mapping": {"x": {"y": 1}},
    "NaN": float("nan"),
    "infinity": float("inf"),
    "a date": datetime.date(2020, 1, 1),
    "a control character": "a\x1b[2Jb",
    "accents": "e" + "\u0301" * 100,
    "right to left": "a\u202eb",
    "a script": "<script>alert(1)</script>",
    "line ends": "a\n\nb",
    "no letter of the fonts": "\U0001f600 \u4e2d",
    "a field": "{x.__class__}",
    "a key of Python": "__proto__",
}
GRIDS = {"tapestry": ("hexes",), "modern": ("hexes",), "gunpowder": ("hexes", "points")}


@dataclass(frozen=True)
class Case:
    """One leaf of a file of a new game, and what stands there instead."""

    style: str
    grid: str
    file: str
    path: tuple[str | int, ...]
    nasty: str

    def __str__(self) -> str:
        return f"{self.style} {self.grid} {self.file} {'.'.join(map(str, self.path))} = {self.nasty}"


class Dumper(yaml.SafeDumper):
    """Without aliases, which no file may have."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


class TooSlow(BaseException):
    """A case took longer than it may."""


class Bench:
    """The games on a disk, one for each style and grid, each with all of its style's YAML as its own art."""

    def __init__(self, folder: Path) -> None:
        self.folders = {
            (style, grid): folder / style / grid / "game" for style, grids in GRIDS.items() for grid in grids
        }
        for (style, grid), game in self.folders.items():
            start_game(game, style=style, grid=grid)
            for below in shipped_folders(style):
                for file in sorted(below.rglob("*.yaml")):
                    name = file.relative_to(below)
                    if name.parts[0] != "styles":
                        (game / "art" / name).parent.mkdir(parents=True, exist_ok=True)
                        shutil.copyfile(file, game / "art" / name)
            for font in (find_art() / "fonts").glob("*.ttf"):
                shutil.copyfile(font, game / "art/fonts" / font.name)

    def cases(self) -> Iterator[Case]:
        for (style, grid), game in self.folders.items():
            for file in sorted(game.rglob("*.yaml")):
                name = file.relative_to(game).as_posix()
                for path in _leaves(_data(file)):
                    yield from (Case(style, grid, name, path, nasty) for nasty in NASTY)

    def fault_of(self, case: Case) -> str:
        """What is wrong with how a case is met; nothing if it is as it must be."""
        file = self.folders[case.style, case.grid] / case.file
        whole = file.read_bytes()
        data = _replaced(deepcopy(_data(file)), case.path, NASTY[case.nasty])
        begun = time.monotonic()
        try:
            file.write_text(yaml.dump(data, Dumper=Dumper, allow_unicode=False, sort_keys=False), "utf-8")
            with _bounded():
                told = _met(self.folders[case.style, case.grid])
        except TooSlow:
            told = f"it takes longer than {SECONDS} s"
        except Exception:
            told = traceback.format_exc()
        finally:
            file.write_bytes(whole)
        return f"{told} ({time.monotonic() - begun:.1f} s)" if told else ""


def _met(game: Path) -> str:
    faults = [fault for fault in looked_for(read(game)) if not fault.warning]
    if faults:
        return "" if all(len(str(fault)) < 4000 for fault in faults) else f"very long: {str(faults[0])[:200]}"
    with tempfile.TemporaryDirectory() as out:
        try:
            write_preview(load(game), Path(out) / "page.html")
        except _user_errors() as error:
            return f"check has nothing, drawing refuses: {type(error).__name__}: {str(error)[:400]}"
    return ""


@contextmanager
def _bounded() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooSlow

    if not hasattr(signal, "SIGALRM") or os.name == "nt":
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _data(file: Path) -> Any:
    return yaml.load(file.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _leaves(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if not entries:
        yield path
        return
    for key, value in entries:
        yield from _leaves(value, (*path, key))


def _replaced(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    with suppress(KeyError, IndexError):
        data[path[0]] = _replaced(data[path[0]], path[1:], value)
    return data


def sample(cases: list[Case], count: int, seed: int) -> list[Case]:
    """So many cases, the same for the same seed."""
    return random.Random(seed).sample(cases, min(count, len(cases)))

"""YAML as data only: scalars, lists and mappings, each with its line and column.

Built on PyYAML's events, so that nothing in a file can name a Python object, and refuses what a game
needs no part of: anchors and aliases (an alias bomb grows from them), tags, a second document, a key
twice, and files or nesting beyond any game's size. Plain scalars follow YAML 1.2's core schema without
its octals: `0104` stays the text of a hex id.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from modules import plain_files
from modules.terminal import MOST_MARKS, find_hidden, find_stacked_marks
from modules.written.faults import Fault, SourcePlace

MAX_BYTES = 4_000_000
MAX_DEPTH = 20
MAX_VALUES = 100_000
"""Keys, entries and values of one file: twenty times as many as the largest game that ships has in all of
its files."""

Path_ = tuple[str | int, ...]

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,15})\Z")
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None, "~": None, "": None}


_REMEDIES = {
    "did not find expected key": "begin the line under the first letter of the lines that belong with it",
    "did not find expected '-' indicator": "begin the line with `- ` under the other entries of the list",
    "did not find expected ','": "close what an earlier `{` or `[` has opened, or set a comma before this",
    "found a tab character": "indent with spaces",
    "found character": ("indent with spaces, not with tabs, and put text that begins with a sign in quotes"),
    "mapping values are not allowed": "put text with a colon in quotes, or mend the indentation",
    "could not find expected ':'": "write `key: value`, with a colon and a space",
    "found unexpected end of stream": "close the quotes",
    "block sequence entries are not allowed": "begin a list on a line of its own",
}
"""What mostly mends a mistake, by the words with which the parser tells of it."""


class _Stop(Exception):
    def __init__(self, mark: Any, message: str) -> None:
        self.mark = mark
        self.message = message


@dataclass
class Source:
    """One parsed file: its data and, for each path into the data, where it stands.

    `faults` holds what made the file unreadable; `data` is then None. `digest` is the SHA-256 of its bytes.
    `marks` are YAML's own, one for each path: most are never asked for, so that few become places.
    """

    name: str
    data: Any = None
    digest: str = ""
    marks: dict[Path_, Any] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def place(self, path: Path_) -> SourcePlace:
        """Where a path stands; where it is missing, the nearest thing that holds it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.marks:
                return _place(self.name, self.marks[path[:end]])
        return SourcePlace(self.name)

    @property
    def places(self) -> dict[Path_, SourcePlace]:
        """Where each path stands."""
        return {path: _place(self.name, mark) for path, mark in self.marks.items()}

    def fault(self, path: Path_, message: str) -> Fault:
        """A mistake at a path."""
        return Fault(self.place(path), message)


def read(file: Path, name: str, within: Path | None = None) -> Source:
    """Reads one YAML file; `name` stands for it in messages. Never raises for what the file holds, or is.
    `within`: the stranger's folder that no link may lead out of."""
    try:
        return parse_bytes(plain_files.read(file, MAX_BYTES, within), name)
    except OSError as error:
        return Source(name, faults=[Fault(SourcePlace(name), f"cannot be read: {error.strerror}")])


def parse_bytes(data: bytes, name: str) -> Source:
    """As `read`, of what a file holds."""
    source = Source(name)
    try:
        text = plain_files.text_of(data)
        source.digest = hashlib.sha256(text.encode()).hexdigest()  # whichever line ends an editor has saved
        _Reader(source, text).read()
    except _Stop as stop:
        source.faults.append(Fault(_place(name, stop.mark), stop.message))
    except yaml.MarkedYAMLError as error:
        problem = f"not YAML: {_advise(error.problem or error.context or 'unreadable')}"
        source.faults.append(Fault(_place(name, error.problem_mark or error.context_mark), problem))
    except UnicodeDecodeError as error:
        message = f"not YAML in UTF-8 ({error.reason}): in your editor choose UTF-8 and save the file again"
        source.faults.append(Fault(_place_of_byte(name, error), message))
    except yaml.YAMLError as error:
        source.faults.append(Fault(SourcePlace(name), f"not YAML in UTF-8: {str(error).splitlines()[0]}"))
    return source


def _advise(problem: str) -> str:
    """What the parser says, and what mostly mends it."""
    advice = next((remedy for said, remedy in _REMEDIES.items() if problem.startswith(said)), "")
    return f"{problem}: {advice}" if advice else problem


def _place_of_byte(name: str, error: UnicodeDecodeError) -> SourcePlace:
    """Where the byte stands that no text has."""
    before = error.object[: error.start]
    return SourcePlace(name, before.count(b"\n") + 1, error.start - before.rfind(b"\n"))


def _place(name: str, mark: Any) -> SourcePlace:
    return SourcePlace(name) if mark is None else SourcePlace(name, mark.line + 1, mark.column + 1)


class _Reader:
    """Thousands of events a game: each costs one call and a look at its class, and no more."""

    def __init__(self, source: Source, text: str) -> None:
        self.source = source
        self.marks = source.marks
        self.loader = _LOADER(text)
        self.next = self.loader.get_event

    def read(self) -> None:
        try:
            self._document()
        finally:
            self.loader.dispose()

    def _document(self) -> None:
        self.next()  # stream start
        if isinstance(self.next(), yaml.StreamEndEvent):
            raise _Stop(None, "the file is empty")
        first = self.next()
        self.marks[()] = first.start_mark
        self.source.data = self._node(first, ())
        self.next()  # document end
        after = self.next()
        if not isinstance(after, yaml.StreamEndEvent):
            raise _Stop(after.start_mark, "a second YAML document: put it in a file of its own")

    def _node(self, event: Any, path: Path_) -> Any:
        kind = type(event)
        if kind is yaml.AliasEvent or event.anchor is not None:
            raise _Stop(event.start_mark, "anchors and aliases are not allowed: write the value out")
        if event.tag is not None:
            raise _Stop(event.start_mark, f"the tag {event.tag} is not allowed: a definition is plain data")
        if len(path) > MAX_DEPTH:
            raise _Stop(event.start_mark, f"nested deeper than {MAX_DEPTH} levels")
        if len(self.marks) > MAX_VALUES:
            raise _Stop(event.start_mark, f"more than {MAX_VALUES:,} values in one file: no game has so many")
        if kind is yaml.ScalarEvent:
            _refuse_hidden(event)
            return _scalar(event)
        return self._sequence(path) if kind is yaml.SequenceStartEvent else self._mapping(path)

    def _sequence(self, path: Path_) -> tuple[Any, ...]:
        items: list[Any] = []
        while type(event := self.next()) is not yaml.SequenceEndEvent:
            here = (*path, len(items))
            self.marks[here] = event.start_mark
            items.append(self._node(event, here))
        return tuple(items)

    def _mapping(self, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while type(event := self.next()) is not yaml.MappingEndEvent:
            if type(event) is not yaml.ScalarEvent:
                raise _Stop(event.start_mark, "a key must be a plain word or text")
            _refuse_hidden(event)
            key = event.value
            if key in found:
                raise _Stop(event.start_mark, f"the key {key!r} appears twice")
            here = (*path, key)
            self.marks[here] = event.start_mark
            found[key] = self._node(self.next(), here)
        return found


def _refuse_hidden(event: Any) -> None:
    """Two names that look alike must be alike, and nothing in a game may speak to a terminal."""
    if (character := find_hidden(event.value)) is not None:
        name = unicodedata.name(character, "a control character")
        message = f"the character U+{ord(character):04X} ({name}) cannot be seen: leave it out"
        raise _Stop(event.start_mark, message)
    if find_stacked_marks(event.value) is not None:
        message = f"more than {MOST_MARKS} accents on one letter, which cover other lines: leave some out"
        raise _Stop(event.start_mark, message)


def _scalar(event: Any) -> object:
    if event.style:
        return str(event.value)
    if event.value in _WORDS:
        return _WORDS[event.value]
    return int(event.value) if _INTEGER.match(event.value) else str(event.value)

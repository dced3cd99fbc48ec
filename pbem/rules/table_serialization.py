"""A table as plain data, and back: the log's walk, the rules beside it, the boards of sides. What stands in
the log is not in it; nothing here asks whether it is true.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Generic, get_args, get_origin

import modules
import pbem
from modules.engine.errors import OrderError
from modules.engine.game_serialization import forms_of
from modules.engine.rules.answers import WrongAnswer
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import S
from modules.engine.serialization import Form, Forms, NotPlain, Plain
from pbem import errors
from pbem.entry.bodies import Adopt, Charter
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import Misfit, Record
from pbem.log import adoptions
from pbem.log.lazy_list import LazyList
from pbem.log.log_file import LogText
from pbem.log.log_verifier import LogVerifier, VerifierState
from pbem.rules import rules_lookup
from pbem.rules.boards.board_cache import BoardCache, BoardsState
from pbem.rules.replay.game_replay import ReplayState
from pbem.rules.replay.replay_base import Known
from pbem.rules.rules_lookup import Build
from pbem.rules.table import Table

UNREADABLE: Final = (
    AttributeError, IndexError, KeyError, TypeError, ValueError, OrderError, WrongAnswer, Misfit, NotPlain,
    errors.PbemError,
)  # fmt: skip
"""What reading damaged data may raise."""


@dataclass(frozen=True, slots=True)
class TableState(Generic[S]):
    """Where a table stands, of a game whose state is an S."""

    verifier: VerifierState
    replay: ReplayState[S]
    boards: BoardsState[S]


def state(table: Table) -> Plain | None:
    """A table as plain data; None in the middle of something. Raises NotPlain. What lies far back is kept as
    it is written from then on, which takes less room."""
    verifier = table.verifier.state()
    if verifier is None:
        return None
    replay = table.replay
    found = TableState(verifier, replay.state(), table.boards.state(replay.record))
    return _form(replay.rules).write(found)


def resume(plain: Plain, text: LogText, upto: int, build: Build, known: Known) -> Table:
    """The table that stood after entry `upto` of this log; raises one of UNREADABLE, or what `build` does."""
    table = Table(build, known)
    if (adopted := adoptions.in_text(text)) is not None:
        table.replay.adopt(adopted)
    entries = LazyList.from_serialized(text.lines[: upto + 1], SignedEntry.from_record)
    charter = Entry.decode(entries[0].data).body
    if not isinstance(charter, Charter):
        raise NotPlain("the log begins with no charter")
    found: TableState[Any] = _form(_rules(build, adopted, charter)).read(plain)
    if found.verifier.seq != upto:
        raise NotPlain(f"it stood after entry {found.verifier.seq}, not {upto}")
    table.verifier = LogVerifier.resume(found.verifier, entries, table.replay)
    table.replay.resume(charter, found.replay, table.verifier.history)
    table.boards = BoardCache(found.boards, table.replay.record)
    return table


def program(rules: MailRules[Any]) -> str:
    """A digest of all that decides what such data mean: the program to the byte, and the types of this
    game."""
    own = Path(str(sys.modules[type(rules).__module__].__file__))
    _form(rules)
    return hashlib.sha256(f"{_sources()} {_digest([own])} {_forms(rules).shape}".encode()).hexdigest()


def _rules(build: Build, adopted: Adopt | None, charter: Charter) -> MailRules[Any]:
    return rules_lookup.adopt_rules(build, adopted)(charter)


@lru_cache(maxsize=32)
def _forms(rules: MailRules[Any]) -> Forms:
    made: list[Forms] = []

    def special(hint: Any) -> Form | None:
        if hint is Any:
            return Form(lambda value: value, lambda plain: plain, lambda _: True)
        if get_origin(hint) is LazyList:
            return _shelf(made[0].of(get_args(hint)[0]))
        if isinstance(hint, type) and issubclass(hint, Record):
            return Form(hint.to_plain, hint.read, lambda value: type(value) is hint)
        return None

    made.append(forms_of(rules, special))
    return made[0]


def _shelf(part: Form) -> Form:
    """Of a shelf: a text for each thing, so that those that nobody looks at need not be read."""

    def write(thing: Any) -> str:
        return json.dumps(part.write(thing), ensure_ascii=False, separators=(",", ":"))

    def read(text: str) -> Any:
        return part.read(json.loads(text))

    return Form(
        lambda shelf: shelf.serialize_and_drop(write, read),
        lambda plain: LazyList.from_serialized(plain, read),
        lambda value: isinstance(value, LazyList),
    )


def _form(rules: MailRules[Any]) -> Form:
    return _forms(rules).of(TableState[type(rules.start())])  # type: ignore[misc]  # known at run time


@lru_cache(maxsize=1)
def _sources() -> str:
    """Of all that this program is made of."""
    return _digest([file for package in (modules, pbem) for file in _files(package)])


def _files(package: ModuleType) -> Sequence[Path]:
    found = Path(str(package.__file__)).parent.rglob("*")
    return sorted(file for file in found if file.suffix in (".py", ".yaml"))


def _digest(files: Sequence[Path]) -> str:
    """Of names and contents, wherever the program lies."""
    parts = (hashlib.sha256(file.name.encode() + b"\n" + file.read_bytes()).digest() for file in files)
    return hashlib.sha256(b"".join(parts)).hexdigest()

"""The files of a game's folder, each read to its type, and every mistake to a fault with its place.

Of a file with mistakes what is sound is typed all the same, so that one mistake hides no other: the entries
that have them are cut, and nothing is said of who refers to those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ValidationError, create_model

from modules import game_registry
from modules.amounts import count_noun
from modules.definition.cutting import Cut, as_written, cut_out, lend
from modules.definition.formats.areas import AreaMapFile
from modules.definition.formats.boards import BoardFile
from modules.definition.formats.campaigns import CampaignFile
from modules.definition.formats.cards import CardsFile
from modules.definition.formats.cases import CaseFile
from modules.definition.formats.counters import CountersFile
from modules.definition.formats.displays import DisplaysFile
from modules.definition.formats.fields import FORMS, TOLD
from modules.definition.formats.game import GameFile, RulingsFile
from modules.definition.formats.ledger import LedgerFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.players import PlayersFile
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario
from modules.definition.formats.sheets import SheetFile
from modules.definition.formats.special import KEY, Special, parts_of
from modules.definition.formats.tables import TablesFile
from modules.definition.formats.terrain import TerrainFile
from modules.definition.keys import keys_at
from modules.game_file.names import CASES
from modules.written.faults import Fault, SourcePlace
from modules.written.folder import LEDGER, RULES, Written
from modules.written.source import Path_, Source

M = TypeVar("M", bound=BaseModel)

SINGLE: dict[str, type[BaseModel]] = {
    "game.yaml": GameFile,
    "counters.yaml": CountersFile,
    "terrain.yaml": TerrainFile,
    "tables.yaml": TablesFile,
    "rulings.yaml": RulingsFile,
    "cards.yaml": CardsFile,
    "displays.yaml": DisplaysFile,
    "players.yaml": PlayersFile,
    LEDGER: LedgerFile,
    RULES: RulesFile,
}
"""The types of the files that a game has once, in the order in which they are read."""

FOLDERS: dict[str, type[BaseModel]] = {
    "maps": MapFile,
    "boards": BoardFile,
    "areas": AreaMapFile,
    "scenarios": HexScenario,
    "campaigns": CampaignFile,
    "sheets": SheetFile,
}
"""The folders of a game and the type of the files in them."""

BY_KEY: dict[tuple[str, str], type[BaseModel]] = {
    ("scenarios", "board"): CardScenario,
    ("scenarios", "area_map"): AreaScenario,
}
"""Where a key of a file tells that it is of another type than the others of its folder."""

TRIED: dict[str, type[BaseModel]] = {CASES: CaseFile}
"""The folders of a game whose files are no part of its definition: they are read to try it."""


MOST_FAULTS = 200
"""Faults of one file that are told. Of a file with more no sound part is looked for: one slip stands before
all of it, or no hand has written it."""

_UNREAD = frozenset(
    {"title", "version", "summary", "credits", "die", "date", "rules", "turns", "minutes_per_turn", "up"}
)
"""Keys without which the rest of a file can be looked at: what they say matters to no other file."""


@dataclass
class UnknownWord:
    """A word that refers to nothing: the names `among` which it was looked for (none where no list of them is
    told), and where it stands."""

    word: str
    among: frozenset[str]
    told: list[Fault] = field(default_factory=list)

    def is_that_of(self, other: UnknownWord) -> bool:
        """Whether both miss the same entry: one word, looked for among the same names, or among some of
        them."""
        both = bool(self.among and other.among)
        return self.word == other.word and both and (self.among <= other.among or other.among <= self.among)


@dataclass
class Files:
    """What was read: for each file its source and, where it could be typed, its object.

    `cut`: the names of entries with mistakes, which are in no object. `at`: where mistakes are, by file.
    `art`: the digest of each file of the game's own art. `told`: how many mistakes each file has.
    `gone`: the places of a file that are in no object. `lent`: for a second look, a file with mistakes in
    which other entries lend what is wrong. `warnings`: what keeps nobody from making anything of the game.
    `variant_of`: the shipped game whose variant a study loads; empty for all else.
    """

    folder: Path
    variant_of: str = ""
    sources: dict[str, Source] = field(default_factory=dict)
    typed: dict[str, BaseModel] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    cut: set[str] = field(default_factory=set)
    at: dict[str, set[Path_]] = field(default_factory=dict)
    unknown: dict[str, UnknownWord] = field(default_factory=dict)
    art: dict[str, str] = field(default_factory=dict)
    told: Counter[str] = field(default_factory=Counter)
    gone: dict[str, frozenset[Path_]] = field(default_factory=dict)
    lent: dict[str, tuple[BaseModel, Cut]] = field(default_factory=dict)

    @cached_property
    def parts(self) -> Mapping[str, type[Special]] | None:
        """The types of the game's own parts, by folder; none where game.yaml names another game than the one
        whose files these are; None where it cannot be read, so that nobody knows whose they are."""
        game = self.typed.get("game.yaml")
        if not isinstance(game, GameFile):
            return None
        return parts_of(game.game) if game.game == self.shipped_as else {}

    @cached_property
    def shipped_as(self) -> str:
        """The shipped game whose files these are: that of the folder, or the one of which they are a variant;
        empty for a game of a stranger's."""
        return self.variant_of or game_registry.name_of(self.folder)

    def passes_over(self, name: str) -> bool:
        """Whether a file is no part of this game: what code carries out of a game that ships stands beside it
        (`modules.ledger`)."""
        return name == LEDGER and bool(self.shipped_as)

    def of(self, kind: type[M]) -> dict[str, M]:
        """The typed files of one kind, by file name."""
        return {name: value for name, value in self.typed.items() if isinstance(value, kind)}

    def names(self, folder: str, key: str) -> set[str] | None:
        """What the files of a folder call themselves, typed or not; None where one cannot be read, so that
        nobody knows."""
        if any(fault.place.file == f"{folder}/" for fault in self.faults):
            return None
        sources = [each for name, each in self.sources.items() if name.startswith(f"{folder}/")]
        found = [each.data.get(key) if isinstance(each.data, dict) else None for each in sources]
        return None if None in found else {str(name) for name in found}

    def fault(self, file: str, path: tuple[str | int, ...], message: str) -> None:
        """Notes a mistake at a path of a file."""
        if self._counts(file):
            self.faults.append(self._fault(file, path, message))

    def _counts(self, file: str) -> bool:
        """Whether one more mistake of a file is told; that it has more is."""
        self.told[file] += 1
        if self.told[file] == MOST_FAULTS + 1:
            self.tell_more(file)
        return self.told[file] <= MOST_FAULTS

    def tell_more(self, file: str) -> None:
        """Notes that a file has more mistakes than are told."""
        message = f"more than {MOST_FAULTS} faults in this file: mend these first, then check again"
        self.faults.append(Fault(SourcePlace(file), message))

    def warn(self, file: str, path: Path_, message: str) -> None:
        """Notes what looks like a mistake at a path of a file; the game can be made all the same."""
        there = sum(each.place.file == file for each in self.warnings)
        if there < MOST_FAULTS:
            path = as_written(path, self.gone.get(file, ()))
            self.warnings.append(replace(self.sources[file].fault(path, message), warning=True))
        elif there == MOST_FAULTS:
            told = f"more than {MOST_FAULTS} warnings in this file: mend these first, then check again"
            self.warnings.append(Fault(SourcePlace(file), told, warning=True))

    def _fault(self, file: str, path: Path_, message: str) -> Fault:
        """A fault at a path of what is left of a file; notes where it is."""
        path = as_written(path, self.gone.get(file, ()))
        self.at.setdefault(file, set()).add(path)
        return self.sources[file].fault(path, message)

    def unknown_word(
        self, file: str, path: tuple[str | int, ...], word: str, message: str, among: Collection[str] = ()
    ) -> None:
        """Notes a word that refers to nothing: once, however often it stands there. Nothing is noted where it
        refers to what has a mistake itself. `among`: the names that there are."""
        if self.is_cut(word) or not self._counts(file):
            return
        alike = message.replace(word, _stem(word) or word)  # N-foot-1 and N-foot-2 are of one entry
        noted = self.unknown.setdefault(alike, UnknownWord(word, frozenset(among)))
        noted.told.append(self._fault(file, path, message))

    def is_cut(self, word: str) -> bool:
        """Whether a name, or a counter's id without its number, is that of an entry with a mistake."""
        return word in self.cut or _stem(word) in self.cut

    def closer(self) -> Files | None:
        """For a second look: the files in which entries with mistakes stand again, with what others lend
        them; None where there are no such."""
        if not self.lent:
            return None
        lent = {name: value for name, (value, _) in self.lent.items()}
        gone = {**self.gone, **{name: cut.gone for name, (_, cut) in self.lent.items()}}
        return replace(
            self, typed={**self.typed, **lent}, gone=gone, faults=[], warnings=[], unknown={}, at={},
            cut=set(self.cut), told=Counter(),
        )  # fmt: skip

    def take_words(self, closer: Files) -> None:
        """Notes the unknown words of a second look that stand in entries with mistakes, beside those."""
        seen: set[SourcePlace] = set()
        for name, (_, cut) in self.lent.items():
            wrong = {*cut.gone, *cut.lent}
            seen |= {
                place
                for path, place in self.sources[name].places.items()
                if any(path[: len(entry)] == entry for entry in self.gone.get(name, ()))
                and not any(path[: len(each)] == each for each in wrong)
            }
        for message, unknown in closer.unknown.items():
            found = [fault for fault in unknown.told if fault.place in seen]
            if found:
                empty = UnknownWord(unknown.word, unknown.among)
                self.unknown.setdefault(message, empty).told.extend(found)

    def tell_unknown(self) -> None:
        """Moves what `unknown_word` has noted to the faults: each word at its first place."""
        met: list[UnknownWord] = []
        for unknown in self.unknown.values():
            same = next((each for each in met if each.is_that_of(unknown)), None)
            if same is None:
                met.append(unknown)
            else:
                same.told.extend(unknown.told)
        for unknown in met:
            first = min(unknown.told)
            more = len({fault.place for fault in unknown.told}) - 1
            places = f" (and at {count_noun(more, 'more place')})" if more else ""
            self.faults.append(Fault(first.place, first.message + places))
        self.unknown.clear()


def _stem(word: str) -> str:
    """A counter's id without its number; of another word nothing."""
    stem, _, number = word.rpartition("-")
    return stem if number.isdecimal() else ""


def known_word(
    files: Files,
    file: str,
    path: tuple[str | int, ...],
    word: str,
    among: Collection[str],
    home: str = "",
) -> bool:
    """True if the word is one of those; else notes the fault and names those that there are. `home`: which
    names these are, and where they are written."""
    if word in among:
        return True
    names = sorted(among) if isinstance(among, (set, frozenset)) else list(among)
    listed = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    said = f"expected one of {listed}" if listed else "there are none to name"
    message = f"found {word!r}: {said}" + (f" ({home})" if home else "")
    files.unknown_word(file, path, word, message, among)
    return False


def typed(written: Written, *, variant_of: str = "") -> Files:
    """Types every file that can be read, gathering faults; of a variant by the types of its game."""
    files = Files(written.folder, variant_of, art=written.art, faults=[*written.faults])
    files.sources = {name: read for name, read in written.sources.items() if not files.passes_over(name)}
    for name, parsed in files.sources.items():
        if parsed.faults:
            files.at[name] = {()}
            continue
        kind = _kind_of(name, parsed.data)
        if KEY in kind.model_fields and isinstance(parsed.data, dict):
            _type_with_special(files, name, kind)
        else:
            _type(files, name, kind, parsed.data)
    return files


def _type(
    files: Files, name: str, kind: type[M], data: object, within: tuple[str | int, ...] = ()
) -> M | None:
    """A file's data, or what stands `within` it, as its type, or None; and its faults. Of a file with faults
    what is left without the entries that have them."""
    found: M | None
    try:
        found = kind.model_validate(data)
    except ValidationError as error:
        errors: list[dict[str, Any]] = [
            {**found, "loc": (*within, *found["loc"])} for found in error.errors() if not _is_emptied(found)
        ]
        if len(errors) > MOST_FAULTS:
            _give_up(files, name, kind, errors)
            return None
        told = _without_misspelt(errors)
        files.told[name] += len(told)
        files.faults += _joined(typed_fault(files.sources[name], each, kind) for each in told)
        files.at.setdefault(name, set()).update(each["loc"] for each in errors)
        found = None if within else _sound_part(files, name, kind, data)
    if found is not None and not within:
        files.typed[name] = found
    return found


def _is_emptied(error: Mapping[str, Any]) -> bool:
    """Whether a list counts as too short only because each of its entries has a mistake."""
    return error["type"] == "too_short" and not error["ctx"]["actual_length"] and bool(error["input"])


def _give_up(files: Files, name: str, kind: type[BaseModel], errors: list[dict[str, Any]]) -> None:
    """The first faults of a file that has too many, and that it has more; nothing of it is looked at."""
    told = _without_misspelt(errors[:MOST_FAULTS])
    files.faults += _joined(typed_fault(files.sources[name], each, kind) for each in told)
    files.tell_more(name)
    files.at[name] = {()}


def _without_misspelt(errors: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The errors without those keys that are missing because they are misspelt: an unknown key beside them
    looks like them, and is told with those that there are."""
    unknown = [each["loc"] for each in errors if each["type"] == "extra_forbidden"]
    return [
        each
        for each in errors
        if each["type"] != "missing"
        or not any(
            loc[:-1] == each["loc"][:-1] and get_close_matches(str(loc[-1]), [str(each["loc"][-1])])
            for loc in unknown
        )
    ]


def _sound_part(files: Files, name: str, kind: type[M], data: object) -> M | None:
    """What of a file has no mistake, as its type; None where too little is left. What is lent is noted."""
    left = _mended(kind, Cut(data), cut_out)
    if left is None:
        return None
    found, cut = left
    files.cut |= cut.names
    files.gone[name] = cut.gone
    lent = _mended(kind, Cut(data), lend)
    if lent is not None:
        files.lent[name] = lent
    return found


def _unread(kind: type[BaseModel]) -> frozenset[str]:
    """The keys of a file without which the rest can be looked at: of a ledger, whose `rules` are all that it
    has, none; of `rules.yaml` not the `turns`, whose names its clauses use."""
    if kind is RulesFile:
        return frozenset({"rules", "book"})
    return frozenset() if kind is LedgerFile else _UNREAD


def _mended(
    kind: type[M], cut: Cut, mend: Callable[[Cut, Iterable[Any]], Cut | None]
) -> tuple[M, Cut] | None:
    """A file's data as its type, mended until nothing is wrong; None where that cannot be done."""
    unread: set[str] = set()
    while True:
        gone: dict[str, Any] = dict.fromkeys(unread, (Annotated[Any, TOLD], None))
        lenient = create_model(kind.__name__, __base__=kind, **gone)
        try:
            return lenient.model_validate(cut.left), cut
        except ValidationError as error:
            errors = error.errors()
        whole = {str(each["loc"][0]) for each in errors if each["loc"]} & _unread(kind) - unread
        again = mend(cut, errors)
        if again is None and not whole:
            return None
        unread |= whole
        cut = again or cut


def _type_with_special(files: Files, name: str, kind: type[BaseModel]) -> None:
    """A file with a part of the game's own: the rest by the general type, the part by the game's."""
    data = files.sources[name].data
    whole = _type(files, name, kind, {key: value for key, value in data.items() if key != KEY})
    if files.parts is None:
        return
    part = files.parts.get(name.split("/")[0])
    if part is not None:
        own = _type(files, name, part, data.get(KEY, {}), (KEY,))
        if own is not None and whole is not None:
            files.typed[name] = whole.model_copy(update={KEY: own})
    elif KEY in data:
        files.fault(name, (KEY,), "only the rules of a shipped game read this: remove it")


def _kind_of(name: str, data: object) -> type[BaseModel]:
    folder = name.split("/")[0]
    keys = data if isinstance(data, dict) else {}
    found = next((kind for (of, key), kind in BY_KEY.items() if of == folder and key in keys), None)
    return found or SINGLE.get(name) or FOLDERS[folder]


def typed_faults(parsed: Source, error: ValidationError, kind: type[BaseModel]) -> list[Fault]:
    """All of pydantic's errors of a file that follow from no other, each told with its place in the file."""
    found = (typed_fault(parsed, dict(each), kind) for each in error.errors() if not _is_emptied(each))
    return _joined(found)


def _joined(faults: Iterable[Fault]) -> list[Fault]:
    """Of a value that is none of several forms one fault, which tells all of them."""
    joined: list[Fault] = []
    for fault in faults:
        found, expected, form = fault.message.partition(": expected ")
        last = joined[-1] if joined else None
        if last and expected and last.place == fault.place and last.message.startswith(found + expected):
            joined[-1] = Fault(last.place, f"{last.message}, or {form}")
        else:
            joined.append(fault)
    return joined


def typed_fault(parsed: Source, error: Mapping[str, Any], kind: type[BaseModel] | None = None) -> Fault:
    """One of pydantic's errors, told with its place in the file; with the file's type an unknown key is told
    with those that there are."""
    path: tuple[str | int, ...] = ()
    unseen: list[str] = []
    for step in error["loc"]:
        # pydantic also names union branches and mapping keys, which are not places in the file
        if (*path, step) in parsed.marks:
            path = (*path, step)
        elif step != "[key]":
            unseen.append(str(step))
    keys = ""
    if kind is not None and error["type"] == "extra_forbidden":
        known = keys_at(kind, error["loc"][:-1])
        keys = f": expected one of {', '.join(known)}" if known else ""
        keys += _sections_with(kind, str(error["loc"][-1]))
    return parsed.fault(path, _say(error, unseen) + keys)


def _sections_with(kind: type[BaseModel], key: str) -> str:
    """Where a key of rules.yaml belongs that stands in another section."""
    sections = kind.model_fields if kind is RulesFile else ()
    found = [f"`{section}`" for section in sections if key in keys_at(kind, (section, 0))]
    return f"; it is a key of {' and '.join(found)}" if found else ""


def _say(error: Mapping[str, Any], unseen: list[str]) -> str:
    kind, found = error["type"], error.get("input")
    if kind == "missing":
        return f"`{unseen[-1] if unseen else '?'}` is missing"
    if kind == "extra_forbidden":
        return f"unknown key `{error['loc'][-1]}`"
    if kind == "union_tag_not_found":
        return f"{error['ctx']['discriminator']} is missing"
    if kind == "union_tag_invalid":
        return f"found {error['ctx']['tag']!r}: expected one of {error['ctx']['expected_tags']}"
    if kind == "string_pattern_mismatch":
        return f"found {_short(repr(found))}: expected {_form(error['ctx']['pattern'])}"
    limits = error.get("ctx", {})
    least = limits.get("min_length", 0)
    words = {
        "string_too_short": "some text"
        if least == 1
        else f"text of at least {count_noun(least, 'character')}",
        "string_too_long": f"text of at most {count_noun(limits.get('max_length', 0), 'character')}",
        "too_short": "an entry" if least == 1 else f"at least {count_noun(least, 'entry')}",
        "too_long": f"at most {count_noun(limits.get('max_length', 0), 'entry')}",
        "less_than_equal": f"at most {limits.get('le')}",
        "greater_than_equal": f"at least {limits.get('ge')}",
        "int_type": "a whole number",
        "string_type": "text (put it in quotes if it is a number)",
        "tuple_type": "a list, `[...]` or lines that begin with `- `",
        "dict_type": "a mapping (`key: value` lines)",
        "model_type": "a mapping (`key: value` lines)",
        "model_attributes_type": "a mapping (`key: value` lines)",
        "bool_type": "true or false",
    }
    expected = words.get(kind) or str(error["msg"]).removeprefix("Value error, ")
    expected = expected.removeprefix("Input should be ").removeprefix("expected ")
    shown = _short(repr(found)) if isinstance(found, (str, int)) else type_name(found)
    shown = shown.lower() if isinstance(found, bool) else shown  # as YAML writes it
    return f"found {shown}: expected {expected}"


def _form(pattern: str) -> str:
    return FORMS.get(pattern, f"text of the form {pattern}")


def _short(shown: str) -> str:
    return shown if len(shown) <= 60 else f"{shown[:50]}... ({count_noun(len(shown), 'character')})"


def type_name(found: object) -> str:
    """What a value of a YAML file is called in a message."""
    if found is None:
        return "nothing"
    return {"dict": "a mapping", "tuple": "a list"}.get(type(found).__name__, repr(found))

"""The rule ledger: every numbered case of a rulebook, where it is carried out, and which cases test it.

`ledger.yaml` lists the numbers; `ledger_evidence` finds them in the game's code and data; rule cases name
theirs. Here the three are put side by side. A number that holds several rules has parts (`7.6 AR` is a part
of `7.6`). Each part needs cases of its own, and they are cases of the number too. The code of a number serves
those parts that we named, for players are told the printed number; a part that is printed needs its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from modules.amounts import count_noun
from modules.case_files import cases_folder, files_in, game_around, parse
from modules.definition.checks.ledger import Mistake, base_of, mistaken_numbers
from modules.definition.files import typed_faults
from modules.definition.formats.ledger import LedgerEntry, LedgerFile
from modules.ledger_evidence import ORDER, Evidence, Numbers, in_code, in_data, in_file, unknown
from modules.plain_files import is_there
from modules.written import source
from modules.written.faults import DefinitionError, Fault, SourcePlace
from modules.written.folder import LEDGER, RULES
from modules.written.folder import read as read_folder
from modules.written.source import Source

if TYPE_CHECKING:
    from modules.definition import Definition


@dataclass(frozen=True, slots=True)
class CaseRef:
    """A rule case that tests a number, by its `rule` or by a refusal in it. `number` and `line` from 1."""

    file: str
    line: int
    number: int
    title: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One number of the ledger with what was found. `cases` is None where no cases were looked at.

    `through`: the number whose code or parts are counted, where the number itself stands in no code.
    """

    rule: LedgerEntry
    code: tuple[Evidence, ...]
    cases: tuple[CaseRef, ...] | None
    through: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """What a rule is known to lack: `code`, `case`, both or nothing."""
        if self.rule.kind != "rule":
            return ()
        return (*(() if self.code else ("code",)), *(("case",) if self.cases == () else ()))


@dataclass(frozen=True, slots=True)
class Ledger:
    """The ledger of a game. `faults`: numbers in code, data or cases that it does not have. `tested`: whether
    cases were looked at; without them nobody knows which rules have one."""

    game: str
    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]
    tested: bool

    @property
    def missing(self) -> tuple[Entry, ...]:
        """The rules that lack code or a case."""
        return tuple(entry for entry in self.entries if entry.missing)

    @property
    def count(self) -> str:
        """How many numbers are in which state, in words."""
        idle = sum(entry.rule.kind != "rule" for entry in self.entries)
        short = len(self.missing)
        done = len(self.entries) - idle - short
        words = [
            count_noun(len(self.entries), "number"),
            f"{done} implemented and tested"
            if self.tested
            else f"{done} implemented, whether tested is unknown",
            f"{idle} that need neither",
            f"{short} missing code or a case" if self.tested else f"{short} missing code",
        ]
        return f"{self.game}: {words[0]}: {', '.join(words[1:])}"


def ledger(game: str, folder: Path, cases: Path | None) -> Ledger:
    """The ledger of the game in a folder, with the rule cases below another, if given.

    Raises DefinitionError for faults of ledger.yaml.
    """
    file = read_ledger(folder)
    numbers = Numbers.of([rule.number for rule in file.rules])
    code, code_faults = in_code(folder, numbers)
    data, data_faults = in_data(folder, numbers)
    tested = _Tested(game, numbers.known)
    if cases is not None:
        tested.read(cases)
    shelf = _Shelf(file, [*code, *data], None if cases is None else tested.found)
    entries = tuple(shelf.entry(rule) for rule in file.rules)
    faults = tuple(sorted({*code_faults, *data_faults, *tested.faults, *tested.unreadable}))
    return Ledger(game, entries, faults, cases is not None)


@dataclass(frozen=True, slots=True)
class OwnCases:
    """The rule cases of a game that is data alone, by the numbers that they test. `faults`: of their files,
    and numbers that the game's ledger does not have."""

    refs: Mapping[str, tuple[CaseRef, ...]]
    faults: tuple[Fault, ...] = ()

    def words_of(self, number: str) -> str:
        """The cases of a number by their files: `zones.yaml 1-3`; empty for a number without any."""
        return _by_file(self.refs.get(number, ()))


def own_cases(definition: Definition, folder: Path | None = None) -> OwnCases:
    """The rule cases in a game's own folder, or in another one. Without a ledger.yaml any number will do."""
    where = folder or cases_folder(definition.folder)
    if where is None:
        return OwnCases({})
    tested = _Tested(definition.name, definition.ledger)
    tested.read(where)
    faults = () if definition.ledger_file is None else tested.faults
    return OwnCases(
        {number: tuple(refs) for number, refs in tested.found.items()},
        tuple(sorted({*faults, *tested.unreadable})),
    )


def numbers_in_files(definition: Definition) -> dict[str, str]:
    """The numbers of the ledger that data bear, each with its places: `terrain.yaml:terrain.woods`."""
    found: dict[str, list[str]] = {}
    numbers = Numbers.of(list(definition.ledger))
    for name, parsed in read_folder(definition.folder).sources.items():
        for each in in_file(parsed, numbers) if name not in (LEDGER, RULES) else ():
            found.setdefault(each.number, []).append(each.where)
    return {number: ", ".join(dict.fromkeys(places)) for number, places in found.items()}


def idle_numbers(ledger: LedgerFile, sources: Mapping[str, Source]) -> Iterator[Mistake]:
    """The numbers that the ledger gives to the program, and that no part of a game without code bears. All
    files are read as they are written: a part with a mistake bears its number, too."""
    numbers = Numbers.of([entry.number for entry in ledger.rules])
    parsed = [each for name, each in sources.items() if name != LEDGER]
    borne = {evidence.number for each in parsed for evidence in in_file(each, numbers)}
    for i, entry in enumerate(ledger.rules):
        if entry.by == "program" and entry.number not in borne:
            message = f"rule {entry.number} is by program, and neither a clause of {RULES} nor another file"
            remedy = f'add a clause with `rule: "{entry.number}"`, or write `by: hand`'
            yield ("rules", i, "by"), f"{message} bears it: {remedy}"


# --- reading and checking --------------------------------------------------------------------------------


def read_ledger(folder: Path) -> LedgerFile:
    """The checked ledger.yaml of a game's folder. Raises DefinitionError with every fault."""
    if not is_there(folder / LEDGER):
        message = "the file is missing: list the rule numbers of this game's rulebook in it"
        raise DefinitionError(folder, [Fault(SourcePlace(LEDGER), message)])
    parsed = source.read(folder / LEDGER, LEDGER, folder)
    if parsed.faults:
        raise DefinitionError(folder, parsed.faults)
    try:
        file = LedgerFile.model_validate(parsed.data)
    except ValidationError as error:
        raise DefinitionError(folder, typed_faults(parsed, error, LedgerFile)) from None
    faults = [parsed.fault(path, message) for path, message in mistaken_numbers(file)]
    if faults:
        raise DefinitionError(folder, faults)
    return file


# --- side by side ----------------------------------------------------------------------------------------


@dataclass
class _Tested:
    """The numbers that rule cases test."""

    game: str
    known: Collection[str]
    found: dict[str, list[CaseRef]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    unreadable: list[Fault] = field(default_factory=list)

    def read(self, folder: Path) -> None:
        """Reads every case file of the game below a folder; in a game's own folder all are of it."""
        for file in files_in(folder):
            try:
                read, parsed = parse(file)
            except DefinitionError as error:
                self.unreadable += error.faults
                continue
            if game_around(file) is None and read.scenario.rpartition("/")[0] != self.game:
                continue
            for i, case in enumerate(read.cases):
                place = parsed.place(("cases", i))
                ref = CaseRef(file.relative_to(folder).as_posix(), place.line, i + 1, case.title)
                self._note(case.rule, ref, parsed.place(("cases", i, "rule")))
                for j, step in enumerate(case.play):
                    if step.refused is not None:
                        at = parsed.place(("cases", i, "play", j, "refused", "rule"))
                        self._note(step.refused.rule, ref, at)

    def _note(self, number: str, ref: CaseRef, place: SourcePlace) -> None:
        if number not in self.known:
            self.faults.append(unknown(number, place))
            return
        refs = self.found.setdefault(number, [])
        if ref not in refs:
            refs.append(ref)


class _Shelf:
    """Evidence and cases by number, with those of numbers and their parts brought together."""

    def __init__(
        self, file: LedgerFile, evidence: Iterable[Evidence], cases: dict[str, list[CaseRef]] | None
    ) -> None:
        self.cases = cases
        self.code: dict[str, list[Evidence]] = {}
        for each in sorted(evidence, key=lambda e: (ORDER.index(e.how), e.place)):
            self.code.setdefault(each.number, []).append(each)
        bases = {rule.number: base_of(rule.number, file.printed) for rule in file.rules}
        self.base = {number: base for number, base in bases.items() if base is not None}
        self.printed = frozenset(file.printed)

    def entry(self, rule: LedgerEntry) -> Entry:
        """A number with its own evidence, or else with that of its base or of its parts."""
        number = rule.number
        parts = [part for part, base in self.base.items() if base == number]
        through = ""
        code = self.code.get(number, [])
        if not code and rule.kind == "rule" and number in self.base and number not in self.printed:
            through = self.base[number]
            code = self.code.get(through, [])
        elif not code and parts:
            through = "its parts"
            code = [each for part in parts for each in self.code.get(part, [])]
        refs: list[CaseRef] = []
        for each in (number, *parts):
            refs += [ref for ref in (self.cases or {}).get(each, []) if ref not in refs]
        return Entry(rule, tuple(code), None if self.cases is None else tuple(refs), through if code else "")


# --- shown -----------------------------------------------------------------------------------------------


def report(found: Ledger, missing: bool = False) -> Iterator[str]:
    """A ledger as text; with `missing` one line for each rule that lacks something."""
    for entry in found.missing if missing else found.entries:
        if missing:
            yield f"{entry.rule.number}: missing {' and '.join(entry.missing)}: {entry.rule.summary}"
        else:
            yield from lines(entry)


def lines(entry: Entry) -> Iterator[str]:
    """An entry as text: the number and its summary, then what carries it out and what tests it."""
    yield f"{entry.rule.number}: {entry.rule.summary}"
    if entry.rule.kind != "rule":
        to = f" to {entry.rule.defers}" if entry.rule.defers else ""
        why = f": {entry.rule.why}" if entry.rule.why else ""
        yield f"    {entry.rule.kind}{to}{why}"
    if entry.through:
        yield f"    code: see {entry.through}"
    for how in () if entry.through else ORDER:
        where = dict.fromkeys(each.where for each in entry.code if each.how == how)
        if where:
            yield f"    {how}: {', '.join(where)}"
    if entry.cases:
        yield f"    cases: {_by_file(entry.cases)}"
    if entry.missing:
        yield f"    missing: {' and '.join(entry.missing)}"


def _by_file(refs: Iterable[CaseRef]) -> str:
    found: dict[str, list[int]] = {}
    for ref in refs:
        found.setdefault(ref.file, []).append(ref.number)
    return ", ".join(f"{file} {_ranges(each)}" for file, each in found.items())


def _ranges(numbers: Iterable[int]) -> str:
    """1, 2, 3, 7 as `1-3 7`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def facts(entry: Entry) -> dict[str, Any]:
    """An entry as plain data."""
    rule = entry.rule
    return {
        "number": rule.number,
        "summary": rule.summary,
        "kind": rule.kind,
        "defers": rule.defers,
        "reason": rule.why,
        "code": [
            {"how": e.how, "where": e.where, "file": e.place.file, "line": e.place.line} for e in entry.code
        ],
        "through": entry.through,
        "cases": None if entry.cases is None else [case_facts(ref) for ref in entry.cases],
        "missing": list(entry.missing),
    }


def case_facts(ref: CaseRef) -> dict[str, str | int]:
    """A case as plain data."""
    return {"file": ref.file, "line": ref.line, "number": ref.number, "title": ref.title}

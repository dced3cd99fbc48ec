"""Rule cases: a position, orders and dice, and what must follow, as YAML that a player can read and write.

`senlac docs rule-cases` describes the format. A case either holds, or fails with one message that says what
was expected and what came. Cases are run through the same driver as games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from modules import library
from modules.amounts import count_noun
from modules.definition.files import typed_faults
from modules.definition.formats.fields import MANY, SOME, Line, Name, Part, RuleNumber, Text
from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.observer_state import ObserverState, UnlikeView
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Deal, Reveal, Roll, Secret, Shuffle
from modules.engine.rules.answers import WrongAnswer
from modules.engine.rules.arrangement_rules import Arrangement, ArrangementRules
from modules.engine.rules.play_rules import Outcome
from modules.engine.rules.required_parts import MissingPart, require
from modules.plain_files import list_files
from modules.written import source
from modules.written.faults import DefinitionError, Fault, NoSuchGame, SourcePlace

PUBLIC, HIDDEN, NOTHING = "public", "hidden", "nothing"
_Fact = Annotated[int, Field(ge=-9_999, le=9_999)]
_HERE: Final = Path()
"""Whence the file of a fault is found: it is named as it was given."""


class Asked(Part):
    """The decision that must be due: whose, of which kind, and (all of) its choices as the viewer sees them.
    `player`: who answers, where a side has several."""

    side: str
    player: str | None = None
    kind: str
    choices: tuple[str, ...] | None = None
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


class Refused(Part):
    """An order that must be refused: by which rule, and words that the reason must hold. Also one for a phase
    that was passed over because nothing could be done in it."""

    side: str
    order: str
    rule: RuleNumber
    says: Line | None = None


class Step(Part):
    """One step of a case; exactly one key. `order` is written `SIDE: ORDER`. `shuffle` names the cards that
    lie on top, counted from 0; the others follow in order. `shown` are cards of secret packs that are dealt
    or revealed, each with its number in the pack before it was shuffled, counted from 0."""

    order: str | None = None
    dice: tuple[int, ...] | None = None
    shuffle: tuple[int, ...] | None = None
    shown: dict[str, int] | None = None
    asked: Asked | None = None
    refused: Refused | None = None
    rolls: tuple[str, ...] | None = None


class Then(Part):
    """What must hold at the end: places of counters, facts, whose phase it is, what was told (and not told),
    and the outcome: `winner` (empty: a draw) and `level`, how well. `view`: what a side, or the `public`,
    sees at places: a counter, `hidden` (one that it may not know) or `nothing`."""

    units: dict[str, str] = Field(default_factory=dict)
    facts: dict[str, int] = Field(default_factory=dict)
    view: dict[str, dict[str, str]] = Field(default_factory=dict)
    phase: str | None = None
    told: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    winner: str | None = None
    level: str | None = None


class Case(Part):
    """One case. `viewer`: it is seen by this side or player, or the `public`. `rulings`: those that it
    shows, by their words."""

    rule: RuleNumber
    rulings: tuple[Name, ...] = ()
    title: Text
    options: tuple[str, ...] = ()
    turn: int = Field(default=1, ge=1, le=199)
    viewer: str | None = None
    phase: str
    units: dict[str, str] = Field(max_length=MANY)
    facts: dict[str, _Fact] = Field(default_factory=dict, max_length=MANY)
    play: tuple[Step, ...] = Field(default=(), max_length=SOME)
    then: Then = Then()


class CaseFile(Part):
    """A file of cases, all of one scenario, written GAME/SCENARIO."""

    scenario: Line
    cases: tuple[Case, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Result:
    """How a case went: `problem` is empty where it holds. `number` and `line` (in the file) count from 1."""

    file: Path
    line: int
    number: int
    case: Case
    problem: str

    @property
    def place(self) -> str:
        """Where the case stands."""
        return f"{self.file}:{self.line}: case {self.number}"

    def __str__(self) -> str:
        return " ".join(f"{self.place}, rule {self.case.rule}, {self.case.title}: {self.problem}".split())

    def facts(self) -> dict[str, str | int | bool]:
        """The result as plain data."""
        return {
            "file": str(self.file),
            "line": self.line,
            "number": self.number,
            "rule": self.case.rule,
            "title": self.case.title,
            "holds": not self.problem,
            "problem": self.problem,
        }


@dataclass
class _Runner:
    """`play` takes the orders; `seen` is what the case's viewer has before him, and the same without one."""

    rules: ArrangementRules[Any]
    case: Case
    play: Play[ArrangementRules[Any]] = field(init=False)
    seen: Play[ArrangementRules[Any]] = field(init=False)
    beside: ObserverState[Any] | None = None
    """Of a game with closed orders, seen by somebody: both plays."""
    sealed: dict[str, Order] = field(default_factory=dict)
    """Of a decision that several sides make at once, the orders given so far."""

    def run(self) -> None:
        case = self.case
        side, _, phase = case.phase.partition(" ")
        asked = Arrangement(case.turn, phase, side, case.units, case.facts)
        self._begin(self.rules.arrange(asked))
        for number, step in enumerate(case.play, start=1):
            try:
                self._step(step)
            except _Difference as difference:
                raise _Difference(f"step {number}: {difference}") from None
        self._compare(case.then)

    def _begin(self, state: Any) -> None:
        viewer = None if self.case.viewer is None else self._viewer(self.case.viewer)
        if viewer is not None and self.rules.closed_orders:
            self.beside = ObserverState(self.rules, state, viewer)
            self.play, self.seen = self.beside.whole, self.beside.board
            return
        self.play = Play(self.rules, state if viewer is None else self.rules.view(state, viewer))
        self.seen = self.play

    def _answer(self, value: Answer) -> None:
        if self.beside is None:
            self.play.answer(value)
            return
        try:
            self.beside.answer(value)
        except UnlikeView as fault:
            raise _Difference(str(fault)) from None

    def _viewer(self, name: str) -> str:
        known = dict.fromkeys((*self.rules.sides, *self.rules.seats))
        if name not in (PUBLIC, *known):
            raise _Difference(f"expected the view of {', '.join(known)} or {PUBLIC}, not of {name!r}")
        return "" if name == PUBLIC else name

    def _step(self, step: Step) -> None:
        given = [name for name in Step.model_fields if getattr(step, name) is not None]
        if len(given) != 1:
            raise _Difference(f"a step takes exactly one of {', '.join(Step.model_fields)}")
        if step.order is not None:
            self._order(step.order)
        if step.dice is not None:
            self._dice(list(step.dice))
        if step.shuffle is not None:
            self._shuffle(step.shuffle)
        if step.shown is not None:
            self._shown(step.shown)
        if step.asked is not None:
            self._asked(step.asked)
        if step.refused is not None:
            self._refused(step.refused)
        if step.rolls is not None:
            self._rolls(step.rolls)

    def _due(self, side: str) -> Choose:
        request = self.play.request
        if isinstance(request, Secret) and side in request.choices and side not in self.sealed:
            return request.choices[side]
        if isinstance(request, Choose) and request.side == side:
            return request
        raise _Difference(f"expected a decision by {side}, but {_said(request)}")

    def _order(self, text: str) -> None:
        side, colon, words = text.partition(":")
        if not colon:
            raise _Difference(f"found {text!r}: expected `SIDE: ORDER`")
        choice = self._due(side.strip())
        try:
            order = self.rules.grammar.parse(words.strip())
            if isinstance(self.play.request, Secret):
                self._seal(self.play.request, choice, order)
            else:
                self._answer(order)
        except OrderError as error:
            raise _Difference(f"`{words.strip()}` was refused: {error}") from None

    def _seal(self, request: Secret, choice: Choose, order: Order) -> None:
        """Keeps an order until all who decide at once have given theirs."""
        choice.options.check(order)
        self.sealed[choice.side] = order
        if set(self.sealed) == set(request.choices):
            answer, self.sealed = self.sealed, {}
            self._answer(answer)

    def _dice(self, values: list[int]) -> None:
        while values:
            request = self.play.request
            if not isinstance(request, Roll) or len(request.dice) > len(values):
                raise _Difference(f"the dice {values} are left over, but {_said(request)}")
            count = len(request.dice)
            try:
                self._answer(tuple(values[:count]))
            except WrongAnswer as error:
                raise _Difference(str(error)) from None
            del values[:count]

    def _shuffle(self, top: tuple[int, ...]) -> None:
        request = self.play.request
        if not isinstance(request, Shuffle):
            raise _Difference(f"expected a shuffle, but {_said(request)}")
        try:
            self._answer((*top, *(card for card in range(request.size) if card not in top)))
        except WrongAnswer as error:
            raise _Difference(str(error)) from None

    def _shown(self, cards: dict[str, int]) -> None:
        request = self.play.request
        if not isinstance(request, Deal | Reveal):
            raise _Difference(f"expected cards to be shown, but {_said(request)}")
        try:
            self._answer(cards)
        except WrongAnswer as error:
            raise _Difference(str(error)) from None

    def _rolls(self, labels: tuple[str, ...]) -> None:
        request = self.play.request
        found = [die.label for die in request.dice] if isinstance(request, Roll) else []
        if len(found) != len(labels) or any(w not in f for w, f in zip(labels, found, strict=False)):
            raise _Difference(f"expected rolls for {list(labels)}, but {_said(request)}")

    def _asked(self, asked: Asked) -> None:
        due = self._due(asked.side)
        if due.kind != asked.kind:
            raise _Difference(f"expected a decision of kind {asked.kind}, but {_said(due)}")
        if asked.player is not None and due.seat != asked.player:
            raise _Difference(f"expected {asked.player} to decide, but {due.seat} must: {due.kind}")
        board = self.seen.request if isinstance(self.seen.request, Choose) else due
        choices = [str(order) for order in board.options.legal()]
        if asked.choices is not None and sorted(choices) != sorted(asked.choices):
            raise _Difference(f"the choices are {sorted(choices)}, expected {sorted(asked.choices)}")
        missing = [text for text in asked.includes if text not in choices]
        extra = [text for text in asked.excludes if text in choices]
        if missing or extra:
            raise _Difference(f"missing choices: {missing}; unexpected choices: {extra}")

    def _refused(self, refused: Refused) -> None:
        order = self.rules.grammar.parse(refused.order)
        try:
            fault = self.play.why_not(refused.side, order)
            if fault is not None:
                raise fault
            self._due(refused.side).options.check(order)
        except Illegal as error:
            if error.rule != refused.rule:
                raise _Difference(
                    f"refused under rule {error.rule}, expected {refused.rule}: {error}"
                ) from None
            if refused.says is not None and refused.says not in error.reason:
                raise _Difference(f"the reason {error.reason!r} does not say {refused.says!r}") from None
            return
        raise _Difference(f"`{refused.order}` is legal; expected a refusal under rule {refused.rule}")

    def _compare(self, then: Then) -> None:
        state, rules = self.seen.state, self.rules
        described = {unit: rules.describe(state, unit) for unit in then.units}
        wrong = [
            f"{u} is {described[u]!r}, expected {w!r}" for u, w in then.units.items() if described[u] != w
        ]
        facts = rules.facts(state)
        for name, value in then.facts.items():
            if facts.get(name) != value:
                wrong.append(f"{name} is {facts.get(name)}, expected {value}")
        wrong += [fault for name, places in then.view.items() for fault in self._view_faults(name, places)]
        phase = f"{state.active} {state.phase}"
        if then.phase is not None and phase != then.phase:
            wrong.append(f"the phase is {phase!r}, expected {then.phase!r}")
        told = [event.text for event in self.seen.events]
        wrong += [
            f"{text!r} was not reported; reported: {told}" for text in then.told if not _heard(text, told)
        ]
        wrong += [f"{text!r} was reported" for text in then.untold if _heard(text, told)]
        wrong += _outcome_faults(then, state.outcome)
        if wrong:
            raise _Difference("; ".join(wrong))

    def _view_faults(self, name: str, wanted: dict[str, str]) -> Iterator[str]:
        seen = self.rules.view(self.play.state, self._viewer(name))
        at: dict[str, str] = {}
        for placed in self.rules.position(seen):
            at[placed.place] = ", ".join(filter(None, (at.get(placed.place), placed.counter or HIDDEN)))
        for place, what in wanted.items():
            if (found := at.get(place, NOTHING)) != what:
                yield f"{name} sees {found} at {place}, expected {what}"


class _Difference(Exception):
    pass


def _outcome_faults(then: Then, outcome: Outcome | None) -> list[str]:
    winner, level = (None, None) if outcome is None else (outcome.winner, outcome.level)
    compared = (("winner", winner, then.winner), ("level", level, then.level))
    return [f"the {w} is {f!r}, expected {e!r}" for w, f, e in compared if e is not None and f != e]


def _heard(text: str, told: list[str]) -> bool:
    return any(text in line for line in told)


def _said(request: object) -> str:
    if isinstance(request, Choose):
        return f"{request.side} must decide: {request.kind} ({request.ask})"
    if isinstance(request, Roll):
        return f"a roll is due: {', '.join(die.label for die in request.dice)}"
    if isinstance(request, Shuffle):
        return f"a shuffle is due: {request.label} ({count_noun(request.size, 'card')})"
    if isinstance(request, Deal | Reveal):
        return f"cards must be shown: {request.label} ({', '.join(request.cards)})"
    return "the game is over" if request is None else f"{type(request).__name__} is due"


def parse(file: Path) -> tuple[CaseFile, source.Source]:
    """The cases in a file, and where each thing stands. Raises DefinitionError with every fault."""
    parsed = source.read(file, str(file), file.parent)
    if parsed.faults:
        raise DefinitionError(_HERE, parsed.faults)
    try:
        return CaseFile.model_validate(parsed.data), parsed
    except ValidationError as error:
        raise DefinitionError(_HERE, typed_faults(parsed, error, CaseFile)) from None


def read_cases(file: Path) -> CaseFile:
    """The cases in a file. Raises DefinitionError with every fault of its text."""
    return parse(file)[0]


@lru_cache(maxsize=64)
def _rules(game: str, scenario: str, options: tuple[str, ...]) -> ArrangementRules[Any]:
    """Rules hold no state of a game, so that all cases of a scenario with the same options share them."""
    return require(library.rules(game, scenario, options), ArrangementRules)


def run_file(file: Path) -> Iterator[Result]:
    """Runs the cases of a file. Raises DefinitionError for faults of the file or of the game's definition."""
    read, parsed = parse(file)
    game, _, scenario = read.scenario.partition("/")
    try:
        library.title(library.definition(game), scenario)
    except (NoSuchGame, library.NoSuchScenario) as problem:
        raise DefinitionError(_HERE, [parsed.fault(("scenario",), str(problem))]) from None
    for number, case in enumerate(read.cases, start=1):
        yield Result(
            file, parsed.place(("cases", number - 1)).line, number, case, problem_of(read.scenario, case)
        )


def run_paths(paths: Iterable[Path]) -> tuple[list[Result], list[Fault]]:
    """Runs files and folders of cases; gives the results and the faults of the files."""
    results: list[Result] = []
    faults: list[Fault] = []
    for path in paths:
        files = files_in(path)
        if not files:
            faults.append(Fault(SourcePlace(str(path)), "no rule cases here: expected .yaml files"))
        for file in files:
            try:
                results += run_file(file)
            except DefinitionError as error:
                faults += error.faults
    return results, faults


def played(scenario: str, case: Case) -> Play[ArrangementRules[Any]]:
    """The game where a case of `GAME/SCENARIO` leaves it; raises what `problem_of` tells."""
    game, _, name = scenario.partition("/")
    unknown = [word for word in case.rulings if word not in library.definition(game).rulings]
    if unknown:
        raise _Difference(f"{game} has no ruling {', '.join(unknown)}")
    runner = _Runner(_rules(game, name, tuple(sorted(set(case.options)))), case)
    runner.run()
    return runner.play


@dataclass(frozen=True, slots=True)
class Asking:
    """A case up to its last order: the game there, whose order it is, and the order."""

    play: Play[ArrangementRules[Any]]
    side: str
    order: Order


class NoSuchCase(Exception):
    """A case that cannot be used so, with the reason."""


def before_last_order(file: Path, scenario: str, number: int) -> Asking:
    """Case `number`, counted from 1, of a file for GAME/SCENARIO, without its last order and what follows it.

    Raises DefinitionError for faults of the file, NoSuchCase where it has no such case, or it cannot be
    played so far; and as `library.must_have_rules`.
    """
    library.must_have_rules(scenario.rpartition("/")[0] or scenario)
    read = read_cases(file)
    if read.scenario != scenario:
        raise NoSuchCase(f"{file} has cases of {read.scenario}, not of {scenario}")
    if not 1 <= number <= len(read.cases):
        raise NoSuchCase(f"{file} has no case {number}: it has {len(read.cases)}, counted from 1")
    case = read.cases[number - 1]
    last = max((at for at, step in enumerate(case.play) if step.order is not None), default=None)
    if last is None:
        raise NoSuchCase(f'{file}: case {number} has no order: write `- order: "SIDE: ORDER"` under `play`')
    said = str(case.play[last].order)
    side, colon, order = said.partition(":")
    if not colon:
        raise NoSuchCase(f"{file}: case {number}: found {said!r}: expected `SIDE: ORDER`")
    shortened = case.model_copy(update={"play": case.play[:last], "then": Then()})
    try:
        play = played(scenario, shortened)
    except (_Difference, OrderError, library.BadOption, library.NoRules, MissingPart) as problem:
        raise NoSuchCase(f"{file}: case {number} cannot be played so far: {problem}") from problem
    try:
        return Asking(play, side.strip(), play.rules.grammar.parse(order.strip()))
    except OrderError as problem:
        raise NoSuchCase(f"{file}: case {number}: {order.strip()!r}: {problem}") from problem


def problem_of(scenario: str, case: Case) -> str:
    """Runs a case of `GAME/SCENARIO`, which has to be there; gives what does not follow, or nothing."""
    try:
        played(scenario, case)
    except (_Difference, OrderError, library.BadOption, library.NoRules, MissingPart) as problem:
        return str(problem)
    return ""


def files_in(path: Path) -> list[Path]:
    """The case files that a path means: itself, or every .yaml below a folder."""
    if not path.is_dir():
        return [path]
    return [file for file in list_files(path, path, below=True) if file.suffix == ".yaml"]

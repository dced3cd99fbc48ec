"""Rule cases run: a position, orders and dice, and what must follow, through the same driver as games.

`case_files` has the format. A case either holds, or fails with one message that says what was expected and
what came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from modules import library
from modules.amounts import count_noun
from modules.case_files import HERE, cases_folder, game_around, misnamed, parse
from modules.case_files import files_in as files_in
from modules.case_files import read_cases as read_cases
from modules.definition.formats.cases import Asked, Refused, Step, Then
from modules.definition.formats.cases import Case as Case
from modules.definition.formats.cases import CaseFile as CaseFile
from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.observer_state import ObserverState, UnlikeView
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Deal, Reveal, Roll, Secret, Shuffle
from modules.engine.rules.answers import WrongAnswer
from modules.engine.rules.arrangement_rules import Arrangement, ArrangementRules
from modules.engine.rules.play_rules import Outcome
from modules.engine.rules.required_parts import MissingPart, require
from modules.game_file.names import is_named
from modules.game_file.opened import shown_text
from modules.game_registry import name_of
from modules.plain_files import is_there
from modules.written import source
from modules.written.faults import DefinitionError, Fault, NoSuchGame, SourcePlace

PUBLIC: Final = "public"
HIDDEN: Final = "hidden"
NOTHING: Final = "nothing"


@dataclass(frozen=True, slots=True)
class Result:
    """How a case went: `problem` is empty where it holds. `number` and `line` (in the file) count from 1."""

    file: Path
    line: int
    number: int
    case: Case
    problem: str

    @property
    def shown(self) -> str:
        """The file as a person calls it."""
        return shown_text(str(self.file))

    @property
    def place(self) -> str:
        """Where the case stands."""
        return f"{self.shown}:{self.line}: case {self.number}"

    def __str__(self) -> str:
        return " ".join(f"{self.place}, rule {self.case.rule}, {self.case.title}: {self.problem}".split())

    def facts(self) -> dict[str, str | int | bool]:
        """The result as plain data."""
        return {
            "file": self.shown,
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
            f"{u} is {described[u]!r}, expected {w!r}"
            for u, w in then.units.items()
            if not rules.is_described(state, u, w)
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


@lru_cache(maxsize=64)
def _rules(game: str, scenario: str, options: tuple[str, ...]) -> ArrangementRules[Any]:
    """Rules hold no state of a game, so that all cases of a scenario with the same options share them."""
    return require(library.rules(game, scenario, options), ArrangementRules)


def run_file(file: Path) -> Iterator[Result]:
    """Runs the cases of a file. Raises DefinitionError for faults of the file or of the game's definition."""
    read, parsed = parse(file)
    game, scenario = _scenario_of(file, read, parsed)
    try:
        library.title(library.definition(game), scenario)
    except (NoSuchGame, library.NoSuchScenario) as problem:
        raise DefinitionError(HERE, [parsed.fault(("scenario",), str(problem))]) from None
    for number, case in enumerate(read.cases, start=1):
        line = parsed.place(("cases", number - 1)).line
        yield Result(file, line, number, case, problem_of(f"{game}/{scenario}", case))


def _scenario_of(file: Path, read: CaseFile, parsed: source.Source) -> tuple[str, str]:
    """The game of a case file, as a word of a command, and the scenario. Raises DefinitionError."""
    own = game_around(file)
    game, slash, scenario = read.scenario.rpartition("/")
    if own is None or name_of(own):
        if not slash:
            told = f"found {scenario!r}: expected GAME/SCENARIO, for the file is in no game's folder cases"
            raise DefinitionError(HERE, [parsed.fault(("scenario",), told)])
        return game, scenario
    called = library.definition(str(own)).name
    if game not in ("", called):
        told = f"found {read.scenario!r}: expected {scenario}, for the game of this folder is {called}"
        raise DefinitionError(HERE, [parsed.fault(("scenario",), told)])
    return str(own), scenario


def run_paths(paths: Iterable[Path]) -> tuple[list[Result], list[Fault]]:
    """Runs the cases of games, files and folders; gives the results and the faults of the files. Raises
    NoSuchGame for what is neither there nor a game, DefinitionError for a game with faults."""
    results: list[Result] = []
    faults: list[Fault] = []
    for path in paths:
        files, lacking = _files_of(path)
        faults += lacking
        for file in files:
            try:
                results += run_file(file)
            except DefinitionError as error:
                if error.folder != HERE:
                    raise  # the faults are the game's
                faults += error.faults
    return results, faults


def _files_of(path: Path) -> tuple[list[Path], list[Fault]]:
    """The case files that a path means: those of a game, of a folder, or the file itself."""
    is_game = is_named(path.name) or is_there(path / "game.yaml")
    if is_there(path) and not is_game:
        files = files_in(path)
        none = Fault(SourcePlace(str(path)), "no rule cases here: expected .yaml files")
        return files, [] if files else [none]
    folder = library.definition(str(path)).folder
    where = cases_folder(folder)
    files, lacking = ([], []) if where is None else (files_in(where), misnamed(where))
    if not files and not lacking:
        message = "the game has no rule cases: they stand in its folder cases, in .yaml files"
        lacking = [Fault(SourcePlace(str(path)), message)]
    return files, lacking


def played(scenario: str, case: Case) -> Play[ArrangementRules[Any]]:
    """The game where a case of `GAME/SCENARIO` leaves it; raises what `problem_of` tells."""
    game, _, name = scenario.rpartition("/")
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
    asked = scenario if game_around(file) is None else scenario.rpartition("/")[2]
    if read.scenario not in (scenario, asked):
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

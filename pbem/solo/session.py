"""People at one screen, against the program or among themselves: their orders, its answers, and what the
person at the screen sees of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from modules import library
from modules.amounts import count_noun
from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.observer_state import observe_answer
from modules.engine.orders import Order
from modules.engine.players.match import fallen
from modules.engine.requests import Answer, Choose, Roll, Secret, Shuffle, Tell
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.view_rules import ViewRules
from modules.engine.seeded_random import SeededRandom
from pbem import errors
from pbem.play.orders import order_file, shorthand
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.boards.seat_board import SeatBoard
from pbem.rules.rules_lookup import MapGeometry, find_geometry
from pbem.solo import saved_game
from pbem.solo.kept_orders import KeptOrders, MisfitOrders
from pbem.solo.saved_game import HOT_SEAT, SavedGame
from pbem.solo.session_step import GivenLine, GivenOrder, SessionStep
from pbem.solo.standing_lines import StandingLines

EVERYBODY: Final = ""
"""In the place of a seat: what all may know."""
_AFTER_UNDO: Final = 0x756E646F
"""Tells the seeds of dice after orders were taken back from all others."""


class Session:
    """A game in progress. `people`: the seats that people hold; `boards`: the game as each of them sees it;
    `whole`: as the program's dice do. `steps`: what the game took since it began; `epoch` grows when these
    begin anew, as after `undo`, and `draft` with each change."""

    def __init__(self, saved: SavedGame, folder: Path, draft: int = 0) -> None:
        self.saved, self.folder, self.draft, self.epoch = saved, folder, draft, 0
        self.rules = saved_game.rules_of(saved, saved.word(folder))
        self.people = saved.people(self.rules.seats)
        self._at_screen = "" if len(self.people) > 1 else self.people[0]
        self._set_up()

    def _set_up(self) -> None:
        """Lays the game out as its kept orders have left it."""
        self.whole: Play[ViewRules[Any]] = Play(self.rules)
        self.boards: Mapping[str, SeatBoard] = {seat: SeatBoard(self.rules, seat) for seat in self.people}
        self.steps: list[SessionStep] = []
        self._given = 0
        self._dice: dict[int, SeededRandom] = {}
        self._players = (
            {}
            if self.saved.against == HOT_SEAT
            else library.players(self.saved.contest(self.rules.seats), self.rules)
        )
        self._standing = self._read_standing()
        self._sealed: dict[str, Order] = {}
        self._here = (0, "", "", "")
        self._own: list[int] = []  # before each decision of a person: how many orders were given
        self._replay()
        self._told = {seat: len(board.play.events) for seat, board in self.boards.items()}

    # --- whose turn it is ------------------------------------------------------------------------------

    @property
    def viewer(self) -> str:
        """The seat whose board is seen: the person's that must decide; where none must, of the last one."""
        return self._find_due() or self._at_screen or self.people[0]

    @property
    def board(self) -> SeatBoard:
        """The game as the viewer sees it."""
        return self.boards[self.viewer]

    @property
    def due_choice(self) -> Choose | None:
        """What the viewer must decide, on the viewer's own board; None when the game is over."""
        due = self._find_due()
        request = self.boards[due].play.request if due else None
        if isinstance(request, Secret):
            return request.choices.get(due)
        return request if isinstance(request, Choose) else None

    def _find_due(self) -> str:
        """The person's seat that must decide; empty where none must."""
        request = self.whole.request
        if isinstance(request, Secret):
            open_seats = (seat for seat in self.people if seat in request.choices)
            return next((seat for seat in open_seats if seat not in self._sealed), "")
        return request.seat if isinstance(request, Choose) and request.seat in self.people else ""

    @property
    def hands_over(self) -> bool:
        """Whether another person must come to the screen before the viewer's board is shown, as something on
        it, or what is decided now, is hidden from the last one."""
        return self._hides() and self.viewer != self._at_screen

    def _hides(self) -> bool:
        return len(self.people) > 1 and (self.rules.needs_secret or self.seals)

    @property
    def seals(self) -> bool:
        """Whether what is due is decided by several at once, each without knowledge of the others."""
        return isinstance(self.whole.request, Secret)

    def take_seat(self) -> None:
        """Takes it that the viewer has come to the screen."""
        self._at_screen = self.viewer

    # --- going on ------------------------------------------------------------------------------------

    def go_on(self) -> Iterator[str]:
        """Lets standing orders, the program and the dice go on to a person's next decision; what happens, as
        it comes."""
        yield from self.news()
        while self._step():
            yield from self.news()
        self.saved.write(self.folder)

    def _step(self) -> bool:
        """Answers what is due; False if a person must, or the game is over."""
        request, due = self.whole.request, self._find_due()
        if request is None:
            return False
        if due:
            return self._stand_in(due)
        if isinstance(request, Choose):
            order = self._players[request.seat].order(self.whole, request)
            self._note(GivenOrder(request.seat, order))
            self._take(order, GivenOrder(request.seat, order))
        elif isinstance(request, Secret):
            self._open(request)
        else:
            self._take(fallen(request, self._chance()))
        return True

    def _stand_in(self, seat: str) -> bool:
        """Answers a person's decision by a standing order; False if none decides it."""
        choice = self.boards[seat].play.request
        state = self.boards[seat].play.state
        said = self._standing.answer(seat, state, choice) if isinstance(choice, Choose) else None
        if said is None:
            return False
        given = GivenOrder(seat, said[1], said[0])
        self._note(given)
        self._take(given.order, given)
        return True

    def roll_due(self) -> None:
        """Lets the dice that are due fall, and nobody decide: a copy of a session stands where it stood."""
        while isinstance(self.whole.request, Roll | Shuffle):
            self._take(fallen(self.whole.request, self._chance()))

    def _open(self, request: Secret) -> None:
        """Gives the rules the orders of a decision that several make at once."""
        orders = {
            seat: self._sealed.get(seat) or self._players[seat].order(self.whole, each)
            for seat, each in request.choices.items()
        }
        self._sealed, self.saved.sealed = {}, {}
        if any(seat in self.people for seat in orders):
            self._own.append(self._given)
        self.saved.orders += [f"{seat}: {order}" for seat, order in orders.items()]  # all or none
        self._take(orders, *(GivenOrder(seat, order) for seat, order in orders.items()))

    def _chance(self) -> SeededRandom:
        """The dice that fall now. Dice that were seen and taken back are used up: the same ones again would
        tell what comes, before it is decided."""
        number, seed = self.saved.dice_number(self._given), self.saved.seed
        made = SeededRandom(seed, _AFTER_UNDO, number) if number else SeededRandom(seed)
        return self._dice.setdefault(number, made)

    def _take(self, answer: Answer, *given: GivenOrder) -> None:
        request = self.whole.request
        assert request is not None  # noqa: S101 - whoever calls has looked
        seen = {seat: observe_answer(self.whole, answer, seat) for seat in (*self.people, EVERYBODY)}
        self.whole.answer(answer)
        for seat, board in self.boards.items():
            board.follow(request, seen[seat])
        self._given += len(given)
        self.steps.append(SessionStep(self._given, request, answer, given, seen))
        self.draft += 1

    def _note(self, given: GivenOrder) -> None:
        if given.standing:
            self.saved.stood.append([len(self.saved.orders), given.standing])
        self.saved.orders.append(f"{given.seat}: {given.order}")

    # --- what people say -----------------------------------------------------------------------------

    def give(self, text: str) -> None:
        """Gives an order of the viewer. Raises RefusedLine for one that cannot be read or is illegal, OSError
        for one that cannot be kept; then nothing has changed."""
        due, seat = self.due_choice, self.viewer
        if due is None:
            raise errors.Refusal(Code.NOT_YOUR_DECISION, "the game is over")
        order = self._read_order(text, seat, due)
        if isinstance(self.whole.request, Secret):
            self._keep(replace(self.saved, sealed={**self.saved.sealed, seat: str(order)}))
            self._sealed[seat] = order
            self.draft += 1
        else:
            self._keep(replace(self.saved, orders=[*self.saved.orders, f"{seat}: {order}"]))
            self._own.append(self._given)
            self._take(order, GivenOrder(seat, order))
        self._at_screen = seat

    def _read_order(self, text: str, seat: str, due: Choose) -> Order:
        try:
            order = self.rules.grammar.parse(order_file.order(text, self.rules.grammar))
            passed = self.boards[seat].play.why_not(seat, order)
            if passed is not None:
                raise passed
            order = self.complete_path(order)
            due.options.check(order)
        except (OrderError, order_file.LineFault) as error:
            rule = error.rule if isinstance(error, Illegal) else ""
            raise errors.RefusedLine(0, text, error, rule, due if rule else None) from error
        return order

    def _keep(self, after: SavedGame) -> None:
        """Keeps a game as it will be. Raises OSError; then nothing has changed."""
        after.write(self.folder)
        self.saved = after

    def _ground(self) -> MapGeometry:
        where = self.rules.map_of(self.board.play.state)
        return find_geometry(library.definition(self.saved.word(self.folder)), where)

    def complete_path(self, order: Order) -> Order:
        """An order with the way to the place that it names alone. Raises OrderFileFault for several ways."""
        due = self.due_choice
        if due is None:
            return order
        return shorthand.complete_path(self.board.play, due, order, self._ground, errors.OrderFileFault)

    @property
    def undoable(self) -> int:
        """How many orders of people can be taken back."""
        return len(self._own) + len(self._sealed)

    def undo(self, count: int) -> None:
        """Takes back the newest orders of people, so many of them, with all that followed. Raises
        `nothing-to-undo` where they have not given so many, OSError; then nothing has changed."""
        if not 0 < count <= self.undoable:
            many = count_noun(self.undoable, "order")
            raise errors.Refusal(Code.NOTHING_TO_UNDO, f"you have given {many} that can be taken back")
        open_seals = [*self.saved.sealed.items()]
        if count <= len(open_seals):
            self._keep(replace(self.saved, sealed=dict(open_seals[:-count])))
        else:
            self._keep(self.saved.take_back(self._own[len(open_seals) - count]))
        self.epoch, self.draft = self.epoch + 1, self.draft + 1
        self._set_up()

    def advise(self) -> Order:
        """What the game's policy would do in the viewer's place, from what the viewer knows. Raises
        UnknownGame for a game without a policy."""
        due = self.due_choice
        if due is None:
            raise errors.Refusal(Code.NOT_YOUR_DECISION, "the game is over")
        chance = SeededRandom(self.saved.seed, self.whole.count)
        return rules_lookup.part_of(self.rules, AdviceRules).advise(due, self.board.play.state, chance)

    # --- standing orders -----------------------------------------------------------------------------

    @property
    def standing(self) -> Mapping[str, tuple[str, ...]]:
        """The standing orders of each person's seat that has some, in the order in which they are asked."""
        found = {seat: self._standing.lines_of(seat) for seat in self.people}
        return {seat: lines for seat, lines in found.items() if lines}

    def _read_standing(self) -> StandingLines:
        try:
            return StandingLines(self.rules, self.saved.standing)
        except errors.RefusedLine as error:
            raise errors.Refusal(
                Code.BAD_SAVE, f"{self.folder}: a kept standing order does not fit: {error.cause}"
            ) from error

    def stand(self, text: str) -> None:
        """Says a standing order for the viewer: it is asked before the others. Raises RefusedLine, OSError;
        then nothing has changed."""
        self._keep_standing(self._standing.add(self.viewer, text))

    def drop(self, number: int) -> None:
        """Drops a standing order of the viewer, counted from 1. Raises OrderFileFault where there
        is none, OSError; then nothing has changed."""
        self._keep_standing(self._standing.drop(self.viewer, number))

    def _keep_standing(self, lines: Sequence[str]) -> None:
        others = {seat: kept for seat, kept in self.saved.standing.items() if seat != self.viewer}
        own = {self.viewer: [*lines]} if lines else {}
        self._keep(replace(self.saved, standing={**others, **own}))
        self._standing = self._read_standing()
        self.draft += 1

    # --- going on with what is kept ------------------------------------------------------------------

    def _replay(self) -> None:
        """Plays what is kept. Raises MisfitOrders."""
        kept = KeptOrders(self.saved, self.rules.grammar)
        try:
            while kept.left:
                self._take_again(kept)
            if self.saved.sealed:
                self._seal_again(kept)
        except (OrderError, ValueError, IndexError) as error:
            raise MisfitOrders(self.folder, self._given, error) from error

    def _take_again(self, kept: KeptOrders) -> None:
        request = self.whole.request
        if isinstance(request, Choose):
            given = kept.read(request.seat)
            if request.seat in self.people and not given.standing:
                self._own.append(self._given)
            self._take(given.order, given)
        elif isinstance(request, Secret):
            together = kept.read_together(request.choices)
            if any(each.seat in self.people for each in together):
                self._own.append(self._given)
            self._take({each.seat: each.order for each in together}, *together)
        elif request is None:
            raise ValueError("orders come after the end")
        else:
            self._take(fallen(request, self._chance()))

    def _seal_again(self, kept: KeptOrders) -> None:
        self.roll_due()
        request = self.whole.request
        sealed = kept.read_sealed()
        if not isinstance(request, Secret) or not sealed.keys() <= {*request.choices} & {*self.people}:
            raise ValueError("sealed orders are not due")
        for seat, order in sealed.items():
            request.choices[seat].options.check(order)
        self._sealed = sealed

    # --- what the person at the screen sees ------------------------------------------------------------

    def news(self) -> Sequence[str]:
        """What has happened since, as far as the person at the screen may know it, each with its rule."""
        seat = self._at_screen if self._hides() else self.viewer
        if not seat:
            return ()
        events = self.boards[seat].play.events
        since = events[self._told[seat] :]
        for each in [seat] if self.rules.needs_secret else self.people:  # else all see the same
            self._told[each] = len(events)
        return [_describe(event) for event in since if not event.seen_by or seat in event.seen_by]

    def lines(self) -> tuple[GivenLine, ...]:
        """The orders that were given, as far as the viewer may know them; where orders stay closed those of
        the viewer alone. A sealed order of the viewer's comes last."""
        stood: dict[int, str] = dict(self.saved.stood)
        found = list[GivenLine]()
        for number, text in enumerate(self.saved.orders):
            seat, _, line = text.partition(": ")
            if seat == self.viewer or not self.rules.closed_orders:
                standing = stood.get(number, "")
                found.append(GivenLine(seat, line, seat in self.people and not standing, standing))
        sealed = self.saved.sealed.get(self.viewer)
        return (*found, *([GivenLine(self.viewer, sealed, own=True)] if sealed else ()))

    def is_new(self) -> bool:
        """Whether another kind of decision, or another phase, has come since this was last asked."""
        state, due = self.board.play.state, self.due_choice
        here = (state.turn, state.phase, state.active, due.kind if due else "")
        was, self._here = self._here, here
        return was != here

    def facts(self) -> Sequence[tuple[str, str]]:
        """Turn, phase and what else stands beside the map."""
        return self.rules.summary(self.rules.view(self.board.play.state, self.viewer))


def _describe(event: Tell) -> str:
    return f"{event.text} ({event.rule})" if event.rule else event.text

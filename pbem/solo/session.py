"""A person against the program: his orders, its answers, and what he sees of them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from modules import library
from modules.amounts import count_noun
from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.observer_state import observe_answer
from modules.engine.orders import Order
from modules.engine.players.match import fallen
from modules.engine.requests import Answer, Choose, Secret, Tell
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
from pbem.solo.saved_game import SavedGame

_AFTER_UNDO: Final = 0x756E646F
"""Tells the seeds of dice after orders were taken back from all others."""


class Session:
    """A game in progress. `board`: as the person sees it; `whole`: as the program's dice do."""

    def __init__(self, saved: SavedGame, folder: Path) -> None:
        self.saved, self.folder = saved, folder
        self.rules = saved_game.rules_of(saved, saved.word(folder))
        self._set_up()

    def _set_up(self) -> None:
        """Lays the game out as its kept orders have left it."""
        self.whole: Play[ViewRules[Any]] = Play(self.rules)
        self.board = SeatBoard(self.rules, self.saved.seat)
        self._dice: dict[int, SeededRandom] = {}
        self._players = library.players(self.saved.contest(self.rules.seats), self.rules)
        self._told = 0
        self._kept: dict[str, Order] = {}
        self._here = (0, "", "", "")
        self._own: list[int] = []  # before each of the person's decisions: how many orders were given
        self._replay()

    # --- going on ------------------------------------------------------------------------------------

    @property
    def due_choice(self) -> Choose | None:
        """What the person must decide, on his own board; None when the game is over."""
        request = self.board.play.request
        if isinstance(request, Secret):
            return request.choices.get(self.saved.seat)
        return request if isinstance(request, Choose) else None

    def go_on(self) -> Iterator[str]:
        """Lets the program and the dice go on to the person's next decision; what happens, as it comes."""
        yield from self.news()
        while self._is_others():
            self._step()
            yield from self.news()
        self.saved.write(self.folder)

    def _is_others(self) -> bool:
        request = self.whole.request
        if isinstance(request, Secret):
            return self.saved.seat not in request.choices or self.saved.seat in self._kept
        return request is not None and not (isinstance(request, Choose) and request.seat == self.saved.seat)

    def _step(self) -> None:
        request = self.whole.request
        if isinstance(request, Choose):
            order = self._players[request.seat].order(self.whole, request)
            self._note(request.seat, order)
            self._take(order)
        elif isinstance(request, Secret):
            orders = {
                seat: self._kept.get(seat) or self._players[seat].order(self.whole, each)
                for seat, each in request.choices.items()
            }
            self._kept = {}
            self._note_decision(orders, len(self.saved.orders))
            self.saved.orders += [f"{seat}: {order}" for seat, order in orders.items()]  # all or none
            self._take(orders)
        else:
            self._take(fallen(request, self._chance(len(self.saved.orders))))

    def _chance(self, given: int) -> SeededRandom:
        """The dice that fall when so many orders were given. Dice that were seen and taken back are used up:
        the same ones again would tell what comes, before it is decided."""
        number, seed = self.saved.dice_number(given), self.saved.seed
        made = SeededRandom(seed, _AFTER_UNDO, number) if number else SeededRandom(seed)
        return self._dice.setdefault(number, made)

    def _note_decision(self, seats: Container[str], given: int) -> None:
        if self.saved.seat in seats:
            self._own.append(given)

    def undo(self, count: int) -> None:
        """Takes back the person's newest orders, so many of them, with all that followed. Raises
        `nothing-to-undo` where they have not given so many, OSError; then nothing has changed."""
        if not 0 < count <= len(self._own):
            many = count_noun(len(self._own), "order")
            raise errors.Refusal(Code.NOTHING_TO_UNDO, f"you have given {many} that can be taken back")
        after = self.saved.take_back(self._own[-count])
        after.write(self.folder)
        self.saved = after
        self._set_up()

    def _take(self, answer: Answer) -> None:
        request = self.whole.request
        assert request is not None  # noqa: S101 - whoever calls has looked
        told = observe_answer(self.whole, answer, self.saved.seat)
        self.whole.answer(answer)
        self.board.follow(request, told)

    def _note(self, seat: str, order: Order) -> None:
        self.saved.orders.append(f"{seat}: {order}")

    def give(self, text: str) -> None:
        """Gives an order of the person. Raises LineRefused for one that cannot be read or is illegal, OSError
        for one that cannot be kept; then nothing has changed."""
        due = self.due_choice
        if due is None:
            raise errors.Refusal(Code.NOT_YOUR_DECISION, "the game is over")
        try:
            order = self.rules.grammar.parse(order_file.order(text, self.rules.grammar))
            passed = self.board.play.why_not(self.saved.seat, order)
            if passed is not None:
                raise passed
            order = self.complete_path(order)
            due.options.check(order)
        except (OrderError, order_file.LineFault) as error:
            rule = error.rule if isinstance(error, Illegal) else ""
            raise errors.RefusedLine(0, text, error, rule, due if rule else None) from error
        if isinstance(self.whole.request, Secret):
            self._kept[self.saved.seat] = order
            return
        self._note(self.saved.seat, order)
        try:
            self.saved.write(self.folder)
        except OSError:
            self.saved.orders.pop()
            raise
        self._own.append(len(self.saved.orders) - 1)
        self._take(order)

    def _ground(self) -> MapGeometry:
        where = self.rules.map_of(self.board.play.state)
        return find_geometry(library.definition(self.saved.word(self.folder)), where)

    def complete_path(self, order: Order) -> Order:
        """An order with the way to the place that it names alone. Raises OrderFileFault for several ways."""
        due = self.due_choice
        if due is None:
            return order
        return shorthand.complete_path(self.board.play, due, order, self._ground, errors.OrderFileFault)

    def _replay(self) -> None:
        """Plays what is kept. Raises `bad-save` for orders that do not fit."""
        orders = list(self.saved.orders)
        try:
            while orders:
                request, given = self.whole.request, len(self.saved.orders) - len(orders)
                if isinstance(request, Choose):
                    self._note_decision((request.seat,), given)
                    self._take(self._read(orders, request.seat))
                elif isinstance(request, Secret):
                    self._note_decision(request.choices, given)
                    self._take(self._read_together(orders, set(request.choices)))
                elif request is None:
                    raise ValueError("orders come after the end")
                else:
                    self._take(fallen(request, self._chance(given)))
        except (OrderError, ValueError, IndexError) as error:
            raise errors.Refusal(
                Code.BAD_SAVE, f"{self.folder}: the kept orders do not fit: {error}"
            ) from error
        self._told = len(self.board.play.events)

    def _read(self, orders: list[str], seat: str) -> Order:
        who, _, text = orders.pop(0).partition(": ")
        if who != seat:
            raise ValueError(f"an order by {seat} is due, not by {who}")
        return self.rules.grammar.parse(text)

    def _read_together(self, orders: list[str], seats: set[str]) -> dict[str, Order]:
        """Orders given at the same time: whose stands first does not matter."""
        found: dict[str, Order] = {}
        while missing := sorted(seats - found.keys()):
            seat = orders[0].partition(": ")[0]
            due = seat if seat in missing else missing[0]
            found[due] = self._read(orders, due)
        return found

    def advise(self) -> Order:
        """What the game's policy would do in his place, from what he knows. Raises UnknownGame for a game
        without a policy."""
        due = self.due_choice
        if due is None:
            raise errors.Refusal(Code.NOT_YOUR_DECISION, "the game is over")
        chance = SeededRandom(self.saved.seed, self.whole.count)
        return rules_lookup.part_of(self.rules, AdviceRules).advise(due, self.board.play.state, chance)

    # --- what he sees --------------------------------------------------------------------------------

    def news(self) -> Sequence[str]:
        """What has happened since, as far as he may know it, each with its rule."""
        events = self.board.play.events[self._told :]
        self._told = len(self.board.play.events)
        return [_describe(event) for event in events if not event.seen_by or self.saved.seat in event.seen_by]

    def is_new(self) -> bool:
        """Whether another kind of decision, or another phase, has come since this was last asked."""
        state, due = self.board.play.state, self.due_choice
        here = (state.turn, state.phase, state.active, due.kind if due else "")
        was, self._here = self._here, here
        return was != here

    def facts(self) -> Sequence[tuple[str, str]]:
        """Turn, phase and what else stands beside the map."""
        return self.rules.summary(self.rules.view(self.board.play.state, self.saved.seat))


def _describe(event: Tell) -> str:
    return f"{event.text} ({event.rule})" if event.rule else event.text

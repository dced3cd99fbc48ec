"""The rules replayed beside the log: what each order entry does, line by line, up to the next decision.

The lines of an order answer, in order, every decision that falls due of its author. Those up to the first
roll, or the first decision of another, stand in clear, and each must be legal, else the entry is refused. The
closed ones after them (`Wanted`) come from whoever answers, one by one. What the others must decide, and what
the author must once his lines are used up or no longer fit, is answered by standing orders: what their lines
are (`Beforehand`) is asked of whoever leads the replay. Where they do not answer, the use of the entry ends,
and a person is asked.

A game with secret packs is run from what everybody knows, so that everybody can run it; `record` then lets
each party follow on a board that shows what he may see (`views`).

A decision that several sides make at once (`Secret`) is sealed and opened (`simultaneous`). If a side was
late with it, or has sealed what is not legal, its standing orders or the game's default count.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

from modules.engine.agreed import Agreed, Fact
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.play import Play, Rules
from modules.engine.requests import Answer, Choose, Deal, Effect, Left, Request, Reveal, Roll, Secret, Tell
from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.bodies import Charter
from pbem.entry.canonical import Value
from pbem.entry.entries import Entry
from pbem.entry.papers import Proposal
from pbem.entry.shapes import REFEREE
from pbem.log import deadlines
from pbem.log.announcements import ANNOUNCED, announced
from pbem.log.closings import lost_by
from pbem.log.dues import CHANCE, Due, Given, dues
from pbem.log.socket import DEFAULT, Beforehand, Steps, Wanted
from pbem.rules import facts, games
from pbem.rules.games import Build, rules_of
from pbem.rules.simultaneous import Opened, Sealing
from pbem.rules.standing import Filed, Stood


@dataclass(frozen=True, slots=True)
class Used:
    """A line of an order that was carried out."""

    line: str


@dataclass(frozen=True, slots=True)
class Effected:
    """What all may know of a closed order: line `place` of its entry, or -1 for the game's default in the
    place of a seat that was absent."""

    seat: str
    place: int
    text: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll with its values, cards shown with their numbers, or what was shuffled or dealt unseen."""

    due: Due
    values: Given


@dataclass(frozen=True, slots=True)
class Taken:
    """An answer that the game took in entry `seq`, to this request; `told` is how the account tells of it."""

    seq: int
    request: Request
    answer: Answer
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the answer to order `seq` of `author` used no more of his lines, although `line` was legal."""

    seq: int
    author: str
    line: str


@dataclass(frozen=True, slots=True)
class Spent:
    """A closed line that was nothing: what it would have ended had just ended by itself."""

    line: str


@dataclass(frozen=True, slots=True)
class Settled:
    """Facts that changed counters or numbers, by agreement of all."""

    facts: tuple[str, ...]


T = TypeVar("T")
_Steps: TypeAlias = Generator[Due | Wanted | Beforehand, Any, T]
"""A part of `Steps`."""
Told: TypeAlias = Used | Effected | Thrown | Stood | Opened | Settled | Spent


@dataclass(slots=True)
class Account:
    """What one entry came to, in the order in which it happened.

    `applied` lines were used, `closed` of them from those that the order does not show. `dropped` are the
    others and `why` says what ended the use, for who may know them alone (`Table.accounts`).
    """

    seq: int
    author: str
    type: str
    applied: int = 0
    closed: int = 0
    dropped: tuple[str, ...] = ()
    why: str = ""
    story: list[Told | Tell] = field(default_factory=list)


Known: TypeAlias = Callable[[Entry], "tuple[str, ...] | None"]
"""The closed lines of an order, for who knows them; else None."""


def nobody_knows(_order: Entry) -> None:
    """What an order closed, as everybody knows it."""


_LINES_FIRST: Final = (
    "this comes after the first dice, or after a decision of another: such lines are not shown in an order"
)


class GameReplay:
    """A game's rules as a `Replay`. `play` is the game as it stands for everybody's eyes, `accounts` has one
    item an entry, `record` one an answer, `filed` are the game's words for standing orders. `stops` are the
    answers that used fewer lines than the rules allow, as far as lines are `known`."""

    play: Play[Any]
    rules: Rules[Any]
    filed: Filed

    def __init__(self, build: Build = rules_of, known: Known = nobody_knows) -> None:
        self._build = build
        self._adopted: bodies.Adopt | None = None
        self.known = known
        self.stops: list[Stop] = []
        self._told = 0
        self._given_up: dict[str, Value] | None = None
        self._absent: dict[str, tuple[int, str]] = {}
        self._left: dict[str, int] = {}
        self._ends: dict[str, tuple[tuple[int, str, str], Callable[[], Play[Any]]]] = {}
        """The phase in which a seat gave its newest line, and the game as it stood then."""
        self._sealed: list[Entry] = []
        self._opened: list[tuple[int, Opened]] = []
        self.accounts: list[Account] = []
        self.record: list[Taken] = []

    def adopt(self, said: bodies.Adopt) -> None:
        """Read the whole game under rules that it has adopted."""
        self._build, self._adopted = games.under(self._build, said), said

    def begin(self, charter: Entry) -> None:
        """Set up the scenario.

        Raises UnknownGame, `other-engine`, or `rules-refuse` for other sides or secret packs that nobody
        holds.
        """
        if not isinstance(charter.body, Charter):
            raise errors.LogFault(Code.CHARTER_MISPLACED, "a game begins with a charter")
        self.set_up(charter.author, charter.body)

    def set_up(self, author: str, body: Charter | Proposal) -> None:
        """As `begin`, by what was agreed on or is proposed."""
        self.rules, self._charter = self._build(body), body
        self.filed = Filed(self.rules)
        roles = [party.role for party in body.parties if party.role != REFEREE]
        if sorted(roles) != sorted(self.rules.seats):
            raise errors.LogFault(
                Code.RULES_REFUSE,
                f"the game is played by {', '.join(self.rules.seats)}, not {', '.join(roles)}",
            )
        if self.rules.secret_packs and body.secret is None:
            raise errors.LogFault(
                Code.RULES_REFUSE,
                "this game has hidden cards: it needs a referee who holds them and whose "
                "`secret` stands in the charter",
            )
        if self.rules.closed_orders and body.secret is None:
            raise errors.LogFault(
                Code.RULES_REFUSE,
                "in this game orders stay closed: it needs a referee who reads them and whose `secret` "
                "stands in the charter",
            )
        self.play = self._start()
        account = Account(0, author, Charter.type)
        self.accounts.append(account)
        self._tell(account)

    def _start(self) -> Play[Any]:
        """The game at its start, for everybody's eyes where something is hidden."""
        start = self.rules.start()
        hidden = self.rules.secret_packs or self.rules.closed_orders
        return Play(self.rules, self.rules.view(start, "") if hidden else start)

    def advance(self, entry: Entry) -> Steps:
        """See `Replay`; raises LineRefused, `not-your-decision` or `rules-refuse`."""
        account = Account(entry.seq, entry.author, entry.type)
        self.accounts.append(account)
        self._check_filed(entry)
        match entry.body:
            case bodies.Move() as move:
                self._absent.pop(entry.author, None)
                yield from self._carry_out(entry, self._read(entry.author, move), account)
            case bodies.Ack():
                if not self.dice_due:
                    raise errors.LogFault(Code.RULES_REFUSE, "no dice are due")
                yield from self._carry_out(entry, (), account)
            case bodies.Late() as late:
                yield from self._late(entry, late, account)
            case bodies.Resign():
                yield from self._resign(entry, account)
            case bodies.Seal() as seal:
                self._seal(entry, seal, account)
            case bodies.Open() as opening:
                yield from self._open(entry, opening, account)
            case bodies.Ruling() as ruling:
                account.story.append(announced(ruling))
                self._rule(ruling, account)
                yield from self._go_on_without(account)
            case body if isinstance(body, ANNOUNCED):
                if isinstance(body, bodies.Silent):
                    self._check_owes(body.role)
                if isinstance(body, bodies.Adopt) and self._adopted is None:
                    games.under(self._build, body)(self._charter)
                account.story.append(announced(body))
        return account.applied

    def copy(self) -> GameReplay:
        """The same game where it stands, to try an entry on."""
        made = copy.copy(self)
        made.play = Play.restore(self.rules, self.play.snapshot())
        made._told = len(made.play.events)
        made._left, made._ends = dict(self._left), dict(self._ends)
        made._absent, made._sealed, made._opened = dict(self._absent), [*self._sealed], [*self._opened]
        made.accounts, made.record, made.stops = [*self.accounts], [*self.record], [*self.stops]
        return made

    def _check_filed(self, entry: Entry) -> None:
        """Raise LineRefused for standing orders in the clear that are not in the game's words."""
        papers = entry.body.papers if isinstance(entry.body, bodies.Carrier) else None
        for paper in papers or ():
            if isinstance(paper, bodies.Clear):
                self.filed.check(paper.lines)

    def _resign(self, entry: Entry, account: Account) -> _Steps[None]:
        author = entry.author
        if author not in self.waiting():
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION,
                f"{author} can resign when it has to act; now {self._whose_turn()}",
            )
        yield from self._leave(entry, author, "resignation", f"{author} resigns", account)

    def rollback(self, entry: Entry, to: int) -> None:
        """Take the game back; what happened since stays in `accounts`, as it stays in the log."""
        self.record = [taken for taken in self.record if taken.seq <= to]
        self.play = self._start()
        for taken in self.record:
            self.play.follow(taken.answer)
        self._told = len(self.play.events)
        self._given_up, self._absent, self._ends = None, {}, {}
        self._left = {seat: seq for seat, seq in self._left.items() if seq <= to}
        self._sealed = [seal for seal in self._sealed if seal.seq <= to]
        self._opened = [opened for opened in self._opened if opened[0] <= to]
        account = Account(entry.seq, entry.author, entry.type)
        self.accounts.append(account)
        account.story.append(announced(entry.body))

    def waiting(self) -> tuple[str, ...]:
        """The seats that owe a decision, or the one that must open the dice; who must open sealed orders."""
        request = self.play.request
        if request is None or self._given_up is not None:
            return ()
        if (sealing := self.sealing) is not None:
            return sealing.owing
        if isinstance(request, Choose):
            return (request.seat,)
        return (self._opener(request.side if isinstance(request, Roll) else ""),)

    def _opener(self, side: str) -> str:
        """Who opens the dice of a side, or of one of its players: the first of them who is in the game and
        not late, else the first of all."""
        seats, out = self.rules.seats, self.out
        ranked = sorted(seats, key=lambda seat: (seat != side, seats[seat] != side))
        here = [seat for seat in ranked if seat not in out] or ranked
        return next((seat for seat in here if not self._is_absent(seat)), here[0])

    @property
    def closed(self) -> bool:
        """Whether orders stay closed in this game."""
        return self.rules.closed_orders

    @property
    def out(self) -> tuple[str, ...]:
        """The seats that are out of the game: who resigned or forfeited it, and by the rules."""
        gone = self.rules.gone(self.play.state)
        return tuple(seat for seat in self.rules.seats if seat in self._left or seat in gone)

    def is_active(self, seat: str) -> bool:
        """Whether it is the phase of this seat or its side."""
        return self.play.state.active in (seat, self.rules.seats[seat])

    def deadline_kinds(self, side: str) -> tuple[str, ...]:
        """The kinds of deadline that fit what is due of a seat: its own, then `order` or `decision`,
        as its side is the active one or not. The first that a charter has counts."""
        choice = self.decision(side)
        turn = deadlines.ORDER if self.is_active(side) else deadlines.DECISION
        return (turn,) if choice is None else (choice.kind, turn)

    def outcome(self) -> dict[str, Value] | None:
        """Winner (empty: a draw), level, reason and rule."""
        over = self.play.state.outcome
        if self._given_up is not None or over is None:
            return self._given_up
        return {"winner": over.winner, "level": over.level, "reason": over.reason, "rule": over.rule}

    @property
    def _refereed(self) -> bool:
        return any(party.role == REFEREE for party in self._charter.parties)

    @property
    def dice_due(self) -> bool:
        """Whether dice, or cards, come before any decision."""
        return isinstance(self.play.request, CHANCE)

    def decision(self, author: str) -> Choose | None:
        """The decision that is due of this seat, if one is."""
        if (sealing := self.sealing) is not None:
            return sealing.choices[author] if author in sealing.missing else None
        choice = self._choice()
        return choice if choice is not None and choice.seat == author else None

    @property
    def sealing(self) -> Sealing | None:
        """How far a decision that several sides make at once has come; None where none is due."""
        request = self.play.request
        if not isinstance(request, Secret) or self._given_up is not None:
            return None
        since = self.record[-1].seq if self.record else 0
        choices = {side: request.choices[side] for side in self.rules.seats if side in request.choices}
        sealed = {seal.author: seal for seal in self._sealed if seal.seq > since}
        return Sealing(
            choices,
            since,
            {side: sealed[side] for side in choices if side in sealed},
            {opened.side: opened for seq, opened in self._opened if seq > since},
            frozenset(side for side in choices if self._is_absent(side)),
            self._refereed,
        )

    def _carry_out(self, entry: Entry, orders: Sequence[Order], account: Account) -> _Steps[None]:
        """Go on with the lines of an entry and what was said beforehand, to the next decision of a person."""
        if self.rules.closed_orders:
            yield from self._carry_out_closed(entry, account)
            return
        if isinstance(entry.body, bodies.Ack):
            yield from self._dice(account)
        shown_all = yield from self._show(entry, orders, account)
        closed: list[str] = []
        while True:
            shown_all = (yield from self._between(entry, account)) or shown_all
            if (choice := self._choice()) is None:
                break
            mine = choice.seat == entry.author
            shown_all = shown_all or not mine
            use = mine and shown_all and _closes(entry)
            if not (use and (yield from self._use_closed(entry, choice, closed, account))) and (
                not (yield from self._stand(choice, account))
            ):
                break
            if entry.link is not None:
                shown_all = (yield from self._dice(account)) or shown_all
        account.why = account.why or self._whose_turn()

    def _show(self, entry: Entry, orders: Sequence[Order], account: Account) -> _Steps[bool]:
        """Carry out the lines that an entry shows: all of them before the first dice, and before a decision
        of another. Whether dice came then."""
        for index, order in enumerate(orders):
            choice = self._choice()
            if choice is None or choice.seat != entry.author:
                why = errors.LogFault(Code.RULES_REFUSE, f"{_LINES_FIRST}; {self._whose_turn()}")
                raise errors.LineRefused(index, str(order), why)
            fault = self._use(order, choice, account)
            if fault is not None:
                raise errors.LineRefused(index, str(order), fault, fault.rule, choice) from fault
        return entry.link is not None and (yield from self._dice(account))

    def shown(self, author: str, orders: Sequence[Order]) -> int:
        """How many of these lines an order of this side shows now, the first that is not legal among them."""
        if self.rules.closed_orders:
            return 0
        play = Play.restore(self.rules, self.play.snapshot())
        for index, order in enumerate(orders):
            request = play.request
            if not isinstance(request, Choose) or request.seat != author:
                return index
            try:
                play.answer(order)
            except Illegal:
                return index + 1
        return len(orders)

    def _use_closed(self, entry: Entry, choice: Choose, closed: list[str], account: Account) -> _Steps[bool]:
        """Carry out the next closed line, if the answer opens one that is legal here. One that is not waits
        (in `closed`) for the author's next decision."""
        if not closed and (line := (yield Wanted(entry.seq))) is not None:
            closed.append(line)
        if closed and self.is_spent(entry.author, closed[0]):
            account.closed += 1
            account.applied += 1
            account.story.append(Spent(closed.pop()))
            del self._ends[entry.author]
            return True
        if not closed:
            self._note_stop(entry, choice, account)
            return False
        order, why = self._fitting(closed[0], choice)
        if order is None:
            account.why = f"`{closed[0]}` is {why}"
            return False
        closed.clear()
        account.closed += 1
        account.why = ""
        self._use(order, choice, account)
        return True

    def _note_stop(self, entry: Entry, choice: Choose, account: Account) -> None:
        """Who knows the next line sees whether the answer had to stop before it. A line that cannot be read
        stops the use too."""
        known = self.known(entry) or ()
        for line in known[account.closed : account.closed + 1]:
            order, why = self._fitting(line, choice)
            account.why = f"`{line}` is {why}"
            if order is not None or self.is_spent(entry.author, line):
                self.stops.append(Stop(entry.seq, entry.author, line))

    def is_spent(self, seat: str, line: str) -> bool:
        """Whether the next line of a seat would end what has ended by itself since its line before."""
        phase, then = self._ends.get(seat, (self._phase(), None))
        if then is None or phase == self._phase():
            return False
        choice, words = then().request, {str(each): each for each in self.rules.grammar.bare}
        return isinstance(choice, Choose) and line in words and _fits(choice, words[line])

    def _phase(self) -> tuple[int, str, str]:
        state = self.play.state
        return state.turn, state.phase, state.active

    def _fitting(self, line: str, choice: Choose) -> tuple[Order | None, str]:
        """The order that a closed line gives here; None if it gives none, and why."""
        try:
            order = self._parsed(0, line)
            choice.options.check(order)
        except errors.LineRefused as error:
            return None, f"no order: {error.cause}"
        except Illegal as error:
            return None, str(error)
        return order, ""

    def _between(self, entry: Entry, account: Account) -> _Steps[bool]:
        """Go on past what several sides would decide at once and none is there to decide."""
        went = False
        while (yield from self._go_on_without(account)):
            went = True
            if entry.link is not None:
                yield from self._dice(account)
        return went

    def _carry_out_closed(self, entry: Entry, account: Account) -> _Steps[None]:
        """As `_carry_out`, by the effects that the answer tells of lines that only some can read. A
        resignation tells none: who was late is then asked again."""
        if isinstance(entry.body, bodies.Ack):
            yield from self._dice(account)
        while (choice := self._choice()) is not None:
            own = isinstance(entry.body, bodies.Move) and choice.seat == entry.author
            told = not isinstance(entry.body, bodies.Resign)
            if not own and not (told and self._is_absent(choice.seat)):
                break
            text = yield Wanted(entry.seq if own else DEFAULT)
            if text is None and own:
                break
            place = account.applied if own else -1
            account.applied += own
            self._effect(Effected(choice.seat, place, str(text or "")), choice, account)
            if entry.link is not None:
                yield from self._dice(account)

    def _effect(self, effected: Effected, choice: Choose, account: Account) -> None:
        """Take in what a closed order came to; raises `effect-wrong` for what cannot be."""
        try:
            known = self.rules.effects.parse(effected.text)
            if str(known) != effected.text:
                raise errors.LogFault(Code.EFFECT_WRONG, f"written in full it is `{known}`")
            answer = Effect(known)
            self.play.follow(answer)
        except (OrderError, Illegal, errors.LogFault) as error:
            raise errors.LogFault(
                Code.EFFECT_WRONG, f"`{effected.text}` for {choice.seat} ({choice.kind}): {error}"
            ) from error
        self._note(account, choice, answer, effected)

    @property
    def due_choice(self) -> Choose:
        """The decision that is due, of any seat; raises `out-of-step` without one."""
        if (choice := self._choice()) is None:
            raise errors.LogFault(Code.OUT_OF_STEP, f"no decision is due: {self._whose_turn()}")
        return choice

    def _choice(self) -> Choose | None:
        """The decision that is due, of any side."""
        request = self.play.request
        return request if isinstance(request, Choose) and self._given_up is None else None

    def _use(self, order: Order, choice: Choose, account: Account) -> Illegal | None:
        """Carry out a line, or say why not."""
        stood = self._phase(), self.play.moment()
        try:
            self.play.answer(order)
        except Illegal as error:
            return self.play.why_not(choice.seat, order) or error
        self._ends.pop(choice.seat, None)
        if order not in self.rules.grammar.bare:
            self._ends[choice.seat] = stood
        account.applied += 1
        self._note(account, choice, order, Used(str(order)))
        return None

    def _stand(self, choice: Choose, account: Account) -> _Steps[bool]:
        """Answer by what its side has said beforehand, or by the game's default for a side that is absent."""
        asked = Beforehand(choice.seat)
        said = self.filed.answer((yield asked), self.play, choice, self._is_absent(choice.seat))
        self._check_known(asked, choice, said)
        if said is None:
            return False
        stood, order = said
        asked.picked = stood.line
        self.play.answer(order)
        self._note(account, choice, order, stood)
        return True

    def _check_known(self, asked: Beforehand, choice: Choose, said: tuple[Stood, Order] | None) -> None:
        """Who knows all lines of a side sees whether the one that decided is the first that does."""
        if asked.known is None:
            return
        due = self.filed.answer(asked.known, self.play, choice, absent=False)
        wanted, found = (it[0].line if it else "" for it in (due, said))
        if wanted != found:
            kind = choice.kind.replace("_", " ")
            raise errors.Contradicted(
                Code.STANDING_SKIPPED,
                f"by the standing orders of {choice.seat} its {kind} is decided by "
                f"{f'`{wanted}`' if wanted else 'no line'}, not by {f'`{found}`' if found else 'none'}",
                self.accounts[-1].seq,
            )

    def _seal(self, entry: Entry, seal: bodies.Seal, account: Account) -> None:
        """Take in that a side has sealed its order."""
        if (sealing := self.sealing) is None:
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION, f"no order is to be sealed now: {self._whose_turn()}"
            )
        sealing.check_seal(entry.author, seal)
        self._sealed.append(entry)
        self._absent.pop(entry.author, None)
        after = self.sealing or sealing
        account.story.append(Tell(after.waiting, sealing.choices[entry.author].rule))

    def _open(self, entry: Entry, opening: bodies.Open, account: Account) -> Steps:
        """Take in a sealed order; after the last of them the game goes on."""
        if (sealing := self.sealing) is None:
            raise errors.LogFault(
                Code.RULES_REFUSE, f"no sealed order is to be opened now: {self._whose_turn()}"
            )
        side = sealing.opened_by(opening)
        opened = yield from self._unsealed(sealing.choices[side], opening.lines)
        account.story.append(opened)
        self._opened.append((entry.seq, opened))
        after = self.sealing
        if after is not None and not after.closed:
            account.story.pop()
            yield from self._reveal(after, account, opened)
            if entry.link is not None:
                yield from self._dice(account)
            yield from self._carry_out(entry, (), account)
        return account.applied

    def _unsealed(self, choice: Choose, lines: Sequence[str]) -> _Steps[Opened]:
        """What a side has sealed; in the place of what is not legal, what counts if nothing came."""
        try:
            (line,) = lines
            order = self._parsed(0, line)
            choice.options.check(order)
        except ValueError:
            why = f"{len(lines)} lines where one order is due"
        except errors.LineRefused as error:
            why = str(error.cause)
        except Illegal as error:
            why = str(error)
        else:
            return Opened(choice.seat, line, order)
        _, order = yield from self._instead(choice)
        return Opened(choice.seat, "; ".join(lines), order, why)

    def _instead(self, choice: Choose) -> _Steps[tuple[Stood, Order]]:
        """What counts in the place of a sealed order that did not come, or is not legal."""
        asked = Beforehand(choice.seat)
        stood, order = self.filed.instead((yield asked), self.play, choice)
        self._check_known(asked, choice, (stood, order))
        asked.picked = stood.line
        return stood, order

    def _reveal(self, sealing: Sealing, account: Account, *last: Opened) -> _Steps[None]:
        """Give the rules all orders of a simultaneous decision; `last` is the one that was just opened."""
        orders = {side: opened.order for side, opened in sealing.opened.items()}
        stood: list[Stood] = []
        for side in (side for side in sealing.choices if side not in sealing.sealed):
            said, orders[side] = yield from self._instead(sealing.choices[side])
            stood.append(said)
        request, answer = self.play.request, {side: orders[side] for side in sealing.choices}
        self.play.answer(answer)
        if request is not None:
            self._note(account, request, answer, *last, *stood)

    def _late(self, entry: Entry, late: bodies.Late, account: Account) -> _Steps[None]:
        """The charter's rule for a side whose time is over."""
        role, kind = late.role, late.kind
        account.story.append(announced(late))
        self._check_owes(role)
        if kind not in self.deadline_kinds(role):
            due = " or ".join(self.deadline_kinds(role))
            raise errors.LogFault(
                Code.RULES_REFUSE, f"{role} must decide now, but the kind is {due}, not {kind}"
            )
        then = deadlines.then(self._charter, kind)
        if then == "forfeit":
            yield from self._leave(entry, role, "forfeit", f"{role} did not decide in time", account)
        elif then == "default":
            self._absent[role] = (self.play.state.turn, self.play.state.active)
            yield from self._carry_out(entry, (), account)

    def _check_owes(self, role: str) -> None:
        if role not in self.waiting():
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION, f"{role} has nothing to decide: {self._whose_turn()}"
            )

    def _rule(self, ruling: bodies.Ruling, account: Account) -> None:
        """Facts on which all agree, one after another: a decision answered, the end of the game; those of
        counters and numbers that follow one another are taken together."""
        settled: list[tuple[int, Fact]] = []
        for index, text in enumerate(ruling.facts):
            if lost_by([text]):
                continue
            if (fact := self._of_table(index, text)) is not None:
                settled.append((index, fact))
                continue
            self._settle(settled, account)
            self._rule_on(index, text, account)
        self._settle(settled, account)

    def _rule_on(self, index: int, text: str, account: Account) -> None:
        head, _, rest = text.partition(": ")
        choice = self._choice()
        over = facts.agreed_end(rest, self.rules.sides) if head == facts.OVER else None
        if over is not None and self.outcome() is None:
            self._given_up = over
            return
        if choice is None or head != choice.seat or not rest or self.rules.closed_orders:
            raise facts.no_fact(index, text, self._whose_turn())
        fault = self._use(self._parsed(index, rest), choice, account)
        if fault is not None:
            raise errors.LineRefused(index, text, fault, fault.rule, choice) from fault
        account.applied = 0  # the lines of an entry are counted, and a ruling has none

    def _of_table(self, index: int, text: str) -> Fact | None:
        """The fact that a line says of a counter or a number, if it is one; raises LineRefused."""
        if self.rules.closed_orders:
            return None
        try:
            return facts.of_table(text, self.rules.grammar)
        except (OrderError, errors.LogFault) as error:
            raise errors.LineRefused(index, text, error) from error

    def _settle(self, settled: list[tuple[int, Fact]], account: Account) -> None:
        """Put these right on the table, and take them off the list; raises LineRefused."""
        if not settled:
            return
        (index, first), choice = settled[0], self._choice()
        if choice is None:
            raise facts.no_fact(index, str(first), self._whose_turn())
        if not self.play.begins:
            raise facts.too_late(index, str(first), self._phase_began())
        agreed = Agreed(tuple(fact for _, fact in settled))
        try:
            self.play.amend(agreed)
        except OrderError as error:
            raise errors.LineRefused(index, "; ".join(map(str, agreed.facts)), error) from error
        self.record.append(Taken(account.seq, choice, agreed, (Settled(tuple(map(str, agreed.facts))),)))
        self._tell(account)
        settled.clear()

    def _phase_began(self) -> int | None:
        """The entry after which the phase began in which answers were given; None where it began within
        one."""
        at = len(self.record) - self.play.in_phase
        before, first = self.record[at - 1].seq if at else 0, self.record[at].seq
        return first - 1 if first > before else None

    def _is_absent(self, side: str) -> bool:
        """Whether a seat is out of the game, or its time was over in this player turn, and it has sent
        nothing since."""
        late = self._absent.get(side) == (self.play.state.turn, self.play.state.active)
        return late or side in self._left or side in self.rules.gone(self.play.state)

    def _read(self, author: str, move: bodies.Move) -> list[Order]:
        if self.sealing is not None or not self.decision(author):
            self._refuse_passed(author, move.lines)
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION, f"{author} has nothing to decide: {self._whose_turn()}"
            )
        if self.rules.closed_orders and (move.lines or move.rest is None):
            raise errors.LogFault(Code.RULES_REFUSE, "in this game all lines of an order stay closed")
        if not move.lines and not self.rules.closed_orders:
            raise errors.LogFault(Code.NOT_YOUR_DECISION, "the order has no lines")
        return [self._parsed(index, line) for index, line in enumerate(move.lines)]

    def _refuse_passed(self, author: str, lines: Sequence[str]) -> None:
        """Raise LineRefused with the rule that says why a phase was passed over, if a line is for such."""
        for index, line in enumerate(lines):
            try:
                fault = self.play.why_not(author, self.rules.grammar.parse(line))
            except OrderError:
                return
            if fault is not None:
                raise errors.LineRefused(index, line, fault, fault.rule) from fault

    def _parsed(self, index: int, line: str) -> Order:
        try:
            order = self.rules.grammar.parse(line)
        except OrderError as error:
            raise errors.LineRefused(index, line, error) from error
        if str(order) != line:
            raise errors.LineRefused(
                index, line, errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{order}`")
            )
        return order

    def _whose_turn(self) -> str:
        if self.outcome() is not None:
            return "the game is over"
        if self.dice_due:
            return f"the dice come first, and {self.waiting()[0]} must open them"
        if (sealing := self.sealing) is not None:
            return sealing.waiting
        choice = self._choice()
        kind = f" ({choice.kind.replace('_', ' ')})" if choice else ""
        return f"{' and '.join(self.waiting())} must decide{kind}"

    def _dice(self, account: Account) -> _Steps[bool]:
        rolled = False
        while isinstance(request := self.play.request, CHANCE):
            values: list[int] = []
            shown: dict[str, int] = {}
            thrown = []
            for due in dues(request):
                given = yield due
                thrown.append(Thrown(due, given))
                if isinstance(given, dict):
                    shown = given
                else:
                    values += given
            answer: Answer = shown if isinstance(request, Deal | Reveal) else tuple(values)
            self.play.answer(answer)
            self._note(account, request, answer, *thrown)
            rolled = True
        return rolled

    def _note(self, account: Account, request: Request, answer: Answer, *told: Told) -> None:
        self.record.append(Taken(account.seq, request, answer, told))
        account.story += told
        self._tell(account)

    def _go_on_without(self, account: Account) -> _Steps[bool]:
        """Answer a decision that several sides make at once if the time of all of them was over."""
        sealing = self.sealing
        if sealing is None or sealing.missing or sealing.sealed:
            return False
        yield from self._reveal(sealing, account)
        return True

    def _tell(self, account: Account) -> None:
        hidden = self.rules.secret_packs or self.rules.closed_orders
        account.story += [e for e in self.play.events[self._told :] if not (hidden and e.seen_by)]
        self._told = len(self.play.events)

    def _leave(self, entry: Entry, loser: str, level: str, reason: str, account: Account) -> _Steps[None]:
        """A player gives up: the others play on, or the one side that is left has won."""
        if self.outcome() is not None:
            raise errors.LogFault(Code.RULES_REFUSE, "the game is over")
        out = (*self.out, loser)
        left = {side for seat, side in self.rules.seats.items() if seat not in out}
        if len(left) > 1:
            self._left[loser] = entry.seq
            request = self.play.request
            gone = request is not None and self.play.leave(loser)
            if self.rules.closed_orders and not gone:
                raise errors.LogFault(
                    Code.RULES_REFUSE, f"the game does not say how it goes on without {loser}"
                )
            if request is not None and gone:
                self.record.append(Taken(entry.seq, request, Left(loser), ()))
                self._tell(account)
            yield from self._carry_out(entry, (), account)
            return
        winner = next(iter(left), "")
        self._given_up = {"winner": winner, "level": level, "reason": reason, "rule": ""}


def _fits(choice: Choose, order: Order) -> bool:
    try:
        choice.options.check(order)
    except Illegal:
        return False
    return True


def _closes(entry: Entry) -> bool:
    """Whether an entry has closed lines, or may have."""
    return isinstance(entry.body, bodies.Move) and entry.body.rest is not None

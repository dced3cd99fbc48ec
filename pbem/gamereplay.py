"""The rules replayed beside the log: what each order entry does, line by line, up to the next decision.

The lines of an order answer, in order, every decision that falls due of its author. Up to the first roll
each must be legal, else the entry is refused. After a roll the first line that no longer fits ends the use
of the entry, and so does a decision of another side; the rest is dropped, and the player is asked again.

A game with secret packs is run from what everybody knows, so that everybody can run it; `record` then lets
each party follow on a board that shows what he may see (`views`).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.play import Play, Rules
from modules.engine.requests import Answer, Choose, Deal, Request, Reveal, Roll, Secret, Shuffle, Tell
from pbem import deadlines, errors
from pbem.announcements import ANNOUNCED, announced
from pbem.canonical import Value
from pbem.entries import Entry, rollback_to
from pbem.games import Build, rules_of
from pbem.replay import AnyDue, DealDue, Due, Given, PackDue, ShowDue, Steps

MAX_LABEL = 200
"""Characters of a roll's label in the log."""


@dataclass(frozen=True, slots=True)
class Used:
    """A line of an order that was carried out."""

    line: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll with its values, cards shown with their numbers, or what was shuffled or dealt unseen."""

    due: AnyDue
    values: Given


@dataclass(frozen=True, slots=True)
class Taken:
    """An answer that the game took in entry `seq`, to this request; `told` is how the account tells of it."""

    seq: int
    request: Request
    answer: Answer
    told: tuple[Used | Thrown, ...]


CHANCE = Roll | Shuffle | Deal | Reveal


@dataclass(slots=True)
class Account:
    """What one entry came to, in the order in which it happened.

    `applied` lines were used; `dropped` are the others and `why` says what ended the use.
    """

    seq: int
    author: str
    type: str
    applied: int = 0
    dropped: tuple[str, ...] = ()
    why: str = ""
    story: list[Used | Thrown | Tell] = field(default_factory=list)


class GameReplay:
    """A game's rules as a `Replay`. `play` is the game as it stands for everybody's eyes, `accounts` has one
    item an entry, `record` one an answer."""

    play: Play[Any]
    rules: Rules[Any]

    def __init__(self, build: Build = rules_of) -> None:
        self._build = build
        self._told = 0
        self._resigned: dict[str, Value] | None = None
        self.accounts: list[Account] = []
        self.record: list[Taken] = []

    def begin(self, charter: Entry) -> None:
        """Set up the scenario.

        Raises UnknownGame, OtherEngine, or RulesRefuse for other sides or secret packs that nobody holds.
        """
        body: dict[str, Any] = charter.body
        self.rules = self._build(body)
        roles = [party["role"] for party in body["parties"] if party["role"] != "referee"]
        if sorted(roles) != sorted(self.rules.sides):
            raise errors.RulesRefuse(
                f"the game is played by {', '.join(self.rules.sides)}, not {', '.join(roles)}"
            )
        if self.rules.secret_packs and "secret" not in body:
            raise errors.RulesRefuse(
                "this game has cards that not everybody may see: it needs a referee who holds them and whose "
                "`secret` stands in the charter"
            )
        start = self.rules.start()
        self.play = Play(self.rules, self.rules.view(start, "") if self.rules.secret_packs else start)
        account = Account(0, charter.author, "charter")
        self.accounts.append(account)
        self._tell(account)

    def advance(self, entry: Entry) -> Steps:
        """See `Replay`; raises LineRefused, NotYourDecision or RulesRefuse."""
        account = Account(entry.seq, entry.author, entry.type)
        self.accounts.append(account)
        if entry.type in ("order", "decision"):
            yield from self._carry_out(entry, account)
        elif entry.type == "ack":
            if not self.dice_due:
                raise errors.RulesRefuse("no dice are due")
            yield from self._dice(account)
        elif entry.type == "resign":
            self._resign(entry.author)
        elif entry.type in ANNOUNCED:
            account.story.append(announced(entry))
        elif entry.type in ("seal", "open", "deal"):
            raise errors.RulesRefuse(f"the rules ask for no {entry.type} here")
        return account.applied

    def rollback(self, entry: Entry) -> None:
        """Take the game back; what happened since stays in `accounts`, as it stays in the log."""
        to = rollback_to(entry)
        self.record = [taken for taken in self.record if taken.seq <= to]
        self.play = Play(self.rules, self.rules.start())
        for taken in self.record:
            self.play.follow(taken.answer)
        self._told = len(self.play.events)
        self._resigned = None
        account = Account(entry.seq, entry.author, entry.type)
        self.accounts.append(account)
        account.story.append(announced(entry))

    def waiting(self) -> tuple[str, ...]:
        """The sides that owe a decision, or the side that must open the dice."""
        request = self.play.request
        if request is None or self._resigned is not None:
            return ()
        if isinstance(request, Secret):
            return tuple(request.choices)
        side = request.side if isinstance(request, Choose | Roll) else ""
        return (side if side in self.rules.sides else self.rules.sides[0],)

    def deadline_kinds(self, side: str) -> tuple[str, ...]:
        """The kinds of deadline that fit what is due of a side: its own, then `order` or `decision`,
        as the side is the active one or not. The first that a charter has counts."""
        choice = self.decision(side)
        turn = deadlines.ORDER if self.play.state.active == side else deadlines.DECISION
        return (turn,) if choice is None else (choice.kind, turn)

    def outcome(self) -> dict[str, Value] | None:
        """Winner (empty: a draw), level, reason and rule."""
        over = self.play.state.outcome
        if self._resigned is not None or over is None:
            return self._resigned
        return {"winner": over.winner, "level": over.level, "reason": over.reason, "rule": over.rule}

    @property
    def dice_due(self) -> bool:
        """Whether dice, or cards, come before any decision."""
        return isinstance(self.play.request, CHANCE)

    def decision(self, author: str) -> Choose | None:
        """The decision that is due of this side, if one is."""
        request = self.play.request
        if isinstance(request, Choose) and request.side == author and self._resigned is None:
            return request
        return None

    def _carry_out(self, entry: Entry, account: Account) -> Generator[AnyDue, Given, None]:
        orders = self._read(entry)
        rolled = False
        for index, order in enumerate(orders):
            choice = self.decision(entry.author)
            if choice is None:
                self._drop(account, orders, self._whose_turn())
                return
            try:
                self.play.answer(order)
            except Illegal as error:
                if not rolled:
                    raise errors.LineRefused(index, str(order), error, error.rule, choice) from error
                self._drop(account, orders, f"`{order}` is {error}")
                return
            account.applied += 1
            self._note(account, choice, order, Used(str(order)))
            self._tell(account)
            if entry.link is not None:
                rolled = (yield from self._dice(account)) or rolled

    def _read(self, entry: Entry) -> list[Order]:
        body: dict[str, Any] = entry.body
        if not self.decision(entry.author):
            raise errors.NotYourDecision(f"no decision of {entry.author} is due: {self._whose_turn()}")
        if not body["lines"]:
            raise errors.NotYourDecision("an order without a line decides nothing")
        return [self._parsed(index, line) for index, line in enumerate(body["lines"])]

    def _parsed(self, index: int, line: str) -> Order:
        try:
            order = self.rules.grammar.parse(line)
        except OrderError as error:
            raise errors.LineRefused(index, line, error) from error
        if str(order) != line:
            raise errors.LineRefused(index, line, errors.RulesRefuse(f"written in full it is `{order}`"))
        return order

    def _whose_turn(self) -> str:
        if self.outcome() is not None:
            return "the game is over"
        if self.dice_due:
            return f"the dice come first, and {self.waiting()[0]} opens them"
        request = self.play.request
        whom = " and ".join(self.waiting())
        if isinstance(request, Choose):
            return f"{whom} must decide ({request.kind.replace('_', ' ')})"
        return f"{whom} must decide at once and in secret, which cannot be done by mail yet"

    @staticmethod
    def _drop(account: Account, orders: Sequence[Order], why: str) -> None:
        account.dropped = tuple(map(str, orders[account.applied :]))
        account.why = why

    def _dice(self, account: Account) -> Generator[AnyDue, Given, bool]:
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
            self._tell(account)
            rolled = True
        return rolled

    def _note(self, account: Account, request: Request, answer: Answer, *told: Used | Thrown) -> None:
        self.record.append(Taken(account.seq, request, answer, told))
        account.story += told

    def _tell(self, account: Account) -> None:
        hidden = self.rules.secret_packs
        account.story += [e for e in self.play.events[self._told :] if not (hidden and e.seen_by)]
        self._told = len(self.play.events)

    def _resign(self, author: str) -> None:
        if self.outcome() is not None:
            raise errors.RulesRefuse("the game is over")
        others = [side for side in self.rules.sides if side != author]
        winner = others[0] if len(others) == 1 else ""
        self._resigned = {"winner": winner, "level": "resignation", "reason": f"{author} resigns", "rule": ""}


def dues(request: Roll | Shuffle | Deal | Reveal) -> Sequence[AnyDue]:
    """What a request comes to in a roll entry."""
    if isinstance(request, Roll):
        return [Due(_short(die.label), request.rule, die.sides, 1) for die in request.dice]
    label, rule = _short(request.label), request.rule
    if isinstance(request, Deal):
        return [DealDue(label, rule, request.side, request.cards)]
    if isinstance(request, Reveal):
        return [ShowDue(label, rule, request.cards, request.count, request.wanted)]
    if request.secret:
        return [PackDue(label, rule, request.secret, request.size)]
    return [Due(label, rule, 0, request.size)]


def _short(label: str) -> str:
    """A label as long as a roll entry may have it: a long one must not keep the dice from being rolled."""
    return label if len(label) <= MAX_LABEL else label[: MAX_LABEL - 1] + "…"

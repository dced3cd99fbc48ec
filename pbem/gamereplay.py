"""The rules replayed beside the log: what each order entry does, line by line, up to the next decision.

The lines of an order answer, in order, every decision that falls due of its author. Up to the first roll
each must be legal, else the entry is refused. After a roll the first line that no longer fits ends the use
of the entry, and so does a decision of another side; the rest is dropped, and the player is asked again.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.play import Play, Rules
from modules.engine.requests import Choose, Roll, Secret, Shuffle, Tell
from pbem import errors
from pbem.canonical import Value
from pbem.entries import Entry
from pbem.games import Build, rules_of
from pbem.replay import Due, Steps

MAX_LABEL = 200
"""Characters of a roll's label in the log."""


@dataclass(frozen=True, slots=True)
class Used:
    """A line of an order that was carried out."""

    line: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll with its values; `due.sides` 0 is a shuffle."""

    due: Due
    values: tuple[int, ...]


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
    """A game's rules as a `Replay`. `play` is the game as it stands, `accounts` has one item an entry."""

    play: Play[Any]
    rules: Rules[Any]

    def __init__(self, build: Build = rules_of) -> None:
        self._build = build
        self._told = 0
        self._resigned: dict[str, Value] | None = None
        self.accounts: list[Account] = []

    def begin(self, charter: Entry) -> None:
        """Set up the scenario; raises UnknownGame, OtherEngine, or RulesRefuse for other sides."""
        body: dict[str, Any] = charter.body
        self.rules = self._build(body)
        roles = [party["role"] for party in body["parties"] if party["role"] != "referee"]
        if sorted(roles) != sorted(self.rules.sides):
            raise errors.RulesRefuse(
                f"the game is played by {', '.join(self.rules.sides)}, not {', '.join(roles)}"
            )
        self.play = Play(self.rules)
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
        elif entry.type in ("seal", "open", "deal"):
            raise errors.RulesRefuse(f"the rules ask for no {entry.type} here")
        return account.applied

    def waiting(self) -> tuple[str, ...]:
        """The sides that owe a decision, or the side that must open the dice."""
        request = self.play.request
        if request is None or self._resigned is not None:
            return ()
        if isinstance(request, Secret):
            return tuple(request.choices)
        side = request.side if isinstance(request, Choose | Roll) else ""
        return (side if side in self.rules.sides else self.rules.sides[0],)

    def outcome(self) -> dict[str, Value] | None:
        """Winner (empty: a draw), level, reason and rule."""
        over = self.play.state.outcome
        if self._resigned is not None or over is None:
            return self._resigned
        return {"winner": over.winner, "level": over.level, "reason": over.reason, "rule": over.rule}

    @property
    def dice_due(self) -> bool:
        """Whether dice come before any decision."""
        return isinstance(self.play.request, Roll | Shuffle)

    def decision(self, author: str) -> Choose | None:
        """The decision that is due of this side, if one is."""
        request = self.play.request
        if isinstance(request, Choose) and request.side == author and self._resigned is None:
            return request
        return None

    def _carry_out(self, entry: Entry, account: Account) -> Generator[Due, tuple[int, ...], None]:
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
            account.story.append(Used(str(order)))
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
        kind = request.kind.replace("_", " ") if isinstance(request, Choose) else "a secret choice"
        return f"{' and '.join(self.waiting())} must decide ({kind})"

    @staticmethod
    def _drop(account: Account, orders: Sequence[Order], why: str) -> None:
        account.dropped = tuple(map(str, orders[account.applied :]))
        account.why = why

    def _dice(self, account: Account) -> Generator[Due, tuple[int, ...], bool]:
        rolled = False
        while isinstance(request := self.play.request, Roll | Shuffle):
            values: list[int] = []
            for due in _dues(request):
                given = yield due
                account.story.append(Thrown(due, tuple(given)))
                values += given
            self.play.answer(tuple(values))
            self._tell(account)
            rolled = True
        return rolled

    def _tell(self, account: Account) -> None:
        account.story += self.play.events[self._told :]
        self._told = len(self.play.events)

    def _resign(self, author: str) -> None:
        if self.outcome() is not None:
            raise errors.RulesRefuse("the game is over")
        others = [side for side in self.rules.sides if side != author]
        winner = others[0] if len(others) == 1 else ""
        self._resigned = {"winner": winner, "level": "resignation", "reason": f"{author} resigns", "rule": ""}


def _dues(request: Roll | Shuffle) -> list[Due]:
    if isinstance(request, Shuffle):
        return [Due(_short(request.label), request.rule, 0, request.size)]
    return [Due(_short(die.label), request.rule, die.sides, 1) for die in request.dice]


def _short(label: str) -> str:
    """A label as long as a roll entry may have it: a long one must not keep the dice from being rolled."""
    return label if len(label) <= MAX_LABEL else label[: MAX_LABEL - 1] + "…"

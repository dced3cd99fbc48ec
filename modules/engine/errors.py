"""What can be wrong with an order: one exception for each cause, with its facts."""

from __future__ import annotations


class OrderError(Exception):
    """An order that cannot be carried out."""


class OrderSyntaxError(OrderError):
    """Text that is no order. `column` counts from 1; `expected` shows the form."""

    def __init__(self, text: str, column: int, message: str, expected: str) -> None:
        self.text, self.column, self.expected = text, column, expected
        super().__init__(f"column {column}: {message}; expected `{expected}`")


class UnknownThingError(OrderError):
    """A word that names no counter or place of the game. `near` holds what may have been meant."""

    def __init__(self, word: str, kind: str, near: tuple[str, ...] = ()) -> None:
        self.word, self.kind, self.near = word, kind, near
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"there is no {kind} {word!r}{hint}")


class NotAPlaceError(UnknownThingError):
    """A counter where a place stands in an order."""

    def __init__(self, counter: str) -> None:
        super().__init__(counter, "place")
        self.args = (f"{counter} is a counter: write the place where it stands",)


class AmbiguousThingError(OrderError):
    """A word that names several counters; `candidates` lists them."""

    def __init__(self, word: str, candidates: tuple[str, ...]) -> None:
        self.word, self.candidates = word, candidates
        super().__init__(f"{word!r} could be {', '.join(candidates[:6])}: write it in full")


class Illegal(OrderError):
    """An order against the rules: the rule's number and the facts that break it."""

    def __init__(self, rule: str, reason: str) -> None:
        self.rule, self.reason = rule, reason
        super().__init__(f"against rule {rule}: {reason}")

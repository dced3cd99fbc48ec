"""A game's states, answers and requests as plain data, by the types of its own rules.

Orders are written as their one text and read by the game's grammar. Of a decision that was answered the
options are not kept: they are worked out of a state, and asking for them again is a fault of the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn, get_origin

from modules.engine.hexes.places import Places
from modules.engine.orders import Grammar, Order
from modules.engine.requests import Options
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules, S
from modules.engine.serialization import Form, Forms, NotPlain, Special, parts

_INDEX: Final = {
    "occupants": dict[str, tuple[str, ...]],
    "filled": dict[str, str],
    "units": dict[str, list[str]],
    "sharing": dict[str, list[str]],
    "held": dict[str, dict[str, str]],
    "zoc": dict[str, dict[str, int]],
}
"""What is kept of who stands where."""


class SpentOptions(Options[Any]):
    """The options of a decision that was read back: gone."""

    def legal(self) -> NoReturn:
        raise NotPlain("the options of a decision that was answered are not kept")

    def check(self, order: Order) -> NoReturn:  # noqa: ARG002 - as every options'
        self.legal()


_ANSWERED: Final = SpentOptions()


def forms_of(rules: PlayRules[Any], special: Special = lambda _: None) -> Forms:
    """The forms of a game's types; `special` knows those of the caller's own."""
    state, made = type(rules.start()), list[Forms]()

    def known(hint: Any) -> Form | None:
        if hint is state:
            form = made[0].record(state)
            return Form(form.write, lambda plain: rules.read_back(form.read(plain)), form.fits)
        if hint is Order:
            return _orders(rules)
        if hint is Options or get_origin(hint) is Options:
            return Form(lambda _: None, lambda _: _ANSWERED, lambda value: isinstance(value, Options))
        if hint is Places:
            return _places(made[0].of(tuple[tuple(_INDEX.values())]))  # type: ignore[misc]  # made here
        return special(hint)

    made.append(Forms(known, {S: state}))
    return made[0]


def _orders(rules: PlayRules[Any]) -> Form:
    grammars: list[Grammar] = [rules.grammar]
    if isinstance(rules, MailRules) and rules.closed_orders:
        grammars.append(rules.effects)

    def write(order: Order) -> Sequence[Any]:
        for number, grammar in enumerate(grammars):
            if type(order) in grammar.kinds:
                return [number, str(order)]
        raise NotPlain(f"{order!r} is no order of this game")

    def read(plain: Any) -> Order:
        number, text = parts(plain, 2)
        if type(number) is not int or not 0 <= number < len(grammars) or type(text) is not str:
            raise NotPlain("an order is its grammar and its text")
        order: Order = grammars[number].parse(text)
        return order

    return Form(write, read, lambda value: isinstance(value, Order))


def _places(index: Form) -> Form:
    """Who stands where: the order in which they came is known from nothing else. What is read is as yet
    without the roll of counters that the rules add (`PlayRules.read_back`)."""

    def read(plain: Any) -> Places:
        made = Places.__new__(Places)
        made.shared = False
        for name, found in zip(_INDEX, index.read(plain), strict=True):
            setattr(made, name, found)
        return made

    return Form(
        lambda places: index.write(tuple(getattr(places, name) for name in _INDEX)),
        read,
        lambda value: isinstance(value, Places),
    )

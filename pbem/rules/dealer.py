"""What the referee writes for each thing that is due: dice from the links, cards from his secret."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from functools import cached_property

from pbem.entry.canonical import Value
from pbem.keys.openssh import PublicKey
from pbem.log.cards import Cards, sealed
from pbem.log.socket import AnyDue, DealDue, Due, Given, PackDue, ShowDue
from pbem.secret.packs import Pack, Secret, Source


class Dealer:
    """One batch: `rolls` are the items of its roll entry so far. `secret` is called when it is needed."""

    def __init__(
        self, source: Source, cards: Cards, keys: Mapping[str, PublicKey], secret: Callable[[], Secret]
    ) -> None:
        self.rolls: list[Value] = []
        self._source, self._cards, self._keys = source, cards, keys
        self._ask = secret
        self._stream = source.stream()

    @cached_property
    def _secret(self) -> Secret:
        return self._ask()

    @cached_property
    def _packs(self) -> dict[str, Pack]:
        return self._cards.known(self._secret)

    def give(self, due: AnyDue) -> Given:
        """Roll, shuffle, deal or show what is due."""
        head: dict[str, Value] = {"label": due.label, "rule": due.rule}
        if isinstance(due, Due):
            return self._roll(head, due)
        if isinstance(due, PackDue):
            pack = self._packs[due.pack] = self._source.pack(due.pack, due.size, self._secret)
            self.rolls.append({**head, "shuffle": due.size, "secret": due.pack, "leaves": [*pack.leaves]})
            return ()
        if isinstance(due, DealDue):
            box = sealed(
                self._packs, self._source.k, len(self.rolls), due.cards, self._keys[due.side], self._secret
            )
            text = base64.b64encode(box).decode("ascii")
            self.rolls.append({**head, "deal": due.side, "cards": [*due.cards], "sealed": text})
            return ()
        return self._show(head, due)

    def _roll(self, head: dict[str, Value], due: Due) -> tuple[int, ...]:
        stream = self._stream
        values = stream.dice(due.count, due.sides) if due.sides else stream.shuffle(due.count)
        size: dict[str, Value] = {"sides": due.sides} if due.sides else {"shuffle": due.count}
        self.rolls.append({**head, "values": [*values], **size})
        return tuple(values)

    def _show(self, head: dict[str, Value], due: ShowDue) -> dict[str, int]:
        openings = {token: it for pack in self._packs.values() for token, it in pack.openings.items()}
        numbers = {token: it.number for token, it in openings.items()}
        tokens = to_show(due.cards, due.count, due.wanted, numbers)
        opened: list[Value] = [[t, numbers[t], openings[t].salt] for t in tokens]
        self.rolls.append({**head, "open": opened})
        return {token: numbers[token] for token in tokens}


def to_show(
    cards: tuple[str, ...], count: int, wanted: tuple[int, ...], numbers: Mapping[str, int]
) -> tuple[str, ...]:
    """Which `count` of the cards are shown: those that are looked for first, then as they stand."""
    ranked = sorted(cards, key=lambda token: numbers[token] not in wanted)
    return tuple(token for token in cards if token in ranked[:count])

"""What the referee writes for each thing that is due: dice from the links, cards from his secret."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from functools import cached_property

from modules.engine.requests import Deal, Reveal, Roll, Shuffle
from pbem.entry import bodies
from pbem.keys.openssh_keys import PublicKey
from pbem.log.commitments.secret_cards import SecretCards, seal_deal
from pbem.log.due_rolls import Due, Given, label
from pbem.secrets.card_packs import Pack, RefereeSecret, Source


class Dealer:
    """One batch: `rolls` are the items of its roll entry so far. `secret` is called when it is needed."""

    def __init__(
        self,
        source: Source,
        cards: SecretCards,
        keys: Mapping[str, PublicKey],
        secret: Callable[[], RefereeSecret],
    ) -> None:
        self.rolls: list[bodies.Item] = []
        self._source, self._cards, self._keys = source, cards, keys
        self._ask = secret
        self._stream = source.stream()

    @cached_property
    def _secret(self) -> RefereeSecret:
        return self._ask()

    @cached_property
    def _packs(self) -> dict[str, Pack]:
        return self._cards.open_packs(self._secret)

    def give(self, due: Due) -> Given:
        """Roll, shuffle, deal or show what is due."""
        name, rule = label(due), due.rule
        match due:
            case Roll(dice=dice):
                values = tuple(self._stream.dice(len(dice), dice[0].sides))
                self.rolls.append(bodies.DiceItem(label=name, rule=rule, sides=dice[0].sides, values=values))
                return values
            case Shuffle(size=size, secret=""):
                values = tuple(self._stream.shuffle(size))
                self.rolls.append(bodies.ShuffleItem(label=name, rule=rule, shuffle=size, values=values))
                return values
            case Shuffle(size=size, secret=secret):
                pack = self._packs[secret] = self._source.pack(secret, size, self._secret)
                self.rolls.append(
                    bodies.SecretShuffleItem(
                        label=name, rule=rule, shuffle=size, secret=secret, leaves=tuple(pack.leaves)
                    )
                )
                return ()
            case Deal():
                self.rolls.append(self._deal(due))
                return ()
            case Reveal():
                return self._show(due)

    def _deal(self, due: Deal) -> bodies.DealItem:
        box = seal_deal(
            self._packs, self._source.k, len(self.rolls), due.cards, self._keys[due.side], self._secret
        )
        text = base64.b64encode(box).decode("ascii")
        return bodies.DealItem(label=due.label, rule=due.rule, deal=due.side, cards=due.cards, sealed=text)

    def _show(self, due: Reveal) -> dict[str, int]:
        openings = {token: it for pack in self._packs.values() for token, it in pack.openings.items()}
        numbers = {token: it.number for token, it in openings.items()}
        tokens = to_show(due.cards, due.count, due.wanted, numbers)
        opened = tuple((t, numbers[t], openings[t].salt) for t in tokens)
        self.rolls.append(bodies.ShowItem(label=due.label, rule=due.rule, open=opened))
        return {token: numbers[token] for token in tokens}


def to_show(
    cards: tuple[str, ...], count: int, wanted: tuple[int, ...], numbers: Mapping[str, int]
) -> tuple[str, ...]:
    """Which `count` of the cards are shown: those that are looked for first, then as they stand."""
    ranked = sorted(cards, key=lambda token: numbers[token] not in wanted)
    return tuple(token for token in cards if token in ranked[:count])

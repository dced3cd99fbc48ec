"""What a position is worth to who judges by what was learnt: named numbers in, the odds to win out.

Two hidden layers, and a direct way beside them. What a side in a scenario goes by is a file in `learnt`: a
line for each number, with its name and what it weighs, then the layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from pathlib import Path
from typing import Final

LEARNT: Final = Path(__file__).parent / "learnt"
Row = tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """`inputs`: the names of its numbers; `first`, `second`: a row of weights for each hidden unit, and what
    it is without any; `direct`, `last`: the weights of the numbers themselves and of the second layer."""

    inputs: tuple[str, ...]
    first: tuple[Row, ...]
    first_bias: Row
    second: tuple[Row, ...]
    second_bias: Row
    last: Row
    direct: Row
    bias: float

    def worth(self, numbers: Sequence[float]) -> float:
        """The logarithm of the odds to win."""
        return Around(self, numbers).worth(numbers)


class Around:
    """What is worked out once for all positions that are much like one: only what differs is added."""

    def __init__(self, net: Network, numbers: Sequence[float]) -> None:
        self._net, self._numbers = net, numbers
        self._sums = [b + _sum(row, numbers) for row, b in zip(net.first, net.first_bias, strict=True)]
        self._direct = net.bias + _sum(net.direct, numbers)

    def worth(self, numbers: Sequence[float]) -> float:
        """The logarithm of the odds to win, in millionths, so that it is the same beside any position."""
        net = self._net
        other = [i for i, (a, b) in enumerate(zip(self._numbers, numbers, strict=True)) if a != b] or [0]
        more = [numbers[i] - self._numbers[i] for i in other]
        lower = [
            max(0.0, s + _picked(row, other, more)) for s, row in zip(self._sums, net.first, strict=True)
        ]
        upper = [max(0.0, b + _sum(row, lower)) for row, b in zip(net.second, net.second_bias, strict=True)]
        return round(self._direct + _picked(net.direct, other, more) + _sum(net.last, upper), 6)


def _sum(weights: Row, values: Sequence[float]) -> float:
    return float(sum(map(mul, weights, values)))


def _picked(weights: Row, indices: Sequence[int], values: Sequence[float]) -> float:
    """The sum of some weights, each times its value."""
    return float(sum(map(mul, map(weights.__getitem__, indices), values)))


@lru_cache(maxsize=8)
def network(name: str) -> Network | None:
    """The network of a file in `learnt`, if there is one."""
    file = LEARNT / f"{name}.txt"
    return read(file.read_text(encoding="utf-8")) if file.exists() else None


def read(text: str) -> Network:
    """The network that a text is, as `written` writes it."""
    lines = [line.partition(" = ") for line in text.splitlines() if line and not line.startswith("#")]
    rows = [(name, tuple(float(each) for each in said.split())) for name, _, said in lines]
    count = next(i for i, (name, _) in enumerate(rows) if name == _FIRST)
    inputs, layers = rows[:count], [row for _, row in rows[count:]]
    width = len(layers[0])
    second_bias, last, (bias,) = layers[-3:]
    return Network(
        inputs=tuple(name for name, _ in inputs),
        first=tuple(zip(*(row[1:] for _, row in inputs), strict=True)),
        first_bias=layers[0],
        second=tuple(zip(*layers[1 : width + 1], strict=True)),
        second_bias=second_bias,
        last=last,
        direct=tuple(row[0] for _, row in inputs),
        bias=bias,
    )


_FIRST: Final = "first layer"


def written(net: Network, head: str) -> str:
    """A network as a text, after `head`, lines that begin with #: of each number what it weighs directly and
    for each unit of the first layer, then of each such unit what it weighs for those of the second."""
    lines = list(zip(net.inputs, zip(net.direct, *net.first, strict=True), strict=True))
    lines.append((_FIRST, net.first_bias))
    lines += [(f"unit {n}", row) for n, row in enumerate(zip(*net.second, strict=True), 1)]
    lines += [("second layer", net.second_bias), ("last", net.last), ("always", (net.bias,))]
    body = (f"{name} = {' '.join(f'{weight:.3f}' for weight in row)}\n" for name, row in lines)
    return head + "".join(body)

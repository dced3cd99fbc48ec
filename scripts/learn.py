"""Learns on what who is `schooled` goes by in the battle of cards: plays against the policy with a little
chance in it, then fits the network to who won, round by round.

    scripts/learn small norman --games 2000 --rounds 5

A position is taken whenever the side has moved, as it stands and as in a mirror. It is to be worth what came
of the game, less and less the farther away that was, and what the next positions were held to be worth (TD,
lambda 0.7). Layouts before the battle (`...-setup.txt`) are left as they are. The same words give the same
weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from generator.cache.files import write_bytes
from modules import library
from modules.amounts import count_noun
from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.players.match import Match
from modules.engine.players.player import PolicyPlayer
from modules.engine.requests import Choose
from modules.engine.seeded_random import SeededRandom
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.player.estimate import STYLES, Eyes, guess
from modules.hastings_pulsipher.player.inputs import Numbers, names
from modules.hastings_pulsipher.player.judging import best_step
from modules.hastings_pulsipher.player.network import LEARNT, Network, read, written
from modules.hastings_pulsipher.player.outlook import Outlook

GAME, STYLE = "hastings_pulsipher", "schooled"
LAMBDA = 0.7
EPOCHS, BATCH, RATE, DECAY = 2, 256, 0.0007, 0.001
TRIED = 0.3
"""In so many turns weights are a little others, so that other turns are played than those that look best."""


class Learner:
    """Plays a side by a network. `found`: the numbers of each position after it had moved."""

    def __init__(self, side: str, net: Network, noise: float, seed: int) -> None:
        self.side, self.net, self.noise, self.seed = side, net, noise, seed
        self.found: list[list[float]] = []
        self._turn, self._now = 0, net

    def order(self, play: Play[Any], choice: Choose) -> Order:
        """The best step; the style says the rest."""
        if choice.kind != "movement":
            return play.rules.advise_in(STYLE, choice, play.state, SeededRandom(self.seed, play.count))
        field = Eyes(play.rules.battle, play.rules.view(play.state, self.side), STYLES[STYLE])
        guess(field, self.side)
        order = best_step(field, self.side, self._net(play.state.turn))
        if isinstance(order, orders.Done):
            inputs = Numbers(Outlook(field, self.side))
            self.found.append(inputs.of(inputs.now))
        return order

    def _net(self, turn: int) -> Network:
        """The same all turn long, so that what was judged is not judged again."""
        if turn != self._turn:
            self._turn, self._now = turn, self._drawn(turn)
        return self._now

    def _drawn(self, turn: int) -> Network:
        chance = np.random.default_rng([self.seed, turn])
        if chance.random() >= TRIED:
            return self.net
        direct = np.array(self.net.direct) + chance.normal(0, self.noise, len(self.net.direct))
        return replace(self.net, direct=tuple(float(each) for each in direct))


Task: TypeAlias = tuple[str, str, str, float, int]
"""Scenario, side, network as a text, noise, seed."""


def played(task: Task) -> tuple[list[list[float]], bool]:
    """The positions of a game, and whether the side has won it."""
    scenario, side, text, noise, seed = task
    rules = library.rules(GAME, scenario)
    learner = Learner(side, read(text), noise, seed)
    players = {seat: learner if seat == side else PolicyPlayer(seed, 9) for seat in rules.seats}
    play = Match(rules, players, seed).run()
    return learner.found, play.state.outcome.winner == side


def together(tasks: Sequence[Task], workers: int) -> list[tuple[list[list[float]], bool]]:
    """All games, on as many cores."""
    if workers == 1:
        return [played(task) for task in tasks]
    with ProcessPoolExecutor(workers or None) as pool:
        return list(pool.map(played, tasks, chunksize=8))


class Layers(NamedTuple):
    """A network as arrays: what `Network` has, rows by hidden unit."""

    first: np.ndarray
    first_bias: np.ndarray
    second: np.ndarray
    second_bias: np.ndarray
    last: np.ndarray
    direct: np.ndarray
    bias: np.ndarray

    @classmethod
    def of(cls, net: Network) -> Layers:
        """The arrays of a network."""
        return cls(*(np.atleast_1d(np.array(getattr(net, name), dtype=float)) for name in cls._fields))

    def network(self, inputs: Sequence[str]) -> Network:
        """The network of these arrays."""

        def plain(array: np.ndarray) -> Any:
            return tuple(map(plain, array)) if array.ndim > 1 else tuple(map(float, array))

        return Network(tuple(inputs), *map(plain, self[:-1]), float(self.bias[0]))

    def chances(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The chance to win of each position, with both hidden layers."""
        lower = np.maximum(0, numbers @ self.first.T + self.first_bias)
        upper = np.maximum(0, lower @ self.second.T + self.second_bias)
        return 1 / (1 + np.exp(-(self.bias + numbers @ self.direct + upper @ self.last))), lower, upper

    def slopes(self, numbers: np.ndarray, wanted: np.ndarray) -> Layers:
        """How the surprise at what is wanted changes with each weight."""
        chances, lower, upper = self.chances(numbers)
        out = (chances - wanted) / len(wanted)
        above = np.outer(out, self.last) * (upper > 0)
        below = above @ self.second * (lower > 0)
        return Layers(
            below.T @ numbers, below.sum(0), above.T @ lower, above.sum(0), out @ upper, out @ numbers,
            out.sum(keepdims=True),
        )  # fmt: skip


def wanted(layers: Layers, game: Sequence[Sequence[float]], won: bool) -> np.ndarray:
    """What each position of a game is to be worth."""
    later, found = float(won), []
    for chance in reversed(layers.chances(np.array(game))[0]):
        found.append(later)
        later = LAMBDA * later + (1 - LAMBDA) * chance
    return np.array(found[::-1])


def mirror(inputs: Sequence[str], columns: int, sectors: Sequence[str]) -> list[int]:
    """Where each number stands if left and right are exchanged."""
    other = dict(zip(sectors, reversed(sectors), strict=True))

    def name(text: str) -> str:
        head, colon, rest = text.partition(":")
        where, comma, units = head.partition(",")
        word, _, column = where.partition(" ")
        if word == "column":
            where = f"column {columns + 1 - int(column)}"
        return f"{other.get(where, where)}{comma}{units}{colon}{rest}"

    at = {each: number for number, each in enumerate(inputs)}
    return [at[name(each)] for each in inputs]


def fitted(layers: Layers, numbers: np.ndarray, worth: np.ndarray, seed: int) -> Layers:
    """The network after some steps down the slope (Adam, Kingma and Ba 2014)."""
    chance, steps = np.random.default_rng(seed), EPOCHS * max(1, len(worth) // BATCH)
    mean, square = (Layers(*(np.zeros_like(each) for each in layers)) for _ in range(2))
    for step in range(steps):
        some = chance.integers(0, len(worth), BATCH)
        slopes, rate = layers.slopes(numbers[some], worth[some]), RATE * (1 - 0.9 * step / steps)
        mean = Layers(*(0.9 * m + 0.1 * g for m, g in zip(mean, slopes, strict=True)))
        square = Layers(*(0.999 * s + 0.001 * g * g for s, g in zip(square, slopes, strict=True)))
        moves = (
            (m / (1 - 0.9 ** (step + 1))) / (np.sqrt(s / (1 - 0.999 ** (step + 1))) + 1e-8)
            for m, s in zip(mean, square, strict=True)
        )
        layers = Layers(*((w - rate * m) * (1 - rate * DECAY) for w, m in zip(layers, moves, strict=True)))
    return layers


def learnt_on(file: Path, asked: argparse.Namespace, first: int) -> str:
    """One round of games from this seed on, and the file made of it; what is told of it."""
    battle, text = library.rules(GAME, asked.scenario).battle, file.read_text(encoding="utf-8")
    inputs = names(battle)
    turned = mirror(inputs, battle.board.columns, battle.board.sectors)
    head = "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))
    seeds = range(first, first + asked.games)
    tasks = [(asked.scenario, asked.side, text, asked.noise, seed) for seed in seeds]
    games = [each for each in together(tasks, asked.workers) if each[0]]
    layers = Layers.of(read(text))
    worth = np.concatenate([wanted(layers, *game) for game in games])
    plain = np.concatenate([np.array(game) for game, _ in games])
    both = np.concatenate([plain, plain[:, turned]]), np.concatenate([worth, worth])
    write_bytes(file, written(fitted(layers, *both, first).network(inputs), head).encode())
    return f"won {sum(won for _, won in games)} of {len(games)}, {count_noun(len(worth), 'position')}: {file}"


def main(words: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="scripts/learn", description=__doc__.split("\n\n")[0])
    parser.add_argument("scenario", choices=("small", "full"))
    parser.add_argument("side", choices=("norman", "saxon"))
    parser.add_argument("--games", type=int, default=2000, help="of each round")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--noise", type=float, default=0.05, help="by how much weights are others at times")
    parser.add_argument("--first", type=int, default=10_000, help="the first seed")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0: one on each core, 1: this one")
    parser.add_argument("--out", type=Path, default=LEARNT, help="the folder with what was learnt")
    asked = parser.parse_args(words)
    file = asked.out / f"{asked.scenario}-{asked.side}.txt"
    if asked.games < 1 or asked.rounds < 1:
        parser.error("a round has a game at least, and there is one at least")
    if not file.is_file():
        parser.error(f"there is no {file}: copy the folder {LEARNT.name} of the game to {asked.out} first")
    for number in range(asked.rounds):
        told = learnt_on(file, asked, asked.first + number * asked.games)
        print(f"round {number + 1}: {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

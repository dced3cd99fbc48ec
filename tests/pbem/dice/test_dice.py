"""Dice that anyone can redo: chain, seed, stream, die, shuffle."""

import stat
import subprocess
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pbem_play import whole_game
from refusing import refuses

from pbem.dice import dice_stream, hash_chain
from pbem.dice.hash_chain import Chain
from pbem.reason_codes import Code

SEEDS = st.integers(0, 2**256 - 1).map(lambda number: f"{number:064x}")


def test_a_logged_roll_checked_with_printf_and_sha256sum_only():
    """The recipe of the formats page, over every die of the first roll of a game."""
    table = whole_game()
    verifier = table.walk()
    order, roll = table.log[1], table.log[2]
    link_a, link_b = (signed.data.split(b'"link":"')[1][:64].decode() for signed in (order, roll))
    recipe = r"""
        seed=$(printf '%s\n' senlac-dice/2 $base $k $link_a $link_b | sha256sum | cut -c1-64)
        block=$(printf '%s\n' senlac-stream/1 $seed 0 | sha256sum | cut -c1-64)
        for at in 1 3 5; do echo $((16#${block:$((at - 1)):2})); done
    """
    values = {"base": table.game, "k": "1", "link_a": link_a, "link_b": link_b}
    command = ["bash", "-c", recipe]
    text = subprocess.run(
        command, env=values | {"PATH": "/usr/bin:/bin"}, capture_output=True, check=True
    ).stdout
    numbers = [int(word) for word in text.split()]
    melee = [number % 6 + 1 for number in numbers[:2]]
    assert max(numbers) < 250, "the recipe takes bytes as they come: no throw-away in this game"
    assert [list(rolled.values) for rolled in verifier.rolls[:2]] == [melee, [numbers[2] % 10 + 1]]


def test_a_link_checked_with_echo_and_sha256sum():
    whole = Chain("5a" * 32, 5)
    done = subprocess.run(
        ["sha256sum"], input=f"{whole.reveal(0)}\n".encode(), capture_output=True, check=True
    )
    assert done.stdout[:64].decode() == whole.tip


def test_links_come_from_the_tip_upwards_and_end():
    whole = Chain("5a" * 32, 3)
    links = [whole.tip, *(whole.reveal(n) for n in range(3))]
    assert links[-1] == whole.last
    assert [hash_chain.previous(link) for link in links[1:]] == links[:-1]
    with refuses(Code.LINK_EXHAUSTED):
        whole.reveal(3)


def test_the_chain_file_is_secret_and_kept(tmp_path):
    whole = Chain.generate(50)
    whole.save(tmp_path / "chain")
    assert stat.S_IMODE((tmp_path / "chain").stat().st_mode) == 0o600
    assert Chain.load(tmp_path / "chain") == whole
    assert whole.last not in repr(whole)
    with refuses(Code.FILE_EXISTS):
        Chain.generate(50).save(tmp_path / "chain")
    assert Chain.load(tmp_path / "chain") == whole
    assert [path.name for path in tmp_path.iterdir()] == ["chain"]


@pytest.mark.parametrize("text", ["", "senlac-chain/1\nlength 0\nlast " + "a" * 64 + "\n", "x" * 200])
def test_another_file_is_no_chain(tmp_path, text):
    (tmp_path / "chain").write_text(text)
    with refuses(Code.BAD_CHAIN_FILE):
        Chain.load(tmp_path / "chain")
    with refuses(Code.BAD_CHAIN_FILE, match="nowhere"):
        Chain.load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("last", "length"), [("A" * 64, 5), ("a" * 63, 5), ("a" * 64, 0), ("a" * 64, 65_537)]
)
def test_chains_have_limits(last, length):
    with refuses(Code.BAD_CHAIN_FILE):
        Chain(last, length)


def test_generated_chains_differ():
    assert Chain.generate(2).tip != Chain.generate(2).tip


class Fed(dice_stream.Stream):
    """A stream of given bytes."""

    def __init__(self, data):
        super().__init__("")
        self.data = data

    def take(self, count):
        taken, self.data = self.data[:count], self.data[count:]
        return taken


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 100, 255, 256])
def test_no_side_of_a_one_byte_die_is_favoured(sides):
    """Over all 256 bytes every side comes equally often, and what would spoil that is thrown away."""
    tally = Counter()
    for byte in range(256):
        fed = Fed(bytes([byte, 0]))
        value = fed.die(sides)
        if len(fed.data) == 1:
            tally[value] += 1
    assert sorted(tally) == list(range(1, sides + 1))
    assert set(tally.values()) == {256 // sides}


@pytest.mark.parametrize("sides", [257, 1000, 65_535, 65_536])
def test_no_side_of_a_two_byte_die_is_favoured(sides):
    tally = Counter()
    for number in range(65_536):
        fed = Fed(number.to_bytes(2, "big") + b"\0\0")
        value = fed.die(sides)
        if len(fed.data) == 2:
            tally[value] += 1
    assert len(tally) == sides
    assert set(tally.values()) == {65_536 // sides}


@pytest.mark.parametrize("sides", [1, 0, -6, 65_537])
def test_dice_have_limits(sides):
    with refuses(Code.BAD_DICE):
        dice_stream.Stream("00").die(sides)


@pytest.mark.parametrize("size", [0, 65_537])
def test_shuffles_have_limits(size):
    with refuses(Code.BAD_DICE):
        dice_stream.Stream("00").shuffle(size)


def test_every_order_of_three_is_equally_likely():
    """A die of 3 and a die of 2: the 255 x 256 pairs of bytes that count give each order equally often."""
    tally = Counter(tuple(Fed(bytes(pair)).shuffle(3)) for pair in product(range(255), range(256)))
    assert len(tally) == 6
    assert set(tally.values()) == {255 * 256 // 6}


@given(SEEDS, st.lists(st.integers(2, 65_536), max_size=30))
def test_dice_are_in_range_and_repeatable(seed, sides):
    first, second = dice_stream.Stream(seed), dice_stream.Stream(seed)
    values = [first.die(number) for number in sides]
    assert all(1 <= value <= number for value, number in zip(values, sides, strict=True))
    assert values == [second.die(number) for number in sides]


@given(SEEDS, st.integers(1, 300))
def test_a_shuffle_is_a_permutation(seed, size):
    assert sorted(dice_stream.Stream(seed).shuffle(size)) == list(range(size))


@given(SEEDS, st.lists(st.integers(1, 50), max_size=10))
def test_the_stream_does_not_depend_on_how_it_is_taken(seed, parts):
    whole = dice_stream.Stream(seed).take(sum(parts))
    again = dice_stream.Stream(seed)
    assert b"".join(again.take(part) for part in parts) == whole


def test_the_seed_depends_on_every_value():
    base = ["aa" * 32, 1, "bb" * 32, "cc" * 32]
    seeds = {dice_stream.seed(*base)}
    for at in range(4):
        changed = list(base)
        changed[at] = 2 if at == 1 else "ee" * 32
        seeds.add(dice_stream.seed(*changed))
    assert len(seeds) == 5

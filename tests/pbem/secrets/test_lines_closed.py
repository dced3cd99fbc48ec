"""The nested commitment of an order's lines, and their box for the referee, by the page's formulas."""

import hashlib
import json
import subprocess

import independent
import pytest
from make_vectors import VECTORS
from pbem_play import key

from pbem import errors
from pbem.keys.openssh_keys import PublicKey, openssh_text
from pbem.secrets import line_commitments
from pbem.secrets.line_commitments import SIZES, ClosedOrder, OpenedLines

VECTOR = json.loads((VECTORS / "lines.json").read_text())
CLOSED = ClosedOrder(VECTOR["game"], VECTOR["author"], VECTOR["root"], tuple(VECTOR["closed"]))
REFEREE = PublicKey.parse(VECTOR["key"])
KEY_FILE = openssh_text(hashlib.sha256(b"key of referee").digest())


def test_root_salts_and_rests_by_the_pages_formulas():
    sha, game, author = independent.sha, VECTOR["game"], VECTOR["author"]
    assert sha("senlac-root/2", VECTOR["own"], VECTOR["link"], *VECTOR["lines"]) == VECTOR["root"]
    salts = [sha("senlac-salt/2", VECTOR["root"], at)[:32] for at in range(len(VECTOR["closed"]) + 1)]
    assert salts == VECTOR["salts"]
    rest = sha("senlac-line/1", game, author, salts[-1], "", "")
    rests = [rest]
    for salt, line in reversed(list(zip(salts, VECTOR["closed"], strict=False))):
        rest = sha("senlac-line/1", game, author, salt, line, rest)
        rests.insert(0, rest)
    assert rests == VECTOR["rests"] == list(CLOSED.rest_chain)


def test_a_line_by_hand_with_printf():
    words = [VECTOR["game"], VECTOR["author"], VECTOR["salts"][0], VECTOR["closed"][0], VECTOR["rests"][1]]
    script = "printf '%s\\n' senlac-line/1 \"$@\" | sha256sum"
    done = subprocess.run(["sh", "-c", script, "sh", *words], capture_output=True, text=True, check=True)
    assert done.stdout[:64] == VECTOR["rests"][0]


def test_own_secret_is_of_one_key_and_one_game():
    assert line_commitments.derive_secret(key("normans"), VECTOR["game"]) == VECTOR["own"]
    assert (
        line_commitments.derive_secret(key("normans"), "0" * 64)
        != VECTOR["own"]
        != line_commitments.derive_secret(key("saxons"), VECTOR["game"])
    )


def test_the_box_is_the_second_verifiers():
    text = "\n".join([VECTOR["root"], *VECTOR["closed"], ""]).encode().ljust(4096, b"\n")
    raw = independent.key_of({"key": VECTOR["key"]})
    made = independent.box(raw, text, independent.sha("senlac-lines-box/1", VECTOR["root"]))
    assert made == CLOSED.box(REFEREE)
    assert hashlib.sha256(made).hexdigest() == VECTOR["box"] == line_commitments.digest(made)


def test_the_referee_opens_the_box():
    found = line_commitments.open_box(CLOSED.box(REFEREE), KEY_FILE, CLOSED.game, CLOSED.author)
    assert found == CLOSED
    assert line_commitments.matches_commitment(found, REFEREE, VECTOR["rests"][0], VECTOR["box"])


@pytest.mark.parametrize("count", range(len(VECTOR["closed"]) + 1))
def test_an_opening_gives_the_rest_before_it_and_no_more(count):
    opened = CLOSED.open_first(count)
    assert opened.rest_before(CLOSED.game, CLOSED.author) == CLOSED.rest
    assert [line for _, line in opened.lines] == VECTOR["closed"][:count]
    told = json.dumps([opened.lines, opened.rest])
    assert not any(line in told for line in VECTOR["closed"][count:])


def test_another_line_salt_author_or_game_is_another_rest():
    first, second = CLOSED.open_first(2).lines
    game, author = CLOSED.game, CLOSED.author
    rest = CLOSED.open_first(2).rest
    for pieces in [
        (second, first),
        (first, (second[0], second[1] + "x")),
        ((first[0][::-1], first[1]), second),
        (first,),
    ]:
        assert OpenedLines(pieces, rest).rest_before(game, author) != CLOSED.rest
    assert CLOSED.open_first(2).rest_before(game, "saxons") != CLOSED.rest
    assert CLOSED.open_first(2).rest_before("0" * 64, author) != CLOSED.rest


def test_a_box_that_does_not_hold_what_was_closed_convicts_its_author_alone():
    other = ClosedOrder(CLOSED.game, CLOSED.author, CLOSED.root, CLOSED.lines[:-1])
    box = line_commitments.digest(other.box(REFEREE))
    assert line_commitments.proves_bad_box(other, REFEREE, CLOSED.rest, box)
    assert not line_commitments.matches_commitment(other, REFEREE, CLOSED.rest, box)
    invented = ClosedOrder(CLOSED.game, CLOSED.author, "ab" * 32, CLOSED.lines)
    assert not line_commitments.proves_bad_box(invented, REFEREE, CLOSED.rest, box)
    assert not line_commitments.proves_bad_box(CLOSED, REFEREE, CLOSED.rest, VECTOR["box"])


def test_boxes_have_few_sizes_whatever_is_in_them():
    sizes = set()
    for count in (0, 1, 50, 90, 300, 1000):
        box = ClosedOrder(
            CLOSED.game, CLOSED.author, CLOSED.root, ("a line of thirty characters...",) * count
        ).box(REFEREE)
        sizes.add(len(box))
    assert len(sizes) == len(SIZES)
    assert len(ClosedOrder(CLOSED.game, CLOSED.author, CLOSED.root, ()).box(REFEREE)) == len(
        CLOSED.box(REFEREE)
    )
    with pytest.raises(errors.Refusal) as refused:
        ClosedOrder(CLOSED.game, CLOSED.author, CLOSED.root, ("x" * 500,) * 200).box(REFEREE)
    assert refused.value.code == "too-large"


@pytest.mark.parametrize("text", [b"no root\n", b"\xff\xfe", b"ab" * 32 + b"\n\nx\n", b""])
def test_a_box_with_something_else_in_it_is_unreadable(text):
    from pbem.keys.age_boxes import seal

    with pytest.raises(errors.Unreadable):
        line_commitments.open_box(seal(text, REFEREE, "ab" * 32), KEY_FILE, CLOSED.game, CLOSED.author)

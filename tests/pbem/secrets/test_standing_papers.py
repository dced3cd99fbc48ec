"""Standing papers in a log, without rules: which counts where, each once and in order, a line by its leaf.
Each attack is mounted on both verifiers."""

import hashlib
import json

import independent
import pytest
from make_vectors import GAME, VECTORS
from pbem_play import ALONE, Table, filed, key, log_bytes
from refusing import refuses

from pbem.entry import canonical_json, standing_papers
from pbem.entry.bodies import LEAVES, ClearPaper
from pbem.reason_codes import Code
from pbem.secrets import standing_lines

LINES = ("loss of red-a: last", "any: default")


def broken(table, why, *codes, match=None):
    """Both verifiers refuse the log, the second with these words."""
    with refuses(*(codes or (Code.STANDING_WRONG,)), match=match):
        table.walk()
    assert independent.check(log_bytes(table.log)) == f"broken: {why}"


def good(table):
    assert independent.check(log_bytes(table.log)) == "incomplete"
    return table.walk()


def order(table, standing=None, role="normans"):
    return table.order(role, "x", **({} if standing is None else {"standing": standing}))


def answer(table, **more):
    return table.add("ack", "referee", {"applied": 1} | more)


def use(filing, index, decision=0, salt=True, **changes):
    said = {"decisions": [decision], "side": filing.author, "line": filing.lines[index]} | changes
    return said | (filing.opening(filing.lines[index]) if salt else {})


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def paper(table):
    return filed(table, "saxons", 1, *LINES)


def carried(table, *papers, **named):
    """The log after an order that names these papers and an answer that carries them."""
    order(table, named)
    answer(table, papers=[paper for paper, _ in papers])
    return table


# --- what holds ------------------------------------------------------------------------------------------


def test_a_paper_is_named_carried_once_and_used_by_its_leaf(table, paper):
    order(table, {"saxons": 1})
    table.roll(("melee", "8.3", 6, 2), papers=[paper[0]], stood=[use(paper[1], 1)])
    order(table, {"saxons": 1})
    table.roll(("melee", "8.3", 6, 2), stood=[use(paper[1], 1, salt=False), use(paper[1], 0, 4)])
    standings = good(table).standings
    assert standings.force == {"saxons": 1}
    assert standings.is_shown("saxons", 1, LINES[0])


def test_a_newer_paper_than_the_batch_names_may_come_and_counts_from_the_next(table, paper):
    newer = filed(table, "saxons", 2, "any: first")
    order(table, {"saxons": 1})
    answer(table, papers=[paper[0], newer[0]], stood=[use(paper[1], 0)])
    assert good(table).standings.force == {"saxons": 2}


def test_late_counts_the_newest(table, paper):
    late = {"role": "saxons", "kind": "shooting", "papers": [paper[0]], "stood": [use(paper[1], 1)]}
    table.add("late", "referee", late)
    good(table)


# --- with the dice known ---------------------------------------------------------------------------------


def test_standing_orders_that_are_filed_with_the_dice_known_do_not_count(table, paper):
    """The referee reads the link in an order, and has a side file what fits his dice."""
    order(table)
    answer(table, papers=[paper[0]], stood=[use(paper[1], 0)])
    broken(table, "nothing in force")


def test_a_paper_written_after_the_order_is_not_taken_into_its_answer(table):
    order(table, {"saxons": 1})
    late, _ = filed(table, "saxons", 1, *LINES)
    answer(table, papers=[late])
    broken(table, "paper's seq")


def test_a_newer_paper_than_the_one_that_the_batch_names_is_not_used(table, paper):
    carried(table, paper, saxons=1)
    newer = filed(table, "saxons", 2, "any: first")
    order(table, {"saxons": 1})
    answer(table, papers=[newer[0]], stood=[use(newer[1], 0)])
    broken(table, "no line of this paper")


@pytest.mark.parametrize("kind", ["ack", "roll"])
def test_standing_orders_in_an_answer_without_a_referee(kind):
    table = Table(ALONE)
    order(table)
    papers = [clear(table, "saxons", 1, seq=0)]
    if kind == "ack":
        table.add("ack", "saxons", {"applied": 1, "papers": papers})
    else:
        table.roll(("melee", "8.3", 6, 2), author="saxons", papers=papers)
    broken(table, "papers out of place")


# --- names -----------------------------------------------------------------------------------------------


def test_an_old_paper_is_not_named_again(table, paper):
    carried(table, paper, filed(table, "saxons", 2, "any: first"), saxons=2)
    order(table, {"saxons": 1})
    broken(table, "another paper is in force", match="it names paper 1 of saxons: in force is 2")


def test_a_paper_in_force_cannot_be_left_out(table, paper):
    carried(table, paper, saxons=1)
    order(table)
    broken(table, "another paper is in force")


def test_a_paper_that_is_named_must_be_carried(table, paper):
    order(table, {"saxons": 2})
    answer(table, papers=[paper[0]])
    broken(table, "a paper is missing")


@pytest.mark.parametrize("named", [{"referee": 1}, {"nobody": 1}])
def test_only_sides_have_standing_orders(table, named):
    order(table, named)
    broken(table, "papers named of whom")


def test_only_what_opens_a_batch_names_papers(table):
    order(table)
    answer(table, standing={"saxons": 1})
    broken(table, "papers named out of place")


def test_without_a_referee_nothing_is_named():
    table = Table(ALONE)
    order(table, {"saxons": 1})
    broken(table, "papers named out of place")


# --- papers ----------------------------------------------------------------------------------------------


def test_an_old_paper_sent_again(table, paper):
    carried(table, paper, saxons=1)
    order(table, {"saxons": 1})
    answer(table, papers=[paper[0]])
    broken(table, "number of a paper", match="comes after paper 1")


def test_a_number_left_out(table):
    order(table)
    answer(table, papers=[filed(table, "saxons", 2, *LINES, seq=0)[0]])
    broken(table, "number of a paper")


def test_a_paper_of_another_game(table):
    other, _ = filed(table, "saxons", 1, *LINES, game="ab" * 32)
    order(table)
    answer(table, papers=[other])
    broken(table, "paper of another game")


def test_a_paper_that_its_author_has_not_signed(table):
    forged, _ = filed(table, "saxons", 1, *LINES, signed=key("referee"))
    order(table)
    answer(table, papers=[forged])
    broken(table, "signer of a paper", Code.WRONG_SIGNER)


def test_a_paper_that_was_changed(table, paper):
    changed = paper[0] | {"order": "00" * 32}
    order(table)
    answer(table, papers=[changed])
    broken(table, "signature wrong", Code.SIGNATURE_WRONG)


def test_who_may_carry_papers(table, paper):
    order(table, {"saxons": 1}, "saxons")
    answer(table, papers=[paper[0]])
    good(table)
    table.order("normans", "x", standing={"saxons": 1}, papers=[filed(table, "saxons", 2, *LINES)[0]])
    broken(table, "papers out of place")


# --- uses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"line": "any: first"}, "no line of this paper"),
        ({"salt": "0" * 32}, "no line of this paper"),
        ({"path": ["0" * 64] * 6}, "no line of this paper"),
        ({"side": "normans"}, "nothing in force"),
    ],
)
def test_another_line_than_was_filed(table, paper, change, why):
    order(table, {"saxons": 1})
    answer(table, papers=[paper[0]], stood=[use(paper[1], 0) | change])
    broken(table, why)


def test_an_empty_leaf_is_no_line(table, paper):
    order(table, {"saxons": 1})
    with refuses(Code.BAD_BODY):
        answer(table, papers=[paper[0]], stood=[use(paper[1], 0) | {"line": ""}])


@pytest.mark.parametrize("again", [True, False])
def test_a_line_is_opened_once(table, paper, again):
    order(table, {"saxons": 1})
    answer(table, papers=[paper[0]], stood=[use(paper[1], 0, salt=again)])
    if not again:
        broken(table, "salt of a line")
        return
    order(table, {"saxons": 1})
    answer(table, stood=[use(paper[1], 0)])
    broken(table, "a line is shown twice")


def test_uses_stand_in_order(table, paper):
    order(table, {"saxons": 1})
    answer(table, papers=[paper[0]], stood=[use(paper[1], 0, 1), use(paper[1], 1, 1)])
    broken(table, "order of uses")


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ([0, 2], [1, 2], "two lines for a decision"),
        ([1, 0], [2], "order of uses"),
        ([1], [0], "order of uses"),
    ],
)
def test_a_decision_has_one_line(table, paper, first, second, why):
    order(table, {"saxons": 1})
    uses = [use(paper[1], 0) | {"decisions": first}, use(paper[1], 1) | {"decisions": second}]
    answer(table, papers=[paper[0]], stood=uses)
    broken(table, why)


def test_a_side_shows_no_line_as_used(table, paper):
    carried(table, paper, saxons=1)
    commit = "ab" * 32
    table.add("seal", "saxons", {"choice": "plan", "commit": commit})
    link = table.link("saxons")
    said = {"seal": len(table.log) - 1, "salt": "0" * 64, "lines": [], "stood": [use(paper[1], 0)]}
    table.add("open", "saxons", said, link)
    with refuses(Code.SEAL_WRONG, Code.STANDING_WRONG):
        table.walk()


# --- who goes, and what is taken back --------------------------------------------------------------------


def test_with_a_player_his_papers_fall_and_his_old_key_files_no_more(table, paper):
    carried(table, paper, saxons=1)
    old, _ = filed(table, "saxons", 2, "any: first")
    table.substitute("saxons", "godwin")
    assert good(table).standings.force == {}
    order(table)
    answer(table, papers=[old])
    broken(table, "a paper that fell")


def test_a_newcomers_papers_go_on_with_the_numbers(table, paper):
    carried(table, paper, saxons=1)
    table.substitute("saxons", "godwin")
    new, filing = filed(table, "saxons", 2, "any: first")
    order(table, {"saxons": 2})
    answer(table, papers=[new], stood=[use(filing, 0)])
    good(table)
    later, _ = filed(table, "saxons", 3, "any: last", signed=key("saxons"))
    order(table, {"saxons": 2})
    answer(table, papers=[later])
    broken(table, "signer of a paper", Code.WRONG_SIGNER)


def test_with_the_referee_all_papers_fall_also_in_the_batch_that_is_open(table, paper):
    order(table, {"saxons": 1})
    table.substitute("referee", "harold", author="normans")
    assert good(table).standings.named == {}
    answer(table)
    order(table)
    answer(table, papers=[paper[0]])
    broken(table, "a paper that fell")


def test_a_rollback_takes_back_what_was_filed_since(table, paper):
    carried(table, paper, saxons=1)
    carried(table, filed(table, "saxons", 2, "any: first"), saxons=2)
    table.rollback(2, "the ford")
    assert good(table).standings.force == {"saxons": 1}
    order(table, {"saxons": 1})
    answer(table, papers=[filed(table, "saxons", 3, "any: last", seq=5)[0]])
    good(table)
    order(table, {"saxons": 1})
    broken(table, "another paper is in force", match="in force is 3")


def test_what_was_on_its_way_when_the_game_was_taken_back_falls(table, paper):
    carried(table, paper, saxons=1)
    order(table, {"saxons": 1})
    answer(table)
    old, _ = filed(table, "saxons", 2, "any: first")
    table.rollback(2, "the ford")
    order(table, {"saxons": 1})
    answer(table, papers=[old])
    broken(table, "a paper that fell")


# --- without a referee -----------------------------------------------------------------------------------


def clear(table, side, number, *lines, seq=None):
    said = ClearPaper(
        game=table.game,
        author=side,
        number=number,
        seq=len(table.log) - 1 if seq is None else seq,
        lines=lines,
    )
    return standing_papers.embed_paper(standing_papers.sign(said, key(side))).to_plain()


def test_without_a_referee_papers_stand_in_the_authors_own_entry_and_count_from_the_next_batch():
    table = Table(ALONE)
    table.order("saxons", "x", papers=[clear(table, "saxons", 1, "any: default")])
    assert good(table).standings.is_clear("saxons") == ()
    table.add("ack", "normans", {"applied": 1})
    order(table)
    assert good(table).standings.is_clear("saxons") == ("any: default",)


def test_without_a_referee_nobody_files_for_another():
    table = Table(ALONE)
    table.order("saxons", "x", papers=[clear(table, "normans", 1, "any: default")])
    broken(table, "another's paper")


def test_with_a_referee_no_paper_is_in_the_clear(table):
    order(table)
    answer(table, papers=[clear(table, "saxons", 1, "any: default", seq=0)])
    broken(table, "fields of a paper")


# --- what a paper tells ----------------------------------------------------------------------------------


def test_a_paper_tells_neither_how_many_lines_there_are_nor_how_long_they_are():
    shown = []
    for lines in ((), ("any: default",), tuple(f"loss of red-{i}: last" for i in range(LEAVES))):
        filing = standing_lines.make_filing(GAME, "saxons", 1, key("saxons"), lines)
        shown.append(
            (filing.make_paper(0, key("referee").public).to_plain(), len(filing.box(key("referee").public)))
        )
    assert len({len(canonical_json.encode(said)) for said, _ in shown}) == 1
    assert len({length for _, length in shown}) == 1
    assert len({said["leaves"] for said, _ in shown}) == 3


def test_the_same_line_under_another_number_has_another_leaf():
    leaves = [set(standing_lines.make_filing(GAME, "saxons", n, key("saxons"), LINES).leaves) for n in (1, 2)]
    assert not leaves[0] & leaves[1]


def test_a_box_that_does_not_give_the_paper():
    filing = standing_lines.make_filing(GAME, "saxons", 1, key("saxons"), LINES)
    other = standing_lines.make_filing(GAME, "saxons", 1, key("saxons"), LINES[:1])
    referee = key("referee")
    said = filing.make_paper(0, referee.public)
    box, wrong = (independent.base64.b64encode(each.box(referee.public)).decode() for each in (filing, other))
    assert standing_lines.open_filing(said, box, referee.public, referee.text()) == filing
    for bad in (wrong, "AAAA"):
        with refuses(Code.STANDING_WRONG, match="the box does not hold"):
            standing_lines.open_filing(said, bad, referee.public, referee.text())


def test_the_vector_with_nothing_but_sha256():
    found = json.loads((VECTORS / "standing.json").read_text())
    paper, lines = json.loads(found["paper"]), found["lines"]

    def sha(*values):
        return hashlib.sha256("".join(f"{value}\n" for value in values).encode()).hexdigest()

    salts = [sha("senlac-salt/2", found["root"], index)[:32] for index in range(64)]
    assert salts[: len(lines) + 1] == found["salts"]
    place = (paper["game"], paper["author"], paper["number"])
    padded = [*lines, *[""] * (64 - len(lines))]
    leaves = [sha("senlac-standing/1", *place, *pair) for pair in zip(salts, padded, strict=True)]
    assert sorted(leaves) == found["leaves"]
    for leaf, path in zip(leaves[: len(lines)], found["paths"], strict=True):
        for neighbour in path:
            leaf = sha("senlac-standing-node/1", *sorted((leaf, neighbour)))
        assert leaf == paper["leaves"]
    level = sorted(leaves)
    while len(level) > 1:
        level = [sha("senlac-standing-node/1", *sorted(level[at : at + 2])) for at in range(0, len(level), 2)]
    assert level == [paper["leaves"]]
    assert sha("senlac-standing-order/1", *place, *leaves) == paper["order"]
    text = "".join(f"{line}\n" for line in (found["root"], *lines)).encode().ljust(16_384, b"\n")
    coins = sha("senlac-standing-box/1", *place, found["root"])
    box = independent.box(independent.key_of({"key": found["referee"]}), text, coins)
    assert hashlib.sha256(box).hexdigest() == paper["box"]
    assert box.hex().startswith(found["box"])

"""Standing orders under attack, with the stock programs on the victim's side: a referee who skips a line or
takes another one, forks of papers, papers and receipts from elsewhere, what the other side can read."""

import re

import duel
import independent
import pytest
from pbem_play import log_bytes
from refereed import short
from refusing import refuses
from standing_play import file, share, show, signed, taken

from pbem.entry import armor, standing_papers
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.errors import LogFault
from pbem.judge.standing_filing import Filings, papers_in
from pbem.log.party.holdings import standing_name
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.rules.table import Table

STRIKES = ("done", "strike red-a > blue-a", "strike red-b > blue-b", "done")
LINES = ("loss of blue-b: first", "loss: last")


def stands(path, *lines):
    """The salt of a game in which blue's standing orders decide what it loses while red strikes."""
    for number in range(30):
        game = short(path / str(number), salt=str(number))
        file(game, "blue", *lines)
        receipt = game.play("red", *STRIKES)
        if any(
            isinstance(item, StandingAnswer)
            for item in receipt.table.accounts(receipt.first, receipt.first)[0].story
        ):
            return str(number)
    raise AssertionError("no loss in thirty games")


@pytest.fixture(scope="module")
def salt(tmp_path_factory):
    return stands(tmp_path_factory.mktemp("stands"), *LINES)


@pytest.fixture
def game(tmp_path, salt):
    """Blue has filed two lines; the first of them decides a loss in what red orders next."""
    made = short(tmp_path, salt=salt)
    file(made, "blue", *LINES)
    return made


def answered(game):
    (move,) = armor.read(game.sign("red", *STRIKES).file)
    receipt = game.apply(move)
    return receipt, armor.read(game.folders["referee"].answer_file(receipt.first))


def takes(game, side, answer):
    return referee.take_in(game.folders[side], answer, duel.build)


# --- a referee who cheats ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "says"),
    [((), "not by none"), (LINES[1:], "is decided by `loss of blue-b: first`, not by `loss: last`")],
    ids=["skipped", "another line chosen"],
)
def test_its_owner_finds_at_once_that_his_standing_orders_were_not_followed(game, monkeypatch, lines, says):
    """Nobody else can: the log itself is without a fault until everything is opened."""
    said = Filings.decide
    monkeypatch.setattr(
        Filings, "decide", lambda self, n, side: lines if side == "blue" else said(self, n, side)
    )
    _, answer = answered(game)
    takes(game, "red", answer)
    entries = duel.records(game.folders["red"])
    assert verify(entries, GameReplay(duel.build)).status is Status.INCOMPLETE
    assert independent.check(log_bytes(entries)) == "incomplete"
    with refuses(Code.STANDING_SKIPPED, match=says):
        takes(game, "blue", answer)
    assert len(duel.records(game.folders["blue"])) == 1


def test_who_knows_all_lines_finds_it_in_the_log(game, monkeypatch):
    """As the audit does, once everything is opened."""
    monkeypatch.setattr(Filings, "decide", lambda _self, _number, side: LINES[1:] if side == "blue" else ())
    answered(game)
    assert _audited(game, LINES[1:]) is None
    assert _audited(game, LINES) is Code.STANDING_SKIPPED


def _audited(game, lines):
    """What is found in the referee's log by who knows these lines of blue's paper 1."""
    table = Table(duel.build)
    table.verifier.rules.knows = lambda side, number: lines if (side, number) == ("blue", 1) else ()
    try:
        for entry in duel.records(game.folders["referee"]):
            table.verifier.apply(verify_entry(entry))
    except LogFault as fault:
        return fault.code
    return None


@pytest.mark.parametrize(
    "change", [{"decisions": [7]}, {"line": LINES[1]}], ids=["elsewhere", "not the line"]
)
def test_a_line_that_does_not_decide_what_it_is_said_to(game, monkeypatch, change):
    """Who has the rules sees it, without knowing the other lines."""
    used = Filings.line_uses

    def false(self, said, standings):
        (use, *rest) = used(self, said, standings)
        opening = self.open_paper("blue", 1).opening(change.get("line", use.line))
        return (use.replace(**opening | change), *rest)

    monkeypatch.setattr(Filings, "line_uses", false)
    with refuses(Code.STANDING_WRONG):
        answered(game)


def test_a_paper_that_only_its_author_was_shown_does_not_count(tmp_path, salt):
    """With the dice known the referee cannot let it in: red's order names what red's program was shown."""
    game = short(tmp_path, salt=salt)
    show(game, taken(game, signed(game, "blue", *LINES).papers), "blue")
    receipt, answer = answered(game)
    assert Entry.decode(answer[0].data).body.standing is None
    assert receipt.table.owing_roles == ("blue",)
    assert receipt.table.verifier.standings.force == {"blue": 1}  # carried: it counts from the next order on
    share(game, receipt)
    game.play("blue", "lose blue-a")
    table = game.table()
    move = game.sign(table.owing_roles[0], *(["done"] if table.owing_roles == ("red",) else ["done", "done"]))
    assert dict(move.entry.body.standing) == {"blue": 1}


def test_another_paper_than_was_receipted(game):
    """The referee has two papers of blue with one number: red was shown the receipt of the one, and the other
    is carried."""
    folder = game.folders["blue"].path / "standing"
    for left in folder.iterdir():
        left.unlink()
    other = signed(game, "blue", "loss: last")
    file_of = game.folders["referee"].standing_file("blue", 1)
    file_of.write_text("".join(armor.encode(one, armor.PAPER) for one in other.papers))
    file_of.with_suffix(".receipt.pbem").unlink()
    _, answer = answered(game)
    with refuses(Code.FORK, match="paper 1 of blue has digest"):
        takes(game, "red", answer)


def test_two_receipts_of_one_number(game):
    for left in (game.folders["referee"].path / "standing").iterdir():
        left.unlink()
    for left in (game.folders["blue"].path / "standing").iterdir():
        left.unlink()
    receipts = taken(game, signed(game, "blue", "loss: last").papers)
    with refuses(Code.FORK, match="the referee has receipted two papers 1 of blue"):
        show(game, receipts, "red")


# --- sides that cheat --------------------------------------------------------------------------------------


def test_two_papers_of_one_number_are_a_fork_and_both_are_kept(game):
    first = {one.head for one in papers_in(game.folders["referee"], standing_name("blue", 1))}
    for left in (game.folders["blue"].path / "standing").iterdir():
        left.unlink()
    other = signed(game, "blue", "loss: last")
    with refuses(Code.FORK, match="two papers 1 of blue"):
        taken(game, other.papers)
    (kept,) = (game.folders["referee"].path / "standing").glob("*.fork.pbem")
    assert papers_in(game.folders["referee"], f"standing/{kept.name}") == [other.papers[0]]
    assert {one.head for one in papers_in(game.folders["referee"], standing_name("blue", 1))} == first


def test_the_same_paper_again_gets_the_same_receipt(game):
    papers = papers_in(game.folders["blue"], standing_name("blue", 1))
    assert taken(game, papers) == taken(game, papers)
    game.play("red", "done", "done")
    assert taken(game, papers)


def test_a_number_left_out_waits(tmp_path):
    game = short(tmp_path)
    first = signed(game, "blue", "loss: last")
    second = signed(game, "blue", "loss: first")
    assert second.papers[:2] == first.papers
    with refuses(Code.STANDING_WRONG, match="paper 2 of blue where 1 is next"):
        taken(game, second.papers[2:])
    show(game, taken(game, second.papers))
    assert Filings(game.folders["red"], game.table("red")).named_papers() == {"blue": 2}


def test_papers_and_receipts_of_another_game(tmp_path):
    game, other = short(tmp_path / "one", salt="1"), short(tmp_path / "two", salt="2")
    made = signed(other, "blue", "loss: last")
    with refuses(Code.WRONG_GAME):
        taken(game, made.papers)
    receipts = taken(other, made.papers)
    with refuses(Code.WRONG_GAME):
        show(game, receipts)


def test_a_receipt_that_a_side_has_signed(game):
    (receipt,) = taken(game, papers_in(game.folders["blue"], standing_name("blue", 1)))
    said = standing_papers.open_paper(receipt).said
    forged = standing_papers.sign(said.replace(number=2), duel.key("blue")).signed
    with refuses(Code.WRONG_SIGNER):
        show(game, [forged], "red")


def test_papers_whose_box_is_missing_or_of_another(game):
    second = signed(game, "blue", "loss: first")
    paper, _ = second.papers
    with refuses(Code.STANDING_WRONG, match="the box of paper 2 is missing"):
        taken(game, [paper])


def test_an_order_that_names_a_paper_which_has_not_come(tmp_path):
    game = short(tmp_path)
    receipts = taken(game, signed(game, "blue", "loss: last").papers)
    show(game, receipts)
    for left in (game.folders["referee"].path / "standing").iterdir():
        left.unlink()
    with refuses(Code.STANDING_WRONG, match="paper 1 of blue has not come"):
        game.play("red", "done", "done")


def test_what_is_lost_is_told(game):
    game.folders["blue"].standing_file("blue", 1).with_suffix(".txt").unlink()
    with refuses(Code.STANDING_LOST):
        Filings(game.folders["blue"], game.table("blue")).lines("blue", 1)


# --- what the other side can read --------------------------------------------------------------------------


def test_nothing_in_the_other_sides_folder_tells_the_lines(game):
    """Before one is used; then that one alone."""
    game.play("red", "step red-a 2", "done", "done")
    held = b"".join(path.read_bytes() for path in game.folders["red"].path.rglob("*") if path.is_file())
    assert not re.search(rb"loss", held)
    made = short(game.path / "again", salt="x")
    file(made, "blue", *LINES)
    assert Filings(made.folders["red"], made.table("red")).lines_in_force("blue") == (1, ())


def test_a_use_shows_its_own_line_alone(game):
    receipt, answer = answered(game)
    takes(game, "red", answer)
    held = (game.folders["red"].path / "game.log").read_bytes()
    assert LINES[0].encode() in held
    assert LINES[1].encode() not in held
    assert receipt.table.verifier.standings.is_shown("blue", 1, LINES[0])

"""A game under a referee: move files from both sides, dice, answers; what is refused, and what is dropped."""

import re

import duel
import pytest
from boxed import boxes_in
from refereed import Game, play_out, short
from refusing import refuses
from said import following

from pbem.entry import armor
from pbem.entry.bodies import Ack
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.log import due_rolls
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_dice, verify_entries
from pbem.messages import report_text
from pbem.play import player
from pbem.play.host import referee
from pbem.play.host.judge_shell import Receipt
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.order_report import RollResult
from pbem.rules.table import Table


@pytest.fixture
def game(tmp_path):
    return short(tmp_path)


@pytest.mark.whole
@pytest.mark.parametrize("salt", ["", "b", "c", "d"])
def test_a_whole_game_by_move_files(tmp_path, salt):
    game = play_out(Game(tmp_path, salt))
    assert len(game.logs()) == 1
    entries = duel.records(game.folders["blue"])
    verdict = verify(entries, GameReplay(duel.build))
    assert verdict.status is Status.HOLDS, verdict.message
    assert verify_dice(entries).status is Status.HOLDS
    last = Entry.decode(entries[-1].data)
    assert last.type == "end"
    assert last.body.outcome == game.table().replay.outcome()


def test_dice_before_any_decision_are_opened_by_an_ack(tmp_path):
    game = Game(tmp_path)
    assert game.table().owing_roles == ("red",)
    with refuses(Code.NOT_YOUR_DECISION, match="the dice come first"):
        game.sign("red", "done")
    receipt = game.play("red")
    types = [Entry.decode(e.data).type for e in duel.records(game.folders["referee"])]
    assert types == ["charter", "ack", "roll"]
    thrown = [item for item in receipt.table.accounts(1, 1)[0].story if isinstance(item, RollResult)]
    assert [(due_rolls.label(t.due), due_rolls.describe_roll(t.due), len(t.values)) for t in thrown] == [
        ("first of red", "1d6", 1),
        ("first of blue", "1d6", 1),
        ("the cards", "shuffle of 4", 4),
    ]
    with refuses(Code.NOT_YOUR_DECISION, match="no dice"):
        game.sign(receipt.table.owing_roles[0])


def test_an_order_without_dice_is_acknowledged(game):
    game.play("red", "step red-a 2", "done", "done")
    entries = [Entry.decode(e.data) for e in duel.records(game.folders["referee"])]
    assert [(e.type, e.author) for e in entries[1:]] == [("order", "red"), ("ack", "referee")]
    assert entries[2].body == Ack(applied=3, at=0)
    assert entries[2].link is None
    assert game.table().owing_roles == ("blue",)


def test_an_illegal_line_before_the_dice_refuses_all_of_it(game):
    before = game.logs()
    file = game.write("# to the front", "step red-a 2", "", "step red-a 3  # again")
    with refuses(Code.ORDER_FILE) as caught:
        player.sign_move(game.folders["red"], file, build=duel.build)
    assert str(caught.value).startswith(f"{file}:4: `step red-a 3`: against rule 2.1: ")
    entry = following(
        game.table(), "order", "red", {"lines": ["step red-a 2", "step red-a 3"]}, duel.chain("red").reveal(0)
    )
    with refuses(Code.LINE_REFUSED) as refused:
        game.apply(duel.sign(entry, duel.key("red")))
    assert (refused.value.index, refused.value.rule) == (1, "2.1")
    assert game.logs() == before


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("hop red-a 2", "1:", "unknown verb 'hop'"),
        ("step red-x 2", "6:", "there is no counter 'red-x'"),
        ("step a 2", "6:", "'a' could be red-a, blue-a"),
        ("step red-a 9", "12:", "there is no place '9'"),
        ("strike red-a > blue-a", "", "against rule 2.1"),
    ],
)
def test_each_kind_of_fault_names_file_and_line(game, line, column, words):
    file = game.write("step red-b 2", line)
    with refuses(Code.ORDER_FILE) as caught:
        player.sign_move(game.folders["red"], file, build=duel.build)
    assert str(caught.value).startswith(f"{file}:2:{column} ")
    assert words in str(caught.value)


def test_short_names_are_signed_in_full(game):
    move = game.sign("red", "STEP RED-A 2", "done")
    assert move.entry.body.lines == ("step red-a 2", "done")


def test_lines_that_no_longer_fit_after_the_dice_are_dropped(tmp_path):
    """`lose` is the other side's decision or there is none: either way red's later lines end their use."""
    seen = set()
    for salt in "abcdefgh":
        game = short(tmp_path / salt, salt=salt)
        lines = ("done", "strike red-a > blue-a", "strike red-b > blue-a", "done")
        receipt = game.play("red", *lines)
        (account,) = order_closing.load(game.folders["red"], duel.build).accounts(1, 1)
        roll = Entry.decode(receipt.table.entries(2, 2)[0].data)
        assert roll.type == "roll"
        assert roll.body.applied == account.applied
        assert lines == lines[: account.applied] + account.dropped
        told = account.why in report_text.account_text(account)
        assert told is (set(account.dropped) > {"done"}) or not account.why
        assert not receipt.table.accounts(1, 1)[0].dropped
        seen.add((account.applied, receipt.table.owing_roles[0]))
        assert verify(duel.records(game.folders["red"]), GameReplay(duel.build)).sound
    assert (2, "blue") in seen  # blue must choose a loss: the rest is dropped
    assert (2, "red") in seen  # blue-a fell: the second strike no longer fits, and red is asked again
    assert len(seen) > 2


def test_a_decision_out_of_turn_is_an_entry_of_its_own(tmp_path):
    for salt in "abcdefgh":
        game = short(tmp_path / salt, salt=salt)
        receipt = game.play("red", "done", "strike red-a > blue-a")
        if receipt.table.owing_roles == ("blue",) and receipt.table.replay.play.state.active == "red":
            answer = game.play("blue", "lose blue-b")
            assert Entry.decode(answer.table.entries(3, 3)[0].data).type == "decision"
            return
    pytest.fail("no loss in eight games")


def test_lines_left_when_the_other_side_decides_are_reported(game):
    receipt = game.play("red", "done", "done", "done", "step red-a 2")
    table = order_closing.load(game.folders["red"], duel.build)
    (account,) = table.accounts(1, 1)
    assert account.dropped == ("done", "step red-a 2")
    report = report_text.receipt_text(Receipt(table, 1, 2))
    assert "Not used because blue must decide (steps):" in report
    for other in (
        report_text.receipt_text(receipt),
        report_text.receipt_text(Receipt(game.table("blue"), 1, 2)),
    ):
        assert "Not used" not in other
        assert "red-a" not in other
    assert "Next: blue: step or done (steps, rule 2.1)" in report


def test_the_same_move_again_gives_the_same_answer(game):
    move = game.sign("red", "done", "strike red-a > blue-a")
    first = game.apply(move.signed)
    answer = game.folders["referee"].answer_file(1).read_bytes()
    log = (game.folders["referee"].path / "game.log").read_bytes()
    game.folders["referee"].answer_file(1).unlink()
    again = game.apply(move.signed)
    assert again.repeated
    assert report_text.receipt_text(again) == report_text.receipt_text(first)
    assert game.folders["referee"].answer_file(1).read_bytes() == answer
    assert (game.folders["referee"].path / "game.log").read_bytes() == log


def test_an_old_move_again_is_answered_as_then(tmp_path):
    game = play_out(Game(tmp_path))
    first = duel.records(game.folders["referee"])[1]
    receipt = game.apply(first)
    assert (receipt.repeated, receipt.first, receipt.last) == (True, 1, 2)
    assert receipt.table.seq == 2
    assert "The game is over" not in report_text.receipt_text(receipt)


def test_signing_again_gives_the_same_file_and_never_another_for_its_place(game):
    first = game.sign("red", "done", "done")
    assert game.sign("red", "done", "done").signed == first.signed
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "step red-a 2", "done", "done")
    assert armor.read(first.file) == [first.signed]


def test_a_draft_is_checked_but_never_applied_nor_a_fork(game):
    draft = game.sign("red", "step red-a 2", "done", draft=True)
    assert draft.entry.link is None
    assert draft.file.name == "0001-red.draft.pbem"
    assert game.table().verifier.check_draft(verify_entry(draft.signed)) == draft.entry
    with refuses(Code.DRAFT_NOT_LOCKED):
        game.apply(draft.signed)
    game.play("red", "done", "done")
    with refuses(Code.DRAFT_NOT_LOCKED):
        game.apply(draft.signed)
    other = game.sign("blue", "step blue-a 2", draft=True)
    assert game.sign("blue", "step blue-a 3", draft=True).signed != other.signed


def test_a_resignation_ends_the_game(game):
    move = player.resign(game.folders["red"], duel.build)
    receipt = game.apply(move.signed)
    assert receipt.table.verifier.ended
    assert receipt.table.replay.outcome()["winner"] == "blue"
    assert verify(duel.records(game.folders["referee"]), GameReplay(duel.build)).status is Status.HOLDS
    answer = armor.read(game.folders["referee"].answer_file(1))
    referee.take_in(game.folders["blue"], answer, duel.build)
    with refuses(Code.AFTER_END):
        game.sign("blue", "done")


def test_a_player_takes_in_only_whole_answers(game):
    move = game.sign("red", "done", "strike red-a > blue-a")
    with refuses(Code.ROLL_DUE):
        referee.take_in(game.folders["blue"], [move.signed], duel.build)
    receipt = game.apply(move.signed)
    answer = armor.read(game.folders["referee"].answer_file(1))
    taken = referee.take_in(game.folders["blue"], answer, duel.build)
    assert report_text.receipt_text(taken) == report_text.receipt_text(receipt)
    again = referee.take_in(game.folders["blue"], answer, duel.build)
    assert again.repeated
    assert report_text.receipt_text(again) == report_text.receipt_text(receipt)
    later = following(game.table("referee"), "late", "referee", {"role": "red", "kind": "order"})
    skipped = duel.sign(duel.replace(later, seq=9), duel.key("referee"))
    with refuses(Code.WRONG_SEQ, match="entries are missing"):
        referee.take_in(game.folders["blue"], [skipped], duel.build)


def test_only_the_owner_of_a_folder_acts_in_it(game):
    move = game.sign("red", "done", "done")
    with refuses(Code.STRANGE_FOLDER, match="not the referee's folder"):
        referee.apply(game.folders["blue"], move.signed, duel.build)
    with refuses(Code.STRANGE_FOLDER, match="plays no side"):
        game.sign("referee", "done")
    game.folders["red"].chain_file.unlink()
    duel.chain("red", "other").save(game.folders["red"].chain_file)
    with refuses(Code.STRANGE_FOLDER, match="chain"):
        game.sign("red", "step red-a 2")


def test_a_long_label_is_cut_and_the_dice_are_rolled(tmp_path, monkeypatch):
    monkeypatch.setattr("modules.engine.orders._FORMS", {})
    monkeypatch.setattr(duel.Strike, "FORM", duel.Strike.FORM + " hard" * 60)
    game = short(tmp_path)
    receipt = game.play("red", "done", "strike red-a > blue-a" + " hard" * 60)
    (label,) = {roll.label for roll in receipt.table.verifier.rolls}
    assert len(label) == 200
    assert label.endswith("…")


def test_a_charter_with_other_sides_than_the_game(tmp_path, monkeypatch):
    monkeypatch.setattr(duel, "SIDES", ("red", "green"))
    folders = duel.new(tmp_path)
    with refuses(Code.BROKEN_LOG, match="is played by red, green, not red, blue"):
        Table.load(folders["referee"].log, duel.build)


def test_a_log_that_is_broken_is_not_built_upon(game):
    path = game.folders["red"].path / "game.log"
    path.write_bytes(path.read_bytes().replace(b"Player red", b"Player rad"))
    with refuses(Code.BROKEN_LOG, match="entry 0"):
        game.sign("red", "done")


def test_an_old_log_that_was_put_back_is_not_built_upon(game):
    log = game.folders["referee"].log.path
    older = log.read_bytes()
    first = game.sign("red", "done").signed
    receipt = game.apply(first)
    for side in duel.SIDES:
        referee.take_in(game.folders[side], receipt.table.entries(1, 2), duel.build)
    old = log.read_bytes()
    second = game.play(game.table().owing_roles[0], "done")
    new = log.read_bytes()
    log.write_bytes(older)
    with refuses(Code.OLD_LOG, match=r"ends with entry 0, but .*0003.pbem is your answer to a later one"):
        game.apply(first)
    assert log.read_bytes() == older
    log.write_bytes(old)  # one answer short: that one is in the record of what was shown
    assert game.apply(second.table.entries(3, 3)[0]).repeated
    assert log.read_bytes() == new


def test_who_was_overtaken_has_no_old_log(game):
    """Another process answers between the reading of the log and the look at the answers."""
    (signed,) = armor.read(game.sign("red", "done").file)
    before = game.table()
    game.apply(signed)
    assert referee.apply(
        game.folders["referee"], signed, duel.build, table=before, boxes=boxes_in(game.folders)
    ).repeated


def test_whatever_is_wrong_with_a_log_its_file_is_named(game):
    log = game.folders["red"].log
    log.path.write_bytes(b"hello\n")
    for look in (verify_entries, Table.load):
        with refuses(Code.BROKEN_LOG, match=f"^{re.escape(str(log.path))}: not a game log"):
            look(log)

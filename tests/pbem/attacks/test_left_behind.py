"""A game that goes on in another folder of its owner, on another computer or put in step with this one: the
folder that was left behind notices it by an entry of its owner's that it has no record of, and signs nothing.
"""

import shutil

import duel
import pytest
from crashes import settle
from mailed import NOW, Mailed
from refusing import refuses
from two_folders import Game as Peers
from word_play import begun, code_in, typed

from pbem.disk import machine_memory
from pbem.entry import armor
from pbem.entry.bodies import seen_in
from pbem.entry.entries import Entry
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder
from pbem.mail.writer import Draft, compose
from pbem.messages import game_status
from pbem.play import folder_restoration, player
from pbem.play.agreements import rulings
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table

LOSES = ("done", "done")


def inbox(game, role):
    return Inbox(game.folders[role], build=duel.build)


def mail(sender, to, signed):
    name = f"{sender}@example.org", (f"{to}@example.org",)
    return compose(Draft(*name, "mail", "see below", tuple(signed), automatic=False))


class Computer:
    """Another computer of a user: its programs remember what they noted there."""

    def __init__(self, path, monkeypatch):
        self.path, self._patch = path, monkeypatch

    def __enter__(self):
        self._context = self._patch.context()
        self._context.__enter__().setenv("XDG_STATE_HOME", str(self.path / "state"))
        return self

    def __exit__(self, *error):
        return self._context.__exit__(*error)


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    return Computer(tmp_path / "elsewhere", monkeypatch)


def moved(folder, computer, *others, build=duel.build):
    """The folder on another computer, restored there by the receipts of others."""
    copy = Folder(computer.path / folder.path.name)
    shutil.copytree(folder.path, copy.path)
    with computer:
        asked = folder_restoration.ask(copy, NOW)
        for other in others:
            given = folder_restoration.answer(other, asked, NOW)
            folder_restoration.take(copy, [given.receipt], given.entries, build)
        assert disclosures.is_own(copy)
    return copy


def ordered(folder, path, *lines):
    path.mkdir(exist_ok=True)
    file = path / "orders.txt"
    file.write_text("\n".join(lines) + "\n")
    return player.sign_move(folder, file, build=duel.build)


def played_by(game, folder, role, computer, *lines):
    """A move of a folder on another computer, judged, and the answer for all."""
    with computer:
        made = ordered(folder, computer.path, *lines)
    boxes = armor.boxes(made.file.read_text())
    receipt = referee.apply(game.folders["referee"], made.signed, duel.build, boxes=boxes)
    return armor.read(game.folders["referee"].answer_file(receipt.first))


def test_the_folder_that_was_left_behind_signs_nothing(tmp_path, elsewhere):
    """The attack: restored on a second computer, a game is played on there; then on the first one again."""
    game = Mailed(tmp_path / "game", forced=False)
    red = game.folders["red"]
    there = moved(red, elsewhere, game.folders["referee"])
    answer = played_by(game, there, "red", elsewhere, *LOSES)
    with refuses(Code.LEFT_BEHIND, match="pbem restore"):
        inbox(game, "red").receive(mail("referee", "red", signed=answer), NOW)
    assert len(duel.records(red)) == len(answer) + 1  # the log goes on: it is the truth
    game.take_in("blue", answer)
    game.play("blue", *LOSES)
    before = sorted(red.path.rglob("*.pbem"))
    with refuses(Code.LEFT_BEHIND, match="pbem restore"):
        ordered(red, tmp_path, *LOSES)
    assert sorted(red.path.rglob("*.pbem")) == before
    assert game_status.facts(red, Table.load(red.log, duel.build))["restored"]


def test_with_receipts_the_first_one_goes_on_and_the_second_is_left_behind(tmp_path, elsewhere):
    game = Mailed(tmp_path / "game", forced=False)
    red = game.folders["red"]
    there = moved(red, elsewhere, game.folders["referee"])
    for signed in (played_by(game, there, "red", elsewhere, *LOSES),):
        with refuses(Code.LEFT_BEHIND):
            game.take_in("red", signed)
        game.take_in("blue", signed)
        with elsewhere:
            referee.take_in(there, signed, duel.build)
    game_goes_on = game.sign("blue", *LOSES)
    boxes = armor.boxes(game_goes_on.file.read_text())
    receipt = referee.apply(game.folders["referee"], game_goes_on.signed, duel.build, boxes=boxes)
    answer = armor.read(game.folders["referee"].answer_file(receipt.first))
    for folder in (red, game.folders["blue"]):
        referee.take_in(folder, answer, duel.build)
    with elsewhere:
        referee.take_in(there, answer, duel.build)
    asked = folder_restoration.ask(red, NOW)
    given = folder_restoration.answer(game.folders["referee"], asked, NOW)
    folder_restoration.take(red, [given.receipt], given.entries, duel.build)
    made = game.sign("red", *LOSES)
    assert seen_in(made.entry.body)
    receipt = game.apply(made.signed)
    with elsewhere, refuses(Code.LEFT_BEHIND):
        referee.take_in(there, armor.read(game.folders["referee"].answer_file(receipt.first)), duel.build)


def test_an_entry_that_comes_before_its_time_tells_too(tmp_path, elsewhere):
    """Mails were lost: what came cannot stand in the log yet, and shows all the same who signed it."""
    game = Mailed(tmp_path / "game", forced=False)
    red = game.folders["red"]
    there = moved(red, elsewhere, game.folders["referee"])
    blue = game.folders["blue"]
    for role in ("red", "blue", "red"):
        if role == "red":
            answer = played_by(game, there, role, elsewhere, *LOSES)
        else:
            game.apply(game.sign("blue", *LOSES).signed)
            answer = armor.read(game.folders["referee"].answer_file(3))
        referee.take_in(blue, answer, duel.build)
        with elsewhere:
            referee.take_in(there, answer, duel.build)
    assert len(duel.records(red)) == 1  # it has heard nothing of all this
    with refuses(Code.LEFT_BEHIND):
        referee.take_in(red, game.table().entries(5, 6), duel.build)
    with refuses(Code.LEFT_BEHIND):
        ordered(red, tmp_path, *LOSES)


def test_a_newer_log_that_was_put_in_by_hand_tells_it(tmp_path, elsewhere):
    game = Mailed(tmp_path / "game", forced=False)
    red = game.folders["red"]
    there = moved(red, elsewhere, game.folders["referee"])
    game.take_in("blue", played_by(game, there, "red", elsewhere, *LOSES))
    game.apply(game.sign("blue", *LOSES).signed)
    shutil.copy(game.folders["referee"].path / "game.log", red.path / "game.log")
    with refuses(Code.LEFT_BEHIND, match="entry 1 .*is yours, and this folder has no record"):
        ordered(red, tmp_path, *LOSES)


def test_without_a_referee_neither_answers_nor_signs(tmp_path, elsewhere):
    """There what one has signed comes back in the others' mails, and an answer is signed at once."""
    game = Peers(tmp_path / "game", forced=False)
    red, blue = game.folders["red"], game.folders["blue"]
    there = moved(red, elsewhere, blue)
    with elsewhere:
        made = ordered(there, elsewhere.path, *LOSES)
    game.take_in("blue", made.file)
    answered = game.sign("blue", *LOSES)
    with refuses(Code.LEFT_BEHIND, match="pbem restore"):
        game.take_in("red", answered)
    with refuses(Code.LEFT_BEHIND):
        game.sign("red", *LOSES)
    assert not list(red.path.glob("answers/*"))


def test_nor_where_both_have_signed_for_one_place(tmp_path, elsewhere):
    game = Peers(tmp_path / "game", forced=False)
    red, blue = game.folders["red"], game.folders["blue"]
    there = moved(red, elsewhere, blue)
    game.sign("red", "step red-a 2", "done", "done")
    with elsewhere:
        made = ordered(there, elsewhere.path, *LOSES)
    game.take_in("blue", made.file)
    with refuses(Code.LEFT_BEHIND):
        game.take_in("red", game.sign("blue", *LOSES))
    with refuses(Code.LEFT_BEHIND):
        game.sign("red", "step red-a 2", "done", "done")


def test_an_old_copy_that_a_stranger_forges_tells_nothing(tmp_path):
    """Only a signature of the owner's counts: nobody else silences a folder."""
    game = Mailed(tmp_path / "game", forced=False)
    red = game.folders["red"]
    entry = game.table().next_entry("red", Entry.decode(game.sign("red", *LOSES).signed.data).body, "ef" * 32)
    forged = duel.sign(entry, duel.key("blue"))
    game_of = game.folders["red"]
    with pytest.raises(Exception):  # noqa: B017 - refused in whatever way
        referee.take_in(game_of, [forged], duel.build)
    assert disclosures.is_own(red)
    assert game.sign("red", *LOSES)


def test_what_a_late_has_overtaken_is_ones_own(tmp_path):
    """An order whose place a `late` took, and that was signed again, is on the record both times."""
    deadline = [{"kind": "order", "hours": 24, "grace": 0, "then": "default"}]
    game = Mailed(tmp_path / "game", forced=False, deadlines=deadline)
    out = game.sign("red", "done", "strike red-a > blue-a")
    rulings.record_late(game.folders["referee"], 2_000_000_000, duel.build)
    answer = game.table().entries(1, game.table().seq)
    for side in duel.SIDES:
        game.take_in(side, answer)
    while (table := game.table()).owing_roles:
        side = table.owing_roles[0]
        game.play(side, *(["done"] * 2 if len(table.verifier.entries) < 9 else ["done"]))
        if table.seq > 12:
            break
    assert out.signed not in table.verifier.entries
    assert disclosures.is_own(game.folders["red"])


# --- a folder that a program keeps in step on two computers ------------------------------------------------


def in_step(one, other):
    """What such a program does once it has caught up: the newer files replace those of the other."""
    shutil.copytree(one.path, other.path, dirs_exist_ok=True)


@pytest.fixture
def two(tmp_path, elsewhere):
    """Red's folder on two computers, each of which has signed in it in its turn; and the game."""
    game = Mailed(tmp_path / "game", forced=False)
    there = moved(game.folders["red"], elsewhere, game.folders["referee"])
    in_step(there, game.folders["red"])
    return game, there


def test_a_record_that_another_computer_has_written_is_no_crash(two, elsewhere, tmp_path):
    """The attack: a record that is ahead of this computer's note was taken for one after a crash."""
    game, there = two
    red = game.folders["red"]
    signing_record.write(red, signing_record.read(red))  # both are the true one, as far as each knows
    with elsewhere:
        ordered(there, elsewhere.path, *LOSES)
    in_step(there, red)
    with refuses(Code.RESTORED_FOLDER):
        ordered(red, tmp_path, "step red-a 2", "done", "done")


def test_a_record_of_the_release_before_says_nothing_of_its_computer(tmp_path):
    """After a crash it is ahead of the note, as it always was."""
    game = Mailed(tmp_path / "game", forced=False)
    red = game.folders["red"]
    before = machine_memory.note(red.chain().tip)
    game.play("red", *LOSES)
    file = red.path / signing_record.FILE
    kept = [line for line in file.read_text().splitlines() if not line.startswith(("place", "begun"))]
    file.write_text("".join(f"{line}\n" for line in kept))
    machine_memory.keep(red.chain().tip, before)
    assert disclosures.is_own(red, game.table("red").verifier)


COPIES = {
    "shown (conflicted copy).txt": "shown",
    "shown (Ann's conflicted copy 2026-10-14)": "shown",
    "shown-LAPTOP": "shown",
    "shown.sync-conflict-20261014-120000-ABCDEFG": "shown",
    "game (1).log": "game.log",
    "game-LAPTOP.log": "game.log",
    "moves/0001-red (1).pbem": "moves/0001-red.pbem",
    "moves/0001-red-LAPTOP.pbem": "moves/0001-red.pbem",
    "moves/0001-red-laptop.pbem": "moves/0001-red.pbem",
    "moves/0001-red~1.pbem": "moves/0001-red.pbem",
}


@pytest.mark.parametrize(("name", "of"), COPIES.items(), ids=list(COPIES))
def test_a_copy_that_lies_beside_tells_what_was_signed_there(two, elsewhere, tmp_path, name, of):
    game, there = two
    red = game.folders["red"]
    red_was = signing_record.SigningRecord(red.chain().tip, game.table().verifier.game)
    with elsewhere:
        made = ordered(there, elsewhere.path, *LOSES)
        there.log.append(made.signed)
    signing_record.write(red, red_was)
    (red.path / name).parent.mkdir(exist_ok=True)
    shutil.copy(there.path / of, red.path / name)
    with refuses(Code.LEFT_BEHIND, match="move that file away"):
        ordered(red, tmp_path, "step red-a 2", "done", "done")
    said = game_status.facts(red, Table.load(red.log, duel.build))
    assert said["copies"] == [str(red.path / name)]
    assert said["signs_nothing"]["code"] == "left-behind"
    asked = folder_restoration.ask(red, NOW)
    given = folder_restoration.answer(game.folders["referee"], asked, NOW)
    folder_restoration.take(red, [given.receipt], given.entries, duel.build)
    assert ordered(red, tmp_path, "step red-a 2", "done", "done")  # nobody held what was signed there


@pytest.mark.parametrize("name", ["shown.bak", "shown~", "game.log.old", "moves/0001-red.draft.pbem"])
def test_an_own_backup_stops_nobody(tmp_path, name):
    game = Mailed(tmp_path / "game", forced=False)
    red = game.folders["red"]
    game.play("red", "done", "done")
    game.play("blue", "done", "done")
    for each in ("shown", "game.log"):
        if name.startswith(each):
            shutil.copy(red.path / each, red.path / name)
    assert game_status.facts(red, game.table("red"))["copies"] == []
    assert game.sign("red", *LOSES)


# --- a referee who plays for a side by mail word -----------------------------------------------------------


def test_an_order_that_the_referee_has_signed_elsewhere_for_a_side_by_mail_word(tmp_path, monkeypatch):
    """Its key lies in his folder: what bears its signature and is not in his log was signed in another."""
    game = begun(tmp_path / "game")
    kept = tmp_path / "elsewhere"
    shutil.copytree(game.path, kept)
    there = Computer(tmp_path / "there", monkeypatch)
    with there:
        settle(kept)
        robot = Inbox(Folder(kept / "referee"), build=duel.build)
        (draft,) = robot.receive(typed("done\ndone", number=7), NOW).files
        assert robot.receive(typed(f"yes {code_in(draft)}", number=8), NOW).outcome == "accepted"
        signed = list(Folder(kept / "referee").log.read().records())[3]
    assert Entry.decode(signed.data).author == "blue"
    with refuses(Code.LEFT_BEHIND):
        game.receive(mail("blue", "referee", signed=[signed]))
    code = game.draft("done", "done")
    with refuses(Code.LEFT_BEHIND):
        game.type(f"yes {code}")


# --- what is told ------------------------------------------------------------------------------------------


def test_the_robot_of_such_a_folder_is_not_silent(tmp_path, elsewhere):
    game = Mailed(tmp_path / "game", forced=False)
    red = game.folders["red"]
    there = moved(red, elsewhere, game.folders["referee"])
    answer = played_by(game, there, "red", elsewhere, *LOSES)
    with refuses(Code.LEFT_BEHIND):
        game.take_in("red", answer)
    robot = inbox(game, "red")
    (note,) = robot.keep_time(NOW)
    assert (note.what, note.name, "pbem restore" in note.text) == ("trouble", "left-behind", True)
    assert robot.keep_time(NOW) == []  # once is enough
    rows = dict(game_status.rows(game_status.facts(red, game.table("red")), game.table("red"), NOW))
    assert "pbem restore" in rows["Left behind"]


def test_the_robot_says_what_is_out(tmp_path):
    """Its mail first, as no command laid one."""
    game = Mailed(tmp_path / "game", forced=False)
    made = game.sign("red", *LOSES)
    notes = inbox(game, "red").keep_time(NOW)
    assert {(note.what, str(made.file) in note.text) for note in notes} == {
        ("signed", False),
        ("waiting", True),
    }

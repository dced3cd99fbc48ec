"""A game that goes on in another folder of its owner, on another computer or put in step with this one: the
folder that was left behind notices it by an entry of its owner's that it has no record of, and signs nothing.
"""

import shutil

import duel
import pytest
from mailed import NOW, Mailed
from refusing import refuses
from test_found import inbox, mail
from two_folders import Game as Peers

from pbem.codes import Code
from pbem.entry import armor
from pbem.entry.bodies import seen_in
from pbem.entry.entries import Entry
from pbem.log import shown
from pbem.log.folder import Folder
from pbem.play import player, receipts, referee
from pbem.rules.table import Table
from pbem.tell import situation

LOSES = ("done", "done")


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
        asked = receipts.ask(copy, NOW)
        for other in others:
            given = receipts.answer(other, asked, NOW)
            receipts.take(copy, [given.receipt], given.entries, build)
        assert shown.is_own(copy)
    return copy


def ordered(folder, path, *lines):
    path.mkdir(exist_ok=True)
    file = path / "orders.txt"
    file.write_text("\n".join(lines) + "\n")
    return player.move(folder, file, build=duel.build)


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
    assert situation.facts(red, Table.load(red.log, duel.build))["restored"]


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
    asked = receipts.ask(red, NOW)
    given = receipts.answer(game.folders["referee"], asked, NOW)
    receipts.take(red, [given.receipt], given.entries, duel.build)
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
    assert shown.is_own(red)
    assert game.sign("red", *LOSES)


def test_what_a_late_has_overtaken_is_ones_own(tmp_path):
    """An order whose place a `late` took, and that was signed again, is on the record both times."""
    from pbem.play import rulings

    deadline = [{"kind": "order", "hours": 24, "grace": 0, "then": "default"}]
    game = Mailed(tmp_path / "game", forced=False, deadlines=deadline)
    out = game.sign("red", "done", "strike red-a > blue-a")
    rulings.late(game.folders["referee"], 2_000_000_000, duel.build)
    answer = game.table().entries(1, game.table().seq)
    for side in duel.SIDES:
        game.take_in(side, answer)
    while (table := game.table()).owing:
        side = table.owing[0]
        game.play(side, *(["done"] * 2 if len(table.walk.entries) < 9 else ["done"]))
        if table.seq > 12:
            break
    assert out.signed not in table.walk.entries
    assert shown.is_own(game.folders["red"])

"""The process killed at every step that reaches the disk, and the same command run again: nothing is lost,
nothing doubled, and what results is to the byte what an undisturbed run leaves.
"""

import os
import shutil

import duel
import pytest
from boxed import boxes_in
from crashes import STEPS, contents, each_crash, settle
from refusing import refuses
from said import following

from pbem.disk.atomic_files import Disk
from pbem.entry import armor
from pbem.judge import closed_lines
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status
from pbem.log.verification import verify_file
from pbem.play import player
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.setup import new_game
from pbem.setup.new_game import Plan


@pytest.fixture
def places(tmp_path):
    start, work = tmp_path / "start", tmp_path / "game"
    start.mkdir()
    return start, work


def folders_in(path):
    return {role: Folder(path / role) for role in duel.ROLES}


def orders(start, *lines):
    file = start / "orders.txt"
    file.write_text("\n".join(lines))
    return file


def test_every_seam_is_watched():
    assert {*STEPS, "fsync", "sync_directory"} == {name for name in vars(Disk) if not name.startswith("_")}


@pytest.mark.whole
def test_move(places):
    start, work = places
    duel.new(start, forced=False)
    orders(start, "done", "strike red-a > blue-a")

    def command():
        player.sign_move(Folder(work / "red"), work / "orders.txt", build=duel.build)

    shutil.copytree(start, work)
    settle(work)
    command()
    honest = contents(work)
    for step, share in each_crash(start, work, command, (0, 0.5)):
        command()
        assert contents(work) == honest, (step, share)


@pytest.mark.whole
def test_apply(places):
    start, work = places
    folders = duel.new(start, forced=False)
    move = player.sign_move(folders["red"], orders(start, "done", "strike red-a > blue-a"), build=duel.build)

    def command():
        (signed,) = armor.read(work / "red" / "moves" / move.file.name)
        boxes = armor.boxes(move.file.read_text())
        return referee.apply(Folder(work / "referee"), signed, duel.build, boxes=boxes)

    shutil.copytree(start, work)
    settle(work)
    command()
    honest = contents(work)
    # Of the two lines that are appended in one write, the shares cut within the first and within the second.
    for step, share in each_crash(start, work, command, (0, 0.3, 0.9, 1)):
        receipt = command()
        assert contents(work) == honest, (step, share)
        assert (receipt.first, receipt.last) == (1, 2)
    assert verify_file(work / "referee" / "game.log", GameReplay(duel.build)).sound


def test_a_crash_between_order_and_dice_is_made_good_by_whatever_is_applied_next(tmp_path):
    folders = duel.new(tmp_path, forced=False)
    file = orders(tmp_path, "done", "strike red-a > blue-a")
    made = player.sign_move(folders["red"], file, build=duel.build)
    closed_lines.keep_lines(folders["referee"], made.plan.move.box, made.plan.closed)
    folders["referee"].log.append(made.signed)
    referee.apply(
        folders["referee"], duel.records(folders["referee"])[0], duel.build, boxes=boxes_in(folders)
    )
    table = Table.load(folders["referee"].log, duel.build)
    assert table.verifier.batch is None
    assert table.seq == 2


def test_take_in(places):
    start, work = places
    folders = duel.new(start, forced=False)
    move = player.sign_move(folders["red"], orders(start, "done", "strike red-a > blue-a"), build=duel.build)
    referee.apply(folders["referee"], move.signed, duel.build, boxes=boxes_in(folders))

    def command():
        answer = armor.read(work / "referee" / "answers" / "0001.pbem")
        return referee.take_in(Folder(work / "blue"), answer, duel.build)

    for step, share in each_crash(start, work, command, (0, 0.3, 0.9)):
        command()
        assert contents(work / "blue").keys() == contents(start / "blue").keys(), (step, share)
        assert (work / "blue" / "game.log").read_bytes() == (work / "referee" / "game.log").read_bytes()


@pytest.mark.long
def test_new(places):
    start, work = places
    plan = Plan("three_battles", "hastings", ["4"], {})
    new_game.create(plan, start / "warm")
    shutil.rmtree(start / "warm")

    def command(now=1_066_000_000):
        return new_game.create(plan, work, now)

    for step, share in each_crash(start, work, command, (0,)):
        before = contents(work)
        folders = command(1_066_000_060)
        after = contents(work)
        assert before.items() <= after.items(), (step, share)
        assert len(after) == 3 * len(("key", "key.pub", "chain", "shown", "game.log"))
        logs = {folder.log.path.read_bytes() for folder in folders.values()}
        assert len(logs) == 1
        for folder in folders.values():
            assert (
                PrivateKey.load(folder.key_file).public.line
                in folder.key_file.with_suffix(".pub").read_text()
            )
    verdict = verify_file(work / "referee" / "game.log", GameReplay())
    assert (verdict.status, verdict.count) == (Status.INCOMPLETE, 1)


def overtaken_by(monkeypatch, rival):
    """Let a rival command finish in the moment before the next append."""
    original, rivals = disclosures.append, [rival]

    def append(folder, verifier, entries, now=None):
        if entries and rivals:
            rivals.pop()()
        original(folder, verifier, entries, now)

    monkeypatch.setattr(disclosures, "append", append)


def test_the_same_move_applied_twice_at_once(tmp_path, monkeypatch):
    folders = duel.new(tmp_path, forced=False)
    file = orders(tmp_path, "done", "strike red-a > blue-a")
    signed = player.sign_move(folders["red"], file, build=duel.build).signed

    def command():
        return referee.apply(folders["referee"], signed, duel.build, boxes=boxes_in(folders))

    overtaken_by(monkeypatch, command)
    receipt = command()
    assert receipt.repeated
    assert (receipt.first, receipt.last) == (1, 2)
    assert len(duel.records(folders["referee"])) == 3


def test_two_moves_applied_at_once(tmp_path, monkeypatch):
    """One wins; the other is told which entry stands in its place."""
    folders = duel.new(tmp_path, forced=False)
    table = Table.load(folders["referee"].log, duel.build)
    link = duel.chain("red").reveal(0)
    first, second = (
        duel.sign(following(table, "order", "red", {"lines": list(lines)}, link), duel.key("red"))
        for lines in (["done", "done"], ["step red-a 2", "done", "done"])
    )
    overtaken_by(
        monkeypatch, lambda: referee.apply(folders["referee"], first, duel.build, boxes=boxes_in(folders))
    )
    with refuses(Code.FORK) as fork:
        referee.apply(folders["referee"], second, duel.build, boxes=boxes_in(folders))
    assert fork.value.conflict == (first, second)
    assert len(duel.records(folders["referee"])) == 3


def test_two_processes(tmp_path):
    folders = duel.new(tmp_path, forced=False)
    file = orders(tmp_path, "done", "strike red-a > blue-a")
    signed = player.sign_move(folders["red"], file, build=duel.build).signed
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            code = 99
            try:
                receipt = referee.apply(folders["referee"], signed, duel.build, boxes=boxes_in(folders))
                code = 0 if (receipt.first, receipt.last) == (1, 2) else 98
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    assert len(duel.records(folders["referee"])) == 3
    assert armor.read(folders["referee"].answer_file(1)) == duel.records(folders["referee"])[1:]

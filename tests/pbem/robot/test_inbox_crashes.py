"""A mail taken in by a process that is killed, on a full disk, by two at once, twice or out of order: the
same mail again leads to the same log and the same answers, and nothing is lost or counted twice.
"""

import errno
import itertools
import os
import shutil
from dataclasses import replace

import duel
import pytest
from boxed import boxes_of
from crashes import contents, each_crash, settle
from hosting import host, paper_mail
from mailed import NOW, Mailed, ahead_of, opened
from refereed import sampled
from said import following

from pbem.disk.atomic_files import Disk
from pbem.entry import armor
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.mail import limits
from pbem.mail.writer import Draft, compose
from pbem.messages.letters.game_letters import send_move
from pbem.play import player
from pbem.post import mail_loop
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import Outbox
from pbem.post.stop_signal import Stop
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table

STRIKE = ("done", "strike red-a > blue-a")
SHARES = (0, 0.6)


def mail(*signed, sender="red@example.org"):
    draft = Draft(
        sender, ("referee@example.org",), "move", "my move", signed, boxes=boxes_of(*signed), automatic=False
    )
    return compose(draft)


def awaited_move(start):
    """A referee who keeps red's second move when the first one comes."""
    game = Mailed(start, forced=False)
    first = game.sign("red", "step red-a 2").signed
    second = ahead_of(game, first).sign("red", "done", "done").signed
    shutil.rmtree(start / "elsewhere")
    game.robot.receive(mail(second), NOW)
    return "referee", mail(first)


def two_moves_in_a_mail(start):
    game = Mailed(start, forced=False)
    first = game.sign("red", "step red-a 2").signed
    second = ahead_of(game, first).sign("red", "done", "done").signed
    shutil.rmtree(start / "elsewhere")
    return "referee", mail(first, second)


def answer_for_a_player(start):
    game = Mailed(start, forced=False)
    done = game.send("red", *STRIKE)
    return "blue", next(opened(file).message for file in done.files if "-blue-" in file.name)


def move_without_a_referee(start):
    folders = duel.new(start, roles=duel.SIDES, forced=False)
    orders = start / "orders.txt"
    orders.write_text("\n".join(STRIKE))
    made = player.sign_move(folders["red"], orders, build=duel.build)
    return "blue", opened(send_move(folders["red"], made.verifier, [made.signed])).message


def last_join(start):
    _, _, joins = host(start)
    return "referee", paper_mail(joins["norman"], sender="norman@example.org")


SCENES = (awaited_move, two_moves_in_a_mail, answer_for_a_player, move_without_a_referee)


@pytest.fixture(params=SCENES, ids=lambda scene: scene.__name__)
def scene(request, tmp_path):
    return played(request.param, tmp_path)


def played(make, tmp_path):
    """A folder before a mail, the mail, and what it leaves behind when nothing goes wrong."""
    start, work = tmp_path / "start", tmp_path / "work"
    start.mkdir()
    role, data = make(start)
    shutil.copytree(start, work)
    settle(work)
    received = inbox(work, role).receive(data, NOW)
    assert received.outcome == "accepted"
    return start, work, role, data, contents(work / role), {file.name for file in received.files}


def inbox(work, role):
    """Of a duel, or of a battle that is set up by mail."""
    folder = Folder(work / role)
    return Inbox(folder) if folder.invitation_file.is_file() else Inbox(folder, build=duel.build)


@pytest.mark.whole
def test_killed_at_any_step(scene):
    """Writes are cut short in one scene: all go through one hand."""
    check_kills(scene, SHARES if scene[2] == "blue" else (0,))


@pytest.mark.long
def test_a_host_killed_at_any_step_as_the_last_player_joins(tmp_path):
    check_kills(played(last_join, tmp_path), (0,))


def check_kills(scene, shares):
    start, work, role, data, honest, files = scene

    def command():
        return inbox(work, role).receive(data, NOW)

    for step, share in each_crash(start, work, command, shares):
        again = command()
        assert contents(work / role) == honest, (step, share)
        assert again.outcome == "accepted"
        assert {file.name for file in again.files} <= files


@pytest.mark.long
def test_a_full_disk(scene, monkeypatch):
    """The robot goes on, with the game still on its table."""
    start, work, role, data, honest, _ = scene
    done, step = False, 0
    while not done:
        step += 1
        shutil.rmtree(work)
        shutil.copytree(start, work)
        settle(work)
        desk = inbox(work, role)
        with monkeypatch.context() as patch:
            failing(patch, step)
            try:
                desk.receive(data, NOW)
                done = True
            except OSError as error:
                assert error.errno == errno.ENOSPC
        desk.receive(data, NOW)
        assert contents(work / role) == honest, step
    assert step > 1


def failing(patch, step):
    """The `step`-th change that needs room on the disk finds none."""
    count = itertools.count(1)
    for name in ("create", "fsync", "link", "make_directory", "rename", "write"):
        patch.setattr(Disk, name, full(getattr(Disk, name), count, step))


def full(original, count, step):
    def run(self, *args, **kwargs):
        if next(count) == step:
            raise OSError(errno.ENOSPC, "No space left on device", "disk")
        return original(self, *args, **kwargs)

    return run


def test_two_processes_with_one_mail(scene):
    start, work, role, data, honest, _ = scene
    shutil.rmtree(work)
    shutil.copytree(start, work)
    settle(work)
    at_once([lambda: inbox(work, role).receive(data, NOW)] * 3)
    assert contents(work / role) == honest


def at_once(commands):
    children = []
    for command in commands:
        child = os.fork()
        if child == 0:
            code = 99
            try:
                command()
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * len(children)


def three_mails(path):
    """Three moves of red, of which each needs the one before, and the log that they make."""
    game = Mailed(path / "game", forced=False)
    other = Mailed(path / "other", forced=False)
    mails = []
    for lines in (["step red-a 2"], ["step red-b 3"], ["done", "done"]):
        signed = other.sign("red", *lines).signed
        mails.append(mail(signed))
        other.everybody_takes_in(other.robot.receive(mails[-1], NOW))
    settle(game.path)
    return game, mails, (other.folders["referee"].path / "game.log").read_bytes()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_mails_in_any_order_make_the_same_log(tmp_path, order):
    game, mails, log = three_mails(tmp_path)
    folder = game.folders["referee"].path
    for number in order:
        assert game.robot.receive(mails[number], NOW).outcome == "accepted"
    assert (folder / "game.log").read_bytes() == log
    assert not list(folder.glob("held/*"))
    for number in order:
        game.robot.receive(mails[number], NOW + 1)
    assert (folder / "game.log").read_bytes() == log


def test_different_mails_at_once(tmp_path):
    game, mails, log = three_mails(tmp_path)
    folder = game.folders["referee"]
    at_once([lambda each=each: Inbox(folder, build=duel.build).receive(each, NOW) for each in mails])
    assert (folder.path / "game.log").read_bytes() == log
    assert not list((folder.path / "held").glob("*"))


def test_an_entry_that_was_kept_and_then_found_wrong_is_answered(tmp_path):
    """It was said of it that it need not be sent again: so its author must learn that it was refused."""
    game = Mailed(tmp_path, forced=False)
    first = game.sign("red", "step red-a 2").signed
    disclosures.begin(game.folders["red"], duel.chain("red").tip)  # as who cheats would
    other = game.sign("red", "step red-a 3").signed
    second = ahead_of(game, other).sign("red", "done", "done").signed
    game.robot.receive(mail(second), NOW)
    done = game.robot.receive(mail(first), NOW)
    (told,) = [file for file in done.files if "-red-" in file.name]
    assert b"refused [wrong-prev]" in opened(told).message
    assert not list((game.folders["referee"].path / "held").glob("*"))


def test_nobody_fills_the_place_of_anothers_early_moves(tmp_path):
    game = Mailed(tmp_path, forced=False)
    held = game.folders["referee"].path / "held"
    table = game.table()
    for number in range(70):
        entry = following(table, "order", "red", {"lines": [f"step red-a {number}"]}, "00" * 32)
        game.robot.receive(mail(duel.sign(at(entry, 4), duel.key("red"))), NOW)
    assert len(list(held.iterdir())) == 64
    entry = following(table, "order", "blue", {"lines": ["done"]}, "00" * 32)
    received = game.robot.receive(mail(duel.sign(at(entry, 3), duel.key("blue"))), NOW)
    assert received.outcome == "accepted"
    assert len(list(held.iterdir())) == 65


def at(entry, seq):
    return replace(entry, seq=seq)


@pytest.mark.long
def test_the_robots_round_killed_at_any_step(tmp_path):
    """From the mailbox to the players' mailboxes: each is told once, however often the robot died."""
    start, work = tmp_path / "start", tmp_path / "work"
    game = Mailed(start, forced=False)
    MaildirSink(start / "in").send(mail(game.sign("red", *STRIKE).signed), ["referee@example.org"])

    def command():
        folder = Folder(work / "referee")
        desk = Inbox(folder, build=duel.build)
        mail_loop.run(
            lambda: [Outbox(folder.path)],
            [MaildirSource(work / "in", limits.MAX_BYTES)], MaildirSink(work / "out"),
            lambda data: desk.receive(data, NOW), once=True, every=0, stop=Stop(), tell=lambda _: None,
        )  # fmt: skip

    shutil.copytree(start, work)
    settle(work)
    command()
    log, answers = (work / "referee/game.log").read_bytes(), delivered(work)
    assert len(answers) == 2
    for step, share in each_crash(start, work, command, (0,)):
        command()
        assert (work / "referee/game.log").read_bytes() == log, (step, share)
        assert set(delivered(work)) == set(answers), (step, share)
        assert not list((work / "in/new").iterdir())
        assert not list((work / "referee/outbox").glob("*.eml"))


def delivered(work):
    return [file.read_bytes() for file in (work / "out" / "new").glob("[!.]*")]


@pytest.mark.whole
@pytest.mark.parametrize("roles", [duel.ROLES, duel.SIDES], ids=["with a referee", "without"])
def test_every_mail_of_a_game_again_at_its_end_changes_nothing(tmp_path, roles):
    """A mailbox that was restored delivers all that it ever had."""
    folders = duel.new(tmp_path, roles=roles, forced=False)
    boxes = {f"{role}@example.org": Inbox(folder, build=duel.build) for role, folder in folders.items()}
    had, sent = [], set()

    def post():
        """Bring everybody what lies in the outboxes, until nobody answers any more."""
        while fresh := [file for each in folders.values() for file in outbox(each) if file not in sent]:
            for file in fresh:
                sent.add(file)
                for address in opened(file).to:
                    had.append((address, opened(file).message))
                    assert boxes[address].receive(had[-1][1], NOW).outcome == "accepted"

    while (table := Table.load(folders["red"].log, duel.build)).owing_roles:
        side = table.owing_roles[0]
        orders = tmp_path / "orders.txt"
        orders.write_text(sampled(table) + "\n")
        made = player.sign_move(folders[side], orders, build=duel.build)
        send_move(
            folders[side], made.verifier, armor.read(made.file), [made.plan.box] if made.plan.box else []
        )
        post()
    assert len({folder.log.path.read_bytes() for folder in folders.values()}) == 1
    assert len(had) > 10
    before = contents(tmp_path)
    for address, data in had:
        assert boxes[address].receive(data, NOW + 1).outcome == "accepted"
    assert contents(tmp_path) == before


def outbox(folder):
    return sorted((folder.path / "outbox").glob("*.eml"))

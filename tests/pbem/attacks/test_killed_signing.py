"""Whoever signs is killed at a write, or finds the disk full there: the same command again leaves what it
leaves undisturbed, with one signature for one place. And whatever command comes next finishes what was begun.
"""

import ctypes
import errno
import os
import random
import re
import shutil
from collections import Counter
from dataclasses import dataclass

import council
import duel
import pytest
from council_play import Game as Council
from crashes import STEPS, contents, kill, settle
from hosting import host
from mailed import NOW, Mailed, opened
from planned import STRIKES
from planned import Game as Planned
from refusing import illegal
from two_folders import Game as Peers
from word_play import begun, typed

from pbem import errors
from pbem.disk import machine_memory
from pbem.disk.atomic_files import Disk
from pbem.entry import armor
from pbem.entry.verified_entries import verify_entry
from pbem.log.parties import Player
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.mail.entry_files import ReceivedFile
from pbem.mail.writer import Draft, compose
from pbem.messages import setup_text
from pbem.messages.letters import game_letters, proposal_letters
from pbem.play import own_opening, player
from pbem.play.agreements import countersignatures, rulings
from pbem.reason_codes import Code
from pbem.robot import restoration_request, unfinished_work
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table
from pbem.setup import invitation, join_request
from pbem.setup.join_request import JoinRequest
from pbem.setup.new_game import Plan

HASH = re.compile(r"[0-9a-f]{16,64}|(?<=-)\d{8,}")
LATER = 7
"""Seconds after which the command is run again: its entry would state another time."""
SAMPLE = 3
"""Kills of each command in a short run."""


@dataclass
class Scene:
    """A command in a game that lies at `start`; `role` has the folder that it changes."""

    role: str
    command: object
    prepare: object = lambda work: None


def inbox(work, role, build=duel.build):
    return Inbox(Folder(work / role), build=build)


def moving(role, *lines, build=duel.build):
    """`pbem move`: the move, and its mail."""

    def command(work, now):
        orders = None
        if lines:
            orders = work / "orders.txt"
            if not orders.exists():
                orders.write_text("\n".join(lines) + "\n")
        made = player.sign_move(Folder(work / role), orders, build=build, now=now)
        parts = armor.read(made.file), armor.boxes(made.file.read_text())
        game_letters.send_move(Folder(work / role), made.verifier, *parts, now, made.press)

    return command


def an_order(start):
    duel.new(start, forced=False)
    return Scene("red", moving("red", *STRIKES, "press have at you"))


def dice_opened(start):
    duel.new(start)
    (side,) = Table.load(Folder(start / "red").log, duel.build).owing_roles
    return Scene(side, moving(side))


def an_order_with_lines_for_later(start):
    """The lines that are left of the move before lie where those of this one are kept."""
    game = Peers(start, forced=False)
    game.folders["red"].later_lines_file.write_text("done\n")
    return Scene("red", moving("red", *STRIKES))


def a_seal(start):
    council.new(start)
    return Scene("east", moving("east", "bid 3", build=council.build))


def a_seal_that_opens_at_once(start):
    game = Council(start, refereed=False)
    game.play("east", "bid 3")
    return Scene("west", moving("west", "bid 2", build=council.build))


def standing_orders(start):
    duel.new(start, forced=False)

    def command(work, now):
        lines = work / "standing.txt"
        if not lines.exists():
            lines.write_text("loss: last\n")
        game_letters.send_standing(
            Folder(work / "red"), player.file_standing(Folder(work / "red"), lines, duel.build), now
        )

    return Scene("red", command)


def giving_up(start):
    duel.new(start, forced=False)

    def command(work, now):
        made = player.resign(Folder(work / "red"), duel.build)
        game_letters.send_move(Folder(work / "red"), made.verifier, armor.read(made.file), (), now)

    return Scene("red", command)


def card(folder):
    return folder.key().public, folder.chain().tip, folder.chain().length


def a_burnt_link(start):
    game = Mailed(start, forced=False)
    newcomer = Folder(start / "edith")
    make_secrets(newcomer, length=40)
    who = Player("Edith", "edith@example.org")
    made = rulings.substitute(game.folders["referee"], "red", who, card(newcomer), NOW, duel.build)
    for folder in (newcomer, game.folders["blue"]):
        done = countersignatures.countersign(folder, made.file, duel.build)
        received = game.robot.receive(game.mail(*armor.read(done.file)), NOW)
    assert received.outcome == "accepted", received.text
    game.take_in("blue", game.table().entries(1, game.table().seq))

    def command(work, now):
        blue = Folder(work / "blue")
        assert game_letters.send_unasked(blue, Table.load(blue.log, duel.build), now)

    return Scene("blue", command)


def proposed(start):
    game = Mailed(start, forced=False)
    game.play("red", "done", "done")
    return game


def a_rollback_proposed(start):
    proposed(start)

    def command(work, now):
        home = Folder(work / "referee")
        proposal_letters.send(home, rulings.rollback(home, 0, "Ill.", now, duel.build), now, build=duel.build)

    return Scene("referee", command)


def a_countersignature(start):
    game = proposed(start)
    made = rulings.rollback(game.folders["referee"], 0, "Ill.", NOW, duel.build)

    def command(work, now):
        red = Folder(work / "red")
        file = work / made.file.relative_to(start)
        proposal_letters.send_signed(red, countersignatures.countersign(red, file, duel.build), now)

    return Scene("red", command)


def the_last_signature_taken_in(start):
    game = proposed(start)
    made = rulings.rollback(game.folders["referee"], 0, "Ill.", NOW, duel.build)
    file, mails = made.file, []
    for role in sorted(
        duel.SIDES, key=lambda side: side in game.table().owing_roles
    ):  # who acts next signs last
        done = countersignatures.countersign(game.folders[role], file, duel.build)
        mails.append(game.mail(*armor.read(done.file), sender=f"{role}@example.org"))
        if len(mails) == 1:
            game.robot.receive(mails[0], NOW)
    return Scene("referee", lambda work, now: inbox(work, "referee").receive(mails[1], now))


def put_back(work, role):
    machine_memory.keep(Folder(work / role).chain().tip, disclosures.MOVED)


def receipts_asked(start):
    duel.new(start, forced=False)
    return Scene(
        "red",
        lambda work, now: restoration_request.ask_for_receipts(Folder(work / "red"), now),
        prepare=lambda work: put_back(work, "red"),
    )


def asked(start):
    game = Mailed(start, forced=False)
    game.play("red", "done", "done")
    put_back(start, "red")
    (mail,) = restoration_request.ask_for_receipts(game.folders["red"], NOW).files
    return game, opened(mail).message


def a_receipt_given(start):
    _, question = asked(start)
    return Scene("referee", lambda work, now: inbox(work, "referee").receive(question, now))


def the_last_receipt_taken_in(start):
    game, question = asked(start)
    (mail,) = game.robot.receive(question, NOW).files
    answer = opened(mail).message

    def prepare(work):
        put_back(work, "red")

    return Scene("red", lambda work, now: inbox(work, "red").receive(answer, now), prepare=prepare)


def a_refusal(start):
    game = Mailed(start, forced=False)
    mail = game.mail(illegal(game))
    return Scene("referee", lambda work, now: inbox(work, "referee").receive(mail, now))


def a_refusal_without_a_referee(start):
    game = Peers(start, forced=False)
    table = game.table("red")
    entry = table.next_entry(
        "red", player.bodies.Order(lines=("done", "strike red-a > red-b")), duel.chain("red").reveal(0)
    )
    signed = duel.sign(entry, duel.key("red"))
    mail = compose(Draft("red@example.org", ("blue@example.org",), "move", "", (signed,), automatic=False))
    return Scene("blue", lambda work, now: inbox(work, "blue").receive(mail, now))


def an_order_answered(start):
    game = Mailed(start, forced=False)
    mail = game.mail(game.sign("red", "done", "strike red-a > blue-a").signed)
    return Scene("referee", lambda work, now: inbox(work, "referee").receive(mail, now))


def an_order_answered_without_a_referee(start):
    game = Peers(start, forced=False)
    file = game.sign("red", "done", "strike red-a > blue-a")
    verifier, signed = game.table("red").verifier, armor.read(file)
    mail = opened(game_letters.send_move(game.folders["red"], verifier, signed)).message
    return Scene("blue", lambda work, now: inbox(work, "blue").receive(mail, now))


def a_side_said_to_be_late(start):
    terms = [{"kind": "order", "hours": 24, "grace": 0, "then": "default"}]
    duel.new(start, forced=False, deadlines=terms)
    return Scene("referee", lambda work, now: inbox(work, "referee").keep_time(now))


def a_yes_by_mail_word(start):
    game = begun(start)
    code = game.draft("done", "strike blue-a > red-a")
    return Scene(
        "referee", lambda work, now: inbox(work, "referee").receive(typed(f"yes {code}", number=9), now)
    )


def own_orders_opened(start):
    """A game that is over, which its referee does not open."""
    from agreement import cut

    game = Planned(start).play_out()
    red, records = game.folders["red"], cut(game.records())
    red.log.path.write_bytes(b"senlac-log/2\n" + b"".join(each.to_record() + b"\n" for each in records))
    at = Table.load(red.log, duel.build).verifier.withheld[1] or 0

    def command(work, now):
        folder = Folder(work / "red")
        table, _ = own_opening.open_own(folder, at + own_opening.GRACE + now, build=duel.build)
        game_letters.send_opened(folder, table.verifier)

    return Scene("red", command)


def an_invitation(start):
    start.mkdir(exist_ok=True)
    plan = Plan(
        "three_battles",
        "fulford",
        (),
        {r: Player(r, f"{r}@example.org") for r in ("referee", "saxon", "viking")},
    )
    return Scene(
        "referee", lambda work, now: setup_text.invite(plan, "referee", Folder(work / "referee"), None, now)
    )


def a_join(start):
    _, invited, _ = host(start)
    shutil.rmtree(start / "norman")
    asked = invitation.ticket(Folder(start / "referee"), invited, "norman")
    parcel = ReceivedFile((), (invited.signed, asked.signed))
    return Scene(
        "norman",
        lambda work, now: setup_text.join(parcel, Folder(work / "norman"), JoinRequest("norman"), now),
    )


PLAYED = (
    an_order,
    dice_opened,
    an_order_with_lines_for_later,
    a_seal,
    a_seal_that_opens_at_once,
    giving_up,
)
"""What a player signs for a place, and sends."""
SCENES = (
    *PLAYED,
    standing_orders,
    a_burnt_link,
    a_rollback_proposed,
    a_countersignature,
    the_last_signature_taken_in,
    receipts_asked,
    a_receipt_given,
    the_last_receipt_taken_in,
    a_refusal,
    a_refusal_without_a_referee,
    an_order_answered,
    an_order_answered_without_a_referee,
    a_side_said_to_be_late,
    a_yes_by_mail_word,
    own_orders_opened,
    an_invitation,
    a_join,
)


class Stage:
    """A scene, and what its command leaves if nothing disturbs it; `changes`: how often it changes a disk."""

    def __init__(self, path, make):
        self.start, self.work = path / "start", path / "work"
        self.start.mkdir()
        self.make, self.scene = make, make(self.start)
        self.lay()
        self.changes = self._count()
        self.honest = self.names()
        self.log = self.log_now()

    def lay(self):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.start, self.work)
        settle(self.work)
        self.scene.prepare(self.work)

    def run(self, now=NOW):
        return self.scene.command(self.work, now)

    def _count(self):
        count, kept = 0, {name: getattr(Disk, name) for name in STEPS}

        def counted(original):
            def run(disk, *args, **kwargs):
                nonlocal count
                count += 1
                return original(disk, *args, **kwargs)

            return run

        for name, original in kept.items():
            setattr(Disk, name, counted(original))
        try:
            self.run()
        finally:
            for name, original in kept.items():
                setattr(Disk, name, original)
        return count

    def names(self):
        """The files of the role, by their names without what depends on times and chance."""
        found = contents(self.work / self.scene.role)
        names = Counter(HASH.sub("X", name) for name in found if not name.startswith(".cache"))
        # Who sends a refused entry again is told so, in another mail.
        return Counter({n: 1 if n.startswith("outbox/refused-") else count for n, count in names.items()})

    def log_now(self):
        file = self.work / self.scene.role / "game.log"
        return file.read_bytes().count(b"\n") if file.exists() else 0

    def check(self, step):
        """Nothing is lost or doubled, and no place has two signatures."""
        assert (self.names(), self.log_now()) == (self.honest, self.log), step
        places = Counter(each.seq for each in self.record().shown) if self.has_record() else Counter()
        assert set(places.values()) <= {1}, step

    def has_record(self):
        return (self.work / self.scene.role / signing_record.FILE).exists()

    def record(self):
        return signing_record.read(Folder(self.work / self.scene.role))

    def killed(self, steps):
        for step in steps:
            self.lay()
            kill(self.run, step, 0)
            yield step


def some(stage, count=SAMPLE):
    """A few of the changes, others in each scene and the same in each run."""
    name = stage.make.__name__
    return sorted(random.Random(name).sample(range(1, stage.changes + 1), min(count, stage.changes)))


def every(stage):
    return range(1, stage.changes + 1)


STEPS_OF = pytest.mark.parametrize("steps", [some, pytest.param(every, marks=pytest.mark.long)])


@pytest.fixture(params=SCENES, ids=lambda make: make.__name__)
def stage(request, tmp_path):
    return Stage(tmp_path, request.param)


@STEPS_OF
def test_killed_and_run_again(stage, steps):
    for step in stage.killed(steps(stage)):
        stage.run(NOW + LATER)
        stage.check(step)


@pytest.fixture(params=PLAYED, ids=lambda make: make.__name__)
def played(request, tmp_path):
    return Stage(tmp_path, request.param)


@STEPS_OF
def test_killed_anywhere_another_command_finishes_it(played, steps):
    """What is on the record as out lies as a file and as a mail in the outbox, whoever comes next."""
    before = len(signing_record.read(Folder(played.start / played.scene.role)).shown)
    for step in played.killed(steps(played)):
        folder = Folder(played.work / played.scene.role)
        mails = unfinished_work.finish(folder, NOW + LATER)
        if len(played.record().shown) == before:
            assert not mails, step  # nothing was signed that may have left
            continue
        found, whole = (
            {name: n for name, n in names.items() if name.startswith(("outbox", "moves", "later"))}
            for names in (played.names(), played.honest)
        )
        assert found == whole, step
        assert unfinished_work.finish(folder, NOW + LATER) == [], step


@STEPS_OF
def test_words_for_the_others_are_not_lost(tmp_path, steps):
    stage = Stage(tmp_path, an_order)
    for step in stage.killed(steps(stage)):
        for mail in unfinished_work.finish(Folder(stage.work / "red"), NOW):
            assert b"have at you" in opened(mail).message, step


@STEPS_OF
def test_a_place_is_not_signed_twice_whatever_is_ordered_next(tmp_path, steps):
    """The attack: killed where the record says "out" and no file lies there, with other orders afterwards."""
    stage = Stage(tmp_path, an_order)
    other = moving("red", "done", "done")
    for step in stage.killed(steps(stage)):
        (stage.work / "orders.txt").unlink(missing_ok=True)
        try:
            other(stage.work, NOW)
        except errors.PbemError as error:
            (file,) = (stage.work / "red/moves").glob("*.pbem")
            assert (error.code, str(file) in str(error)) == (Code.ALREADY_SIGNED, True), step
        (signed,) = armor.read(*(stage.work / "red/moves").glob("*.pbem"))
        assert {each.digest for each in stage.record().shown} == {signed.head}, step


# --- a full disk -------------------------------------------------------------------------------------------


def failing(step):
    """The `step`-th change that needs room finds none; what undoes it."""
    count, kept = 0, {name: getattr(Disk, name) for name in ("create", "link", "make_directory", "write")}

    def full(original):
        def run(disk, *args, **kwargs):
            nonlocal count
            count += 1
            if count == step:
                raise OSError(errno.ENOSPC, "No space left on device", "disk")
            return original(disk, *args, **kwargs)

        return run

    for name, original in kept.items():
        setattr(Disk, name, full(original))
    return lambda: [setattr(Disk, name, original) for name, original in kept.items()]


@STEPS_OF
def test_a_disk_that_is_full(stage, steps):
    for step in steps(stage) if steps is every else some(stage, 1):
        stage.lay()
        undo = failing(step)
        try:
            stage.run()
        except OSError as error:
            assert error.errno == errno.ENOSPC, step
        finally:
            undo()
        stage.run(NOW + LATER)
        stage.check(step)


@pytest.fixture
def small(tmp_path):
    """A file system of 256 KiB in memory."""
    place = tmp_path / "small"
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "mount") or libc.mount(b"none", bytes(place), b"tmpfs", 0, b"size=256k"):
        pytest.skip("no file system can be mounted here")
    yield place
    libc.umount2(bytes(place), 2)


def test_a_file_system_that_is_really_full(small, tmp_path, monkeypatch):
    """As much room as is left, page by page, until the move fits."""
    monkeypatch.setenv("XDG_STATE_HOME", str(small / "state"))
    duel.new(tmp_path / "start", forced=False)
    command, filler, page = moving("red", *STRIKES), small / "filler", os.sysconf("SC_PAGE_SIZE")
    fitted, failures = False, 0
    for pages in range(40):
        for each in small.iterdir():
            shutil.rmtree(each) if each.is_dir() else each.unlink()
        shutil.copytree(tmp_path / "start/red", small / "red")
        settle(small)
        (small / "orders.txt").write_text("\n".join(STRIKES) + "\n")
        room = os.statvfs(small).f_bavail * os.statvfs(small).f_frsize - pages * page
        filler.write_bytes(b"." * max(room, 0))
        try:
            command(small, NOW)
            fitted = True
        except OSError as error:
            assert error.errno == errno.ENOSPC
            failures += 1
        filler.unlink()
        command(small, NOW + LATER)
        (signed,) = armor.read(small / "red/moves/0001-red.pbem")
        assert [each.digest for each in signing_record.read(Folder(small / "red")).shown] == [signed.head]
        assert len(list((small / "red/outbox").glob("*.eml"))) == 1
        if fitted:
            break
    assert fitted
    assert failures > 3


# --- the computer's seat -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def seated(tmp_path_factory):
    """A game in which the computer has the seat that moves first."""
    from three_mails import PLAYERS as WHO
    from three_mails import Setting

    path = tmp_path_factory.mktemp("computer") / "start"
    setting = Setting(path, Plan("hastings_pulsipher", "small", (), WHO))
    setting.seat(setting.join("saxon", computer="policy"))
    done = setting.seat(setting.join("norman", computer="policy"), now=NOW)
    for side in ("saxon", "norman"):
        join_request.begin(setting.folder(side), verify_entry(done.charter))
    side = Table.load(setting.folder("saxon").log).owing_roles[0]
    return path, side


@pytest.mark.parametrize(
    "steps", [(6, 12, 15), pytest.param(tuple(range(1, 99)), marks=pytest.mark.whole)], ids=["some", "every"]
)
def test_a_computers_seat_goes_on(seated, tmp_path, steps):
    """The attack: it stood still for ever, and `pbem run` said nothing, with exit code 0."""
    start, side = seated
    work = tmp_path / "work"
    for step in steps:
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(start, work)
        settle(work)
        done = kill(lambda: Inbox(Folder(work / side)).keep_time(NOW), step, 0)
        assert Inbox(Folder(work / side)).keep_time(NOW + LATER), step  # it is never silent
        assert len(list((work / side / "outbox").glob("*.eml"))) == 1, step
        assert len(signing_record.read(Folder(work / side)).shown) == 1, step
        if done:
            break
    assert done == (len(steps) > 3)

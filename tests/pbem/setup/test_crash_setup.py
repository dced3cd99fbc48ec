"""Host, joining player and a side without a referee killed at every step: run again, all is whole."""

import shutil

import duel
import pytest
from crashes import contents, each_crash, settle
from hosting import joined

from pbem.entry import armor, setup_papers
from pbem.entry.verified_entries import verify_entry
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.play import player
from pbem.play.host import peer_exchange
from pbem.setup import invitation, join_request, seating
from pbem.setup.new_game import Plan

PLAYERS = {role: Player(role, f"{role}@example.org") for role in ("referee", "saxon", "norman")}
PLAN = Plan("three_battles", "hastings", (), PLAYERS)


def begun(path):
    """An invitation, and both joins signed but not sent."""
    invited = invitation.invite(PLAN, "referee", Folder(path / "referee"))
    for role in ("saxon", "norman"):
        joined(Folder(path / "referee"), invited, role, Folder(path / role))


def test_the_last_join_taken_in(tmp_path):
    start, work = tmp_path / "start", tmp_path / "work"
    begun(start)
    seating.seat_join(Folder(start / "referee"), invitation.read(start / "saxon/join.pbem"))

    def command():
        return seating.seat_join(Folder(work / "referee"), invitation.read(work / "norman/join.pbem"), now=1)

    shutil.copytree(start, work)
    settle(work)
    command()
    honest = contents(work)
    for step, share in each_crash(start, work, command, (0, 0.5)):
        done = command()
        assert contents(work) == honest, (step, share)
        assert done.charter is not None


def test_a_charter_taken_in(tmp_path):
    start, work = tmp_path / "start", tmp_path / "work"
    begun(start)
    for role in ("saxon", "norman"):
        done = seating.seat_join(Folder(start / "referee"), invitation.read(start / role / "join.pbem"))

    def command():
        return join_request.begin(Folder(work / "norman"), verify_entry(done.charter))

    for step, share in each_crash(start, work, command, (0, 0.5)):
        command()
        log = (work / "norman/game.log").read_bytes()
        assert log == (work / "referee/game.log").read_bytes(), (step, share)


@pytest.mark.whole
def test_join(tmp_path):
    """Key and chain are new each time until they lie on the disk; the join then follows from them."""
    start, work = tmp_path / "start", tmp_path / "work"
    invited = invitation.invite(PLAN, "referee", Folder(start / "referee"))

    def command():
        return joined(Folder(start / "referee"), invited, "norman", Folder(work / "norman"))

    for step, share in each_crash(start, work, command, (0, 0.5)):
        before = contents(work)
        made = command()
        assert before.items() <= contents(work).items(), (step, share)
        assert setup_papers.open_paper(invitation.read(work / "norman/join.pbem")) == made
        assert not seating.seat_join(Folder(work / "referee"), made.signed).repeated


@pytest.mark.whole
def test_a_move_answered_without_a_referee(tmp_path):
    start, work = tmp_path / "start", tmp_path / "work"
    folders = duel.new(start, roles=duel.SIDES, forced=False)
    orders = tmp_path / "orders.txt"
    orders.write_text("done\nstrike red-a > blue-a\n")
    file = player.sign_move(folders["red"], orders, build=duel.build).file.relative_to(start)

    def command():
        return peer_exchange.take_in(Folder(work / "blue"), armor.read(work / file), duel.build)

    shutil.copytree(start, work)
    settle(work)
    command()
    honest = contents(work)
    for step, share in each_crash(start, work, command, (0, 0.3, 0.9, 1)):
        done = command()
        assert contents(work) == honest, (step, share)
        assert (done.receipt.first, done.receipt.last) == (1, 2)

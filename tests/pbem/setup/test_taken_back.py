"""A join as the wrong role is taken back, until the game begins; answered invitations are put away."""

import pytest
from commands import good, pbem
from mailed import NOW
from refusing import refuses
from three_mails import PLAYERS, Setting

from pbem.log.party.folder import LOG
from pbem.mail import entry_files
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.setup import seating


@pytest.fixture
def setting(tmp_path):
    """A game that is set up with an invitation of an earlier release: with a ticket nobody joins as
    another."""
    return Setting(tmp_path, tickets=False)


@pytest.fixture
def wrong(setting):
    """Ann, who was asked to be the Norman, joins as the Saxon; her join and the mail with it."""
    invited = setting.host.invitation_file
    good("join", invited, "--dir", setting.path / "ann", "--as", "saxon")
    return entry_files.read(setting.path / "ann/join.pbem").papers[0], mail_of(setting, "saxon")


def mail_of(setting, role):
    (file,) = (setting.path / "ann/outbox").glob(f"join-{role}-*.eml")
    return file.read_bytes().split(b"\r\n", 2)[2]


def corrected(setting):
    told = good("join", setting.host.invitation_file, "--dir", setting.path / "ann", "--as", "norman")
    assert "This takes back your join as saxon. Send the mail" in told
    return mail_of(setting, "norman")


def roles(setting):
    return sorted(file.stem for file in (setting.host.path / "joins").glob("*.pbem"))


def test_the_host_seats_her_where_she_belongs(setting, wrong):
    inbox = Inbox(setting.host)
    assert inbox.receive(wrong[1], NOW).outcome == "accepted"
    assert roles(setting) == ["saxon"]
    right = corrected(setting)
    assert not list((setting.path / "ann/outbox").glob("join-saxon-*"))
    for _ in range(2):
        assert inbox.receive(right, NOW).outcome == "accepted"
        assert roles(setting) == ["norman"]
    late = inbox.receive(wrong[1], NOW)
    assert (late.outcome, "taken it back since" in late.text) == ("refused", True)
    assert roles(setting) == ["norman"]
    setting.seat(setting.join("saxon"))
    assert (setting.host.path / LOG).is_file()


def test_a_join_that_would_begin_the_game_and_was_taken_back_in_the_same_mail_does_not(setting, wrong):
    setting.seat(setting.join("norman", "sven"))
    done = Inbox(setting.host).receive(corrected(setting), NOW)
    assert done.outcome == "refused"
    assert not (setting.host.path / LOG).exists()
    assert roles(setting) == ["norman"]


def test_by_files_the_host_says_so(setting, wrong):
    good("apply", parcel(setting), "--dir", setting.host.path)
    corrected(setting)
    code, _, err = pbem("apply", parcel(setting), "--dir", setting.host.path)
    assert (code, "--again" in err) == (1, True)
    assert "Still to join: saxon" in good("apply", parcel(setting), "--again", "--dir", setting.host.path)
    assert roles(setting) == ["norman"]


def parcel(setting):
    return setting.path / "ann/join.pbem"


def test_after_the_game_has_begun_nothing_is_taken_back(setting):
    setting.begun()
    norman = setting.folder("norman")
    with refuses(Code.JOINED_ALREADY):
        seated = [setting.join("norman").signed]
        seating.seat_join(setting.host, seating.drop_superseded(setting.host, seated)[0])
        good("apply", setting.host.answer_file(0), "--dir", norman.path)
        setting.join("saxon", "norman")


def test_a_role_that_was_taken_back_is_joined_in_a_new_folder(setting, wrong):
    corrected(setting)
    with refuses(Code.JOINED_ALREADY, match="new folder"):
        setting.join("saxon", "ann")


def test_answered_invitations_leave_the_outbox(tmp_path):
    people = [f"--player={role}={who.name} <{who.mail}>" for role, who in PLAYERS.items()]
    host = tmp_path / "host"
    good("invite", "three_battles/hastings", *people, "--out", host)
    good("join", host / "invitations/saxon.pbem", "--dir", tmp_path / "sven")
    good("apply", tmp_path / "sven/join.pbem", "--dir", host)
    assert [file.name.split("-")[1] for file in (host / "outbox").glob("invitation-*")] == ["norman"]
    good("join", host / "invitations/norman.pbem", "--dir", tmp_path / "ann")
    good("apply", tmp_path / "ann/join.pbem", "--dir", host)
    assert not list((host / "outbox").glob("invitation-*"))
    assert len(list((host / "sent").glob("invitation-*"))) == 2

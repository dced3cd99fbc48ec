"""Whole games by mail alone, from the invitation to the end: by Maildirs, and by real IMAP and SMTP."""

import email
import email.policy
import re

import pytest
from agreement import one_log
from commands import good, pbem
from post_servers import PASSWORD, USER, Dovecot, Smtp

from pbem.entry.field_types import REFEREE
from pbem.log.parties import Player
from pbem.mail import limits
from pbem.post.post_settings import PostSettings
from pbem.setup.new_game import Plan
from pbem.simulation.mail_games import MAILDIR, MailTransport, play_game

SETTINGS = """\
from: {address}
imap:
  {{host: localhost, port: {imap_port}, user: {address}, password_file: password, ca_file: {imap_ca}}}
send:
  smtp: {{host: localhost, port: {smtp_port}, user: {user}, password_file: password, ca_file: {smtp_ca}}}
"""


@pytest.fixture(scope="module")
def battle(tmp_path_factory):
    return play_game(Plan("three_battles", "stamford_bridge", [], {}, 3), tmp_path_factory.mktemp("battle"))


@pytest.fixture
def cards(kept):
    return kept.played


@pytest.fixture(params=["battle", "cards"])
def played(request):
    return request.getfixturevalue(request.param)


@pytest.mark.long
def test_a_whole_game_by_maildirs(played):
    one_log(played)
    boxes = [folder.path / MAILDIR for folder in played.folders.values()]
    read = sum(len(list((box / ".Handled" / "cur").iterdir())) for box in boxes)
    assert read == played.mails > 20
    assert not any(list((box / "new").iterdir()) for box in boxes)


@pytest.mark.whole
def test_every_mail_of_a_game_can_be_read_by_a_person(played):
    subjects = set()
    for role, folder in played.folders.items():
        for file in (folder.path / MAILDIR / ".Handled" / "cur").iterdir():
            message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            text = message.get_body(("plain",)).get_content()
            assert max(map(len, text.splitlines())) <= 78
            assert str(message["To"]).endswith(f"<{role}@example.invalid>")
            subjects.add(str(message["Subject"]).partition("]")[2].partition("(")[0].strip(": "))
    assert {"your move", "the game is over"} <= subjects


@pytest.fixture
def servers(tmp_path):
    imap = Dovecot(users=(USER, "saxon@example.org", "norman@example.org"))
    smtp = Smtp(tmp_path, deliver=imap.deliver)
    yield imap, smtp
    smtp.stop()
    imap.stop()


@pytest.mark.whole
def test_a_whole_game_from_the_invitation_to_the_end_by_smtp_and_imap(tmp_path, servers):
    imap, smtp = servers
    names = {REFEREE: USER, "saxon": "saxon@example.org", "norman": "norman@example.org"}

    def ways(folders, _plan):
        return {role: way(folder, names[role]) for role, folder in folders.items()}

    def way(folder, address):
        password = folder.path / "password"
        password.write_text(PASSWORD)
        password.chmod(0o600)
        file = folder.path / "post.yaml"
        file.write_text(SETTINGS.format(
            address=address, user=USER, imap_port=imap.tls_port, imap_ca=imap.ca,
            smtp_port=smtp.port, smtp_ca=smtp.ca,
        ))  # fmt: skip
        post = PostSettings.read(file)
        (source,) = post.sources(limits.MAX_BYTES)
        return MailTransport(source, post.sink())

    players = {role: Player(role.capitalize(), address) for role, address in names.items()}
    played = play_game(Plan("hastings_pulsipher", "small", [], players, 7), tmp_path / "game", ways=ways)
    one_log(played)
    assert played.mails == len(smtp.handler.taken) > 100
    senders = {sender for sender, _, _ in smtp.handler.taken}
    assert senders <= {*names.values(), ""}


def mails_of(folders):
    return [
        sorted(file.read_bytes() for file in (folder / MAILDIR).rglob("*") if file.is_file())
        for folder in folders
    ]


@pytest.mark.long
def test_the_command_plays_by_mail_and_the_same_seed_gives_the_same_mails(cards, tmp_path):
    said = good("simulate", "hastings_pulsipher/small", "--by-mail", "--seed", 5, "--out", tmp_path / "game")
    assert re.search(r"^\d+ mails, \d+ entries: ", said, re.MULTILINE)
    assert mails_of(tmp_path / "game" / role for role in cards.folders) == mails_of(
        folder.path for folder in cards.folders.values()
    )
    code, _, err = pbem("simulate", "hastings_pulsipher/small", "--by-mail", "--out", tmp_path / "game")
    assert (code, "holds a game already" in err) == (1, True)


def test_the_command_refuses_contradictions(tmp_path):
    code, _, err = pbem(
        "simulate", "three_battles/hastings", "--by-mail", "--no-referee", "--out", tmp_path / "x"
    )
    assert (code, "leave --no-referee out" in err) == (2, True)
    assert not (tmp_path / "x").exists()

"""A card game with areas by three players and a referee over IMAP and SMTP, to its end: each hand acts by
commands, two acts are objected to, and the referee upholds one of the objections."""

import mailbox

import independent
import pytest
from commands import good
from hypothesis import given, settings
from hypothesis import strategies as st
from post_servers import PASSWORD, USER, Dovecot, Smtp
from three_folders import Folders
from weser import EDITS, SIDES, TIMES

from pbem.log.log_file import LogText
from pbem.log.verdict import Status
from pbem.log.verification import verify

SETTINGS = """\
from: {address}
imap:
  {{host: localhost, port: {imap_port}, user: {address}, password_file: password, ca_file: {imap_ca}}}
send:
  smtp: {{host: localhost, port: {smtp_port}, user: {user}, password_file: password, ca_file: {smtp_ca}}}
"""
PHASES = ("done", "done", "done")
ADDRESSES = {"referee": USER} | {side: f"{side}@example.org" for side in SIDES}


class ByServers:
    """The parties, each with a mailbox of its own."""

    def __init__(self, path, imap, smtp):
        self.path, self.imap, self.smtp = path, imap, smtp
        made = Folders(path, "gunpowder", "points", SIDES, EDITS, TIMES, begun=False)
        players = [f"{role}={role.title()} <{address}>" for role, address in ADDRESSES.items()]
        words = [word for player in players for word in ("--player", player)]
        good("invite", made.word, "--out", self.folder("referee"), *words, *TIMES)
        self.configure("referee")
        for side in SIDES:
            box = mailbox.Maildir(imap.home / "mail" / ADDRESSES[side], create=False)
            (key,) = list(box.keys())
            mail = path / "invitation.eml"
            mail.write_bytes(box.get_bytes(key))
            good("join", mail, "--dir", self.folder(side))
            self.configure(side)
        self.rounds()

    def folder(self, role):
        return self.path / role

    def configure(self, role):
        """Say where the mailbox of a party is, and send what waits."""
        folder = self.folder(role)
        (folder / "password").write_text(PASSWORD)
        (folder / "password").chmod(0o600)
        (folder / "post.yaml").write_text(
            SETTINGS.format(
                address=ADDRESSES[role], user=USER, imap_port=self.imap.tls_port, imap_ca=self.imap.ca,
                smtp_port=self.smtp.port, smtp_ca=self.smtp.ca,
            )
        )  # fmt: skip
        good("send", "--dir", folder)

    def rounds(self):
        """Each party sends and reads: the sides, the referee, the sides."""
        for role in (*SIDES, "referee", *SIDES):
            told = good("run", "--once", "--no-picture", "--dir", self.folder(role))
            assert "refused" not in told, told

    def move(self, side, *lines):
        given = ["--yes"]
        if lines:
            (self.path / "orders.txt").write_text("\n".join(lines) + "\n")
            given = [self.path / "orders.txt", "--yes"]
        good("move", *given, "--dir", self.folder(side))
        self.rounds()

    def judge(self, word, act, why):
        good(word, act, "--why", why, "--dir", self.folder("referee"))
        self.rounds()

    def log(self):
        (log,) = {(self.folder(role) / "game.log").read_bytes() for role in ("referee", *SIDES)}
        return log


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("servers")
    imap = Dovecot(users=tuple(ADDRESSES.values()))
    smtp = Smtp(path, deliver=imap.deliver)
    try:
        game = ByServers(path, imap, smtp)
        game.move("french")
        game.move("french", "hand 2 put F-foot-1 BIE", "hand 6 draw events 1", "hand 6 play events1", *PHASES)
        game.move("hanoverian", 'object 1 "two links in the rain"', "hand 9 call hessian")
        game.judge("uphold", 1, "events1 was played: one link (6.1).")
        game.move("hessian", "hand 9.9 lose E-foot-1", "done")
        game.move("hanoverian", "done", "hand 9.9 roll 2d6", "hand 5 count points +2", "done", "done")
        game.move("hessian", 'object 6 "the points are for the French to count"', *["done"] * 3)
        game.judge("dismiss", 6, "Rule 5 says who has them, not who counts.")
        game.move("french", "hand 2 put F-foot-1 MUN", 'hand 5 outcome draw "winter comes"')
        game.move("hanoverian", "done")
        game.move("hessian", "done")
        game.rounds()
    finally:
        smtp.stop()
        imap.stop()
    return game


def test_the_log_of_all_holds_with_both_objections_in_it(played):
    log = played.log()
    assert independent.check(log) == "holds"
    for role in ("referee", *SIDES):
        told = good("verify", played.folder(role), "--full")
        assert "holds:" in told
        assert "with every card known too" in told
    status = good("status", "--dir", played.folder("hessian"))
    assert "1 upheld, 1 dismissed" in status
    assert "nobody wins, draw: winter comes" in status
    story = good("story", "--dir", played.folder("french"))
    assert "act 1 alone is undone: F-foot-1 is in" in story
    assert "act 6 stands, with the objection of hessian beside it" in story


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_of_changed_bytes_both_verifiers_say_the_same(played, data):
    log = played.log()
    at = data.draw(st.integers(0, len(log) - 2))
    changed = bytearray(log)
    changed[at] ^= data.draw(st.integers(1, 255))
    try:
        verdict = verify(LogText.parse(bytes(changed)).records()).status
    except Exception as error:
        verdict = error
    assert verdict is not Status.HOLDS
    assert independent.check(bytes(changed)).startswith("broken")

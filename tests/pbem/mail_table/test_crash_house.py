"""The house killed at every step that reaches the disk: its reader joins once, whatever was written."""

from __future__ import annotations

from pathlib import Path

import pytest
from crashes import each_crash
from own_games import NOW, Desk, invite

from pbem.disk import atomic_files
from pbem.log.party.folder import Folder
from pbem.mail_table.house import joining
from pbem.robot.inbox import Inbox


@pytest.mark.skipif(not atomic_files.POSIX, reason="a process is forked")
@pytest.mark.whole
def test_a_join_that_was_killed_is_repeated_and_the_host_gets_one(tmp_path: Path) -> None:
    start, work = tmp_path / "start", tmp_path / "work"
    start.mkdir()
    _, mail = invite(tmp_path)
    joining.keep_invitation(joining.Places(start), mail.read_bytes(), mail.name, start / "me")

    def command() -> None:
        folder = Folder(work / "me")
        joining.join(folder, joining.describe_terms(folder)["digest"], NOW)

    for step, share in each_crash(start, work, command, (0, 0.5)):
        if Desk(work).card("me")["state"] == "invited":
            command()
        assert Desk(work).card("me")["state"] == "joined", (step, share)
        (out,) = (work / "me/outbox").glob("*.eml")
    host = Inbox(Folder(tmp_path / "host"))
    assert host.receive(out.read_bytes().split(b"X-Unsent: 1\r\n", 1)[1], NOW).outcome == "accepted"


@pytest.mark.skipif(not atomic_files.POSIX, reason="a process is forked")
def test_an_invitation_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    start, work = tmp_path / "start", tmp_path / "work"
    start.mkdir()
    _, mail = invite(tmp_path)
    data = mail.read_bytes()

    def command() -> Path:
        return joining.keep_invitation(joining.Places(work), data, mail.name)

    for _ in each_crash(start, work, command, (0, 0.5)):
        states = [card["state"] for card in Desk(work).call("house")["games"]]
        assert states in ([], ["invited"])
        assert command() == work / "hastings-norman"

"""`pbem status`: whose turn, since when, until when, who was heard of when, and what waits in the folder."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from commands import good, pbem
from said import entry_of

from pbem.entry import armor
from pbem.entry.entries import sign
from pbem.log.party.folder import Folder
from pbem.play.host.out_of_order import OutOfOrderQueue
from pbem.post.outbox import Outbox
from pbem.post.transports import Delivery

START = 1_795_000_000  # Wed 2026-11-18 11:06:40 UTC
HOUR = 3600
SIMULATED = 1_066_000_000
"""The one time in a simulated game."""


@pytest.fixture
def clock(monkeypatch):
    """The clock of the commands; its `now` can be set."""
    clock = SimpleNamespace(now=START)
    monkeypatch.setattr("pbem.cli.options.time", SimpleNamespace(time=lambda: clock.now))
    return clock


@pytest.fixture
def game(tmp_path, clock):
    """A game in which the Saxons set up an hour after it began, and the Normans are to move."""
    players = "--player", "saxon=Sven <sven@example.org>", "--player", "norman=Ann <ann@example.org>"
    path = tmp_path / "game"
    good("new", "three_battles/hastings", "--out", path, "--deadline", "order=7d+24h", *players)
    (path / "setup.txt").write_text("deploy\ndone\n")
    clock.now += HOUR
    pass_on(path, "saxon", "setup.txt", 1)
    return path


def pass_on(path, side, orders, seq):
    file = json.loads(good("move", path / orders, "--dir", path / side, "--json"))["file"]
    shutil.rmtree(path / side / "outbox")
    good("apply", file, "--dir", path / "referee")
    for other in ("saxon", "norman"):
        good("apply", path / f"referee/answers/{seq:04d}.pbem", "--dir", path / other)


def status(path, role="referee"):
    """What a program reads, and the rows that a person reads."""
    said = json.loads(good("status", "--dir", path / role, "--json"))
    text = good("status", "--dir", path / role)
    return said, {name.strip(): rest for name, _, rest in (row.partition("  ") for row in text.splitlines())}


def test_the_first_decision_of_a_new_game_has_a_deadline(tmp_path, clock):
    good("new", "three_battles/hastings", "--out", tmp_path, "--deadline", "order=7d+24h")
    clock.now += 25 * HOUR
    said, _ = status(tmp_path)
    assert said["since"] == {"seq": 0, "at": START}
    assert said["deadline"]["role"] == "saxon"
    assert said["deadline"]["due"] == START + 7 * 24 * HOUR
    text = good("status", "--dir", tmp_path / "saxon")
    assert "for saxon since entry 0 of Wed 2026-11-18 11:06 UTC" in text
    assert (
        "saxon by Wed 2026-11-25 11:06 UTC, with grace Thu 2026-11-26 11:06 UTC (5 days 23 hours left)"
        in text
    )


def test_new_again_keeps_the_time_of_the_charter(tmp_path, clock):
    new = "new", "three_battles/hastings", "--out", tmp_path
    good(*new)
    charter = (tmp_path / "norman/game.log").read_bytes()
    (tmp_path / "referee/game.log").unlink()
    clock.now += HOUR
    good(*new)
    assert (tmp_path / "referee/game.log").read_bytes() == charter


@pytest.mark.parametrize("role", ["referee", "saxon", "norman"])
def test_whose_turn_since_when_and_who_was_heard_of(game, clock, role):
    clock.now += 30 * 60
    said, _ = status(game, role)
    assert said["owing"] == ["norman"]
    assert said["since"] == {"seq": 2, "at": START + HOUR}
    heard = {party["role"]: party["last"] for party in said["parties"]}
    assert heard == {
        "referee": {"seq": 2, "type": "ack", "at": START + HOUR},
        "saxon": {"seq": 1, "type": "order", "at": START + HOUR},
        "norman": None,
    }
    assert {party["role"]: party["links"] for party in said["parties"]} == {
        "referee": 0, "saxon": 1, "norman": 0,
    }  # fmt: skip
    text = good("status", "--dir", game / role)
    assert "Last of saxon    entry 1 (order), Wed 2026-11-18 12:06 UTC\n" in text
    assert "Last of norman   nothing since the charter\n" in text
    assert "for norman since entry 2 of Wed 2026-11-18 12:06 UTC\n" in text
    assert "(6 days 23 hours left)" in text
    assert "no standing orders" in text
    assert not {"held", "shared", "outbox", "undeliverable"} & {name for name in said if said[name]}
    assert not [word for word in ("On hold", "To sign", "To send", "Undelivered") if word in text]


def test_a_deadline_that_is_over_is_told(game, clock):
    clock.now = START + HOUR + 7 * 24 * HOUR + 60
    assert "(overdue, 23 hours 59 minutes of grace left)" in good("status", "--dir", game / "referee")
    clock.now += 24 * HOUR
    assert "(late since 1 minute)" in good("status", "--dir", game / "norman")


def test_standing_orders_are_counted_for_each_side(game):
    (game / "standing.txt").write_text("advance: always\nany: default\n")
    made = json.loads(good("standing", game / "standing.txt", "--dir", game / "saxon", "--json"))
    mails = json.loads(good("apply", made["file"], "--dir", game / "referee", "--json"))["mails"]
    for mail in mails:
        good("apply", mail, "--dir", game / next(side for side in ("saxon", "norman") if f"-{side}-" in mail))
    lines = {"number": 1, "lines": ["advance: always", "any: default"]}
    for role, known in (("referee", lines), ("saxon", lines), ("norman", {"number": 1, "lines": []})):
        filed = json.loads(good("status", "--dir", game / role, "--json"))["parties"]
        assert [party["standing"] for party in filed if party["role"] == "saxon"] == [known]
    assert "saxon number 1 (2 lines)\n" in good("status", "--dir", game / "referee")
    assert "saxon number 1\n" in good("status", "--dir", game / "norman")


def test_what_waits_in_the_folder_is_told(game):
    good("rollback", "--to", 0, "--why", "A slip.", "--dir", game / "referee")
    for mail in (outbox := Outbox(game / "referee")).list_waiting():
        outbox.move_to_sent(mail.name)
    outbox.put("one", b"Subject: x\r\n\r\nx\r\n", ["ann@example.org"])
    outbox.put("two", b"Subject: y\r\n\r\ny\r\n", ["sven@example.org"])
    outbox.record("two", Delivery(refused={"sven@example.org": "no such user"}))
    held = entry_of("ab" * 32, 5, "cd" * 32, "order", "norman", {"lines": ["done"]}, "ef" * 32)
    OutOfOrderQueue(Folder(game / "referee")).keep(sign(held, Folder(game / "norman").key()), 2)
    said, _ = status(game)
    assert said["held"] == [{"seq": 5, "author": "norman", "type": "order"}]
    (waiting,) = said["shared"]
    assert (waiting["seq"], waiting["type"], waiting["missing"]) == (3, "rollback", ["saxon", "norman"])
    assert said["outbox"] == [{"name": "one", "to": ["ann@example.org"], "refused": {}}]
    assert said["undeliverable"][0]["refused"] == {"sven@example.org": "no such user"}
    text = good("status", "--dir", game / "referee")
    for row in (
        "entry 5 (order by norman), until entry 3 arrives",
        "0003-rollback.pbem: still missing saxon, norman",
        "1 mail to ann@example.org: `pbem send`",
        "1 mail to sven@example.org: refused for good; look in undeliverable/",
    ):
        assert f"{row}" in text


def test_what_can_no_longer_be_signed_is_not_told(game):
    good("rollback", "--to", 0, "--why", "A slip.", "--dir", game / "referee")
    (file,) = (game / "referee/shared").iterdir()
    (signed,) = armor.read(file)
    resigned = json.loads(good("resign", "--dir", game / "norman", "--yes", "--json"))["file"]
    good("apply", resigned, "--dir", game / "referee")
    assert status(game)[0]["shared"] == []
    later = game / f"referee/shared/{status(game)[0]['seq'] + 1:04d}-rollback.pbem"
    armor.write(later, [signed])
    assert status(game)[0]["shared"] == []


def test_a_game_that_is_over_waits_for_nobody(game, clock):
    file = json.loads(good("resign", "--dir", game / "norman", "--yes", "--json"))["file"]
    clock.now += HOUR
    good("apply", file, "--dir", game / "referee")
    said, rows = status(game)
    assert (said["since"], said["deadline"]) == (None, None)
    assert {party["role"]: party["last"] for party in said["parties"]}["norman"] == {
        "seq": 3, "type": "resign", "at": START + 2 * HOUR,
    }  # fmt: skip
    assert "Waiting" not in rows
    assert "Deadline" not in rows


def test_in_a_game_by_policy_no_time_goes_by(tmp_path):
    good("simulate", "three_battles/fulford", "--out", tmp_path)
    said, _ = status(tmp_path)
    (time,) = set(re.findall(r'"at":(\d+)', Path(tmp_path / "referee/game.log").read_text()))
    assert {(party["last"] or {}).get("at") for party in said["parties"]} == {None, int(time)}


def test_a_file_in_the_outbox_that_is_no_mail_of_ours_is_named(game):
    (game / "referee/outbox").mkdir()
    (game / "referee/outbox/strange.eml").write_text("Subject: x\n\nx\n")
    code, _, err = pbem("status", "--dir", game / "referee")
    assert code == 1
    assert "strange.eml" in err


def test_a_last_line_without_its_newline_is_told(game):
    log = game / "referee/game.log"
    whole, before = log.read_bytes(), status(game)[0]
    assert before["unfinished"] is None
    log.write_bytes(whole[:-1])
    said, rows = status(game)
    assert said["seq"] == before["seq"] - 1
    assert said["unfinished"]["whole"]
    assert "`echo >> game.log`" in rows["Unfinished"]
    subprocess.run(["sh", "-c", "echo >> game.log"], cwd=log.parent, check=True)
    assert log.read_bytes() == whole
    assert status(game)[0] == before


def test_an_unfinished_last_line_is_told(game):
    log = game / "referee/game.log"
    log.write_bytes(log.read_bytes()[:-40])
    said, rows = status(game)
    assert not said["unfinished"]["whole"]
    assert "the next entry replaces it" in rows["Unfinished"]

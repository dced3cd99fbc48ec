"""Files that are dropped on the page: each comes where it belongs, and a forged one changes nothing."""

from __future__ import annotations

import base64
import shutil
import zipfile
from pathlib import Path

import pytest
from commands import good
from own_games import NOW, Desk, begin_fulford, copy_game, invite
from recording import PASSWORD, Recorder

from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.log.party.folder import Folder
from pbem.mail_table.house import mail_intake
from pbem.robot.inbox import Inbox

_UNSENT = b"X-Unsent: 1\r\n"


def sent(file: Path) -> bytes:
    """A mail of an outbox, as it goes."""
    return file.read_bytes().split(_UNSENT, 1)[1]


@pytest.fixture
def desk(tmp_path: Path, begun: Path) -> Desk:
    made = Desk(tmp_path / "games")
    copy_game(begun, made.root)
    return made


@pytest.fixture
def fresh(tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "fresh")
    begin_fulford(made.root)
    return made


def sign(desk: Desk, tmp_path: Path) -> Path:
    """A move of the Vikings, as a mail."""
    (tmp_path / "orders.txt").write_text("deploy\ndone\n")
    good("move", tmp_path / "orders.txt", "--dir", desk.root / "fulford/viking")
    (mail,) = (desk.root / "fulford/viking/outbox").glob("*.eml")
    file = tmp_path / "move.eml"
    file.write_bytes(sent(mail))
    return file


def answer(desk: Desk, tmp_path: Path) -> Path:
    """The referee's answer to that move, as a mail to the Vikings."""
    done = Inbox(Folder(desk.root / "fulford/referee")).receive(sign(desk, tmp_path).read_bytes(), NOW)
    assert done.outcome == "accepted"
    (mail,) = (each for each in done.files if "viking" in each.name)
    file = tmp_path / "answer.eml"
    file.write_bytes(sent(mail))
    return file


def test_a_mail_on_the_list_goes_to_its_own_game(fresh: Desk, tmp_path: Path) -> None:
    mail, log = answer(fresh, tmp_path), fresh.root / "fulford/viking/game.log"
    before = log.read_bytes()
    taken = fresh.drop(mail)
    assert (taken["outcome"], taken["table"]) == ("accepted", fresh.id("viking"))
    assert "Next: saxon" in taken["told"] or "waiting for saxon" in taken["told"]
    assert "head" not in taken["told"]
    assert not [line for line in taken["told"].splitlines() if line.startswith(" ")]
    assert log.read_bytes() != before and log.read_bytes().startswith(before)


def test_a_proposal_that_comes_by_mail_waits_on_the_card(fresh: Desk, tmp_path: Path) -> None:
    fresh.drop(answer(fresh, tmp_path))
    assert not fresh.card("viking")["yours"]
    referee = fresh.root / "fulford/referee"
    before = {*referee.glob("outbox/*.eml")}
    good("rollback", "--to", "0", "--why", "We erred.", "--dir", referee)
    (mail,) = (each for each in {*referee.glob("outbox/*.eml")} - before if "viking" in each.name)
    file = tmp_path / "proposal.eml"
    file.write_bytes(sent(mail))
    assert fresh.drop(file)["outcome"] == "accepted"
    assert fresh.card("viking")["due"] == (
        "A proposal waits for your signature: entry 3 (rollback by referee)."
    )
    assert fresh.card("viking")["yours"]


def test_a_mail_on_another_game_goes_to_its_own(fresh: Desk, tmp_path: Path, begun: Path) -> None:
    copy_game(begun, fresh.root)
    mail = answer(fresh, tmp_path)
    before = (fresh.root / "hastings/norman/game.log").read_bytes()
    assert fresh.drop(mail, fresh.id("norman"))["table"] == fresh.id("viking")
    assert (fresh.root / "hastings/norman/game.log").read_bytes() == before
    assert fresh.games == []
    fresh.call("begin", table=fresh.id("viking"))
    fresh.drop(mail, fresh.id("viking"))
    assert fresh.games[0].noted  # an open game hears of it


def test_a_file_of_entries_is_taken_in_as_a_mail_is(fresh: Desk, tmp_path: Path) -> None:
    answer(fresh, tmp_path)
    file = fresh.root / "fulford/referee/answers/0001.pbem"
    assert fresh.drop(file, fresh.id("viking"))["outcome"] == "accepted"
    logs = {(fresh.root / "fulford" / role / "game.log").read_bytes() for role in ("viking", "referee")}
    assert len(logs) == 1


def test_a_forged_answer_is_refused_and_the_log_stays_as_it_was(fresh: Desk, tmp_path: Path) -> None:
    answer(fresh, tmp_path)
    entries = armor.decode_all((fresh.root / "fulford/referee/answers/0001.pbem").read_text("ascii"))
    log = fresh.root / "fulford/viking/game.log"
    before = log.read_bytes()
    last = entries[-1]
    forged = SignedEntry(last.data.replace(b'"at":', b'"at":1', 1), last.signatures)
    assert forged != last
    text = "".join(map(armor.encode, [*entries[:-1], forged]))
    assert fresh.call("take", table=fresh.id("viking"), name="a.pbem", text=text)["outcome"] == "refused"
    assert log.read_bytes() == before


def test_a_charter_of_another_game_begins_nothing(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    desk.call("join", table=table, digest=desk.call("join_terms", table=table)["digest"])
    first = (desk.root / "hastings/saxon/game.log").read_text().splitlines()[1]
    text = armor.encode(SignedEntry.from_record(first.encode()))
    desk.call("take", table=table, name="charter.pbem", text=text)
    assert not (desk.root / "hastings-norman/game.log").exists()
    assert desk.card("hastings-norman")["state"] == "joined"


def test_a_mail_for_nobody_here_is_refused(desk: Desk) -> None:
    data = base64.b64encode(b"From: a@example.org\nSubject: hello\n\nGood evening!\n").decode()
    refused = desk.refuse("take", name="hello.eml", data=data)
    assert (refused.code, refused.what) == ("refused", "This mail is for none of the games in the list.")


def test_a_referees_folder_takes_in_nothing(fresh: Desk, tmp_path: Path) -> None:
    data = base64.b64encode(sign(fresh, tmp_path).read_bytes()).decode()
    referees = fresh.id("referee")
    shutil.move(fresh.root / "fulford/viking", tmp_path)
    log = fresh.root / "fulford/referee/game.log"
    before = log.read_bytes()
    for table in ("", referees):
        fresh.refuse("take", name="move.eml", data=data, table=table)
    assert log.read_bytes() == before


def test_orders_are_laid_into_the_draft_and_words_for_the_others_too(desk: Desk) -> None:
    said = desk.call(
        "take", table=desk.id("norman"), name="o.txt", text="press to arms\nmove N-foot-1 1919\n"
    )
    assert said["outcome"] == "laid"
    assert desk.games[0].laid == ["move N-foot-1 1919", "to arms"]


def test_a_log_of_vassal_is_laid_into_the_draft_and_its_password_goes_nowhere(
    desk: Desk, tmp_path: Path
) -> None:
    norman = desk.root / "hastings/norman"
    good("show", "--dir", norman, "--out", tmp_path / "now.vsav")
    recorder = Recorder(tmp_path / "now.vsav")
    recorder.drag("N-knight-1", "1819", "1719")
    recorder.drag("N-foot-1", "1919")
    said = desk.drop(recorder.write(tmp_path / "turn.vlog"), desk.id("norman"))
    assert (said["outcome"], said["table"]) == ("laid", desk.id("norman"))
    assert desk.games[0].laid == ["move N-knight-1 1819-1719", "move N-foot-1 1919"]
    assert PASSWORD not in str(said)
    assert not [
        each for each in norman.rglob("*") if each.is_file() and PASSWORD.encode() in each.read_bytes()
    ]
    recorder.drag("S-fyrd-1", "1919")
    refused = desk.refuse(
        "take",
        table=desk.id("norman"),
        name="turn.vlog",
        data=base64.b64encode(recorder.write(tmp_path / "b.vlog").read_bytes()).decode(),
    )
    assert refused.what.startswith("turn.vlog: ") and len(desk.games) == 1


def test_a_wrong_line_is_told_with_its_file_line_and_column(desk: Desk) -> None:
    refused = desk.refuse(
        "take", table=desk.id("norman"), name="../../o.txt", text="done\nmove N-fot-1 1919\n"
    )
    assert refused.what.startswith("o.txt:2:6: ")
    assert desk.games == []


def test_orders_need_an_open_game(desk: Desk) -> None:
    assert "Open a game first" in desk.refuse("take", name="o.txt", text="done\n").what


def test_a_packed_file_that_is_no_log_is_refused(desk: Desk, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.vlog", "w") as packed:
        packed.writestr("savedGame", "nothing")
    data = base64.b64encode((tmp_path / "a.vlog").read_bytes()).decode()
    assert desk.refuse("take", table=desk.id("norman"), name="a.vlog", data=data).what.startswith("a.vlog")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"name": "a"}, "bad-call"),
        ({"name": "a", "data": "%%%"}, "bad-call"),
        ({"name": 7, "text": ""}, "bad-call"),
        ({"name": "a", "text": "x" * (mail_intake.MOST_BYTES + 1)}, "refused"),
    ],
)
def test_what_no_page_sends_is_refused(desk: Desk, said: dict[str, object], code: str) -> None:
    assert desk.refuse("take", **said).code == code

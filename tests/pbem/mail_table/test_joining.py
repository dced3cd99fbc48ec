"""An invitation on the page: nothing is signed before all was shown, and nothing else than what was shown."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from own_games import MARKUP, NOW, Desk, copy_game, invite

from pbem import errors
from pbem.disk import atomic_files
from pbem.entry.setup_papers import open_join
from pbem.log.party.folder import Folder
from pbem.mail_table.house import joining
from pbem.messages import charter_text
from pbem.robot.inbox import Inbox
from pbem.setup import invitation


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "games")


def test_from_the_invitation_to_the_join_nothing_is_typed(desk: Desk, tmp_path: Path) -> None:
    host, mail = invite(tmp_path)
    taken = desk.drop(mail)
    assert taken["outcome"] == "invited"
    card = desk.card("hastings-norman")
    assert (card["state"], card["id"], card["yours"]) == ("invited", taken["table"], True)
    assert card["due"] == "Rolf <rolf@example.org> asks you to play norman."
    terms = desk.call("join_terms", table=taken["table"])
    invited = invitation.load_invitation(host)
    assert terms["text"] == charter_text.invitation_text(invited, "norman")
    assert (terms["you"], terms["fault"], terms["key"]) == ("norman", "", False)
    assert ["Referee", "yes"] in terms["rows"]
    folder = Folder(desk.root / "hastings-norman")
    assert not folder.key_file.exists() and not folder.join_file.exists()
    done = desk.call("join", table=taken["table"], digest=terms["digest"])
    assert (done["table"], len(done["mails"])) == (taken["table"], 1)
    (out,) = (folder.path / "outbox").glob("*.eml")
    assert out.stem == done["mails"][0]
    assert desk.card("hastings-norman")["state"] == "joined"
    sent = out.read_bytes().split(b"X-Unsent: 1\r\n", 1)[1]
    assert Inbox(host).receive(sent, NOW).outcome == "accepted"
    assert open_join(invitation.read(folder.join_file)).said.person.role == "norman"
    assert joining.find_kept(folder.path) is None


def test_a_second_click_signs_nothing(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    digest = desk.call("join_terms", table=table)["digest"]
    desk.call("join", table=table, digest=digest)
    before = sorted(file.name for file in (desk.root / "hastings-norman").rglob("*"))
    assert desk.refuse("join", table=table, digest=digest).code == "refused"
    assert sorted(file.name for file in (desk.root / "hastings-norman").rglob("*")) == before


def test_another_invitation_than_the_one_that_was_shown_is_not_joined(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    digest = desk.call("join_terms", table=table)["digest"]
    other = tmp_path / "other"
    other.mkdir()
    _, second = invite(other, saxon="Somebody Else")
    folder = desk.root / "hastings-norman"
    (folder / joining.KEPT_MAIL).write_bytes(second.read_bytes())
    assert desk.refuse("join", table=table, digest=digest).code == "stale"
    assert desk.refuse("join", table=table).code == "stale"
    assert not Folder(folder).key_file.exists() and not Folder(folder).join_file.exists()


def test_the_same_invitation_has_one_folder_and_another_game_a_second(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    (tmp_path / "other").mkdir()
    _, second = invite(tmp_path / "other", saxon="Somebody Else")
    assert desk.drop(mail)["table"] == desk.drop(mail)["table"] != desk.drop(second)["table"]
    assert {path.name for path in desk.root.iterdir() if not path.name.startswith(".")} == {
        "hastings-norman",
        "hastings-norman-2",
    }
    table = desk.id("hastings-norman")
    desk.call("join", table=table, digest=desk.call("join_terms", table=table)["digest"])
    assert desk.drop(mail)["table"] == table
    assert desk.card("hastings-norman")["state"] == "joined"


def test_a_game_that_was_joined_elsewhere_is_not_joined_again(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    table = desk.drop(mail)["table"]
    desk.call("join", table=table, digest=desk.call("join_terms", table=table)["digest"])
    (desk.root / "hastings-norman").rename(desk.root / "mine")
    taken = desk.drop(mail)
    assert taken["table"] == desk.id("mine")
    assert not (desk.root / "hastings-norman").exists()


@pytest.mark.skipif(not atomic_files.POSIX, reason="modes say who may read")
def test_the_ticket_in_an_invitation_is_for_its_reader_alone(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path)
    desk.drop(mail)
    kept = desk.root / "hastings-norman" / joining.KEPT_MAIL
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_file_of_the_ticket_is_an_invitation_too(desk: Desk, tmp_path: Path) -> None:
    host, _ = invite(tmp_path)
    assert desk.drop(host.ticket_file("norman"))["outcome"] == "invited"
    text = host.ticket_file("saxon").read_text("ascii")
    taken = desk.call("take", name="pasted", text=f"Hello,\n\n{text}")
    assert desk.call("join_terms", table=taken["table"])["you"] == "saxon"


def test_names_with_markup_are_shown_as_they_are_signed(desk: Desk, tmp_path: Path) -> None:
    _, mail = invite(tmp_path, saxon=MARKUP)
    table = desk.drop(mail)["table"]
    assert f"saxon: {MARKUP} <saxon@example.org>" in desk.call("join_terms", table=table)["text"]


def test_an_invitation_that_was_changed_on_its_way_is_refused(desk: Desk, tmp_path: Path) -> None:
    host, _ = invite(tmp_path)
    text = host.ticket_file("norman").read_text("ascii")
    middle = text.index("\n", len(text) // 8)
    damaged = text[: middle - 1] + ("A" if text[middle - 1] != "A" else "B") + text[middle:]
    assert desk.refuse("take", name="a.pbem", text=damaged).code == "refused"
    assert desk.call("house")["games"] == []


def test_an_invitation_is_not_kept_over_another_game(desk: Desk, tmp_path: Path, begun: Path) -> None:
    copy_game(begun, desk.root)
    _, mail = invite(tmp_path)
    before = (desk.root / "hastings/norman/game.log").read_bytes()
    with pytest.raises(errors.FileExists, match="another game"):
        joining.keep_invitation(
            joining.Places(desk.root), mail.read_bytes(), mail.name, desk.root / "hastings/norman"
        )
    assert (desk.root / "hastings/norman/game.log").read_bytes() == before

"""Slips of people who are no programmers: the wrong file or command, a file that another program saved.

Each slip has one message, which says where it is and what to do, and changes nothing.
"""

import json
import shutil
from dataclasses import replace

import pytest
from commands import good, pbem
from crashes import settle
from three_mails import PLAN, PLAYERS, Setting

from pbem.entry import armor
from pbem.entry.verified_entries import verify_entry
from pbem.log import verification
from pbem.log.party.folder import Folder
from pbem.play.refusals import refusal_papers
from pbem.reason_codes import Code
from pbem.setup import invitation, join_request

PEOPLE = ("--player", "viking=Ann <ann@example.org>", "--player", "saxon=Sven <sven@example.org>")


@pytest.fixture
def game(begun, tmp_path):
    shutil.copytree(begun, tmp_path / "game")
    settle(tmp_path / "game")
    return tmp_path / "game"


@pytest.fixture
def cards(tmp_path):
    """A game that begins with dice, which the Saxons open."""
    good("new", "hastings_pulsipher/small", "--out", tmp_path / "cards")
    return tmp_path / "cards"


@pytest.fixture
def invited(tmp_path):
    """The host's folder of a game without a referee, with the invitation as file and mail."""
    good(
        "invite",
        "three_battles/fulford",
        "--no-referee",
        "--as",
        "viking",
        "--out",
        tmp_path / "ann",
        *PEOPLE,
    )
    return tmp_path / "ann"


def files(folder):
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_signed_move_is_no_file_of_orders(game):
    file = game / "saxon/moves/0001-saxon.pbem"
    code, _, err = pbem("move", file, "--dir", game / "norman")
    assert (code, err.count("\n")) == (1, 1)
    assert f"{file}:1: this is a signed entry or a mail, not a file of orders" in err


def test_a_file_of_comments_tells_how_a_line_counts(game):
    orders = game / "orders.txt"
    good("template", "--dir", game / "norman", "--out", orders)
    code, _, err = pbem("move", orders, "--dir", game / "norman")
    assert (code, "delete the # in front" in err) == (1, True)


def test_dice_are_no_draft(cards):
    before = files(cards)
    code, _, err = pbem("move", "--draft", "--dir", cards / "saxon")
    assert (code, "reveals a link" in err) == (2, True)
    assert files(cards) == before


def test_who_opens_dice_is_told_how(cards, tmp_path):
    assert "open the dice with `pbem move`, without a file" in good("legal", "--dir", cards / "saxon")
    orders = tmp_path / "orders.txt"
    orders.write_text("done\n")
    code, _, err = pbem("move", orders, "--dir", cards / "saxon")
    assert (code, "open them with `pbem move`, without a file" in err) == (1, True)


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("copied.eml", "utf-8"),
        ("notepad.txt", "utf-16"),
        ("notepad.pbem", "utf-16"),
        ("mark.txt", "utf-8-sig"),
    ],
)
def test_a_text_that_was_copied_out_of_a_mail(invited, tmp_path, name, encoding):
    file = tmp_path / name
    text = "Will you play?\n\n" + (invited / "invitations/saxon.pbem").read_text()
    file.write_text(text, encoding=encoding, newline="\r\n")
    assert "you agree to this" in good("join", file, "--dir", tmp_path / "sven")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[:400], "the END line of paper 1 in this text is missing"),
        (lambda text: text[:300] + "A" + text[301:], "was damaged on the way"),
    ],
)
def test_a_damaged_file_is_named(invited, tmp_path, change, words):
    file = tmp_path / "invitation.txt"
    file.write_text(change((invited / "invitations/saxon.pbem").read_text()))
    code, _, err = pbem("join", file, "--dir", tmp_path / "sven")
    assert (code, err.startswith(f"pbem: {file}: "), words in err) == (1, True, True)


def test_one_command_takes_in_mails_and_move_files(game, tmp_path):
    """A move file under another name is no mail: the answer names the way in."""
    move = game / "saxon/moves/0001-saxon.pbem"
    (tmp_path / "move.txt").write_bytes(move.read_bytes())
    code, out, _ = pbem("receive", tmp_path / "move.txt", "--dir", game / "referee")
    assert (code, "`pbem receive FILE.pbem`" in out) == (1, True)
    told = good("receive", move, "--dir", game / "referee", "--json")
    assert json.loads(told)["repeated"] in (True, False)
    code, out, _ = pbem("apply", "--help")
    assert "`receive` takes in mails and files alike" in " ".join(out.split())


def test_a_passphrase_for_a_key_that_is_there(tmp_path):
    good("keygen", tmp_path / "ann")
    code, out, err = pbem("keygen", tmp_path / "ann", "--passphrase")
    assert (code, out, "ssh-keygen -p -f" in err) == (1, "", True)


def test_a_chain_with_windows_line_ends_is_the_same_chain(game):
    chain, orders = game / "norman/chain", game / "orders.txt"
    chain.write_bytes(chain.read_bytes().replace(b"\n", b"\r\n"))
    orders.write_text("done\n")
    assert "draft of entry" in good("move", orders, "--draft", "--dir", game / "norman")


def test_a_charter_that_came_as_a_file_puts_the_join_away(invited, tmp_path):
    sven = tmp_path / "sven"
    good("join", invited / "invitations/saxon.pbem", "--dir", sven)
    good("apply", sven / "join.pbem", "--dir", invited)
    good("apply", invited / "answers/0000.pbem", "--dir", sven)
    assert "To send" not in good("status", "--dir", sven)


@pytest.mark.parametrize("by_mail", [[], ["--by-mail"]])
def test_a_play_that_was_broken_off_is_not_gone_on_with(tmp_path, invited, by_mail):
    (tmp_path / "out").mkdir()
    shutil.copytree(invited, tmp_path / "out/viking")
    code, _, err = pbem("simulate", "three_battles/fulford", "--out", tmp_path / "out", *by_mail)
    assert (code, "holds a game already; choose another folder" in err) == (1, True)


@pytest.mark.parametrize("first", ["refusal", "entry"])
def test_a_paper_and_its_entry_in_two_files_are_judged_as_in_one(game, tmp_path, first):
    """A false refusal of a legal order: the files as the player has them, and both in one file."""
    host, entry = Folder(game / "referee"), game / "saxon/moves/0001-saxon.pbem"
    verifier = verification.verify_entries(host.log)
    slip = refusal_papers.say(host, verifier, 1, armor.read(entry)[0].head, Code.NOT_YOUR_DECISION)
    refusal, both = tmp_path / "refusal.pbem", tmp_path / "both.pbem"
    refusal.write_text(armor.encode(slip.signed, armor.PAPER))
    both.write_text(refusal.read_text() + entry.read_text())
    as_one = pbem("verify", game, "--paper", both)
    assert (as_one[0], "[refused-legal]" in as_one[1]) == (1, True)
    files = (refusal, entry) if first == "refusal" else (entry, refusal)
    assert pbem("verify", game, *(word for file in files for word in ("--paper", file))) == as_one
    alone = pbem("verify", game, "--paper", refusal)
    assert (alone[0], "give the refused entry with it" in alone[1]) == (3, True)


def test_an_entry_without_a_paper_is_said_to_be_held_against_nothing(game):
    code, out, _ = pbem("verify", game, "--paper", game / "saxon/moves/0001-saxon.pbem")
    assert (code, "no refusal and no receipt was given" in out) == (3, True)


def test_a_player_who_takes_in_a_join_does_not_play_the_host(invited, tmp_path):
    """The attack on oneself: all have joined in his own folder, so that his program signs a charter."""
    sven = tmp_path / "sven"
    good("join", invited / "invitations/saxon.pbem", "--dir", sven)
    before = files(sven)
    for command in ("receive", "apply"):
        code, out, err = pbem(command, sven / "join.pbem", "--dir", sven)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "a join is for the host: send it to viking, Ann <ann@example.org>" in err
    assert files(sven) == before
    good("receive", sven / "join.pbem", "--dir", invited)
    assert "the game begins" in good("receive", invited / "answers/0000.pbem", "--dir", sven)


def test_nor_does_one_with_a_referee_who_has_the_joins_of_all(tmp_path):
    setting = Setting(tmp_path)
    joins = [setting.join(role).signed for role in ("saxon", "norman")]
    both = tmp_path / "both.pbem"
    both.write_text("".join(armor.encode(signed, armor.PAPER) for signed in joins))
    for role in ("saxon", "norman"):
        before = files(tmp_path / role)
        code, _, err = pbem("receive", both, "--dir", tmp_path / role)
        assert (code, "a join is for the host: send it to referee, Rolf" in err) == (2, True)
        assert files(tmp_path / role) == before
    assert "All have joined" in good("receive", both, "--dir", setting.host.path)


def test_nobody_joins_or_invites_in_the_folder_of_another_game(game, invited, tmp_path):
    """The charter could never be taken in there, and links of the chain have been shown."""
    before = files(game)
    for words in (("join", invited / "invitations/saxon.pbem"), ("invite", "three_battles/fulford", *PEOPLE)):
        more = ("--no-referee", "--as", "viking") if words[0] == "invite" else ()
        place = ("--out" if words[0] == "invite" else "--dir", game / "saxon")
        code, _, err = pbem(*words, *more, *place)
        assert (code, f"{game}/saxon/game.log is another game" in err) == (1, True), err
    (game / "saxon/game.log").unlink()
    code, _, err = pbem("join", invited / "invitations/saxon.pbem", "--dir", game / "saxon")
    assert (code, f"the dice chain in {game}/saxon is that of game" in err) == (1, True), err
    good("join", invited / "invitations/saxon.pbem", "--dir", tmp_path / "sven")
    good("receive", tmp_path / "sven/join.pbem", "--dir", invited)
    good("receive", invited / "answers/0000.pbem", "--dir", tmp_path / "sven")
    good("join", invited / "invitations/saxon.pbem", "--dir", tmp_path / "sven")
    good("invite", "three_battles/fulford", *PEOPLE, "--no-referee", "--as", "viking", "--out", invited)
    (game / "saxon/game.log").write_bytes(before[game / "saxon/game.log"])
    assert files(game) == before


@pytest.mark.parametrize("command", ["check", "countersign"])
@pytest.mark.parametrize("what", ["invitation", "ticket", "both", "join"])
def test_a_paper_of_the_setting_up_is_no_entry(tmp_path, command, what):
    setting = Setting(tmp_path)
    join_request.begin(setting.folder("saxon"), verify_entry(setting.begun().charter))
    both = invitation.trim_for_role(setting.host, setting.invited, "saxon")
    join = (invitation.read(setting.folder("saxon").join_file),)
    found = {"invitation": both[:1], "ticket": both[1:], "both": both, "join": join}[what]
    file = tmp_path / "paper.pbem"
    file.write_text("".join(armor.encode(signed, armor.PAPER) for signed in found))
    for role in ("referee", "saxon"):
        code, out, err = pbem(command, file, "--dir", tmp_path / role)
        assert (code, out, err.count("\n")) == (1, "", 1), err
        assert "paper.pbem holds no entry, but what is signed before a game" in err


@pytest.mark.parametrize("more", [(), ("--as", "saxon")])
def test_the_invitation_without_its_ticket(tmp_path, more):
    """With or without `--as` it is the ticket that is missing."""
    host = Setting(tmp_path).host
    code, _, err = pbem("join", host.invitation_file, "--dir", tmp_path / "x", *more)
    assert (code, "the mail or the file that the host has sent to that player" in err) == (1, True), err
    assert "--as" not in err


@pytest.mark.parametrize(
    ("which", "says"),
    [
        ((1,), "holds a ticket without its invitation"),
        ((0, 1, 3), "holds 2 tickets"),
        ((0, 1, 4), "holds 2 invitations"),
    ],
)
def test_parts_of_an_invitation(tmp_path, which, says):
    setting, other = Setting(tmp_path), Setting(tmp_path / "other", replace(PLAN, options=()))
    found = [
        signed
        for role in ("saxon", "norman")
        for signed in invitation.trim_for_role(setting.host, setting.invited, role)
    ]
    found.append(other.invited.signed)
    file = tmp_path / "part.pbem"
    file.write_text("".join(armor.encode(found[each], armor.PAPER) for each in which))
    code, _, err = pbem("join", file, "--dir", tmp_path / "x")
    assert (code, f"the file {says}" in err, "as it came" in err) == (1, True, True), err
    assert not (tmp_path / "x").exists()


def test_a_lost_ticket_comes_again_by_the_same_command(tmp_path):
    people = [f"--player={role}={who.name} <{who.mail}>" for role, who in PLAYERS.items()]
    host = tmp_path / "host"
    good("invite", "three_battles/hastings", *people, "--out", host)
    ticket, before = host / "invitations/saxon.pbem", files(host)
    shutil.rmtree(host / "invitations")
    for file in (host / "outbox").glob("*.eml"):
        file.unlink()
    good("invite", "three_battles/hastings", *people, "--out", host)
    assert files(host).keys() == before.keys()
    assert ticket.read_bytes() == before[ticket]

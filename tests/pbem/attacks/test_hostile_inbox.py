"""Hostile mail at every desk: a referee's in the middle of a game, a player's, and a host's who waits for
joins. Whatever the bytes are, nothing changes but the outbox, and nobody is answered who must not be.
"""

import dataclasses
import shutil

import duel
import pytest
from crashes import contents, settle
from hosting import PLAYERS, host, joined, paper_mail
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mail_corpus import HOSTILE, REAL
from mail_recipes import REFUSED
from mailed import NOW, Mailed, opened, text_of
from mutations import mutated
from said import following, remade

from pbem.entry import armor
from pbem.entry.bodies import Rollback
from pbem.entry.entries import sign
from pbem.log.party.folder import Folder
from pbem.mail import faults
from pbem.mail.reader import read
from pbem.play.agreements import countersignatures
from pbem.robot.inbox import Inbox
from pbem.setup import invitation
from pbem.setup.new_game import Plan

PARTIES = {*(f"{role}@example.org" for role in (*duel.ROLES, *PLAYERS))}
ANSWERS = ("outbox", "sent", "undeliverable")
SEEN = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def referee_in_the_middle(path):
    game = Mailed(path, forced=False)
    game.everybody_takes_in(game.send("red", "step red-a 2", "done", "done"))
    return game


@pytest.fixture(scope="module")
def desks(tmp_path_factory):
    """The folder and the inbox of each."""
    game = referee_in_the_middle(tmp_path_factory.mktemp("game"))
    waiting, *_ = host(tmp_path_factory.mktemp("host"))
    return {
        "referee": (game.folders["referee"], game.robot),
        "player": (game.folders["blue"], Inbox(game.folders["blue"], build=duel.build)),
        "host": (waiting, Inbox(waiting)),
    }


def kept(folder):
    """All but the outbox."""
    return {name: data for name, data in contents(folder.path).items() if not name.startswith(ANSWERS)}


def written(folder):
    return {name for name in contents(folder.path) if name.startswith(ANSWERS)}


def judge(desk, mail):
    """One mail: what came of it, and the answer, if there is one, is the only thing that is new."""
    folder, inbox = desk
    before, mails = kept(folder), written(folder)
    received = inbox.receive(mail, NOW)
    assert received.text.endswith("\n")
    assert kept(folder) == before
    new = [folder.path / name for name in sorted(written(folder) - mails)]
    assert len(new) <= 1
    for file in new:
        assert file in received.files
    for file in received.files:
        assert set(opened(file).to) <= {sender(mail), *PARTIES}
    return received, new


def sender(mail):
    """The one From, if there is one to be answered."""
    try:
        return read(mail, from_robot=True).sender
    except faults.MailRefused as refused:
        return refused.letterhead.sender if refused.letterhead else None


@pytest.mark.parametrize("who", ["referee", "player", "host"])
@pytest.mark.parametrize("case", REAL + HOSTILE, ids=lambda case: case.name)
def test_the_corpus_changes_nothing_anywhere(desks, who, case):
    received, new = judge(desks[who], case.mail)
    assert received.outcome in ("refused", "ignored") or who == "referee"
    if who == "player" or not case.says.get("answerable", True):
        assert not new


@pytest.mark.parametrize("who", ["referee", "player", "host"])
@SEEN
@given(mail=mutated())
def test_mutations_of_the_corpus_change_nothing_anywhere(desks, who, mail):
    judge(desks[who], mail)


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    """A referee, mails that he can use or could once, and the record of the one that would be new."""
    game = referee_in_the_middle(tmp_path_factory.mktemp("target"))
    table = game.table()
    side = table.owing_roles[0]
    link = duel.chain(side).reveal(table.verifier.parties[side].revealed)
    good = following(table, "order", side, {"lines": ["done", "done"]}, link)
    early = dataclasses.replace(good, seq=good.seq + 3)
    forged = remade(good, body={"lines": ["step blue-a 3", "done"]})
    signed = [sign(entry, duel.key(side)) for entry in (good, early)]
    signed += [sign(forged, duel.key("mallory")), duel.records(game.folders["referee"])[1]]
    mails = [game.mail(one) for one in signed] + [game.mail(*signed)]
    return game.folders["referee"], mails, signed


@SEEN
@given(data=st.data())
def test_mutations_of_the_games_own_mails_bring_in_nothing_else(target, tmp_path_factory, data):
    folder, mails, signed = target
    mail = data.draw(mutated(mails))
    work = Folder(tmp_path_factory.mktemp("mutated") / "referee")
    shutil.copytree(folder.path, work.path)
    settle(work.path)
    before = duel.records(work)
    Inbox(work, build=duel.build).receive(mail, NOW)
    after = duel.records(work)
    assert after == before or after[: len(before) + 1] == [*before, signed[0]]
    assert {armor.read(file)[0] for file in work.path.glob("held/*")} <= {signed[1]}
    for file in work.path.glob("outbox/*.eml"):
        assert set(opened(file).to) <= {sender(mail), *PARTIES}


# --- who hosts, who plays, who only passes by --------------------------------------------------------


def test_a_mail_that_comes_back_by_itself_with_the_invitation_in_it_is_not_answered(tmp_path):
    folder, invited, joins = host(tmp_path)
    for mail in (
        paper_mail(invited, automatic=True),
        paper_mail(joins["norman"], automatic=True),
        paper_mail(invited).replace(b"Subject:", b"Auto-Submitted: auto-replied\r\nSubject:"),
    ):
        received, new = judge((folder, Inbox(folder)), mail)
        assert (received.outcome, new) == ("ignored", [])


def test_a_wrong_paper_is_answered_once_in_the_same_words(tmp_path):
    folder, *_ = host(tmp_path / "ours")
    _, invited, _ = host(tmp_path / "another's")
    desk = (folder, Inbox(folder))
    received, new = judge(desk, paper_mail(invited, sender="norman@example.org"))
    assert (received.outcome, len(new)) == ("refused", 1)
    assert opened(new[0]).to == ("norman@example.org",)
    assert "[bad-paper]" in text_of(new[0])
    assert judge(desk, paper_mail(invited, sender="norman@example.org", subject="again"))[1] == []


def test_a_join_again_after_the_game_has_begun_is_answered_to_its_player_alone(tmp_path):
    folder, _, joins = host(tmp_path)
    inbox = Inbox(folder)
    begun = inbox.receive(paper_mail(joins["norman"], sender="norman@example.org"), NOW)
    assert {opened(file).to for file in begun.files} == {("saxon@example.org",), ("norman@example.org",)}
    again = inbox.receive(paper_mail(joins["saxon"]), NOW)
    assert [opened(file).to for file in again.files] == [("saxon@example.org",)]
    letter = read(opened(again.files[0]).message, from_robot=True)
    assert letter.entries == tuple(folder.log.read().records())


def test_a_second_join_refused_before_and_after_the_game_has_begun(tmp_path):
    """The same mail, delivered again: other words are due by then."""
    folder, invited, joins = host(tmp_path)
    inbox = Inbox(folder)
    second = joined(folder, invited, "saxon", Folder(tmp_path / "other"))
    mail = paper_mail(second, sender="mallory@example.net")
    assert inbox.receive(mail, NOW).outcome == "refused"
    inbox.receive(paper_mail(joins["norman"], sender="norman@example.org"), NOW)
    received, _ = judge((folder, inbox), mail)
    assert received.outcome == "refused"
    assert "[role-taken]" in received.text


def test_a_host_who_plays_sends_the_charter_to_the_referee_too(tmp_path):
    folder = Folder(tmp_path / "saxon")
    invited = invitation.invite(Plan("three_battles", "hastings", (), PLAYERS), "saxon", folder)
    inbox = Inbox(folder)
    for role in ("referee", "norman"):
        made = joined(folder, invited, role, Folder(tmp_path / role))
        received = inbox.receive(paper_mail(made, sender=f"{role}@example.org"), NOW)
    assert {opened(file).to for file in received.files} == {("referee@example.org",), ("norman@example.org",)}
    for file in received.files:
        assert b"From: saxon <saxon@example.org>" in opened(file).message
    taken = Inbox(Folder(tmp_path / "referee")).receive(opened(received.files[0]).message, NOW)
    assert taken.outcome == "accepted"
    assert Folder(tmp_path / "referee").log.path.read_bytes() == folder.log.path.read_bytes()


def test_an_order_beside_a_quoted_join_counts(tmp_path):
    """Whoever answers below the whole thread sends his own join along."""
    folder, _, joins = host(tmp_path)
    Inbox(folder).receive(paper_mail(joins["norman"], sender="norman@example.org"), NOW)
    (charter,) = folder.log.read().records()
    received = Inbox(folder).receive(paper_mail(joins["saxon"], entries=(charter,)), NOW)
    assert received.outcome == "accepted"
    assert "has joined" not in received.text


def test_two_programs_that_do_not_know_each_other_for_such_soon_fall_silent(tmp_path):
    """The other one answers whatever comes, quotes it, and marks nothing."""
    game = referee_in_the_middle(tmp_path)
    mail, answers = b"From: blue@example.org\r\nSubject: ticket 0\r\n\r\nWe got your mail.\r\n", []
    for number in range(10):
        _, new = judge((game.folders["referee"], game.robot), mail)
        answers += new
        if not new:
            break
        quoted = "".join(f"> {line}\r\n" for line in text_of(new[0]).splitlines())
        mail = f"From: blue@example.org\r\nSubject: ticket {number}\r\n\r\nWe got:\r\n{quoted}".encode()
    assert len(answers) == 1


def rollback(game, text):
    return following(game.table(), "rollback", "referee", {"to": 0, "why": text})


def substitute(game):
    """Of blue, by a stranger who signs as the one who takes over."""
    body = {
        "role": "blue", "name": "Mallory", "mail": "mallory@example.net", "tip": duel.chain("mallory").tip,
        "key": duel.key("mallory").public.line, "length": duel.LENGTH,
    }  # fmt: skip
    return following(game.table(), "substitute", "referee", body)


def test_what_goes_round_to_be_signed_is_its_authors_alone(tmp_path):
    """Neither a party nor a stranger puts another in its place, or anything where nothing goes round."""
    game = referee_in_the_middle(tmp_path)
    desk = (game.folders["referee"], game.robot)
    forged = [(rollback(game, "my slip"), "red"), (substitute(game), "mallory")]
    for _ in range(2):
        for entry, name in forged:
            received, _ = judge(desk, game.mail(sign(entry, duel.key(name)), sender="mallory@example.net"))
            assert received.outcome == "refused"
            assert "[wrong-signer]" in received.text
        countersignatures.propose(game.folders["referee"], Rollback(to=0, why="a slip", at=NOW), duel.build)
    (file,) = (game.folders["referee"].path / "shared").iterdir()
    assert b"a slip" in armor.read(file)[0].data


@pytest.mark.parametrize("who", ["referee", "player", "host"])
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_huge_is_refused_at_every_desk(desks, who, name):
    recipe, code = REFUSED[name]
    received, new = judge(desks[who], recipe())
    assert received.outcome == "refused"
    assert f"[{code}]" in received.text
    assert not new or who == "referee"


def test_a_signature_that_is_kept_is_answered_to_who_signed_and_names_no_file_of_the_referees(tmp_path):
    game = referee_in_the_middle(tmp_path)
    made = countersignatures.propose(
        game.folders["referee"], Rollback(to=0, why="a slip", at=NOW), duel.build
    )
    received = game.robot.receive(game.mail(sign(made.entry, duel.key("red"))), NOW)
    mails = {opened(file).to: file for file in received.files}
    assert sorted(mails) == [("blue@example.org",), ("red@example.org",)]  # blue has to act, and signs last
    file = mails["red@example.org",]
    assert "Still to sign: blue" in " ".join(text_of(file).split())
    assert str(tmp_path).encode() not in opened(file).message

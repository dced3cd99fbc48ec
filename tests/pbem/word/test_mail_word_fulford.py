"""Fulford with one player who has only a mail program, from the invitation to a few moves: mails as bytes in,
mails out, and what the commands then say.
"""

import json

import pytest
from commands import good, pbem
from fulford_by_word import PLAYERS, RESTS, World
from independent import check
from word_play import body_of, code_in, opened, typed

from pbem.entry.bodies import Move
from pbem.log.party.folder import Folder
from pbem.mail.author_text import MARK
from pbem.mail.reader import read
from pbem.rules.table import Table


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def begun(world):
    world.invite()
    world.join()
    done = world.type(f"yes {code_in(world.invited())}")
    assert done.outcome == "accepted"
    world.take_in(done)
    return world


@pytest.mark.whole
def test_from_the_invitation_to_a_few_moves(world):
    said = world.invite()
    assert "saxon: Ed <ed@example.org>\n  plays by mail word: " + RESTS in said
    invited = body_of(world.invited())
    assert MARK in invited
    assert "pbem" not in invited
    assert RESTS in invited.replace("\n", " ")
    assert read(opened(world.invited()).message, from_robot=True).papers == ()
    assert world.invite() == said
    assert world.invited().read_bytes() == world.invited().read_bytes()
    world.join()
    done = world.type("Gladly!", f"Yes, {code_in(world.invited())}", "> You need no program")
    assert {opened(file).to for file in done.files} == {("ed@example.org",), ("vik@example.org",)}
    world.take_in(done)
    charter = world.history()[0].body
    assert [(person.role, person.word) for person in charter.parties] == [
        ("referee", None), ("saxon", True), ("viking", None)
    ]  # fmt: skip
    own = world.host.word("saxon")
    for file in (own.key_file, own.chain_file, own.invitation_offer_file):
        assert file.stat().st_mode & 0o077 == 0
    assert not (own.path / "game.log").exists()

    world.move("deploy", "done")
    (draft,) = world.type("deploy", "done", pictured=True).files
    assert b"image/png" in opened(draft).message
    done = world.type(f"yes {code_in(draft)}")
    assert done.outcome == "accepted"
    world.take_in(done)
    assert [(entry.type, entry.author) for entry in world.history()[1:]][:4] == [
        ("order", "viking"), ("ack", "referee"), ("order", "saxon"), ("ack", "referee")
    ]  # fmt: skip
    assert world.history()[3].body.word is True
    while len(world.history()) < 14:
        table = Table.load(world.host.log)
        lines = [str(order) for order in table.choice(table.owing_roles[0]).options.legal()]
        line = "done" if "done" in lines else lines[0]
        if table.owing_roles == ("viking",):
            world.move(line)
        else:
            world.take_in(world.type(f"yes {code_in(*world.type(line).files)}"))
    marked = {(entry.author, entry.body.word) for entry in world.history() if isinstance(entry.body, Move)}
    assert marked == {("viking", None), ("saxon", True)}

    log = world.host.path / "game.log"
    assert log.read_bytes() == (world.viking.path / "game.log").read_bytes()
    assert check(log.read_bytes()) == "incomplete"
    for command in (("verify", log), ("verify", log, "--full"), ("dice", "verify", log)):
        code, out, _ = pbem(*command)
        assert code == (0 if "dice" in command else 3)
        assert out.endswith(f"; {RESTS}\n")
        assert json.loads(pbem(*command, "--json")[1])["word"] == ["saxon"]
    for folder in (world.host.path, world.viking.path):
        assert f"By mail word     {RESTS}\n" in good("status", "--dir", folder)
        assert f"  plays by mail word: {RESTS}\n" in good("charter", "--dir", folder)


def test_what_a_referee_takes_in_by_hand_is_told_in_words_too(world):
    begun(world)
    (world.path / "orders.txt").write_text("deploy\ndone\n")
    made = json.loads(good("move", world.path / "orders.txt", "--dir", world.viking.path, "--json"))
    said = good("apply", made["file"], "--dir", world.host.path)
    assert f"Send {world.host.path}/answers/0001.pbem to viking, Vik <vik@example.org>\n" in said
    (mail,) = world.host.path.glob("outbox/0001-saxon-*.eml")
    assert f"{mail}: to who plays by mail word" in said
    assert "write your orders above" in body_of(mail)
    assert "pbem" not in body_of(mail)


def test_the_beginning_by_hand_is_told_in_words_too(world):
    world.invite()
    world.type(f"yes {code_in(world.invited())}")
    good("join", world.host.ticket_file("viking"), "--dir", world.viking.path)
    said = good("apply", world.viking.join_file, "--dir", world.host.path)
    (mail,) = world.host.path.glob("outbox/0000-saxon-*.eml")
    assert f"{mail}: to who plays by mail word" in said
    assert "The game begins." in body_of(mail)
    assert "to saxon" not in said


def test_the_invitation_of_who_has_no_program_is_no_file(world):
    world.invite()
    code, _, err = pbem("join", world.host.invitation_file, "--dir", world.path / "eve", "--as", "saxon")
    assert (code, "nobody is invited to play the role 'saxon'" in err) == (1, True)


def test_a_join_by_a_program_does_not_take_the_seat(world):
    """Who has seen the invitation makes a key of his own, and signs that he is Ed."""
    from pbem.entry import setup_papers
    from pbem.entry.bodies import Joiner
    from pbem.log.parties import Player
    from pbem.log.party.key_creation import make_secrets
    from pbem.mail.writer import Draft, compose
    from pbem.setup import invitation, new_game

    world.invite()
    eve = Folder(world.path / "eve")
    make_secrets(eve)
    digest = invitation.load_invitation(world.host).digest
    for word in (True, False):
        person = new_game.person("saxon", Player("Ed", "ed@example.org"), eve, word)
        person = Joiner(**dict(person))
        made = setup_papers.sign(setup_papers.Join(invitation=digest, person=person), eve.key())
        mail = Draft(
            "ed@example.org", ("rolf@example.org",), "x", "x", papers=(made.signed,), automatic=False
        )
        done = world.receive(compose(mail))
        assert done.outcome == "refused"
        assert "plays by mail word" in done.text
    assert not world.host.joined_file("saxon").exists()


@pytest.mark.parametrize("sender", ["eve@example.org", "vik@example.org"])
def test_nobody_else_says_yes_and_who_tries_is_told_so_once_a_day(world, sender):
    world.invite()
    code = code_in(world.invited())
    done = world.type(f"yes {code}", sender=sender)
    assert done.outcome == "refused"
    (file,) = done.files
    assert opened(file).to == (sender,)
    assert b"ed@example.org" not in opened(file).message
    assert code not in body_of(file)
    assert world.type(f"yes {code}", "please", sender=sender).files == (file,)
    assert world.type("hello", sender=sender).outcome == "ignored"
    assert not world.host.joined_file("saxon").exists()


def test_guessed_codes_void_no_invitation(world):
    """Whoever writes in the name of its player would take the seat away; a code is too long to guess."""
    said = world.invite()
    code = code_in(world.invited())
    made = [world.type(f"yes BBBB{number % 8 + 2}-BBBBB", "x" * number).files for number in range(40)]
    files = {file for each in made for file in each}
    assert len(files) == 30  # a day
    assert {opened(file).to for file in files} == {("ed@example.org",)}
    assert world.invite() == said
    assert world.type("yes AAAAA-00000").outcome == "refused"
    assert not world.host.joined_file("saxon").exists()
    assert world.type(f"yes {code}").outcome == "accepted"
    assert world.host.joined_file("saxon").exists()


def test_a_quoted_invitation_is_not_a_yes(world):
    world.invite()
    text = body_of(world.invited())
    for reply in (text, text.partition(MARK)[2], "".join(f"> {line}\n" for line in text.splitlines())):
        world.type(reply)
        assert not world.host.joined_file("saxon").exists()


def test_the_mail_that_began_the_game_again_tells_the_same(world):
    world.invite()
    world.join()
    data = typed(f"yes {code_in(world.invited())}", "ed@example.org")
    first = world.receive(data)
    again = world.receive(data)
    assert set(again.files) <= set(first.files)
    assert again.files
    assert len(world.history()) == 1
    other = world.type(f"yes {code_in(world.invited())}")
    assert {opened(file).to for file in other.files} == {("ed@example.org",)}


@pytest.mark.parametrize(
    "more",
    [
        ("--word", "referee"),
        ("--word", "franks"),
        ("--no-referee",),
        ("--as", "viking"),
        ("--player", "viking=Ed <ED@example.org>"),
        ("--player", "referee=Rolf <ed@example.org>"),
    ],
)
def test_who_cannot_play_by_mail_word(tmp_path, more):
    players = {player.partition("=")[0]: player for player in PLAYERS}
    if more[0] == "--player":
        players[more[1].partition("=")[0]] = more[1]
        more = ()
    if more == ("--no-referee",):
        more, _ = ("--no-referee", "--as", "viking"), players.pop("referee")
    people = [f"--player={player}" for player in players.values()]
    word = () if "--word" in more else ("--word", "saxon")
    code, _, err = pbem("invite", "three_battles/fulford", "--out", tmp_path / "x", *people, *word, *more)
    assert (code, "cannot play by mail word" in err) == (2, True)
    assert not (tmp_path / "x").exists()


def test_on_one_machine_too(tmp_path):
    good("new", "three_battles/fulford", "--out", tmp_path, "--word", "saxon")
    assert (tmp_path / "referee/word/saxon/key").is_file()
    assert not (tmp_path / "saxon").exists()
    assert RESTS in good("status", "--dir", tmp_path / "referee")

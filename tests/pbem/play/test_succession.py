"""Somebody takes a role over, by what his programs and those of the others say alone: mails, and the folder
that comes from them."""

import shutil

import ambush
import duel
import pytest
from agreement import agreed
from ambush_play import Game as Ambush
from mailed import NOW, Mailed, opened, text_of
from refusing import refuses
from two_folders import Game

from pbem.entry import armor
from pbem.entry.entries import Entry
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import Player
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_file
from pbem.mail.entry_files import _parse_mail
from pbem.messages.letters import game_letters, proposal_letters
from pbem.play import player
from pbem.play.agreements import countersignatures, rulings, succession
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.secrets.card_packs import RefereeSecret

HOURS = 3600


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


def newcomer(game, name="edith"):
    folder = Folder(game.path / name)
    make_secrets(folder, length=40)
    chain = folder.chain()
    return folder, (PublicKey.load(folder.public_file), chain.tip, chain.length)


def saved(game, file, name="this-mail.eml"):
    mail = game.path / name
    mail.write_bytes(opened(file).message)
    return mail


def mails_to(files, address):
    return [file for file in files if address in opened(file).to]


def test_a_clock_that_is_behind_proposes_what_the_log_takes_in(game):
    """Signed by all, with a time before the log's, it could never stand."""
    game.everybody_takes_in(game.send("red", "done", "strike red-a > blue-a"))
    host, before = game.folders["referee"], game.table().verifier.time
    _, card = newcomer(game)
    person = Player("Edith", "edith@example.org")
    made = rulings.substitute(host, "red", person, card, before - HOURS, duel.build)
    assert made.entry.stated_time == before


def test_a_newcomers_folder_comes_from_the_mails_that_he_gets(game):
    game.everybody_takes_in(game.send("red", "done", "strike red-a > blue-a"))
    edith, card = newcomer(game)
    host = game.folders["referee"]
    made = rulings.substitute(host, "red", Player("Edith", "edith@example.org"), card, NOW, duel.build)
    files = proposal_letters.send(host, made)
    (mine,) = mails_to(files, "edith@example.org")
    assert "pbem join this-mail.eml" in text_of(mine)
    parcel = _parse_mail(opened(mine).message)
    done = succession.take_over(edith, parcel.entries, duel.build)
    assert edith.log.path.read_bytes() == host.log.path.read_bytes()
    assert succession.take_over(edith, parcel.entries, duel.build).signed_entry == done.signed_entry
    (blues,) = mails_to(files, "blue@example.org")
    blue = countersignatures.countersign(game.folders["blue"], saved(game, blues), duel.build)
    assert (
        game.robot.receive(game.mail(blue.signed_entry, sender="blue@example.org"), NOW).outcome == "accepted"
    )
    received = game.robot.receive(game.mail(done.signed_entry, sender="edith@example.org"), NOW)
    assert received.outcome == "accepted", received.text
    (told,) = mails_to(received.files, "red@example.org")
    assert "red is played by Edith as of now: referee and blue have signed that" in text_of(told)
    (news,) = mails_to(received.files, "edith@example.org")
    taken = Inbox(edith, build=duel.build).receive(opened(news).message, NOW)
    assert taken.outcome == "accepted", taken.text
    assert edith.role(Table.load(edith.log, duel.build).verifier.parties) == "red"
    # What the one who was replaced signs afterwards is answered in plain words, and is no fork.
    late = player.resign(game.folders["red"], duel.build) if "red" in game.table("red").owing_roles else None
    if late is not None:
        answer = game.robot.receive(game.mail(late.signed), NOW)
        assert "has a new player or a new key" in answer.text


def test_what_the_old_key_signs_is_answered_in_plain_words(game):
    old = game.folders["red"]
    test_a_newcomers_folder_comes_from_the_mails_that_he_gets(game)
    table = game.table()
    from said import following

    entry = following(table, "resign", "red", {})
    answer = game.robot.receive(game.mail(duel.sign(entry, duel.key("red"))), NOW)
    assert answer.outcome == "refused"
    assert "red has a new player or a new key in this game (Edith)" in answer.text
    assert old.path.is_dir()


def test_a_referee_who_vanishes_with_an_order_out_is_replaced_by_commands_alone(game):
    red, blue = game.folders["red"], game.folders["blue"]
    order = player.sign_move(red, game.write("done", "strike red-a > blue-a"), build=duel.build, now=HOURS)
    (_, again) = Inbox(red, build=duel.build).resend(25 * HOURS)
    assert Inbox(blue, build=duel.build).receive(opened(again).message, NOW).outcome == "accepted"
    edith, card = newcomer(game)
    author = game.table("red").verifier.parties.next_role("referee")
    first, second = (red, blue) if author == "red" else (blue, red)
    with refuses(Code.NOT_ENTITLED):
        rulings.substitute(second, "referee", Player("Edith", "edith@example.org"), card, NOW, duel.build)
    made = rulings.substitute(first, "referee", Player("Edith", "edith@example.org"), card, NOW, duel.build)
    assert Table.load(first.log, duel.build).verifier.batch is not None
    files = proposal_letters.send(first, made)
    by_edith = succession.take_over(
        edith, _parse_mail(opened(mails_to(files, "edith@example.org")[0]).message).entries, duel.build
    )
    other = "blue" if first is red else "red"
    mail = saved(game, mails_to(files, f"{other}@example.org")[0])
    by_other = countersignatures.countersign(second, mail, duel.build)
    assert Table.load(second.log, duel.build).verifier.batch is not None
    inbox = Inbox(first, build=duel.build)
    waiting = inbox.receive(game.mail(by_other.signed_entry), NOW)
    assert "still to sign: referee" in waiting.text
    whole = inbox.receive(game.mail(by_edith.signed_entry), NOW)
    assert whole.outcome == "accepted", whole.text
    boxes = {
        "edith@example.org": Inbox(edith, build=duel.build),
        "red@example.org": Inbox(red, build=duel.build),
        "blue@example.org": Inbox(blue, build=duel.build),
    }
    deliver(boxes, whole.files)
    assert order.signed in duel.records(edith)
    kinds = [Entry.decode(each.data).type for each in duel.records(edith)]
    assert kinds == ["charter", "order", "substitute", "ack", "ack", "roll"]
    assert {each.log.path.read_bytes() for each in (red, blue)} == {edith.log.path.read_bytes()}
    assert verify_file(edith.log.path, GameReplay(duel.build)).sound


def deliver(boxes, files):
    """Mails and what they lead to, until nobody writes any more."""
    said, waiting = [], list(files)
    while waiting:
        file = waiting.pop(0)
        if not file.exists():  # it has arrived by another way, and lies in sent/
            continue
        for address in opened(file).to:
            if address in boxes:
                received = boxes[address].receive(opened(file).message, NOW)
                said.append(received.text)
                waiting += received.files
    return said


def test_a_proposal_of_which_nothing_comes_stops_nobody(game):
    """A party declines to countersign: until all have signed, who owes the next entry may take the place."""
    edith, card = newcomer(game)
    rulings.substitute(
        game.folders["referee"], "blue", Player("Edith", "edith@example.org"), card, NOW, duel.build
    )
    assert game.send("red", "done", "done").outcome == "accepted"
    assert game.table().seq == 2
    assert not (edith.path / "game.log").exists()


def test_who_has_lost_his_chain_comes_back_with_a_new_one(game):
    """A lost disk: key and chain are gone, the same person takes his own role over."""
    game.everybody_takes_in(game.send("red", "done", "strike red-a > blue-a"))
    again, card = newcomer(game, "red-again")
    host = game.folders["referee"]
    made = rulings.substitute(host, "red", Player("Player red", "red@example.org"), card, NOW, duel.build)
    files = proposal_letters.send(host, made)
    done = succession.take_over(
        again, _parse_mail(opened(mails_to(files, "red@example.org")[0]).message).entries, duel.build
    )
    blue = countersignatures.countersign(
        game.folders["blue"], saved(game, mails_to(files, "blue@example.org")[0]), duel.build
    )
    game.robot.receive(game.mail(blue.signed_entry, sender="blue@example.org"), NOW)
    received = game.robot.receive(game.mail(done.signed_entry), NOW)
    assert received.outcome == "accepted", received.text
    assert [file for file in received.files if "replaced" in file.name] == []
    assert disclosures.is_own(again)
    boxes = {
        "red@example.org": Inbox(again, build=duel.build),
        "blue@example.org": Inbox(game.folders["blue"], build=duel.build),
        "referee@example.org": game.robot,
    }
    deliver(boxes, received.files)
    table = Table.load(again.log, duel.build)
    assert table.verifier.renewals.next_role is None
    assert again.role(table.verifier.parties) == "red"
    assert referee.take_in(again, table.entries(1, 1), duel.build).repeated


# --- closed lines of who is gone ----------------------------------------------------------------------------


def taken_over(game, name, role, signers):
    """Somebody takes a role over by commands and mails alone; all who play then have the same log."""
    new, card = newcomer(game, name)
    author = game.folders[signers[0]]
    person = Player(name.title(), f"{name}@example.org")
    made = rulings.substitute(author, role, person, card, NOW, duel.build)
    files = proposal_letters.send(author, made)
    parcel = _parse_mail(opened(mails_to(files, person.mail)[0]).message)
    for other in (name, *sorted(signers[1:], key=lambda each: each in made.last)):
        if other == name:
            one = succession.take_over(new, parcel.entries, duel.build).signed_entry
        else:
            one = countersignatures.countersign(game.folders[other], made.file, duel.build).signed_entry
        received = Inbox(author, build=duel.build).receive(game.mail(one), NOW)
        assert received.outcome == "accepted", received.text
    old = Table.load(author.log, duel.build).verifier.parties
    mailboxes = {old[each].mail: Inbox(folder, build=duel.build) for each, folder in game.folders.items()}
    mailboxes[person.mail] = Inbox(new, build=duel.build)
    game.folders[role] = new
    deliver(mailboxes, received.files)
    assert len({folder.log.path.read_bytes() for folder in game.folders.values()}) == 1
    return mailboxes


def over(game, mailboxes):
    """Who has to act resigns, and what comes of it."""
    (role,) = game.table("red").owing_roles
    made = player.resign(game.folders[role], duel.build)
    mail = game_letters.send_move(game.folders[role], made.verifier, [made.signed])
    return deliver(mailboxes, [mail])


def test_without_a_referee_who_has_lost_his_chain_but_not_his_key_plays_on(tmp_path):
    """Two players: the other proposes, he signs with the key that he had and with the new one."""
    game = Game(tmp_path, forced=False)
    red, blue = game.folders["red"], game.folders["blue"]
    red.chain_file.unlink()
    again, card = newcomer(game, "red-again")
    made = rulings.substitute(blue, "red", Player("Player red", "red@example.org"), card, NOW, duel.build)
    (mail,) = mails_to(proposal_letters.send(blue, made), "red@example.org")
    new = succession.take_over(again, _parse_mail(opened(mail).message).entries, duel.build)
    (back,) = proposal_letters.send_signed(again, new, NOW)
    assert opened(back).to == ("blue@example.org",)
    old = countersignatures.countersign(red, made.file, duel.build)
    boxes = {
        "red@example.org": Inbox(again, build=duel.build),
        "blue@example.org": Inbox(blue, build=duel.build),
    }
    waiting = boxes["blue@example.org"].receive(opened(back).message, NOW)
    assert "still to sign: red" in waiting.text
    whole = boxes["blue@example.org"].receive(Mailed.mail(game, old.signed_entry), NOW)
    said = deliver(boxes, whole.files)
    assert len(said) == 2, said
    kinds = [Entry.decode(each.data).type for each in duel.records(again)]
    assert kinds == ["charter", "substitute", "ack"]
    moved = player.sign_move(again, _orders(game, "done", "strike red-a > blue-a"), build=duel.build)
    answered = game.take_in("blue", moved.file)
    assert [Entry.decode(each.data).type for each in armor.read(answered.file)][-1] == "roll"


def _orders(game, *lines):
    file = game.path / "orders.txt"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_what_a_player_closed_who_is_gone_comes_to_a_referee_who_was_not_there(game):
    game.play("red", "done", "strike red-a > blue-a", "strike red-b > blue-b", "done")
    taken_over(game, "edith", "red", ("referee", "blue"))
    first, second = [each for each in game.table("red").verifier.parties.roles if each != "referee"]
    mailboxes = taken_over(game, "rolf", "referee", (first, second))
    over(game, mailboxes)
    verdict = verify_file(game.folders["referee"].log.path, GameReplay(duel.build))
    assert (verdict.status, verdict.code) == (Status.HOLDS, "holds"), verdict.message
    assert (
        "all that 1 order closed too"
        in full_audit.check(game.folders["referee"].log.path, verdict, duel.build).message
    )


def test_what_nobody_has_any_more_all_sign_that_it_is_lost(game):
    """The old player, the old referee and his backups are gone: the game ends, and every verdict says it."""
    game.play("red", "done", "strike red-a > blue-a", "strike red-b > blue-b", "done")
    taken_over(game, "edith", "red", ("referee", "blue"))
    shutil.rmtree(game.folders["red"].path / "lines")
    first, second = [each for each in game.table("red").verifier.parties.roles if each != "referee"]
    mailboxes = taken_over(game, "rolf", "referee", (first, second))
    host = game.folders["referee"]
    with refuses(Code.LINES_WRONG, match="no closed order"):
        rulings.rule(host, ("lines lost: 2",), "lost", "", duel.build)
    made = rulings.rule(host, ("lines lost: 1",), "the disk is gone", "", duel.build)
    for each in sorted(("red", "blue"), key=lambda each: each in made.last):
        made = countersignatures.countersign(game.folders[each], made.file, duel.build)
    deliver(mailboxes, mailboxes["rolf@example.org"].receive(game.mail(made.signed_entry), NOW).files)
    over(game, mailboxes)
    log = list(host.log.read().records())
    verdict = verify(log, GameReplay(duel.build))
    assert verdict.status is Status.HOLDS, verdict.message
    assert "what entry 1 closed is lost, as all have signed" in verdict.message
    assert agreed(log) == "holds"


def by_hand(folder, made):
    return countersignatures.countersign(folder, made.file, ambush.build)


def test_only_who_holds_the_secret_takes_over_a_game_of_hidden_cards(tmp_path):
    """Else all would sign a referee under whom no card can be shown and no game ended."""
    game = Ambush(tmp_path).begin()
    first = game.table().verifier.parties.next_role("referee")
    new, card = newcomer(game, "rolf")
    person = Player("Rolf", "rolf@example.org")
    made = rulings.substitute(game.folders[first], "referee", person, card, NOW, ambush.build)
    with refuses(Code.NOTHING_TO_SIGN, match="a game that you do not have"):
        countersignatures.countersign(new, made.file, ambush.build)
    (mine,) = mails_to(proposal_letters.send(game.folders[first], made, build=ambush.build), person.mail)
    entries = _parse_mail(opened(mine).message).entries
    with refuses(Code.NOTHING_TO_SIGN, match="only who holds the referee's secret"):
        succession.take_over(new, entries, ambush.build)
    RefereeSecret.generate().save(new.secret_file)
    for sign_it in (lambda: succession.take_over(new, entries, ambush.build), lambda: by_hand(new, made)):
        with refuses(Code.NOTHING_TO_SIGN, match="only who holds the referee's secret"):
            sign_it()
    shutil.copy(game.folders["referee"].secret_file, new.secret_file)
    assert succession.take_over(new, entries, ambush.build) is not None

"""A player of a game with closed orders who comes back with his key and a new chain: his news come again."""

import blocks
import duel
from agreement import agreed
from blocks_play import NOW, placed
from mailed import opened

from pbem.judge import closed_lines
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.log.verdict import Status
from pbem.log.verification import verify_file
from pbem.mail.entry_files import _parse_mail
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import game_letters, proposal_letters
from pbem.play import chain_rotation
from pbem.play.agreements import countersignatures, rulings, succession
from pbem.play.host import referee
from pbem.play.orders import order_closing
from pbem.robot.inbox import Inbox
from pbem.rules import seat_views
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay


def mail_to(files, role):
    (mail,) = [opened(file).message for file in files if opened(file).to == (f"{role}@example.org",)]
    return mail


def test_who_comes_back_with_his_key_gets_all_his_news_again_and_plays_on(tmp_path, monkeypatch):
    """In as many mails as it takes, in any order; with them what his orders and standing orders closed."""
    monkeypatch.setattr(game_letters, "MOST_BOXES", 2)
    game = placed(tmp_path)
    game.file("king", "moves: pass", "fights: pass", "loss: weakest")
    for _ in range(2):
        game.step()
    assert game.table().verifier.closings.sealed_papers == [("king", 1)]
    host, again = game.folders["referee"], Folder(tmp_path / "again")
    again.path.mkdir()
    duel.key("king").save(again.key_file)
    make_secrets(again, length=40)
    chain = again.chain()
    card = (duel.key("king").public, chain.tip, chain.length)
    made = rulings.substitute(host, "king", Player("King", "king@example.org"), card, NOW, blocks.build)
    files = proposal_letters.send(host, made)
    robot = Inbox(host, build=blocks.build)
    parcel = _parse_mail(mail_to(files, "king"))
    for role in ("king", *sorted(("earl", "jarl"), key=lambda role: role in made.last)):
        if role == "king":
            one = succession.take_over(again, parcel.entries, blocks.build).signed_entry
        else:
            one = countersignatures.countersign(game.folders[role], made.file, blocks.build).signed_entry
        draft = Draft(f"{role}@example.org", ("referee@example.org",), "x", "x", (one,), automatic=False)
        received = robot.receive(compose(draft), NOW)
        assert received.outcome == "accepted", received.text
    mails = [opened(file).message for file in received.files if opened(file).to == ("king@example.org",)]
    assert len(mails) >= 3
    for number, mail in enumerate(reversed(mails)):
        done = Inbox(again, build=blocks.build).receive(mail, NOW)
        assert done.outcome == "accepted", done.text
        assert ("still to come" in done.text) == (number < len(mails) - 1), done.text
    table = order_closing.load(again, blocks.build)
    seat_views.sit(table, again)
    assert table.seat.play.state.blocks["king-3"][0] == "london"
    assert table.papers("king", 1) == ("moves: pass", "fights: pass", "loss: weakest")
    # From here on he plays, to the end, which anybody can replay whole.
    game.folders["king"] = again
    for role in ("earl", "jarl"):
        mail = mail_to(received.files, role)
        assert Inbox(game.folders[role], build=blocks.build).receive(mail, NOW).outcome == "accepted"
    table = game.table()
    while (side := table.verifier.renewals.next_role) is not None:
        made = chain_rotation.sign_burning(game.folders[side], game.table(side), NOW)
        boxes = closed_lines.hand_over(game.folders[side], table.verifier, side)
        game.spread(referee.apply(host, made, blocks.build, NOW, boxes=boxes))
        table = game.table()
    game.step()
    while owing := game.table().owing_roles:
        game.resign(owing[0])
    log = game.folders["king"].log
    verdict = full_audit.check(log.path, verify_file(log.path, GameReplay(blocks.build)), blocks.build)
    assert verdict.status is Status.HOLDS, verdict.message
    assert "with every order known too" in verdict.message
    assert agreed(game.records()) == "holds"

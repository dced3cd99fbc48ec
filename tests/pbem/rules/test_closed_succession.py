"""A player of a game with closed orders who comes back with his key and a new chain: his news come again."""

import blocks
import duel
from agreement import agreed
from blocks_play import NOW, placed
from mailed import opened

from pbem.judge import closed_lines
from pbem.log.folder import Folder
from pbem.log.own_secrets import make_secrets
from pbem.log.parties import Player
from pbem.log.verdict import Status
from pbem.log.verify import verify_file
from pbem.mail.parcels import _of_mail
from pbem.mail.write import Draft, compose
from pbem.play import burning, countersigning, own_lines, referee, rulings, succession
from pbem.robot.inbox import Inbox
from pbem.rules import audit, seats
from pbem.rules.replay import GameReplay
from pbem.tell import letters, proposals


def mail_to(files, role):
    (mail,) = [opened(file).message for file in files if opened(file).to == (f"{role}@example.org",)]
    return mail


def test_who_comes_back_with_his_key_gets_all_his_news_again_and_plays_on(tmp_path, monkeypatch):
    """In as many mails as it takes, in any order; with them what his orders and standing orders closed."""
    monkeypatch.setattr(letters, "MOST_BOXES", 2)
    game = placed(tmp_path)
    game.file("king", "moves: pass", "fights: pass", "loss: weakest")
    for _ in range(2):
        game.step()
    assert game.table().walk.closings.sealed == [("king", 1)]
    host, again = game.folders["referee"], Folder(tmp_path / "again")
    again.path.mkdir()
    duel.key("king").save(again.key_file)
    make_secrets(again, length=40)
    chain = again.chain()
    card = (duel.key("king").public, chain.tip, chain.length)
    made = rulings.substitute(host, "king", Player("King", "king@example.org"), card, NOW, blocks.build)
    files = proposals.send(host, made)
    robot = Inbox(host, build=blocks.build)
    parcel = _of_mail(mail_to(files, "king"))
    for role in ("king", *sorted(("earl", "jarl"), key=lambda role: role in made.last)):
        if role == "king":
            one = succession.take_over(again, parcel.entries, blocks.build).signed
        else:
            one = countersigning.countersign(game.folders[role], made.file, blocks.build).signed
        draft = Draft(f"{role}@example.org", ("referee@example.org",), "x", "x", (one,), automatic=False)
        received = robot.receive(compose(draft), NOW)
        assert received.outcome == "accepted", received.text
    mails = [opened(file).message for file in received.files if opened(file).to == ("king@example.org",)]
    assert len(mails) >= 3
    for number, mail in enumerate(reversed(mails)):
        done = Inbox(again, build=blocks.build).receive(mail, NOW)
        assert done.outcome == "accepted", done.text
        assert ("still to come" in done.text) == (number < len(mails) - 1), done.text
    table = own_lines.load(again, blocks.build)
    seats.sit(table, again)
    assert table.seat.play.state.blocks["king-3"][0] == "london"
    assert table.papers("king", 1) == ("moves: pass", "fights: pass", "loss: weakest")
    # From here on he plays, to the end, which anybody can replay whole.
    game.folders["king"] = again
    for role in ("earl", "jarl"):
        mail = mail_to(received.files, role)
        assert Inbox(game.folders[role], build=blocks.build).receive(mail, NOW).outcome == "accepted"
    table = game.table()
    while (side := table.walk.renewals.next) is not None:
        made = burning.signed(game.folders[side], game.table(side), NOW)
        boxes = closed_lines.handed_over(game.folders[side], table.walk, side)
        game.spread(referee.apply(host, made, blocks.build, NOW, boxes=boxes))
        table = game.table()
    game.step()
    while owing := game.table().owing:
        game.resign(owing[0])
    log = game.folders["king"].log
    verdict = audit.check(log.path, verify_file(log.path, GameReplay(blocks.build)), blocks.build)
    assert verdict.status is Status.HOLDS, verdict.message
    assert "with every order known too" in verdict.message
    assert agreed(game.records()) == "holds"

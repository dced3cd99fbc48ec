"""A player of a game with closed orders who comes back with his key and a new chain: his news come again."""

import blocks
import duel
from blocks_play import NOW, placed
from mailed import opened

from pbem.log.folder import Folder
from pbem.log.own_secrets import make_secrets
from pbem.log.parties import Player
from pbem.mail.parcels import _of_mail
from pbem.mail.write import Draft, compose
from pbem.play import countersigning, own_lines, rulings, succession
from pbem.robot.inbox import Inbox
from pbem.rules import seats
from pbem.tell import proposals


def mail_to(files, role):
    (mail,) = [opened(file).message for file in files if opened(file).to == (f"{role}@example.org",)]
    return mail


def test_who_comes_back_with_his_key_gets_all_his_news_again(tmp_path):
    game = placed(tmp_path)
    host, again = game.folders["referee"], Folder(tmp_path / "again")
    again.path.mkdir()
    duel.key("king").save(again.key_file)
    make_secrets(again, length=40)
    chain = again.chain()
    card = (duel.key("king").public, chain.tip, chain.length)
    made = rulings.substitute(host, "king", Player("King", "king@example.org"), card, NOW, blocks.build)
    files = proposals.send(host, made)
    robot = Inbox(host, build=blocks.build)
    signed = {}
    for role in ("earl", "jarl"):
        signed[role] = countersigning.countersign(game.folders[role], made.file, blocks.build).signed
    parcel = _of_mail(mail_to(files, "king"))
    signed["king"] = succession.take_over(again, parcel.entries, blocks.build).signed
    for role, one in signed.items():
        draft = Draft(f"{role}@example.org", ("referee@example.org",), "x", "x", (one,), automatic=False)
        received = robot.receive(compose(draft), NOW)
        assert received.outcome == "accepted", received.text
    done = Inbox(again, build=blocks.build).receive(mail_to(received.files, "king"), NOW)
    assert done.outcome == "accepted", done.text
    table = own_lines.load(again, blocks.build)
    seats.sit(table, again)
    assert table.seat.play.state.blocks["earl-3"][0] == "ely"

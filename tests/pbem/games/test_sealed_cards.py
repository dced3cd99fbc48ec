"""Sealed orders in a game with secret packs: each side stakes an event of the hand that only it sees."""

import ambush
import pytest
from ambush_play import Game
from refusing import refuses
from said import following

from modules.engine.errors import Illegal
from modules.engine.requests import Choose, Options, Secret, Tell
from pbem.entry.entries import sign
from pbem.keys.openssh_keys import PublicKey
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.reason_codes import Code
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.secrets.sealed_order import SealedOrder


class Stake(Options):
    """An event of one's hand; whose hand is not known may be any."""

    def __init__(self, state, side):
        hand = state.hands[side]
        known = [state.known[token] for token in hand if token in state.known]
        self._cards = known if len(known) == len(hand) else dict.fromkeys(ambush.CARDS["E"])

    def legal(self):
        return [ambush.PlayCard(card) for card in self._cards]

    def check(self, order):
        if order not in self.legal():
            raise Illegal("3.2", f"{order.card} is not in your hand")


class Stakes(ambush.Ambush):
    def _place(self, state):
        yield from super()._place(state)
        if state.phase == "turn":
            state.phase = "stake"

    def _stake(self, state):
        choices = {
            side: Choose(side, "stake", "what you stake", "3.2", Stake(state, side)) for side in self.sides
        }
        for side, order in (yield Secret(choices)).items():
            yield Tell(f"{side} stakes {order.card}", "3.2")
        state.phase = "turn"


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setattr(ambush, "build", lambda _: Stakes())
    return Game(tmp_path).begin()


def hand(game, side):
    return [order.card for order in game.seen(side).choice(side).options.legal()]


def test_a_whole_game_with_every_card_known_at_its_end(game):
    for side in ambush.SIDES:
        game.play(side, f"play {hand(game, side)[0]}")
    while game.table().owing_roles:
        game.step()
    log = game.folders["blue"].log
    verdict = verify(list(log.read().records()), GameReplay(ambush.build))
    assert verdict.status is Status.HOLDS, verdict.message
    full = full_audit.check(log.path, verdict, ambush.build)
    assert full.status is Status.HOLDS
    assert "with every card known too" in full.message


def test_a_card_that_is_not_in_the_hand_is_not_sealed(game):
    """All know that it might be; only its author and the referee know that it is not."""
    (mine,) = hand(game, "red")
    other = next(card for card in ambush.CARDS["E"] if card != mine)
    with refuses(Code.ORDER_FILE, match="not in your hand"):
        game.sign("red", f"play {other}")
    table = game.table()
    sealing = table.replay.due_sealing
    sealed = SealedOrder(table.verifier.game, "red", sealing.token("red"), "5a" * 32, (f"play {other}",))
    key = PublicKey(table.verifier.parties["referee"].key)
    body = {"choice": sealed.choice, "commit": sealed.commit, "box": sealed.box(key)}
    with refuses(Code.LINE_REFUSED, match="not in your hand"):
        game.apply(sign(following(table, "seal", "red", body), game.folders["red"].key()))
    assert game.table().seq == table.seq

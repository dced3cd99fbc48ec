"""Clocks that are wrong: an honest party goes on once his own is set right, and nobody gains a choice of dice
by saying that a clock was ahead."""

import duel
import pytest
from mailed import NOW, Mailed, opened
from refusing import refuses

from pbem.entry.entries import Entry, sign
from pbem.log.party import disclosures
from pbem.play import player
from pbem.play.refusals import refusal_papers
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox

YEAR = 365 * 86_400


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path)


def opens(game, now):
    return player.sign_move(game.folders["red"], None, build=duel.build, now=now)


def answered(game, made, now=NOW):
    received = game.robot.receive(game.mail(made.signed), now)
    told = Inbox(game.folders["red"], build=duel.build).receive(opened(received.files[0]).message, now)
    return received, told


def test_who_opened_dice_with_a_clock_ahead_goes_on_when_it_is_right(game):
    ahead = opens(game, NOW + YEAR)
    assert opens(game, NOW + YEAR + 9).signed.head == ahead.signed.head
    received, told = answered(game, ahead)
    assert "[time-ahead]" in received.text
    assert "Set the clock of this PC, and run `pbem move` again" in told.text
    assert disclosures.list_pending(game.folders["red"], game.table("red").verifier) == []
    right = opens(game, NOW)
    first, second = (Entry.decode(each.signed.data) for each in (ahead, right))
    assert (second.link, second.body.at) == (first.link, NOW)
    assert opens(game, NOW + 9).signed.head == right.signed.head
    received, told = answered(game, right)
    assert (received.outcome, told.outcome) == ("accepted", "accepted")
    # The first comes again, when its time has come: it is no second order, and nobody is accused.
    again = game.robot.receive(game.mail(ahead.signed), NOW + YEAR)
    assert "[overtaken]" in again.text
    assert "fork" not in again.text


def test_nothing_but_the_time_is_another_then(game):
    """The attack: the answerer, who knows both links, says that the clock was ahead, and has the opener name
    other standing orders, which somebody files with the dice known."""
    table = game.table("red")
    ahead = opens(game, NOW)
    refused = refusal_papers.say(
        game.folders["referee"], table.verifier, 1, ahead.signed.head, Code.TIME_AHEAD
    )
    refusal_papers.take(game.folders["red"], table.verifier, refused)
    first = Entry.decode(ahead.signed.data)
    assert opens(game, NOW + 9).signed.head == ahead.signed.head
    named = sign(
        table.next_entry("red", first.body.replace(at=NOW - 5, standing={"blue": 1}), first.link),
        duel.key("red"),
    )
    with refuses(Code.ALREADY_SIGNED):
        disclosures.disclose(game.folders["red"], table.verifier, [named], NOW)
    earlier = Entry.decode(opens(game, NOW - 5).signed.data)
    assert earlier.body.replace(at=NOW) == first.body


def test_an_order_has_no_time_and_no_second_version(tmp_path):
    game = Mailed(tmp_path, forced=False)
    order = game.sign("red", "done", "done")
    verifier = game.table("red").verifier
    refused = refusal_papers.say(game.folders["referee"], verifier, 1, order.signed.head, Code.TIME_AHEAD)
    refusal_papers.take(game.folders["red"], verifier, refused, duel.build)
    with refuses(Code.DISPUTED):
        game.sign("red", "step red-a 2", "done", "done")

"""Orders given at once by several sides: sealed, opened when all have sealed, by mail and by files."""

import base64
import email
import email.policy

import council
import duel
import pytest
from ambush_play import readable
from council_play import TERMS, Game, refused
from crashes import put_on_record
from refusing import refuses
from said import following

from pbem.entry import armor
from pbem.entry.entries import sign
from pbem.judge import seal_files
from pbem.keys.age_boxes import unseal
from pbem.log.parties import Player
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.messages import game_status, order_templates, report_text
from pbem.messages.letters import game_letters, reminders
from pbem.play.agreements import countersignatures, rulings
from pbem.play.host import referee
from pbem.post.outbox import Outbox
from pbem.reason_codes import Code
from pbem.rules import order_choices
from pbem.rules.replay.game_replay import GameReplay
from pbem.secrets import sealed_order

THREE = council.SIDES


@pytest.fixture
def game(tmp_path):
    return Game(tmp_path)


@pytest.fixture
def three(tmp_path):
    return Game(tmp_path, sides=THREE)


def verdict(game):
    game.one_log()
    entries = list(game.folders[game.sides[0]].log.read().records())
    return verify(entries, GameReplay(council.build))


def told(game, role):
    """The newest mail to a party, in words."""
    mail = next(mail for to, mail in reversed(game.read) if to == role)
    message = email.message_from_bytes(mail, policy=email.policy.default)
    return message["Subject"], message.get_body(("plain",)).get_content()


def bids(game):
    """What was opened, by side, as the story of the log tells."""
    return [event.text for event in game.table().replay.play.events if " bids " in event.text]


@pytest.mark.long
@pytest.mark.parametrize("sides", [THREE[:2], THREE])
@pytest.mark.parametrize("refereed", [True, False])
def test_a_whole_game_by_mail(tmp_path, sides, refereed):
    game = Game(tmp_path, sides=sides, refereed=refereed).play_out()
    assert {kind for kind, _ in game.types()} >= {"seal", "open", "roll", "end"}
    assert verdict(game).status is Status.HOLDS, verdict(game).message


def test_all_are_opened_as_soon_as_the_last_has_sealed(three):
    for side in THREE[:2]:
        three.play(side, "bid 2")
    assert three.types() == [("seal", "east"), ("seal", "west")]
    three.play("north", "bid 4")
    assert three.types()[3:] == [("open", "referee")] * 3
    assert bids(three) == ["east bids 2", "west bids 2", "north bids 4"]
    assert three.table().owing_roles == ("north",)


def test_they_seal_in_any_order(three):
    for side, bid in (("north", 1), ("east", 3), ("west", 2)):
        three.play(side, f"bid {bid}")
    assert bids(three) == ["east bids 3", "west bids 2", "north bids 1"]


def test_dice_that_follow_are_opened_by_a_side(game):
    game.play("east", "bid 3")
    game.play("west", "bid 3")
    assert (game.table().owing_roles, game.table().replay.dice_due) == (("east",), True)
    game.play("east")
    assert [kind for kind, _ in game.types()] == ["seal", "seal", "open", "open", "ack", "roll"]


def test_mails_say_who_has_sealed_and_who_is_awaited(three):
    three.play("east", "bid 2")
    subject, text = told(three, "west")
    assert "your move" in subject
    text = " ".join(text.split())
    assert "east has sealed; waiting for the sealed order of west and north" in text
    assert "You are west. Your turn: what you bid for the crown" in text
    assert "nobody else can read it until all have sealed theirs" in text
    subject, text = told(three, "east")
    assert "waiting for west and north" in subject
    assert "You are east and have nothing to do now" in " ".join(text.split())
    assert "bid 2" not in text


def test_each_is_shown_his_own_choices_and_nobody_elses(three):
    three.play("east", "bid 2")
    table = three.table("west")
    assert order_choices.orders_of(table, me="west") == [f"bid {gold}" for gold in range(10)]
    assert order_choices.orders_of(table, me="east") == []
    assert "#bid 9" in order_templates.template(table, "west")
    assert "One sealed order: nobody else" in order_templates.template(table, "west")
    assert "bid 9" not in order_templates.template(table, "east")
    assert "You have nothing to decide now" in order_templates.template(table, "east")
    assert "waiting for the sealed order of west and north (bid)" in report_text.due_text(three.table())
    assert "bid 9" not in report_text.due_text(table, me="east")


def test_nobody_can_read_a_sealed_order_before_the_opening(three):
    made = three.sign("east", "bid 7")
    (kept,) = (three.folders["east"].path / "sealed").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    salt = kept.read_text().splitlines()[1].encode()
    three.play("east", "bid 7")
    box = base64.b64decode(made.entry.body.box)
    assert b"bid 7" in unseal(box, three.folders["referee"].key_text())
    for side in ("west", "north"):
        assert salt not in readable(three.folders[side].path)
        assert not (three.folders[side].path / "sealed").exists()
        with refuses(Code.UNREADABLE):
            unseal(box, three.folders[side].key_text())
    assert salt not in readable(three.folders["referee"].path)


def test_what_is_sealed_does_not_show_in_its_length(tmp_path):
    sizes = set()
    for bid in ("bid 0", "bid 9"):
        made = Game(tmp_path / bid.replace(" ", "")).sign("east", bid)
        sizes.add((len(made.signed.data), len(made.entry.body.box)))
    assert len(sizes) == 1


def test_mails_that_cross_cost_nothing_but_a_mail(three):
    """All have signed for the same place; the order is the same, signed again for the next."""
    for side, bid in zip(THREE, (3, 5, 4), strict=True):
        three.write(side, f"bid {bid}")
    said = three.send(*THREE) + three.post()
    assert len(refused(said)) == 2
    assert all("[overtaken]" in text for text in refused(said))
    assert "sealed order is then signed" in " ".join(told_of(three, "overtaken").split())
    assert bids(three) == ["east bids 3", "west bids 5", "north bids 4"]
    three.one_log()


def test_a_seal_that_was_overtaken_before_it_was_sent_is_not_sent(three):
    for side, bid in zip(THREE, (3, 5, 4), strict=True):
        three.write(side, f"bid {bid}")
    said = three.send("east") + three.send("referee") + three.post()
    assert refused(said) == []
    assert bids(three) == ["east bids 3", "west bids 5", "north bids 4"]


def told_of(game, word):
    texts = (
        email.message_from_bytes(mail, policy=email.policy.default).get_body(("plain",)).get_content()
        for _, mail in game.read
    )
    return next(text for text in texts if f"[{word}]" in text)


def test_nothing_is_signed_again_without_need(game):
    game.write("east", "bid 3")
    said = game.post()
    assert len(said) == 3
    assert refused(said) == []


def test_an_order_taken_back_with_the_game_is_not_sealed_again_by_itself(game):
    game.play("east", "bid 3")
    roll_back(game, 0)
    assert game.post() == []
    assert game.table().owing_roles == ("east", "west")
    game.play("east", "bid 4")
    game.play("west", "bid 1")
    assert bids(game) == ["east bids 4", "west bids 1"]
    assert verdict(game).status is Status.INCOMPLETE


def roll_back(game, to):
    signed = rulings.rollback(game.folders["referee"], to, "a slip", game.now, council.build).file
    for side in game.sides:
        signed = countersignatures.countersign(game.folders[side], signed, council.build).file
    (entry,) = armor.read(signed)
    receipt = game.apply(entry)
    for side in game.sides:
        referee.take_in(game.folders[side], receipt.table.entries(receipt.first, receipt.last), council.build)
    return receipt


def test_seals_before_the_place_of_a_rollback_still_count(game):
    game.play("east", "bid 3")
    game.play("west", "bid 1")
    game.play("east", "done")
    roll_back(game, 2)
    assert [kind for kind, _ in game.types()][-3:] == ["rollback", "open", "open"]
    assert bids(game)[-2:] == ["east bids 3", "west bids 1"]
    assert verdict(game).status is Status.INCOMPLETE


def test_the_same_order_again_is_the_same_seal_and_another_is_refused(game):
    first = game.sign("east", "bid 3")
    assert game.sign("east", "bid 3").signed == first.signed
    with refuses(Code.ALREADY_SIGNED, match="holds your sealed order"):
        game.sign("east", "bid 4")
    game.play("east", "bid 3")
    with refuses(Code.NOT_YOUR_DECISION, match="waiting for the sealed order of west"):
        game.sign("east", "bid 3")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["bid 10"], "orders.txt:1: `bid 10`: against rule 1.1"),
        (["done"], "orders.txt:1: `done`: against rule 1.1"),
        (["bid 1", "bid 2"], "orders.txt:2: `bid 2`: only one order is sealed here"),
        (["bed 1"], "orders.txt:1:1"),
    ],
)
def test_what_is_not_one_legal_order_is_refused_at_home(game, lines, why):
    with refuses(Code.ORDER_FILE) as fault:
        game.sign("east", *lines)
    assert why in str(fault.value)
    assert not (game.folders["east"].path / "sealed").exists()


def test_a_sealed_order_has_no_draft(game):
    with refuses(Code.SEALED_DRAFT):
        game.sign("east", "bid 3", draft=True)


# --- who does not come ---------------------------------------------------------------------------------


def late(game, hours=25):
    game.now += hours * 3600
    rulings.record_late(game.folders["referee"], game.now, council.build)
    log = game.folders["referee"].log
    entries = list(log.read().records())
    for side in game.sides:
        referee.take_in(game.folders[side], entries, council.build)


@pytest.fixture
def slow(tmp_path):
    game = Game(tmp_path, sides=THREE, deadlines=TERMS)
    game.now = 0  # the time in the charter, from which the hours run
    return game


def test_for_who_does_not_come_the_default_counts(slow):
    slow.play("west", "bid 2")
    slow.play("north", "bid 1")
    with refuses(Code.LATE_TOO_EARLY):
        late(slow, 1)
    late(slow)
    assert [kind for kind, _ in slow.types()][-3:] == ["late", "open", "open"]
    assert bids(slow)[-3:] == ["east bids 0", "west bids 2", "north bids 1"]
    story = report_text.account_text(slow.table().accounts(0, 99)[-1])
    assert "> bid 2" not in story
    assert "(east was late: the default)" in story
    assert verdict(slow).status is Status.INCOMPLETE


def test_who_is_late_may_still_seal_as_long_as_another_is_awaited(slow):
    slow.play("west", "bid 2")
    late(slow)
    assert slow.table().owing_roles == ("north",)
    slow.play("east", "bid 5")
    slow.play("north", "bid 1")
    assert bids(slow)[-3:] == ["east bids 5", "west bids 2", "north bids 1"]


def test_if_nobody_comes_the_game_goes_on_without_all(slow):
    for _ in THREE:
        late(slow)
    assert bids(slow)[-3:] == ["east bids 0", "west bids 0", "north bids 0"]
    assert slow.table().replay.dice_due
    assert verdict(slow).status is Status.INCOMPLETE


def test_each_who_is_missing_has_his_deadline_and_is_reminded(slow):
    slow.play("west", "bid 2")
    rows = dict(
        game_status.rows(game_status.facts(slow.folders["referee"], slow.table()), slow.table(), slow.now)
    )
    assert rows["Waiting"].startswith("for east and north since")
    for side in ("east", "north"):
        assert f"# Deadline: {side} by" in order_templates.template(slow.table(side), side)
    files = reminders.remind(slow.folders["referee"], slow.now, council.build)
    assert [file.name.split("-")[1] for file in files] == ["east", "north"]


def test_of_those_whose_time_is_over_the_first_in_the_charter_is_late_first(slow):
    late(slow)
    assert slow.table().verifier.history[-1].body.role == "east"


def test_the_next_decision_has_its_time_from_the_opening_on(slow):
    for side, bid in zip(THREE, (3, 2, 1), strict=True):
        slow.play(side, f"bid {bid}")
    with refuses(Code.LATE_TOO_EARLY):
        late(slow, 23)


# --- who changes ---------------------------------------------------------------------------------------


def new_referee(game, key):
    """Proposed by the next in the charter's order, or by himself for a new chain of his own."""
    body = Player("Rolf", "rolf@example.org")
    return rulings.substitute(
        game.folders["east"], "referee", body, (key.public, duel.chain("r2").tip, 60), game.now, council.build
    )


def test_orders_sealed_to_a_referee_are_opened_before_another_comes(game):
    game.play("east", "bid 3")
    with refuses(Code.SEAL_WRONG, match="another key only when they are opened"):
        new_referee(game, duel.key("rolf"))
    new_referee(game, duel.key("referee"))
    game.play("west", "bid 1")
    new_referee(game, duel.key("rolf"))


# --- without a referee ---------------------------------------------------------------------------------


@pytest.fixture
def alone(tmp_path):
    return Game(tmp_path, refereed=False)


def test_without_a_referee_there_is_no_box_and_each_opens_his_own(alone):
    made = alone.sign("east", "bid 3")
    assert made.entry.body.box is None
    alone.play("east", "bid 3")
    alone.play("west", "bid 1")
    assert alone.types() == [("seal", "east"), ("seal", "west"), ("open", "east"), ("open", "west")]
    with refuses(Code.NOT_YOUR_DECISION):
        alone.sign("west", "bid 2")


def test_without_a_referee_one_after_another_seals(alone):
    with refuses(Code.NOT_YOUR_DECISION, match="nothing to seal now: waiting"):
        alone.sign("west", "bid 2")


def test_who_lost_what_he_sealed_is_told_so(alone):
    alone.play("east", "bid 3")
    (kept,) = (alone.folders["east"].path / "sealed").iterdir()
    text = kept.read_text()
    alone.write("west", "bid 1")
    (waiting,) = Outbox(alone.folders["west"].path).list_waiting()
    kept.write_text(text.replace("senlac", "scenic"))
    answer = alone.inboxes["east"].receive(waiting.message, alone.now)
    assert (answer.outcome, "[seal-lost]" in answer.text, "damaged" in answer.text) == ("refused", True, True)
    kept.unlink()
    assert "bid.0.txt is missing" in alone.inboxes["east"].receive(waiting.message, alone.now).text
    kept.write_text(text)
    assert alone.inboxes["east"].receive(waiting.message, alone.now).outcome == "accepted"


def test_an_illegal_order_that_nobody_could_check_counts_as_none(alone):
    """Without a referee it comes out at the opening; the game need not stop for it."""
    alone.play("east", "bid 3")
    table = alone.table("west")
    sealed = sealed_order.SealedOrder(table.verifier.game, "west", "bid.0", "5a" * 32, ("bid 99",))
    seal_files.keep_seal(alone.folders["west"], sealed)
    seal = following(table, "seal", "west", {"choice": "bid.0", "commit": sealed.commit})
    signed = sign(seal, duel.key("west"))
    put_on_record(alone.folders["west"], table, signed)
    game_letters.send_move(alone.folders["west"], table.verifier, [*table.entries(1, 1), signed])
    alone.post()
    told = report_text.account_text(alone.table("east").accounts(4, 4)[0])
    assert "> bid 0   (west had sealed `bid 99`: against rule 1.1" in told
    assert verdict(alone).status is Status.INCOMPLETE

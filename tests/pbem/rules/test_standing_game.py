"""Standing orders in a game: filed, used while another moves, told; and what comes of being late."""

import duel
import independent
import pytest
from boxed import boxes_in
from pbem_play import log_bytes
from refereed import Game, short
from refusing import refuses
from said import entry_of, following
from standing_play import file, share, taken

from modules.engine.requests import Roll
from pbem.entry import armor
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge.standing_filing import Filings
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.messages import report_text
from pbem.play import player
from pbem.play.agreements import countersignatures, rulings
from pbem.play.host import referee
from pbem.play.orders import order_closing
from pbem.play.standing_orders import StandingOrders
from pbem.reason_codes import Code
from pbem.rules.decision_clock import clock_of
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.standing_answers import StandingAnswer

NOW = 1_700_000_000
DAY = 86_400
STRIKES = ("done", "strike red-a > blue-a", "strike red-b > blue-b", "done")


def stopped(path):
    """The salt of a game in which blue is asked, in the middle of red's strikes, which unit is lost."""
    for number in range(30):
        game = short(path / str(number), salt=str(number))
        table = game.play("red", *STRIKES).table
        if table.owing_roles == ("blue",) and table.replay.decision("blue").kind == "loss":
            return str(number)
    raise AssertionError("no loss in thirty games")


@pytest.fixture(scope="module")
def salt(tmp_path_factory):
    return stopped(tmp_path_factory.mktemp("stopped"))


@pytest.fixture
def game(tmp_path, salt):
    return short(tmp_path, salt=salt)


def asked(tmp_path, *lines):
    """A game in which blue had to lose a unit while red moved, after blue filed these lines."""
    for number in range(30):
        game = short(tmp_path / f"try{number}", salt=f"try{number}")
        file(game, "blue", *lines)
        receipt = game.play("red", *STRIKES)
        record = receipt.table.replay.record
        if any(getattr(taken.request, "kind", "") == "loss" for taken in record) or (
            receipt.table.owing_roles == ("blue",) and receipt.table.replay.decision("blue").kind == "loss"
        ):
            return game, receipt
    raise AssertionError("no loss in thirty games")


def test_without_standing_orders_a_loss_costs_a_mail(game):
    receipt = game.play("red", *STRIKES)
    assert receipt.table.owing_roles == ("blue",)
    assert (
        order_closing.load(game.folders["red"], duel.build).accounts(receipt.first, receipt.first)[0].dropped
    )


def test_a_standing_order_answers_in_the_same_batch_and_is_told(tmp_path):
    game, receipt = asked(tmp_path, "loss: last")
    account = receipt.table.accounts(receipt.first, receipt.first)[0]
    (stood,) = [item for item in account.story if isinstance(item, StandingAnswer)]
    assert (stood.side, stood.line) == ("blue", "loss: last")
    assert stood.order.startswith("lose blue-")
    roll = Entry.decode(receipt.table.verifier.entries[receipt.first + 1].data)
    assert roll.body.applied == account.applied == 2 + account.closed
    assert f"> {stood.order}   (blue by its standing order `loss: last`)" in report_text.receipt_text(receipt)
    assert len(game.logs()) == 1
    entries = duel.records(game.folders["red"])
    assert verify(entries, GameReplay(duel.build)).status is Status.INCOMPLETE
    assert independent.check(log_bytes(entries)) == "incomplete"


def test_who_says_ask_is_asked(tmp_path):
    _, receipt = asked(tmp_path, "loss of blue-a: ask", "loss: ask")
    assert receipt.table.owing_roles == ("blue",)


def known(game, role, side):
    return Filings(game.folders[role], game.table(role)).lines_in_force(side)


def test_the_newest_replaces_and_none_takes_back(game):
    file(game, "blue", "loss: last")
    file(game, "blue", "any: default", "loss  of blue-a:first  # a comment")
    lines = ("any: default", "loss of blue-a: first")
    assert known(game, "blue", "blue") == known(game, "referee", "blue") == (2, lines)
    assert known(game, "red", "blue") == (2, ())
    assert known(game, "red", "red") == (0, ())
    made = file(game, "blue")
    assert known(game, "blue", "blue") == (3, ())
    assert "none: you will be asked each time" in report_text.filed_text(made)


def test_ones_own_lines_come_first_and_standing_orders_go_on_after_them(game):
    file(game, "red", "strikes: never")
    receipt = game.play("red", "step red-a 2", "done", "strike red-a > blue-a")
    account = receipt.table.accounts(receipt.first, receipt.first)[0]
    if receipt.table.owing_roles == ("blue",) and receipt.table.replay.decision("blue").kind == "loss":
        receipt = game.play("blue", "lose blue-b")
    last = [item for account in receipt.table.replay.accounts for item in account.story][-1]
    assert last == StandingAnswer("red", "strikes: never", "done")
    assert account.applied == 3
    assert receipt.table.replay.play.state.active == "blue"


def test_a_line_that_no_longer_fits_waits_for_the_next_decision(tmp_path):
    """After the dice a standing order of one's own comes in for it; before them it is refused."""
    game, _ = asked(tmp_path, "loss: last")
    with refuses(Code.ORDER_FILE, match=r"orders\.txt:1"):
        game.sign("red" if game.table().owing_roles == ("red",) else "blue", "lose red-a")


def test_all_faults_of_a_file_are_told_with_their_columns(game):
    path = game.path / "standing.txt"
    path.write_text("loss: last\nloss: sideways\n  flee: first\n")
    with refuses(Code.ORDER_FILE) as error:
        player.file_standing(game.folders["blue"], path, duel.build)
    assert "standing.txt:2:7: unknown word 'sideways'; expected `one of last, default, first, ask`" in str(
        error.value
    )
    assert "standing.txt:3:3: unknown kind of decision 'flee'" in str(error.value)
    path.write_text("# nothing\n")
    with refuses(Code.ORDER_FILE, match="no standing order in this file"):
        player.file_standing(game.folders["blue"], path, duel.build)


def test_the_referee_receipts_nothing_that_he_cannot_use(game):
    filings = StandingOrders(game.folders["blue"], game.table("blue"))
    for lines, why in (
        (["loss:last"], "written in full it is `loss: last`"),
        (["loss: last", "loss: gone"], "unknown word"),
    ):
        made = filings.file(lines)
        with refuses(Code.LINE_REFUSED, match=why):
            taken(game, made.papers)
        for left in made.file.parent.iterdir():
            left.unlink()


def test_a_game_taken_back_forgets_what_was_filed_since(tmp_path):
    game, _ = asked(tmp_path, "loss: last")
    file(game, "blue", "loss: first")
    assert known(game, "blue", "blue") == (2, ("loss: first",))
    made = rulings.rollback(game.folders["referee"], 0, "for a test", NOW, duel.build)
    for role in sorted(duel.SIDES, key=lambda role: role in made.last):
        made = countersignatures.countersign(game.folders[role], made.file, duel.build)
    share(game, game.apply(made.signed_entry))
    for role in game.folders:
        assert known(game, role, "blue") == (0, ())
    file(game, "blue", "loss: first")
    receipt = game.play("red", *STRIKES)
    assert receipt.table.verifier.standings.force == {"blue": 2}


# --- being late ------------------------------------------------------------------------------------------


def timed(tmp_path, then, salt="", **more):
    """A game with deadlines of one day for everything; red has stepped, and strikes at NOW."""
    rules = [{"kind": kind, "hours": 24, "grace": 12, "then": then} for kind in ("order", "decision")]
    game = Game(tmp_path, forced=False, salt=salt, deadlines=rules, **more)
    (signed,) = armor.read(game.sign("red", "step red-a 2").file)
    share(game, referee.apply(game.folders["referee"], signed, duel.build, NOW, boxes=boxes_in(game.folders)))
    return game


def late(game, now):
    receipt = rulings.record_late(game.folders["referee"], now, duel.build)
    share(game, receipt)
    return receipt


def test_nobody_is_late_before_the_time_with_grace(tmp_path):
    game = timed(tmp_path, "wait")
    due = clock_of(game.table())
    assert (due.role, due.kind, due.end) == ("red", "order", NOW + 36 * 3600)
    with refuses(Code.LATE_TOO_EARLY, match="red has time until Thu 2023-11-16 10:13 UTC"):
        late(game, due.end - 1)
    receipt = late(game, due.end)
    assert "red has missed the deadline for its order" in report_text.receipt_text(receipt)
    assert receipt.table.owing_roles == ("red",)
    assert len(game.logs()) == 1


def test_only_the_referee_says_so(tmp_path):
    game = timed(tmp_path, "wait")
    with refuses(Code.STRANGE_FOLDER):
        rulings.record_late(game.folders["blue"], NOW + 2 * DAY, duel.build)
    table = game.table()
    signed = sign(following(table, "late", "blue", {"role": "red", "kind": "order"}), duel.key("blue"))
    with refuses(Code.NOT_ENTITLED):
        table.verifier.apply(verify_entry(signed))


def test_without_a_deadline_or_a_time_nobody_is_late(game):
    with refuses(Code.NOTHING_OWED, match="no deadline is running"):
        rulings.record_late(game.folders["referee"], NOW, duel.build)


def test_the_default_goes_on_to_the_end_of_the_player_turn(tmp_path):
    game = timed(tmp_path, "default")
    receipt = late(game, NOW + 2 * DAY)
    text = report_text.receipt_text(receipt)
    assert text.count("(red was late: the default)") == 2
    assert receipt.table.replay.play.state.active == "blue"
    assert receipt.table.owing_roles == ("blue",)
    game.play("blue", "done", "done")
    assert game.table().owing_roles == ("red",)


def test_a_standing_order_comes_before_the_default(tmp_path):
    game = timed(tmp_path, "default")
    file(game, "red", "strikes: never")
    assert "red by its standing order `strikes: never`" in report_text.receipt_text(late(game, NOW + 2 * DAY))


def test_the_time_of_a_loss_begins_with_the_dice_that_asked_for_it(tmp_path):
    for number in range(30):
        game = timed(tmp_path / str(number), "default", salt=str(number))
        (signed,) = armor.read(game.sign("red", *STRIKES).file)
        receipt = referee.apply(
            game.folders["referee"], signed, duel.build, NOW + DAY, boxes=boxes_in(game.folders)
        )
        share(game, receipt)
        if receipt.table.owing_roles == ("blue",) and receipt.table.replay.decision("blue").kind == "loss":
            break
    due = clock_of(game.table())
    assert (due.kind, due.since, due.role) == ("decision", NOW + DAY, "blue")
    after = late(game, NOW + 3 * DAY)
    assert "> lose blue-a   (blue was late: the default)" in report_text.receipt_text(after)
    assert after.table.owing_roles == ("red",)


def test_dice_after_a_default_are_opened_by_who_is_there(tmp_path):
    """The side that is late reveals no link; the other's opens them."""
    rules = [{"kind": "order", "hours": 1, "grace": 0, "then": "default"}]
    game = Game(tmp_path, deadlines=rules)
    assert game.table().owing_roles == ("red",)
    replay = game.table().replay
    entry = entry_of("0" * 64, 1, "0" * 64, "late", "referee", {"role": "red", "kind": "order"})
    with pytest.raises(StopIteration):
        next(replay.advance(entry))
    assert replay.waiting_roles() == ("blue",)
    steps = replay.advance(entry_of("0" * 64, 2, "0" * 64, "ack", "blue", {"applied": 0}, "a" * 64))
    assert isinstance(next(steps), Roll)


def test_a_forfeit_ends_the_game(tmp_path):
    game = timed(tmp_path, "forfeit")
    receipt = late(game, NOW + 2 * DAY)
    last = Entry.decode(receipt.table.verifier.entries[-1].data)
    assert last.type == "end"
    assert last.body.outcome == {
        "winner": "blue",
        "level": "forfeit",
        "reason": "red did not decide in time",
        "rule": "",
    }
    assert verify(duel.records(game.folders["blue"]), GameReplay(duel.build)).status is Status.HOLDS


@pytest.mark.parametrize(
    ("role", "kind", "says"),
    [
        ("blue", "order", "blue has nothing to decide"),
        ("red", "decision", "the kind is steps or order, not decision"),
    ],
)
def test_a_side_is_late_with_what_is_due_of_it(tmp_path, role, kind, says):
    game = timed(tmp_path, "default")
    table = game.table()
    said = {"role": role, "kind": kind, "at": NOW + 36 * 3600}
    signed = sign(following(table, "late", "referee", said), duel.key("referee"))
    with refuses(Code.RULES_REFUSE, Code.NOT_YOUR_DECISION, match=says):
        table.verifier.apply(verify_entry(signed))

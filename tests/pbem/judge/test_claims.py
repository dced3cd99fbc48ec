"""Games that are claimed because a side does not answer any more: after two deadlines, by a side that waits,
and never from a side that had answered. Both verifiers agree on each log."""

import council
import council_play
import duel
import independent
import pytest
from agreement import agreed
from mailed import NOW, Mailed, opened
from pbem_play import log_bytes
from refusing import refuses
from said import following
from two_folders import Game as Peers

from pbem.club import ratings
from pbem.entry import armor
from pbem.entry.bodies import Claim, End, Lateness
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines, due_moments
from pbem.log import deadlines
from pbem.log.party import refusal_records
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_file
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.messages import report_text
from pbem.messages.letters import game_letters, proposal_letters
from pbem.play import player
from pbem.play.agreements import countersignatures, rulings, succession
from pbem.play.host import peer_exchange
from pbem.post.outbox import Outbox
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay

HOURS, DAY = 3600, 86_400
TERMS = [
    {"kind": kind, "hours": 24, "grace": 0, "then": "claim"} for kind in ("order", "decision", "bid", "loss")
]


def records(folder):
    return list(folder.log.read().records())


def verdict_of(folder, build=duel.build):
    return verify_file(folder.log.path, GameReplay(build))


# --- with a referee ----------------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False, deadlines=TERMS)


def test_the_second_late_in_a_row_ends_the_game_as_claimed(game):
    host = game.folders["referee"]
    first = rulings.record_late(host, DAY, duel.build)
    assert "If red lets as much time go by again, the game can be claimed" in report_text.receipt_text(
        first, "referee"
    )
    assert verdict_of(host).status is Status.INCOMPLETE
    rulings.record_late(host, 2 * DAY, duel.build)
    verdict = verdict_of(host)
    assert verdict.status is Status.HOLDS
    assert "claimed by blue, who waited" in verdict.message
    end = Entry.decode(records(host)[-1].data).body
    assert end.outcome == {
        "winner": "blue",
        "level": "claimed",
        "claimed": ["blue"],
        "reason": "red let its time go by twice",
        "rule": "",
    }
    assert independent.check(log_bytes(records(host))) == "holds"
    assert report_text.outcome_text(end.outcome) == "blue wins, claimed by blue: red let its time go by twice"


def lates(table, *times, role="red"):
    made = []
    for time in times:
        entry = table.next_entry("referee", Lateness(role=role, kind="order", at=time))
        made.append(sign(due_moments.add_moments(table.charter, entry), duel.key("referee")))
        table.verifier.apply(verify_entry(made[-1]))
    return made


OUTCOME = {"winner": "blue", "level": "claimed", "claimed": ["blue"], "reason": "red is silent", "rule": ""}


def test_a_claim_before_the_second_deadline_is_refused(game):
    """The attack: the referee, a friend of blue's, calls red late twice in one time, or ends after one."""
    table = game.table()
    lates(table, DAY)
    with refuses(Code.LATE_TOO_EARLY):
        lates(table, 2 * DAY - 1)
    table = game.table()
    lates(table, DAY)
    ended = sign(table.next_entry("referee", End(outcome=OUTCOME)), duel.key("referee"))
    log = [*table.verifier.entries, ended]
    verdict = verify(log, GameReplay(duel.build))
    assert (verdict.status, verdict.code) == (Status.BROKEN, "outcome-wrong")


def test_who_answered_in_between_has_two_deadlines_again(game):
    """The attack: a referee who claims for blue although red has answered in time after the first `late`."""
    host = game.folders["referee"]
    rulings.record_late(host, DAY, duel.build)
    game.take_in("red", game.table().entries(1, 1))
    game.robot.receive(game.mail(game.sign("red", "done", "done").signed), DAY + HOURS)
    blue = game.table().entries(2, 3)
    game.take_in("blue", [*game.table().entries(1, 1), *blue])
    game.robot.receive(
        game.mail(game.sign("blue", "done", "done").signed, sender="blue@example.org"), DAY + 2 * HOURS
    )
    table = game.table()
    assert table.owing_roles == ("red",)
    lates(table, 3 * DAY)
    assert table.replay.outcome() is None
    assert closed_lines.open_rests(game.folders["referee"], table) is not None
    with refuses(Code.RULES_REFUSE, match="when the game is over"):
        rests = closed_lines.open_rests(game.folders["referee"], table)
        entry = table.next_entry("referee", rests.replace(at=3 * DAY))
        table.copy().verifier.apply(verify_entry(sign(entry, duel.key("referee"))))
    lates(table, 4 * DAY)
    assert table.replay.outcome()["claimed"] == ["blue"]


def test_who_had_sent_the_order_in_time_takes_no_claim_in(game):
    """The attack: red's order is out in time, and the referee says that it never came, twice."""
    red = game.folders["red"]
    game.take_in("red", [rulings_late(game, DAY)])
    signed = duel_move(game, "red", DAY + HOURS)
    late = lates(game.table(), 2 * DAY)[0]
    draft = Draft("referee@example.org", ("red@example.org",), "late", "", (late,))
    taken = Inbox(red, build=duel.build).receive(compose(draft), 2 * DAY + HOURS)
    assert (taken.outcome, "[claim-contested]" in taken.text) == ("refused", True), taken.text
    assert red.log.length() == 2
    assert {file.stem.split("-")[1] for file in taken.files} == {"blue", "referee"}
    (slip,) = refusal_records.list_refusals(red)
    assert (slip.said.code, slip.said.digest) == ("claim-contested", late.head)
    assert signed.seq == 2


def rulings_late(game, now):
    rulings.record_late(game.folders["referee"], now, duel.build)
    return game.table().entries(1, 1)[0]


def duel_move(game, role, now):
    """An order that has left the folder of a side at this time."""
    made = player.sign_move(game.folders[role], game.write("done", "done"), build=duel.build, now=now)
    signed = armor.read(made.file)
    game_letters.send_move(game.folders[role], made.verifier, signed, armor.boxes(made.file.read_text()))
    return Entry.decode(signed[-1].data)


def test_what_all_have_signed_in_between_counts_as_a_word_of_the_side(game):
    host = game.folders["referee"]
    rulings.record_late(host, DAY, duel.build)
    table = game.table()
    said = {"facts": ["red: done"], "why": "agreed"}
    table.verifier.apply(
        verify_entry(sign(following(table, "ruling", "referee", said), *map(duel.key, duel.ROLES)))
    )
    assert table.replay._claims == {}


def test_where_nobody_waits_nobody_claims(tmp_path):
    """The attack: in a sealed round both sides are silent, and the referee gives the game to one of them."""
    game = council_play.Game(tmp_path, sides=council.SIDES, deadlines=TERMS)
    table = game.table()
    assert set(table.owing_roles) == {"east", "west", "north"}
    for day in (1, 2, 3):
        said = Lateness(role="east", kind="bid", at=NOW + day * DAY)
        signed = sign(table.next_entry("referee", said), council.duel.key("referee"))
        table.verifier.apply(verify_entry(signed))
    assert table.replay.outcome() is None


def test_of_several_that_wait_all_claim_together_and_none_wins(tmp_path):
    game = council_play.Game(tmp_path, sides=council.SIDES, deadlines=TERMS)
    for role in ("west", "north"):
        game.play(role, "bid 3")
    table = game.table()
    assert table.owing_roles == ("east",)
    for day in (1, 2):
        said = Lateness(role="east", kind="bid", at=NOW + day * DAY)
        table.verifier.apply(
            verify_entry(sign(table.next_entry("referee", said), council.duel.key("referee")))
        )
    outcome = table.replay.outcome()
    assert (outcome["winner"], outcome["claimed"]) == ("", ["west", "north"])


def test_with_a_referee_no_side_claims_itself(game):
    table = game.table()
    said = table.next_entry("blue", Claim(role="red", kind="order", at=10 * DAY))
    with refuses(Code.NOT_ENTITLED):
        table.verifier.apply(verify_entry(sign(said, duel.key("referee"), duel.key("blue"))))
    assert (
        agreed([*game.table().verifier.entries, sign(said, duel.key("referee"), duel.key("blue"))])
        == "broken"
    )
    with refuses(Code.NOT_ENTITLED, match="has a referee"):
        rulings.claim(game.folders["blue"], 10 * DAY, duel.build)


# --- two without a referee ---------------------------------------------------------------------------------


@pytest.fixture
def peers(tmp_path):
    return Peers(tmp_path, forced=False, deadlines=TERMS)


def claims(game, role, now):
    made = rulings.claim(game.folders[role], now, duel.build)
    assert made.missing == ()
    table = rulings.complete_claim(game.folders[role], made, duel.build)
    return proposal_letters.send_completed(game.folders[role], table, now, duel.build)


def test_of_two_one_closes_the_game_as_unfinished_and_nobody_has_won(peers):
    files = claims(peers, "blue", 2 * DAY)
    blue, red = peers.folders["blue"], peers.folders["red"]
    entries = records(blue)
    assert [Entry.decode(each.data).type for each in entries] == ["charter", "claim", "end"]
    verdict = verdict_of(blue)
    assert verdict.status is Status.HOLDS
    assert "unfinished, claimed by blue, won by nobody" in verdict.message
    assert Entry.decode(entries[-1].data).body.outcome["winner"] == ""
    assert independent.check(log_bytes(entries)) == "holds"
    for file in files:
        assert Inbox(red, build=duel.build).receive(opened(file).message, 2 * DAY).outcome == "accepted"
    assert len(set(peers.logs().values())) == 1


def test_a_claim_before_two_deadlines_is_refused_by_log_and_program(peers):
    with refuses(Code.LATE_TOO_EARLY, match="twice"):
        rulings.claim(peers.folders["blue"], 2 * DAY - 1, duel.build)
    table = peers.table("blue")
    early = sign(table.next_entry("blue", Claim(role="red", kind="order", at=2 * DAY - 1)), duel.key("blue"))
    assert agreed([*table.verifier.entries, early]) == "broken"
    assert verify([*table.verifier.entries, early]).code == "late-too-early"
    # The attack goes on: it states a time to come.
    later = sign(table.next_entry("blue", Claim(role="red", kind="order", at=2 * DAY)), duel.key("blue"))
    with refuses(Code.LATE_TOO_EARLY, match="by the clock here"):
        peer_exchange.take_in(peers.folders["red"], [later], duel.build, DAY)
    assert peers.folders["red"].log.length() == 1


def test_whoever_has_to_act_claims_nothing(peers):
    """The attack: red, whose turn it is, lets the time go by and claims."""
    with refuses(Code.NOTHING_OWED, match="your own turn"):
        rulings.claim(peers.folders["red"], 9 * DAY, duel.build)
    table = peers.table("red")
    false = sign(table.next_entry("red", Claim(role="blue", kind="order", at=9 * DAY)), duel.key("red"))
    assert verify([*table.verifier.entries, false], GameReplay(duel.build)).code == "not-your-decision"
    own = sign(table.next_entry("red", Claim(role="red", kind="order", at=9 * DAY)), duel.key("red"))
    assert agreed([*table.verifier.entries, own]) == "broken"


def test_an_order_that_is_never_answered_ends_the_game_too(peers):
    peers.sign("red", "done", "strike red-a > blue-a")
    with refuses(Code.LATE_TOO_EARLY):
        rulings.claim(peers.folders["red"], 2 * DAY - 1, duel.build)
    files = claims(peers, "red", 2 * DAY)
    entries = records(peers.folders["red"])
    assert [Entry.decode(each.data).type for each in entries] == ["charter", "order", "claim", "end"]
    assert "unfinished, claimed by red" in verdict_of(peers.folders["red"]).message
    assert independent.check(log_bytes(entries)) == "holds"
    for file in files:
        assert (
            Inbox(peers.folders["blue"], build=duel.build).receive(opened(file).message, 2 * DAY).outcome
            == "accepted"
        )
    assert len(set(peers.logs().values())) == 1


def test_nothing_but_the_end_follows_a_claim(peers):
    """The attack: a claim frees its author from the dice that are due, and the game goes on."""
    table = peers.table("red")
    link = duel.chain("red").reveal(0)
    order = sign(
        following(table, "order", "red", {"lines": ["done", "strike red-a > blue-a"]}, link), duel.key("red")
    )
    table.verifier.apply(verify_entry(order))
    claim = sign(table.next_entry("red", Claim(role="blue", kind="order", at=9 * DAY)), duel.key("red"))
    table.verifier.apply(verify_entry(claim))
    again = following(table, "order", "red", {"lines": ["done", "done"]}, duel.chain("red").reveal(1))
    log = [*table.verifier.entries, sign(again, duel.key("red"))]
    assert verify(log).code == "after-end"
    assert agreed(log) == "broken"


def test_who_holds_an_order_in_hand_does_not_claim_against_its_author(peers):
    """The attack: blue has seen red's order, does not like it, and closes the game."""
    signed = peers.sign("red", "done", "done")
    assert signed.is_file()
    said = peers.table("blue").next_entry("blue", Claim(role="red", kind="order", at=9 * DAY))
    claim = sign(said, duel.key("blue"))
    draft = Draft("blue@example.org", ("red@example.org",), "claim", "", (claim,), automatic=False)
    taken = Inbox(peers.folders["red"], build=duel.build).receive(compose(draft), 9 * DAY)
    assert (taken.outcome, "[claim-contested]" in taken.text) == ("refused", True), taken.text
    assert peers.folders["red"].log.length() == 1


def test_where_the_charter_lets_nobody_claim_nobody_does(tmp_path):
    """Old charters stay: `wait` is `wait`."""
    game = Peers(tmp_path, forced=False, deadlines=[each | {"then": "wait"} for each in TERMS])
    with refuses(Code.LATE_TOO_EARLY, match="lets the others claim"):
        rulings.claim(game.folders["blue"], 99 * DAY, duel.build)
    table = game.table("blue")
    claim = sign(table.next_entry("blue", Claim(role="red", kind="order", at=99 * DAY)), duel.key("blue"))
    assert agreed([*table.verifier.entries, claim]) == "broken"


def test_a_deadline_at_an_hour_is_claimed_after_as_much_time_again(tmp_path):
    terms = [each | {"hour": "21:00", "zone": "Europe/Warsaw"} for each in TERMS]
    game = Peers(tmp_path, forced=False, deadlines=terms)
    end = 86_400 + 20 * HOURS  # at 21:00 of the day after the first of January 1970
    with refuses(Code.LATE_TOO_EARLY):
        rulings.claim(game.folders["blue"], 2 * end - 1, duel.build)
    claims(game, "blue", 2 * end)
    assert independent.check(log_bytes(records(game.folders["blue"]))) == "holds"


# --- three without a referee -------------------------------------------------------------------------------


@pytest.fixture
def three(tmp_path):
    return council_play.Game(tmp_path, sides=council.SIDES, refereed=False, deadlines=TERMS)


def by_word_of(game, *roles, at):
    """What these sign against the first of the sides that owe a seal."""
    table = game.table(roles[0])
    role = table.owing_roles[0]
    said = table.next_entry(roles[0], Claim(role=role, kind="bid", at=at))
    return [*table.verifier.entries, sign(said, *map(duel.key, sorted(roles, key=council.SIDES.index)))]


def test_of_three_all_others_sign(three):
    game, start = three, three.table("east").verifier.time
    first = game.table("east").owing_roles
    assert first == ("east",), "without a referee the sides seal one after another"
    with refuses(Code.LATE_TOO_EARLY):
        rulings.claim(game.folders["west"], start + 2 * DAY - 1, council.build)
    now = start + 2 * DAY
    made = rulings.claim(game.folders["west"], now, council.build)
    assert made.missing == ("north",)
    proposal_letters.send(game.folders["west"], made, now, build=council.build)
    (asked,) = (each for each in Outbox(game.folders["west"].path).list_waiting())
    (signed,) = read(asked.message).entries
    file = game.path / "claim.pbem"
    file.write_bytes(armor.text([signed]))
    with refuses(Code.LATE_TOO_EARLY, match="by the clock here"):
        countersignatures.countersign(game.folders["north"], file, council.build, now - DAY)
    whole = countersignatures.countersign(game.folders["north"], file, council.build, now)
    assert whole.missing == ()
    table = succession.complete(game.folders["west"], whole.verified, council.build)
    proposal_letters.send_completed(game.folders["west"], table, now, council.build)
    game.now = now
    assert {done.outcome for _, done in game.post()} == {"accepted"}
    verdict = verdict_of(game.folders["north"], council.build)
    assert "unfinished, claimed by west and north, won by nobody" in verdict.message
    assert b'"type":"claim"' in game.one_log()


def test_of_three_two_who_sign_are_needed(three):
    """The attack: one of three claims alone, or with a signature of another game's party."""
    at = three.table("east").verifier.time + 2 * DAY
    assert verify(by_word_of(three, "west", at=at)).code == "wrong-signer"
    assert agreed(by_word_of(three, "west", at=at)) == "broken"
    assert agreed(by_word_of(three, "west", "north", at=at)) == "incomplete"


# --- what it counts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("winner", "rated"), [("red", True), ("", False)])
def test_a_game_that_stays_unfinished_is_not_rated(winner, rated):
    assert ratings._counts({"winner": winner, "level": "claimed"}) is rated
    assert ratings._counts({"winner": "", "level": "draw"})


def test_new_invitations_say_claim_and_old_words_stay():
    assert {each.then for each in deadlines.DEFAULTS} == {"claim"}
    (first, *_) = deadlines.charter_form(["7d"])
    (second, *_) = deadlines.charter_form(["7d,wait"])
    assert (first.then, second.then) == ("claim", "wait")

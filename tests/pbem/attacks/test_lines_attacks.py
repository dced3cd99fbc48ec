"""Attacks on lines that an order closes: a referee who stops or chooses, a side that lies of its box."""

import dataclasses

import duel
import pytest
from agreement import agreed
from boxed import boxes_in
from crashes import put_on_record
from pbem_play import log_bytes, whole_game
from planned import STRIKES, Game, full
from refusing import refuses
from said import following

from pbem.entry.bodies import RestsOpening, Roll
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines
from pbem.keys.openssh_keys import PublicKey
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.play.host import referee
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.secrets import line_commitments as secret_lines


@pytest.fixture
def game(tmp_path):
    return Game(tmp_path)


def entries(game, kind):
    return [entry for entry in game.table().verifier.history if entry.type == kind]


def test_an_order_shows_the_lines_up_to_its_first_dice(game):
    made = game.sign("red", *STRIKES)
    assert made.entry.body.lines == STRIKES[:2]
    assert made.plan.later == STRIKES[2:]
    record = made.signed.to_record()
    assert not any(line.encode() in record for line in STRIKES[2:3])


def test_every_order_closes_something_whether_lines_follow_or_not(tmp_path):
    with_lines = Game(tmp_path / "a").sign("red", *STRIKES)
    without = Game(tmp_path / "b").sign("red", *STRIKES[:2])
    assert len(with_lines.signed.data) == len(without.signed.data)
    assert len(with_lines.plan.box) == len(without.plan.box)


def test_the_same_order_signed_again_gives_the_same_bytes(game):
    made = game.sign("red", *STRIKES)
    data = made.file.read_bytes()
    made.file.unlink()
    assert game.sign("red", *STRIKES).file.read_bytes() == data


def test_a_whole_game_holds_and_all_is_open_at_its_end(game):
    game.play_out()
    verdict = full(game)
    assert verdict.status is Status.HOLDS, verdict.message
    assert " unused" in verdict.message
    assert agreed(game.records()) == "holds"
    verifier = game.table().verifier
    assert not verifier.closings.open_orders
    assert any(isinstance(entry.body, Roll) and entry.body.used for entry in verifier.history)
    assert any(
        rest.lines
        for entry in verifier.history
        if isinstance(entry.body, RestsOpening)
        for rest in entry.body.rests
    )


def stopped(game, monkeypatch):
    """The answer of a referee who says that no closed line of red fitted."""
    made = game.sign("red", *STRIKES)
    real = closed_lines.find_closed

    def cut(folder, entry):
        closed = real(folder, entry)
        return dataclasses.replace(closed, lines=())

    monkeypatch.setattr(closed_lines, "find_closed", cut)
    receipt = game.apply(made.signed)
    monkeypatch.undo()
    return receipt


def where_the_second_strike_fits(tmp_path, monkeypatch, cheat):
    """A game whose dice let red's second strike be legal."""
    for name in "abcdefgh":
        honest = Game(tmp_path / f"honest-{name}", name)
        account = honest.play("red", *STRIKES).table.replay.accounts[-1]
        if account.closed:
            game = Game(tmp_path / f"cheat-{name}", name)
            return game, cheat(game, monkeypatch)
    raise AssertionError("no such dice")


def test_a_referee_who_stops_where_he_likes_is_found_by_the_owner_at_once(tmp_path, monkeypatch):
    """It would be a blind re-roll a line: what comes next would be rolled with other links."""
    game, receipt = where_the_second_strike_fits(tmp_path, monkeypatch, stopped)
    with refuses(Code.STOP_WRONG) as refused:
        game.take_in(receipt, "red")
    assert STRIKES[2] in str(refused.value)
    assert game.table("red").seq == 0
    game.take_in(receipt, "blue")


def test_a_referee_who_stops_where_he_likes_is_found_by_all_at_the_end(tmp_path, monkeypatch):
    game, receipt = where_the_second_strike_fits(tmp_path, monkeypatch, stopped)
    game.take_in(receipt, "blue")
    monkeypatch.setattr(closed_lines, "refuse_stop", lambda *_: None)
    game.take_in(receipt, "red")
    game.play_out()
    verdict = full(game, "blue")
    assert (verdict.code, verdict.seq) == ("stop-wrong", 1)
    assert STRIKES[2] in verdict.message


def test_a_line_that_cannot_be_read_stops_the_use_and_is_no_ground_for_a_refusal(game, monkeypatch):
    read = order_closing._read
    monkeypatch.setattr(order_closing, "_read", lambda table, lines: read(table, lines[:2]))
    made = game.sign("red", *STRIKES[:2], "strike red-b > blue-b", "done")
    monkeypatch.undo()
    table = game.table("red")
    link = made.entry.link
    key = duel.key("red")
    lines = [*STRIKES[:2], "hocus pocus", "done"]
    root = secret_lines.root_of(secret_lines.derive_secret(key, table.verifier.game), link, lines)
    closed = secret_lines.ClosedOrder(table.verifier.game, "red", root, tuple(lines[2:]))
    box = closed.box(duel.key("referee").public)
    body = {"lines": lines[:2], "rest": closed.rest, "box": secret_lines.digest(box)}
    signed = sign(following(table, "order", "red", body, link), key)
    closed_lines.keep_lines(game.folders["red"], secret_lines.digest(box), closed)
    disclosures.begin(game.folders["red"], duel.chain("red").tip)
    put_on_record(game.folders["red"], table, signed)
    receipt = referee.apply(game.folders["referee"], signed, duel.build, boxes=[box])
    game.take_in(receipt)
    assert receipt.table.replay.accounts[-1].closed == 0
    game.play_out()
    assert full(game).status is Status.HOLDS


def forged(game, change):
    """The log in which the last entry of the referee with lines used says something else, signed by him."""
    table, signed = Table(duel.build), []
    for one in game.records():
        entry = Entry.decode(one.data)
        if isinstance(entry.body, Roll) and entry.body.used:
            body = change(entry.body)
            return [*signed, sign(dataclasses.replace(entry, body=body), duel.key("referee"))]
        signed.append(one)
        table.verifier.apply(verify_entry(one))
    raise AssertionError("no lines used")


def other_line(body):
    (salt, line), *rest = body.used.lines
    return body.replace(used=body.used.replace(lines=((salt, line[::-1]), *rest)))


def other_salt(body):
    (salt, line), *rest = body.used.lines
    return body.replace(used=body.used.replace(lines=((salt[::-1], line), *rest)))


def other_rest(body):
    return body.replace(used=body.used.replace(rest="ab" * 32))


@pytest.mark.parametrize("change", [other_line, other_salt, other_rest])
def test_a_referee_opens_no_other_lines_than_were_closed(game, change):
    game.play_out()
    log = forged(game, change)
    assert verify(log).code == "lines-wrong"
    assert agreed(log) == "broken"


def test_the_game_does_not_end_before_all_is_open(game):
    """Else nobody could look whether the referee stopped where he likes."""
    game.play_out()
    records = game.records()
    cut = [one for one in records if not isinstance(Entry.decode(one.data).body, RestsOpening)]
    last = Entry.decode(cut[-1].data)
    before = cut[-2]
    end = sign(dataclasses.replace(last, seq=len(cut) - 1, prev=before.head), duel.key("referee"))
    log = [*cut[:-1], end]
    assert verify(log).code == "lines-closed"
    assert agreed(log) == "broken"


def test_what_nobody_used_is_opened_when_the_game_is_over_and_not_before(game):
    game.play("red", *STRIKES)
    table = game.table()
    rests = closed_lines.open_rests(game.folders["referee"], table)
    log = [*game.records(), sign(table.next_entry("referee", rests), duel.key("referee"))]
    assert verify(log).sound
    assert verify(log, GameReplay(duel.build)).code == "rules-refuse"


@pytest.mark.parametrize("field", ["rest", "box"])
def test_an_order_without_what_it_closes(game, field):
    made = game.sign("red", *STRIKES)
    entry = dataclasses.replace(made.entry, body=made.entry.body.replace(**{field: None}))
    log = [*game.records(), sign(entry, duel.key("red"))]
    assert verify(log).code == "lines-wrong"
    assert agreed(log) == "broken"


def test_lines_that_come_after_the_dice_do_not_stand_in_clear(game):
    made = game.sign("red", *STRIKES)
    body = made.entry.body.to_plain() | {"lines": list(STRIKES)}
    with refuses(Code.LINE_REFUSED) as refused:
        game.apply(sign(following(game.table(), "order", "red", body, made.entry.link), duel.key("red")))
    assert refused.value.index == 2


def test_an_order_without_its_box_waits_for_it(game):
    made = game.sign("red", *STRIKES)
    with refuses(Code.BOX_MISSING):
        referee.apply(game.folders["referee"], made.signed, duel.build)
    assert game.table().seq == 0
    game.apply(made.signed)
    assert game.table().seq == 2


def test_a_bad_box_is_refused_and_the_root_shows_who_lied(game):
    made = game.sign("red", *STRIKES)
    key = PublicKey(game.table().verifier.parties["referee"].key)
    other = dataclasses.replace(made.plan.closed, lines=("done",))
    box = other.box(key)
    body = made.entry.body.to_plain() | {"box": secret_lines.digest(box)}
    signed = sign(following(game.table(), "order", "red", body, made.entry.link), duel.key("red"))
    with refuses(Code.BOX_WRONG):
        referee.apply(game.folders["referee"], signed, duel.build, boxes=[box])
    found = closed_lines.load_lines(game.folders["referee"], Entry.decode(signed.data))
    said = body["rest"], body["box"]
    assert secret_lines.proves_bad_box(found, key, *said)
    assert not secret_lines.proves_bad_box(dataclasses.replace(found, root="ab" * 32), key, *said)


def test_a_box_of_a_stranger_is_kept_nowhere(game):
    made = game.sign("red", *STRIKES)
    stranger = sign(made.entry, duel.key("stranger"))
    with refuses(Code.WRONG_SIGNER):
        referee.apply(game.folders["referee"], stranger, duel.build, boxes=boxes_in(game.folders))
    assert not (game.folders["referee"].path / "lines").exists()


@pytest.mark.parametrize("change", ["another line", "a line less", "a line more", "another root", "twice"])
def test_what_is_opened_at_the_end_is_what_was_closed(change):
    table = whole_game()
    at = next(n for n, one in enumerate(table.log) if b'"rests":[' in one.data)
    body = Entry.decode(table.log[at].data).body.to_plain()
    first = body["rests"][0]
    if change == "another line":
        first["lines"] = ["N-archer-1 flees"]
    elif change == "a line less":
        del first["lines"]
    elif change == "a line more":
        first["lines"] = [*first["lines"], "N-archer-1 flees"]
    elif change == "another root":
        first["root"] = "ab" * 32
    else:
        body["rests"] = [first, *body["rests"]]
    del table.log[at:]
    table.add("open", "referee", body)
    assert verify(table.log).code == "lines-wrong"
    assert agreed(table.log) == "broken"
    assert log_bytes(table.log)


def test_a_new_referee_gets_what_sides_closed_and_vouches_for_it(tmp_path, game):
    game.play("red", *STRIKES)
    verifier = game.table("red").verifier
    assert closed_lines.hand_over(game.folders["red"], verifier, "red") == []  # this referee has them
    new, key = Folder(tmp_path / "new"), duel.key("newcomer")
    new.path.mkdir()
    key.save(new.key_file)
    referee = dataclasses.replace(verifier.parties["referee"], key=key.public.raw)
    verifier.parties.update(referee)
    boxes = closed_lines.hand_over(game.folders["red"], verifier, "red")
    closed = closed_lines.load_lines(game.folders["red"], verifier.history[1])
    lie = dataclasses.replace(closed, lines=("done",))
    burnt = following(
        game.table("red"),
        "ack",
        "red",
        {"applied": 0, "burnt": duel.chain("red").reveal(2), "at": 1_800_000_000},
    )
    told = verify_entry(sign(burnt, duel.key("red")))
    for bad in (
        secret_lines.bundle([(1, lie)], key.public),
        secret_lines.bundle([(0, closed)], key.public),
    ):
        closed_lines.take_boxes(new, verifier, told, bad)
        assert closed_lines.load_lines(new, verifier.history[1]) is None
    closed_lines.take_boxes(new, verifier, told, boxes)
    assert closed_lines.load_lines(new, verifier.history[1]).lines == STRIKES[2:]

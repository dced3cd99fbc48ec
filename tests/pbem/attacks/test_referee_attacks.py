"""Attacks on a refereed game: each is mounted with every key that its author has, and must be named."""

import duel
import pytest
from agreement import agreed
from boxed import boxes_in
from duel import again
from refusing import refuses
from said import GROUP_ORDER, following

from pbem import errors
from pbem.dice.dice_stream import Stream, seed
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.keys import signature
from pbem.log.log_file import GameLog
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_dice, verify_file
from pbem.messages import report_text
from pbem.play import player
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table

STRIKE = ("done", "strike red-a > blue-a", "strike red-b > blue-a", "done")


@pytest.fixture
def folders(tmp_path):
    """Red has struck, and the dice have fallen: charter, order, roll."""
    made = duel.new(tmp_path / "game", forced=False)
    move_in(made, "red", *STRIKE)
    return made


def move_in(folders, side, *lines, apply=True):
    file = folders[side].path / "orders.txt"
    file.write_text("\n".join(lines))
    signed = player.sign_move(folders[side], file, build=duel.build).signed
    return referee.apply(folders["referee"], signed, duel.build, boxes=boxes_in(folders)) if apply else signed


def judged(log):
    agreed(log)
    return verify(log, GameReplay(duel.build))


def refused(log, seq, code):
    verdict = judged(log)
    assert (verdict.status, verdict.seq, verdict.code) == (Status.BROKEN, seq, code), verdict.message
    assert f"entry {seq}" in verdict.message
    return verdict


def table_of(folders):
    return Table.load(folders["referee"].log, duel.build)


def test_the_honest_game_so_far_is_sound(folders):
    assert judged(duel.records(folders["referee"])).status is Status.INCOMPLETE


def test_order_changed_after_the_dice(folders):
    charter, order, roll = duel.records(folders["referee"])
    other = again(
        order,
        "red",
        body=Entry.decode(order.data).body.to_plain() | {"lines": ["done", "strike red-b > blue-b"]},
    )
    refused([charter, other, roll], 2, "wrong-prev")
    adapted = again(roll, "referee", prev=other.head)
    refused([charter, other, adapted], 2, "roll-rules")
    with refuses(Code.FORK) as fork:
        referee.apply(folders["referee"], other, duel.build, boxes=boxes_in(folders))
    assert fork.value.conflict == (order, other)


def test_a_reroll_by_the_referee(folders):
    charter, order, roll = duel.records(folders["referee"])
    body = Entry.decode(roll.data).body.to_plain()
    first = body["rolls"][0]
    better = {**first, "values": [first["values"][0] % 6 + 1]}
    log = [charter, order, again(roll, "referee", body={**body, "rolls": [better, *body["rolls"][1:]]})]
    refused(log, 2, "roll-values")
    assert verify_dice(log).status is Status.BROKEN
    refused([charter, order, again(roll, "referee", link=duel.chain("referee").reveal(1))], 2, "link-wrong")


def test_a_dropped_roll(folders):
    charter, order, roll = duel.records(folders["referee"])
    side = table_of(folders).owing_roles[0]
    line = table_of(folders).choice(side).options.legal()[0]
    answer = move_in_alone(folders, side, str(line))
    refused([charter, order, again(answer, side, seq=2, prev=order.head)], 2, "roll-due")
    ack = Entry.decode(roll.data).body.applied
    claim = again(roll, "referee", type="ack", body={"applied": ack}, link=None)
    refused([charter, order, claim], 2, "roll-rules")


def move_in_alone(folders, side, *lines):
    """A move of a side whose own copy of the log is that of the referee."""
    (folders[side].path / "game.log").write_bytes((folders["referee"].path / "game.log").read_bytes())
    return move_in(folders, side, *lines, apply=False)


def stream_of(order, roll):
    """The stream of the first batch; the charter lists the referee first."""
    entry = Entry.decode(roll.data)
    return Stream(seed(entry.game, 1, entry.link, Entry.decode(order.data).link))


@pytest.mark.parametrize("change", ["more", "fewer", "sides", "rule"])
def test_other_dice_than_the_rules_ask_for(folders, change):
    charter, order, roll = duel.records(folders["referee"])
    entry = Entry.decode(roll.data)
    stream = stream_of(order, roll)
    rolls = [{**one, "values": stream.dice(1, 6)} for one in entry.body.to_plain()["rolls"]]
    if change == "more":
        rolls.append({**rolls[-1], "values": stream.dice(1, 6)})
    elif change == "fewer":
        rolls = [{"label": "something else", "rule": "3.2", "sides": 6, "values": rolls[0]["values"]}]
    elif change == "sides":
        again_stream = stream_of(order, roll)
        rolls = [{**one, "sides": 8, "values": again_stream.dice(1, 8)} for one in rolls]
    else:
        rolls[0] = {**rolls[0], "rule": "9.9"}
    log = [charter, order, again(roll, "referee", body={**entry.body.to_plain(), "rolls": rolls})]
    refused(log, 2, "roll-rules")
    assert verify_dice(log).sound


def test_a_false_label_changes_no_dice_and_is_told_to_nobody_who_has_the_rules(folders):
    """Labels are wording: what the dice were for, the rules say."""
    charter, order, roll = duel.records(folders["referee"])
    body = Entry.decode(roll.data).body.to_plain()
    rolls = [{**one, "label": "a gift to blue"} for one in body["rolls"]]
    false = again(roll, "referee", body={**body, "rolls": rolls})
    judged([charter, order, false])
    table = Table(duel.build)
    for each in (charter, order, false):
        table.verifier.apply(verify_entry(each))
    told = "".join(map(report_text.account_text, table.accounts(0, 2)))
    assert "1d6" in told
    assert "gift" not in told


def test_another_number_of_lines_used(folders):
    charter, order, roll = duel.records(folders["referee"])
    body = Entry.decode(roll.data).body.to_plain()
    refused([charter, order, again(roll, "referee", body={**body, "applied": 1})], 2, "applied-wrong")


def test_a_reused_link(folders):
    table = table_of(folders)
    side = table.owing_roles[0]
    used = duel.chain(side).tip if side == "blue" else Entry.decode(table.verifier.entries[1].data).link
    line = str(table.replay.decision(side).options.legal()[0])
    entry = following(table, "order", side, {"lines": [line]}, used)
    with refuses(Code.LINK_WRONG):
        referee.apply(folders["referee"], sign(entry, duel.key(side)), duel.build)


def test_a_forged_author(folders):
    table = table_of(folders)
    side = table.owing_roles[0]
    other = "red" if side == "blue" else "blue"
    link = duel.chain(side).reveal(table.verifier.parties[side].revealed)
    entry = following(table, "order", side, {"lines": ["done"]}, link)
    with refuses(Code.WRONG_SIGNER):
        referee.apply(folders["referee"], sign(entry, duel.key(other)), duel.build)
    with refuses(Code.WRONG_SIGNER):
        referee.apply(folders["referee"], sign(entry, duel.key("stranger")), duel.build)


def test_the_side_that_is_not_asked(tmp_path):
    folders = duel.new(tmp_path, forced=False)
    with refuses(Code.NOT_YOUR_DECISION):
        move_in(folders, "blue", "done")
    entry = following(table_of(folders), "order", "blue", {"lines": ["done"]}, duel.chain("blue").reveal(0))
    with refuses(Code.NOT_YOUR_DECISION, match="red must decide"):
        referee.apply(folders["referee"], sign(entry, duel.key("blue")), duel.build)


def test_a_move_of_another_game(tmp_path, folders):
    elsewhere = duel.new(tmp_path / "other", salt="other", forced=False)
    signed = move_in(elsewhere, "red", "done", apply=False)
    with refuses(Code.WRONG_GAME):
        referee.apply(folders["referee"], signed, duel.build, boxes=boxes_in(folders))


def test_an_illegal_order_that_both_agreed_on(folders):
    charter, order, roll = duel.records(folders["referee"])
    said = Entry.decode(order.data).body.to_plain()
    illegal = again(order, "red", body=said | {"lines": ["done", "step red-a 2"]})
    verdict = refused([charter, illegal, again(roll, "referee", prev=illegal.head)], 1, "line-refused")
    assert "rule 3.1" in verdict.message
    short = again(order, "red", body=said | {"lines": ["DONE"]})
    assert "in full" in refused([charter, short], 1, "line-refused").message
    refused([charter, again(order, "red", body=said | {"lines": []})], 1, "not-your-decision")


def test_an_end_that_is_none(folders):
    log = duel.records(folders["referee"])
    table = table_of(folders)
    won = {"winner": "red", "level": "clean", "reason": "blue is gone", "rule": "4.1"}
    refused(
        [*log, sign(following(table, "end", "referee", {"outcome": won}), duel.key("referee"))],
        3,
        "lines-closed",
    )


def test_another_engine_version(folders):
    def upgraded(body):
        raise errors.LogFault(
            Code.OTHER_ENGINE, "the game was begun under rules digest abababab; use that version"
        )

    verdict = verify(duel.records(folders["referee"]), GameReplay(upgraded))
    assert verdict.code == "other-engine"
    told = verify_file(folders["referee"].log.path, GameReplay(upgraded))
    assert (told.status, told.code) == (Status.INCOMPLETE, "other-engine")


def test_malleated_entries(folders):
    log = duel.records(folders["referee"])
    order = log[1]
    blob = order.signatures[0]
    s = int.from_bytes(blob[-32:], "little") + GROUP_ORDER
    twin = SignedEntry(order.data, (blob[:-32] + s.to_bytes(32, "little"),))
    refused([log[0], twin, log[2]], 1, "signature-malleable")
    spaced = order.data.replace(b'":', b'": ', 1)
    resigned = SignedEntry(spaced, sign_bytes(spaced))
    refused([log[0], resigned, log[2]], 1, "not-canonical")


def sign_bytes(data):
    return (signature.sign(duel.key("red"), data),)


def test_any_changed_byte_is_named(folders):
    path = folders["referee"].path / "game.log"
    good = path.read_bytes()
    line_of = [good.count(b"\n", 0, at) for at in range(len(good))]
    order_line = [at for at in range(len(good)) if line_of[at] == 2]
    for at in sorted({*order_line, *range(0, len(good) - 1, 11)}):
        bad = bytearray(good)
        bad[at] ^= 1 << at % 7
        path.write_bytes(bad)
        seq = max(0, line_of[at] - 1)
        try:
            verdict = verify_file(path, GameReplay(duel.build))
        except errors.NotALog:
            assert line_of[at] == 0
            continue
        assert verdict.status is Status.BROKEN, (at, verdict.message)
        assert verdict.seq == seq, (at, verdict.message)
    path.write_bytes(good[:-1] + b"\x0b")
    cut = verify_file(path, GameReplay(duel.build))
    assert cut.status is Status.INCOMPLETE
    assert "entry 2" in cut.message


def test_a_log_restarted_from_an_old_copy_is_a_fork(folders, tmp_path):
    """The referee goes back to an old save and lets red move again: two entries at one seq."""
    records = duel.records(folders["referee"])
    old = Folder(tmp_path / "old")
    old.path.mkdir()
    for name in ("key", "key.pub", "chain"):
        (old.path / name).write_bytes((folders["referee"].path / name).read_bytes())
    GameLog.create(old.path / "game.log", records[0])
    for cheat, role in (
        (old, "referee"),
        (folders["red"], "red"),
    ):  # as who cheats would
        disclosures.begin(cheat, duel.chain(role).tip)
    second = move_in(
        {**folders, "referee": old}, "red", "done", "strike red-b > blue-b"
    ).table.verifier.entries
    with refuses(Code.FORK) as fork:
        referee.apply(folders["referee"], second[1], duel.build, boxes=boxes_in(folders))
    assert fork.value.conflict == (records[1], second[1])

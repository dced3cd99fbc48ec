"""Attacks by mail, each with every key that its author has: by players and strangers on the referee's robot,
by the referee on a player. What a person reads about it is asserted, and that nothing has changed.
"""

import shutil

import duel
import pytest
from agreement import agreed
from crashes import contents, settle
from duel import again
from mailed import NOW, Mailed, log, opened, text_of
from pbem_play import log_bytes
from refusing import refuses
from said import GROUP_ORDER, entry_of, following, remade

from pbem import errors
from pbem.entry import entries
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.keys import signature
from pbem.log.party import observed_entries
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status
from pbem.log.verification import compare, verify
from pbem.mail.writer import Draft, compose
from pbem.play import player
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.secrets.card_packs import Opening, Pack

STRIKE = ("done", "strike red-a > blue-a", "strike red-b > blue-a", "done")


@pytest.fixture
def game(tmp_path):
    """Red has struck, the dice have fallen, and everybody knows."""
    made = Mailed(tmp_path, forced=False)
    made.everybody_takes_in(made.send("red", *STRIKE))
    return made


def due(game, **changes):
    """An honest entry of the side that must act."""
    table = game.table()
    side = table.owing_roles[0]
    choice = table.replay.decision(side)
    line = str(choice.options.legal()[0]) if choice else "done"
    link = duel.chain(side).reveal(table.verifier.parties[side].revealed)
    entry = following(table, "order", side, {"lines": [line]}, link)
    return remade(entry, **changes)


def signed(game, *names, **changes):
    entry = due(game, **changes)
    return sign(entry, *map(duel.key, names or [entry.author]))


def raw(old, new):
    """The due entry written otherwise and signed as it stands."""

    def make(game):
        entry = due(game, seq=3)
        data = entry.encode()
        assert data.count(old) == 1
        other = data.replace(old, new)
        return SignedEntry(other, (signature.sign(duel.key(entry.author), other),))

    return make


def changed_order(game):
    order = duel.records(game.folders["referee"])[1]
    return again(order, "red", body={"lines": ["done", "strike red-b > blue-b"]})


def elsewhere(game, **options):
    """A good first order of another game between the same people."""
    other = Mailed(game.path / "elsewhere", salt="other", **options)
    return other.sign("red", "done").signed if not options["forced"] else other.sign("red").signed


def used_link(game):
    first = Entry.decode(duel.records(game.folders["referee"])[1].data).link
    entry = due(game)
    return signed(game, link=first if entry.author == "red" else duel.chain("blue").tip)


def moved(game):
    """The signature of an order under the same words as a decision."""
    good = signed(game)
    return SignedEntry(due(game, type="decision").encode(), good.signatures)


def malleable(game):
    good = signed(game)
    blob = good.signatures[0]
    s = int.from_bytes(blob[-32:], "little") + GROUP_ORDER
    return SignedEntry(good.data, (blob[:-32] + s.to_bytes(32, "little"),))


def other_hand(game):
    return signed(game, "red" if due(game).author == "blue" else "blue")


def old_key(game):
    """The player was replaced; the one who went still writes."""
    table = game.table()
    side = table.owing_roles[0]
    person = {
        "role": side, "name": "Harold", "mail": "harold@example.org", "key": duel.key("harold").public.line,
        "tip": duel.chain("harold").tip, "length": duel.LENGTH,
    }  # fmt: skip
    other = next(each for each in duel.SIDES if each != side)
    keys = [duel.key(name) for name in ("referee", other, "harold")]
    referee.apply(
        game.folders["referee"], sign(following(table, "substitute", "referee", person), *keys), duel.build
    )
    return signed(game, side)


SLIP = "If this was a mistake, write to the referee"
ON_THE_REFEREE = {
    "order changed after the dice": (changed_order, "fork", SLIP),
    "receipt of another game": (lambda g: elsewhere(g, forced=False), "wrong-game", "another game"),
    "receipt of another battle": (lambda g: elsewhere(g, forced=True), "wrong-game", "another game"),
    "used link": (used_link, "link-wrong", "chain"),
    "made-up link": (lambda g: signed(g, link="ab" * 32), "link-wrong", "chain"),
    "forged author": (other_hand, "wrong-signer", "Sign with the key that the charter names"),
    "stolen mailbox": (lambda g: signed(g, "mallory"), "wrong-signer", "Sign with the key"),
    "old key of a substituted player": (old_key, "wrong-signer", "Sign with the key"),
    "signature moved to another type": (moved, "signature-wrong", "does not fit the bytes"),
    "malleable signature": (malleable, "signature-malleable", "does not fit the bytes"),
    "key twice": (raw(b'"v":2', b'"v":2,"v":2'), "repeated-key", "appears twice in one object"),
    "float": (raw(b'"seq":3', b'"seq":3.0'), "bad-number", "3.0 is not an integer"),
    "spare byte": (raw(b'"v":2}', b'"v":2} '), "not-canonical", ""),
    "twin in Unicode": (raw(b'"order"', '"orde\u0301r"'.encode()), "bad-string", "normal form C"),
}


@pytest.mark.parametrize("name", ON_THE_REFEREE)
def test_an_attack_on_the_referee(game, name):
    make, code, words = ON_THE_REFEREE[name]
    bad = make(game)
    before, records = log(game), duel.records(game.folders["referee"])
    strange = game.robot.receive(game.mail(bad, sender="mallory@example.net"), NOW)
    assert all(opened(file).to != ("mallory@example.net",) for file in strange.files)
    done = game.robot.receive(game.mail(bad, sender="red@example.org"), NOW)
    assert (done.outcome, log(game)) == ("refused", before)
    answer = (*strange.files, *done.files)[0]
    text = " ".join(text_of(answer).split())
    assert f"[{code}]. Nothing has changed." in text
    assert words in text
    assert opened(answer).to in [(f"{who}@example.org",) for who in duel.SIDES]
    assert agreed(records) == "incomplete"
    assert agreed([*records, bad]) == "broken"


def test_the_words_on_a_fork_name_both_entries(game):
    bad = changed_order(game)
    done = game.robot.receive(game.mail(bad), NOW)
    first = duel.records(game.folders["referee"])[1]
    text = text_of(done.files[0])
    assert first.head[:8] in text
    assert bad.head[:8] in text


def test_of_many_variants_of_an_order_the_first_counts(tmp_path):
    """Each would have other dice: so the first that comes is the one, and drafts are rolled for by nobody."""
    game = Mailed(tmp_path, forced=False)
    table = game.table()
    link = duel.chain("red").reveal(0)
    variants = [
        sign(following(table, "order", "red", {"lines": [f"step red-a {n}", "done", "done"]}, link), red())
        for n in (2, 3)
    ]
    game.robot.receive(game.mail(game.sign("red", "done", draft=True).signed), NOW)
    assert game.table().seq == 0
    done = game.robot.receive(game.mail(*variants), NOW)
    texts = [text_of(file) for file in done.files]
    assert ["Accepted." in text for text in texts] == [True, False]
    assert "refused [fork]" in texts[0]
    assert duel.records(game.folders["referee"])[1] == variants[0]


def red():
    return duel.key("red")


@pytest.mark.parametrize("date", ["Fri, 01 Jan 1999 00:00:00 +0000", "Fri, 01 Jan 2999 00:00:00 +0000", "x"])
def test_the_date_of_a_mail_counts_for_nothing(tmp_path, date):
    """Neither backdated nor postdated: the time that counts is that at which the referee took it in."""
    logs = set()
    for name, head in (("plain", b""), ("dated", f"Date: {date}\r\n".encode())):
        game = Mailed(tmp_path / name, forced=False)
        game.robot.receive(head + game.mail(game.sign("red", "done", "done").signed), NOW)
        logs.add(log(game))
        assert game.table().verifier.time == NOW
    assert len(logs) == 1


def test_words_from_a_players_own_mailbox_are_no_order(game):
    before = log(game)
    done = game.robot.receive(game.mail(sender="red@example.org", text="I resign."), NOW)
    assert (done.outcome, log(game)) == ("refused", before)
    assert "This mail holds no signed entry" in " ".join(text_of(done.files[0]).split())


def test_no_header_of_an_answer_is_written_by_who_is_answered(game):
    subject = "x\r\n Bcc: victim@example.net\r\n\tTo: victim@example.net"
    mail = game.mail(sender="mallory@example.net").replace(b"Subject: move", f"Subject: {subject}".encode())
    done = game.robot.receive(mail, NOW)
    for file in done.files:
        head = opened(file).message.partition(b"\r\n\r\n")[0]
        assert b"victim" not in head
        assert opened(file).to == ("mallory@example.net",)


# --- by the referee, on a player ---------------------------------------------------------------------


@pytest.fixture
def struck(tmp_path):
    """Red has struck; the players have not heard the answer."""
    game = Mailed(tmp_path, forced=False)
    game.send("red", *STRIKE)
    return game


def answered(game):
    return duel.records(game.folders["referee"])[1:]


def rerolled(game):
    order, roll = answered(game)
    body = Entry.decode(roll.data).body.to_plain()
    first = {**body["rolls"][0], "values": [body["rolls"][0]["values"][0] % 6 + 1]}
    return [order, again(roll, "referee", body={**body, "rolls": [first, *body["rolls"][1:]]})]


def dropped(game):
    order, roll = answered(game)
    applied = Entry.decode(roll.data).body.applied
    return [order, again(roll, "referee", type="ack", body={"applied": applied}, link=None)]


def other_link(game):
    order, roll = answered(game)
    return [order, again(roll, "referee", link=duel.chain("referee").reveal(1))]


def order_of_another_hand(game):
    order, roll = answered(game)
    other = again(
        order, "referee", body=Entry.decode(order.data).body.to_plain() | {"lines": ["done", "done"]}
    )
    return [other, again(roll, "referee", prev=other.head)]


def favour(game):
    """A step that no rule allows, which referee and red have agreed on."""
    order, roll = answered(game)
    said = Entry.decode(order.data).body.to_plain()
    illegal = again(order, "red", body=said | {"lines": ["done", "step red-a 2"]})
    return [illegal, again(roll, "referee", prev=illegal.head)]


ON_A_PLAYER = {
    "re-roll": (rerolled, "roll-values", "broken"),
    "dropped roll": (dropped, "roll-rules", "incomplete"),
    "link chosen among several": (other_link, "link-wrong", "broken"),
    "order in somebody's name": (order_of_another_hand, "wrong-signer", "broken"),
    "referee prefers a side": (favour, "line-refused", "incomplete"),
}


def referees_mail(*entries):
    return compose(Draft("referee@example.org", ("blue@example.org",), "news", "All is well.", entries))


@pytest.mark.parametrize("name", ON_A_PLAYER)
def test_an_attack_of_the_referee(struck, name):
    make, code, second = ON_A_PLAYER[name]
    folder = struck.folders["blue"]
    before, bad = folder.log.path.read_bytes(), make(struck)
    done = Inbox(folder, build=duel.build).receive(referees_mail(*bad), NOW)
    assert (done.outcome, done.files) == ("refused", ())
    assert f"[{code}]" in done.text
    assert "Your log is unchanged" in done.text
    assert folder.log.path.read_bytes() == before
    assert agreed([*duel.records(folder), *bad]) == second


def test_dice_kept_back_leave_an_order_that_was_seen(struck):
    """The referee shows an order without its dice: nothing is taken in, and the next entry will name it."""
    folder = struck.folders["blue"]
    before, order = folder.log.path.read_bytes(), answered(struck)[0]
    done = Inbox(folder, build=duel.build).receive(referees_mail(order), NOW)
    assert (done.outcome, done.files) == ("accepted", ())
    assert "wait for the answer of referee" in done.text
    assert folder.log.path.read_bytes() == before
    assert [signed.head for signed in observed_entries.list_observed(folder)] == [order.head]
    assert agreed([*duel.records(folder), order]) == "incomplete"


def test_a_log_begun_anew_from_an_old_save_is_told_with_both_entries(game):
    order = duel.records(game.folders["referee"])[1]
    other = changed_order(game)
    folder = game.folders["blue"]
    before = folder.log.path.read_bytes()
    done = Inbox(folder, build=duel.build).receive(referees_mail(other), NOW)
    assert done.outcome == "refused"
    assert "[fork]" in done.text
    assert order.head[:8] in done.text
    assert other.head[:8] in done.text
    assert folder.log.path.read_bytes() == before


def test_what_the_referee_tells_one_and_not_the_other_comes_out(game):
    """Each copy holds by itself; the next entry that follows the other's history is refused, and the two
    copies side by side show which entries differ."""
    table = game.table()
    logs = {}
    for side in duel.SIDES:
        kind = table.replay.deadline_kinds(table.owing_roles[0])[-1]
        body = {"role": table.owing_roles[0], "kind": kind, "at": NOW + duel.SIDES.index(side)}
        ruling = sign(following(table, "late", "referee", body), duel.key("referee"))
        Inbox(game.folders[side], build=duel.build).receive(referees_mail(ruling), NOW)
        logs[side] = duel.records(game.folders[side])
        assert verify(logs[side]).status is Status.INCOMPLETE
        assert agreed(logs[side]) == "incomplete"
    verdict = compare(logs["red"], logs["blue"])
    assert (verdict.status, verdict.code, verdict.seq) == (Status.BROKEN, "fork", 3)
    assert set(verdict.conflict) == {logs["red"][3], logs["blue"][3]}
    done = Inbox(game.folders["blue"], build=duel.build).receive(referees_mail(logs["red"][3]), NOW)
    assert "[fork]" in done.text
    after = sign(
        entry_of(table.verifier.game, 4, logs["red"][3].head, "late", "referee",
              {"role": "red", "kind": "order", "at": NOW + 9}),
        duel.key("referee"),
    )  # fmt: skip
    done = Inbox(game.folders["blue"], build=duel.build).receive(referees_mail(after), NOW)
    assert "[wrong-prev]" in done.text


def test_every_log_of_a_whole_game_by_mail_is_judged_alike(game):
    records = duel.records(game.folders["referee"])
    for count in range(1, len(records) + 1):
        assert agreed(records[:count]) == "incomplete"
    assert log_bytes(records) == log(game)


# --- what no entry of its own mounts -----------------------------------------------------------------


def test_who_will_not_open_his_dice_is_named_and_changes_nothing(tmp_path):
    """Blue sees red's order, dislikes it, and does not answer: all that he can do is to keep the game waiting
    in everybody's sight. Whenever he answers, the dice are the same."""
    folders = duel.new(tmp_path, roles=duel.SIDES, forced=False)
    orders = tmp_path / "orders.txt"
    orders.write_text("\n".join(STRIKE))
    move = player.sign_move(folders["red"], orders, build=duel.build)
    waiting = [*duel.records(folders["red"]), move.signed]
    verdict = verify(waiting, GameReplay(duel.build))
    assert (verdict.status, verdict.waiting.roles, verdict.waiting.since_seq) == (
        Status.INCOMPLETE, ("blue",), 1,
    )  # fmt: skip
    assert agreed(waiting) == "incomplete"
    table = Table.load(folders["blue"].log, duel.build)
    table.verifier.apply(verify_entry(move.signed))
    dodge = following(table, "order", "blue", {"lines": ["done"]}, duel.chain("blue").reveal(0))
    dodged = [*waiting, sign(dodge, duel.key("blue"))]
    assert verify(dodged, GameReplay(duel.build)).code == "roll-due"
    assert agreed(dodged) == "broken"
    mail = compose(Draft("red@example.org", ("blue@example.org",), "x", "x", (move.signed,), automatic=False))
    rolls = set()
    for at in (NOW, NOW + 900_000):
        again = tmp_path / str(at)
        shutil.copytree(folders["blue"].path, again)
        settle(again)
        assert Inbox(Folder(again), build=duel.build).receive(mail, at).outcome == "accepted"
        rolls.add(repr(Entry.decode(duel.records(Folder(again))[2].data).body.rolls))
    assert len(rolls) == 1


def test_no_commitment_is_found_by_trying_what_may_be_in_it():
    """A seal, a card and the referee's secret: with each goes a salt of 256 bits, so that who knows all that
    could be sealed still cannot tell which it is."""
    game, salt = "ab" * 32, "5a" * 32
    plans = [["plan A"], ["plan B"]]
    commit = entries.seal_commit(game, "red", "plan", salt, plans[0])
    guesses = {
        entries.seal_commit(game, "red", "plan", guess, plan)
        for plan in plans
        for guess in ("00" * 32, game, commit, "5b" * 32)
    }
    assert commit not in guesses
    pack = Pack(game, "S", 20, "cd" * 32)
    leaves = {opening.leaf(game) for opening in pack.openings.values()}
    tried = {
        Opening(token, number, guess).leaf(game)
        for token in pack.tokens
        for number in range(20)
        for guess in ("00" * 32, game, "cd" * 32)
    }
    assert len({opening.salt for opening in pack.openings.values()}) == 20
    assert not leaves & tried


def test_another_version_of_the_rules_is_told_and_touches_nothing(game):
    """The robot stops rather than answer: it is its owner who must mend that."""

    def upgraded(_body):
        raise errors.LogFault(
            Code.OTHER_ENGINE, "the game was begun under rules digest abababab; use that version"
        )

    before = contents(game.folders["referee"].path)
    move = game.mail(signed(game))
    with refuses(Code.OTHER_ENGINE, match="use that version"):
        Inbox(game.folders["referee"], build=upgraded).receive(move, NOW)
    assert contents(game.folders["referee"].path) == before
    done = game.robot.receive(move, NOW)
    assert done.outcome == "accepted", done.text

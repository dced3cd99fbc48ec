"""Attacks on secret packs: by a referee with all his keys, and by a player with his. Each must be named."""

import ambush
import independent
import pytest
from agreement import agreed
from ambush_play import Game
from crashes import put_on_record
from pbem_play import log_bytes
from refusing import refuses
from said import body, following, remade

from pbem.dice.dice_stream import hash_lines
from pbem.entry import armor
from pbem.entry.entries import Entry, sign
from pbem.keys.age_boxes import seal
from pbem.log.commitments import secret_cards
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_dice
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.rules import dealer, seat_views
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.secrets.card_packs import Opening, Pack, RefereeSecret, Source

SALT = "d"


def judged(log):
    agreed(log)
    return verify(log, GameReplay(ambush.build))


def refused(log, seq, code, words):
    verdict = judged(log)
    assert (verdict.status, verdict.seq, verdict.code) == (Status.BROKEN, seq, code), verdict.message
    assert f"entry {seq}" in verdict.message
    assert words in verdict.message


def changed(signed, change):
    """A referee's entry with another body, signed anew."""
    entry = Entry.decode(signed.data)
    fields = entry.body.to_plain()
    change(fields)
    return sign(remade(entry, body=fields), ambush.key("referee"))


def known(game):
    """Every opening of a game by its token."""
    packs = game.table().verifier.cards.open_packs(ambush.secret(SALT))
    return {token: opening for pack in packs.values() for token, opening in pack.openings.items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return Game(tmp_path_factory.mktemp("attacked"), SALT).play_out()


def with_item(game, field):
    """The first roll entry that has an item with this field, and the place of the item in it."""
    for seq, signed in enumerate(game.records()):
        for at, roll in enumerate(Entry.decode(signed.data).body.to_plain().get("rolls", [])):
            if field in roll:
                return seq, at
    raise AssertionError(field)


def attacked(game, field, change):
    """The log up to the first item with this field, which is changed; and the entry's number."""
    seq, at = with_item(game, field)
    log = game.records()[: seq + 1]
    log[-1] = changed(log[-1], lambda roll: change(roll["rolls"][at]))
    return log, seq


def spare(game, roll):
    """An opening of the same pack that this item does not show."""
    shown = [token for token, _, _ in roll["open"]]
    return next(o for t, o in known(game).items() if t[0] == shown[0][0] and t not in shown)


def test_the_honest_log_holds(whole):
    assert judged(whole.records()).status is Status.HOLDS


@pytest.mark.parametrize("what", ["number", "salt", "token"])
def test_a_card_swapped_when_it_is_shown(whole, what):
    def swap(roll):
        token, number, salt = roll["open"][0]
        other = spare(whole, roll)
        roll["open"][0] = {
            "number": [token, other.number, salt],
            "salt": [token, number, other.salt],
            "token": [token, other.number, other.salt],
        }[what]

    log, seq = attacked(whole, "open", swap)
    refused(log, seq, "leaf-wrong", "does not fit the leaf")
    assert verify_dice(log).code == "leaf-wrong"


def test_another_card_shown_than_was_asked_for(whole):
    def other(roll):
        opening = spare(whole, roll)
        roll["open"][0] = [opening.token, opening.number, opening.salt]

    log, seq = attacked(whole, "open", other)
    refused(log, seq, "roll-rules", "the rules ask for shown")


def test_too_many_cards_shown(whole):
    def more(roll):
        opening = spare(whole, roll)
        roll["open"].append([opening.token, opening.number, opening.salt])

    log, seq = attacked(whole, "open", more)
    refused(log, seq, "roll-rules", "the log has shown: ")


def test_too_few_cards_shown(whole):
    seq, at = with_item(whole, "open")
    log = whole.records()[: seq + 1]
    log[-1] = changed(log[-1], lambda roll: roll["rolls"].pop(at))
    verdict = judged(log)
    assert (verdict.seq, verdict.code) == (seq, "roll-rules"), verdict.message


def test_a_card_that_no_pack_has(whole):
    log, seq = attacked(whole, "open", lambda roll: roll.update(open=[["Z1", 0, "0" * 64]]))
    refused(log, seq, "leaf-wrong", "there is no card Z1")
    log, seq = attacked(whole, "open", lambda roll: roll.update(open=[["R9", 0, "0" * 64]]))
    refused(log, seq, "leaf-wrong", "there is no card R9")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["R1", "R1", "R3", "R4", "R5"], "the log has cards for red: R1 R1"),
        (["R1", "R2", "R3", "R4"], "the log has cards for red: R1 R2 R3 R4 ("),
        (["B1", "B2", "B3", "B4", "B5"], "no such pack"),
    ],
)
def test_other_cards_dealt_than_were_asked_for(whole, cards, words):
    log, seq = attacked(whole, "deal", lambda roll: roll.update(cards=cards))
    refused(log, seq, "leaf-wrong" if "pack" in words else "roll-rules", words)


def test_a_deal_to_the_other_side(whole):
    log, seq = attacked(whole, "deal", lambda roll: roll.update(deal="blue"))
    refused(log, seq, "roll-rules", "the log has cards for blue: R1 R2 R3 R4 R5")
    log, seq = attacked(whole, "deal", lambda roll: roll.update(deal="referee"))
    refused(log, seq, "unknown-author", "dealt to 'referee'")


def test_fewer_leaves_than_cards(whole):
    log, seq = attacked(whole, "leaves", lambda roll: roll["leaves"].pop())
    refused(log, seq, "leaf-wrong", "5 cards and 4 leaves")


def test_a_pack_shuffled_twice(whole):
    seq, at = with_item(whole, "leaves")
    log = whole.records()[: seq + 1]
    log[-1] = changed(log[-1], lambda roll: roll["rolls"].insert(at + 1, roll["rolls"][at]))
    refused(log, seq, "card-twice", "pack R was shuffled")


def test_two_cards_with_one_number():
    """A referee who committed to a pack with the same card twice is caught when he shows both."""
    game = "ab" * 32
    pair = [Opening("R1", 3, "1" * 64), Opening("R2", 3, "2" * 64)]
    head = {"label": "pack", "rule": "1"}
    roll = {**head, "secret": "R", "shuffle": 2, "leaves": [opening.leaf(game) for opening in pair]}
    shown = {**head, "open": [[o.token, o.number, o.salt] for o in pair]}
    both = body("roll", {"k": 1, "batch": 1, "applied": 0, "rolls": [roll, shown]})
    source = Source(game, 1, "cd" * 32, "1" * 64, "2" * 64)
    with refuses(Code.CARD_TWICE, match="R2 is shown as number 3 of its pack, which R1 is"):
        secret_cards.SecretCards(game, "ef" * 32).add_roll(2, both, source, {})


def test_a_secret_pack_in_a_game_without_a_secret(whole):
    seq, _ = with_item(whole, "leaves")
    roll = Entry.decode(whole.records()[seq].data).body
    with refuses(Code.SECRET_WRONG, match="the charter has no `secret`"):
        secret_cards.SecretCards("ab" * 32).add_roll(seq, roll, Source("ab" * 32, 1, "", "", ""), {})


@pytest.mark.parametrize("published", [RefereeSecret("0" * 64).value, None])
def test_another_secret_published_at_the_end(whole, published):
    def change(end):
        if published is None:
            del end["secret"]
        else:
            end["secret"] = published

    log = whole.records()
    log[-1] = changed(log[-1], change)
    refused(log, len(log) - 1, "secret-wrong", "secret is not")
    assert verify(log).code == "secret-wrong"


# --- cheats that need a whole game -------------------------------------------------------------------


def cheated(path, monkeypatch, *, moves=0):
    """A game whose referee cheats by what is patched, given up after some moves, and its log with nothing
    patched any more."""
    game = Game(path, SALT)
    game.begin()
    for _ in range(moves):
        game.step()
    side = game.table().owing_roles[0]
    table = game.table("red")
    signed = sign(following(table, "resign", side, {}), ambush.key(side))
    game.apply(signed)
    monkeypatch.undo()
    return game


def test_an_order_from_another_seed(tmp_path, monkeypatch):
    """The referee tries secrets until the packs please him: leaves fit what he shows, but not the secret."""

    def stacked(source, name, size, secret):
        return Pack(source.game, name, size, hash_lines("the order that I like", name))

    monkeypatch.setattr(Source, "pack", stacked)
    game = cheated(tmp_path, monkeypatch, moves=2)
    log = game.records()
    assert judged(log[:-1]).status is Status.INCOMPLETE
    refused(log, len(log) - 1, "pack-wrong", "pack R, shuffled in entry 2, has not the order")
    with refuses(Code.PACK_WRONG, match="pack R"):
        referee.take_in(game.folders["red"], log[-3:], ambush.build)


def resealed(monkeypatch, change):
    """Deals to blue are made by `change(text, key, coins)`."""
    honest = secret_cards.seal

    def cheat(text, key, coins):
        return change(text, key, coins) if key == ambush.key("blue").public else honest(text, key, coins)

    monkeypatch.setattr(secret_cards, "seal", cheat)


def dealt(path):
    """A game whose cards the referee has just dealt, and his answer."""
    game = Game(path, SALT)
    return game, game.answer(game.apply(game.sign("red").signed).first)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda text, _key, coins: seal(text, ambush.key("red").public, coins),
            "does not open with this key",
        ),
        (
            lambda text, key, coins: seal(text.replace(b"B1 ", b"B6 "), key, coins),
            "not those that the log names",
        ),
        (
            lambda text, key, coins: seal(text.replace(b"B1 0000", b"B1 0001"), key, coins),
            "does not fit the leaf",
        ),
        (lambda _text, key, coins: seal(b"no cards at all\n", key, coins), "not those that the log names"),
    ],
    ids=["re-addressed", "other-cards", "other-number", "junk"],
)
def test_a_deal_that_is_not_what_it_should_be(tmp_path, monkeypatch, change, words):
    resealed(monkeypatch, change)
    game, answer = dealt(tmp_path)
    monkeypatch.undo()
    referee.take_in(game.folders["red"], answer, ambush.build)
    before = ambush.records(game.folders["blue"])
    with refuses(Code.DEAL_WRONG, match=rf"dealt to blue in entry 2.*{words}"):
        referee.take_in(game.folders["blue"], answer, ambush.build)
    assert ambush.records(game.folders["blue"]) == before
    (side,) = game.table("red").owing_roles
    signed = sign(following(game.table("red"), "resign", side, {}), ambush.key(side))
    with refuses(Code.DEAL_WRONG, match="the deal to blue in entry 2 is not what the secret gives"):
        game.apply(signed)


def test_a_deal_copied_from_another_game(tmp_path, monkeypatch):
    other = Game(tmp_path / "other", "x")
    other.apply(other.sign("red").signed)
    copied = {d.tokens: d.sealed for d in other.table().verifier.cards.deals if d.side == "blue"}
    resealed(
        monkeypatch,
        lambda text, _key, _coins: copied[tuple(line.split()[0] for line in text.decode().splitlines())],
    )
    game, answer = dealt(tmp_path / "game")
    with refuses(Code.DEAL_WRONG, match=r"dealt to blue in entry 2: B1 is shown as .* does not fit"):
        referee.take_in(game.folders["blue"], answer, ambush.build)


def test_a_newcomer_cannot_open_what_was_dealt_before_him(tmp_path):
    game = Game(tmp_path, SALT).begin()
    red = Entry.decode(game.records()[0].data).body.parties[1]
    same_key = {**red.to_plain(), "tip": ambush.chain("red", "new").tip}
    other = {**same_key, "key": ambush.key("harold").public.line}
    entry = following(game.table(), "substitute", "referee", other)
    staying = [ambush.key(role) for role in ("referee", "blue")]
    taken = sign(entry, *staying, ambush.key("harold"))
    refused([*game.records(), taken], entry.seq, "not-entitled", "cards were dealt to the key of red")
    same = sign(remade(entry, body=same_key | {"at": 0}), *staying, ambush.key("red"))
    assert judged([*game.records(), same]).status is Status.INCOMPLETE
    assert [independent.check(log_bytes([*game.records(), one]))[:6] for one in (taken, same)] == [
        "broken",
        "incomp",
    ]


def test_a_referee_who_lets_a_foot_soldier_ride(tmp_path, monkeypatch):
    """He passes over the mover's cards; the public game finds it void, and the opening tells who knew."""
    monkeypatch.setattr(seat_views, "judge", lambda *_: None)
    for salt in "efgh":
        game = Game(tmp_path / salt, salt).begin()
        side = game.table().owing_roles[0]
        state = game.seen(side).play.state
        foot = [
            (at, to)
            for t, at in state.lane.items()
            if "foot" in state.known.get(t, "")
            for to in two(state, at)
        ]
        if foot:
            break
    (lane, to), table = foot[0], game.table()
    link = ambush.chain(side, salt).reveal(table.verifier.parties[side].revealed)
    entry = following(table, "order", side, {"lines": [f"march {lane} {to}"]}, link)
    signed = sign(entry, ambush.key(side))
    put_on_record(game.folders[side], game.table(side), signed)
    game.apply(signed)
    armored = game.answer(entry.seq)
    for each in ambush.SIDES:
        referee.take_in(game.folders[each], armored, ambush.build)
    while game.table().owing_roles:
        game.step()
    monkeypatch.undo()
    verdict = judged(game.records())
    assert verdict.status is Status.HOLDS
    full = full_audit.check(game.folders["red"].path / "game.log", verdict, ambush.build)
    assert (full.status, full.code) == (Status.BROKEN, "hidden-illegal")
    assert (
        f"entry {entry.seq}, line 1 `march {lane} {to}`: {side} knew that it is against rule 2.2"
        in full.message
    )


def two(state, lane):
    """The lanes two from this one that are free."""
    far = [str(int(lane) + step) for step in (2, -2)]
    return [to for to in far if to in ambush.LANES and state.at(state.active, to) is None]


def test_a_referee_who_shows_another_card_than_the_one_played(tmp_path, monkeypatch):
    """Of two cards in a hand he shows the wrong one, so that the event comes to nothing."""
    monkeypatch.setattr(ambush, "HAND", 2)
    monkeypatch.setattr(
        dealer, "to_show", lambda cards, count, wanted, numbers: wrong(cards, wanted, numbers)
    )
    for salt in "efghijkl":
        game = Game(tmp_path / salt, salt).begin()
        side = game.table().owing_roles[0]
        state = game.seen(side).play.state
        hand = [state.known[t] for t in state.hands[side]]
        if len(set(hand)) == 2:
            break
    receipt = game.play(side, f"play {hand[0]}", "done")
    assert "void" in str(receipt.table.accounts(receipt.first, receipt.first)[0].story)
    signed = sign(following(game.table(), "resign", side, {}), ambush.key(side))
    game.apply(signed)
    monkeypatch.undo()
    monkeypatch.setattr(ambush, "HAND", 2)
    verdict = judged(game.records())
    assert verdict.status is Status.HOLDS
    full = full_audit.check(game.folders["referee"].path / "game.log", verdict, ambush.build)
    assert (full.status, full.code) == (Status.BROKEN, "shown-wrong")
    assert f"entry {receipt.first} " in full.message


def wrong(tokens, wanted, numbers):
    """The card that is not looked for; all where all are asked for."""
    return (next(t for t in tokens if numbers[t] not in wanted),) if wanted else tokens


def test_the_answer_file_is_what_the_log_has(tmp_path):
    game, answer = dealt(tmp_path)
    assert [one.data for one in answer] == [one.data for one in game.records()[1:]]
    assert armor.read(game.folders["referee"].answer_file(1)) == answer

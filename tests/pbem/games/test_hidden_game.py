"""Games with secret packs: whole games, what each party sees, orders judged by their author's cards."""

import hashlib
import itertools
import re
import stat

import ambush
import pyrage
import pytest
from ambush_play import Game, readable
from hypothesis import given, settings
from hypothesis import strategies as st
from refusing import refuses
from said import changed, following

from modules.engine.driver import Play
from modules.engine.state_digest import digest
from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.keys import age_boxes
from pbem.keys.openssh_keys import openssh_text
from pbem.log.log_verifier import LogVerifier
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_dice
from pbem.messages import report_text
from pbem.reason_codes import Code
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay


def judged(log):
    return verify(log, GameReplay(ambush.build))


def types(game):
    return [(e.type, e.author) for e in (Entry.decode(signed.data) for signed in game.records())]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return Game(tmp_path_factory.mktemp("whole"), "e").play_out()


@pytest.fixture
def begun(tmp_path):
    return Game(tmp_path, "d").begin()


def test_a_whole_game_holds_for_everybody_and_with_every_card_known(whole):
    logs = {(folder.path / "game.log").read_bytes() for folder in whole.folders.values()}
    assert len(logs) == 1
    verdict = judged(whole.records())
    assert verdict.status is Status.HOLDS, verdict.message
    assert verify(whole.records()).status is Status.HOLDS
    assert verify_dice(whole.records()).status is Status.HOLDS
    full = full_audit.check(whole.folders["blue"].path / "game.log", verdict, ambush.build)
    assert full.status is Status.HOLDS, full.message
    assert "with every card known too: 3 packs" in full.message


def test_an_out_of_turn_decision_and_an_event_are_in_it(whole):
    assert "decision" in {kind for kind, _ in types(whole)}
    rolls = [Entry.decode(s.data).body.to_plain().get("rolls", []) for s in whole.records()]
    kinds = [
        next(k for k in ("leaves", "deal", "open", "sides") if k in roll) for roll in itertools.chain(*rolls)
    ]
    assert kinds[:8] == ["leaves", "deal", "leaves", "deal", "leaves", "sides", "deal", "deal"]
    assert kinds.count("deal") > 4
    assert "open" in kinds


def test_the_log_before_the_end_says_nothing_that_its_reader_may_not_know(begun):
    """Every byte of red's folder, and of all base64 in it, against what only blue and the referee know."""
    table = begun.table()
    secret = ambush.secret("d")
    packs = table.verifier.cards.open_packs(secret)
    text = readable(begun.folders["red"].path)
    hidden = [o for t, o in packs["B"].openings.items() if t not in table.verifier.cards.shown]
    hidden += [packs["E"].openings[t] for t in ("E2", "E3", "E4")]
    assert len(hidden) > 6
    for what in (secret.value, *(pack.seed for pack in packs.values()), *(o.salt for o in hidden)):
        assert what.encode() not in text
        assert bytes.fromhex(what) not in text
    key = begun.folders["red"].key_file.read_bytes()
    for deal in table.verifier.cards.deals:
        if deal.side == "red":
            assert age_boxes.unseal(deal.sealed, key)
        else:
            with refuses(Code.UNREADABLE):
                age_boxes.unseal(deal.sealed, key)
    names = [name.encode() for name in ambush.CARDS["B"]]
    assert not any(name in text for name in names)


def test_deals_of_as_many_cards_are_as_long(begun):
    """Else the length would tell of the numbers."""
    deals = begun.table().verifier.cards.deals
    assert len({len(deal.sealed) for deal in deals if len(deal.tokens) == 1}) == 1
    assert len({len(deal.sealed) for deal in deals if len(deal.tokens) == 5}) == 1


def test_each_party_sees_what_is_due_to_it(begun):
    red, blue, everything, public = (begun.seen(role) for role in (*ambush.SIDES, "referee", "referee"))
    public.seat = None
    assert {t[0] for t in red.play.state.known} == {"R", "E"}
    assert {t for t in red.play.state.known if t[0] == "E"} == {"E1"}
    assert {t[0] for t in blue.play.state.known} == {"B", "E"}
    assert len(everything.play.state.known) == 14
    assert public.play.state.known == {}
    rules = ambush.Ambush()
    for side, table in (("red", red), ("blue", blue)):
        assert digest(rules.view(everything.play.state, side)) == digest(table.play.state)
    assert digest(rules.view(everything.play.state, "")) == digest(public.play.state)
    assert "yours: " in report_text.account_text(red.accounts(1, 1)[0])
    assert "yours: " not in report_text.account_text(begun.table().accounts(1, 1)[0])


def test_after_the_end_everybody_sees_everything(whole):
    assert len(whole.seen("blue").play.state.known) == 14


def test_a_folder_without_a_key_sees_what_everybody_sees(begun):
    (begun.folders["blue"].path / "key.pub").unlink()
    assert begun.seen("blue").play.state.known == {}


def omniscient(orders):
    """A game in its set-up, with the packs in these orders."""
    play = Play(ambush.Ambush())
    answers = iter(orders)
    while play.state.phase == "deal":
        request = play.request
        play.answer(next(answers) if hasattr(request, "secret") else (1,))
    for _ in range(6):
        request = play.request
        play.answer(request.options.legal()[0])
    return play


@given(st.permutations(range(5)), st.permutations(range(5)), st.permutations(range(4)))
@settings(max_examples=25, deadline=None)
def test_views_do_not_depend_on_what_is_hidden(red, blue, events):
    base = omniscient([(0, 1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3)])
    other = omniscient([tuple(red), tuple(blue), tuple(events)])
    same = omniscient([(0, 1, 2, 3, 4), tuple(blue), (0, *(n for n in events if n))])
    rules = base.rules
    assert digest(rules.view(base.state, "")) == digest(rules.view(other.state, ""))
    assert digest(rules.view(base.state, "red")) == digest(rules.view(same.state, "red"))


# --- orders judged by hidden cards -------------------------------------------------------------------


def mover_of(game, kind):
    """Whose turn it is, and the lane of one of his cards of this kind that lies face down and can go two."""
    side = game.table().owing_roles[0]
    state = game.seen(side).play.state
    for token, lane in state.lane.items():
        to = str(int(lane) + 2) if int(lane) < 4 else str(int(lane) - 2)
        if kind in state.known.get(token, "") and state.at(side, to) is None:
            return side, lane, to
    return None


def begun_with(path, kind):
    for salt in "efghijklmnop":
        game = Game(path / salt, salt)
        if (found := mover_of(game.begin(), kind)) is not None:
            return game, *found
    raise AssertionError("no game among these has one")


def test_a_march_that_the_card_cannot_make_is_refused_at_home(tmp_path):
    game, side, lane, to = begun_with(tmp_path, "foot")
    for draft in (True, False):
        with refuses(Code.ORDER_FILE, match=r"orders.txt:1: .*against rule 2.2: only horse"):
            game.sign(side, f"march {lane} {to}", "done", draft=draft)
    assert not list((game.folders[side].path / "moves").glob("*0007*"))


def test_the_referee_refuses_it_in_private_and_nothing_is_appended(tmp_path):
    game, side, lane, to = begun_with(tmp_path, "foot")
    before = game.records()
    table = game.table()
    link = ambush.chain(side, game.path.name).reveal(table.verifier.parties[side].revealed)
    entry = following(table, "order", side, {"lines": [f"march {lane} {to}"]}, link)
    signed = sign(entry, ambush.key(side))
    with refuses(Code.LINE_REFUSED, match="only horse goes two lanes") as refused:
        game.apply(signed)
    assert refused.value.rule == "2.2"
    assert game.records() == before
    verifier = LogVerifier(GameReplay(ambush.build))
    for one in [*before, signed]:
        verifier.apply(verify_entry(one))  # the public game cannot know better


def test_the_horse_that_goes_two_lanes_is_shown(tmp_path):
    game, side, lane, to = begun_with(tmp_path, "horse")
    receipt = game.play(side, f"march {lane} {to}", "done")
    told = report_text.account_text(receipt.table.accounts(receipt.first, receipt.first)[0])
    assert re.search(rf"shown: [RB]\d: the card in {lane} goes two lanes \(rule 1.3\)", told)
    assert "horse" in told
    assert len(game.table().verifier.cards.shown) == 1


def test_after_a_card_is_shown_such_a_march_is_void(tmp_path):
    """It was written in the hope of what the first line brings, and costs only its author."""
    game, side, lane, to = begun_with(tmp_path, "foot")
    receipt = game.play(side, f"play {event_of(game, side)}", f"march {lane} {to}", "done")
    told = report_text.account_text(receipt.table.accounts(receipt.first, receipt.first)[0])
    assert "it is no horse: it stays" in told
    assert game.seen(side).play.state.at(side, lane) is not None
    finish(game)
    full = full_audit.check(game.folders[side].path / "game.log", judged(game.records()), ambush.build)
    assert full.status is Status.HOLDS
    assert "1 of them void" in full.message


def event_of(game, side):
    """An event that a side has in its hand."""
    return next(card for token, card in game.seen(side).play.state.known.items() if token[0] == "E")


def finish(game):
    while game.table().owing_roles:
        game.step()


def test_an_event_that_is_not_in_the_hand_is_refused(begun):
    side = begun.table().owing_roles[0]
    card = event_of(begun, side)
    other = next(c for c in ("luck", "rain", "fog") if c != card)
    with refuses(Code.ORDER_FILE, match=f"{other} is not in your hand"):
        begun.sign(side, f"play {other}", "done")
    receipt = begun.play(side, f"play {card}", "done")
    assert f"{side} plays {card}" in report_text.receipt_text(receipt)


def test_a_draft_is_judged_by_the_same_cards(begun):
    side = begun.table().owing_roles[0]
    made = begun.sign(side, "done", draft=True)
    assert made.account.applied == 1
    assert not made.is_locked


def test_lines_for_which_the_other_side_must_decide_first_are_told_as_not_used(begun):
    """At home already, before anything is sent; the turn of red, who has someone to strike, ends so."""
    side, late = begun.table().owing_roles[0], ("march 1 2", "done")
    whole = begun.sign(side, "done", "done", draft=True)
    assert (whole.account.applied, whole.plan.later) == (2, ())
    made = begun.sign(side, "done", "done", *late, draft=True)
    assert (made.account.applied, made.plan.later) == (2, late)
    assert "".join(f"    {line}\n" for line in late) in report_text.move_text(made)


def test_lines_after_dice_are_not_told_as_dropped_before_they_are_thrown(begun):
    side = begun.table().owing_roles[0]
    state = begun.seen(side).play.state
    lane = next(lane for lane in state.lanes(side) if state.at(ambush.enemy(side), lane))
    made = begun.sign(side, "done", f"strike {lane}", "done", draft=True)
    assert (made.account.applied, made.plan.later) == (2, ("done",))
    assert not any("will not be used" in line for line in report_text.certain_lines(made.account, made.due))


# --- files, refusals ---------------------------------------------------------------------------------


def test_the_secret_is_in_the_referees_folder_alone(begun):
    file = begun.folders["referee"].secret_file
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text() == f"senlac-secret/1\n{ambush.secret('d').value}\n"
    assert not any((begun.folders[side].path / "secret").exists() for side in ambush.SIDES)
    assert ambush.secret("d").value not in repr(ambush.secret("d"))


@pytest.mark.parametrize("text", [None, "senlac-secret/1\n", "senlac-chain/1\n" + "0" * 64 + "\n"])
def test_a_damaged_secret_is_told(begun, text):
    file = begun.folders["referee"].secret_file
    file.unlink() if text is None else file.write_text(text)
    with refuses(Code.BAD_SECRET_FILE, match="secret"):
        begun.seen("referee")


def test_another_games_secret_is_refused(begun):
    file = begun.folders["referee"].secret_file
    file.unlink()
    ambush.secret("other").save(file)
    before = begun.records()
    side = begun.table().owing_roles[0]
    with refuses(Code.STRANGE_FOLDER, match="not the secret that the charter commits to"):
        begun.apply(begun.sign(side, "done").signed)
    assert begun.records() == before


def test_the_same_move_again_gives_the_same_answer_again(begun):
    side = begun.table().owing_roles[0]
    card = event_of(begun, side)
    signed = begun.sign(side, f"play {card}", "done").signed
    log = begun.folders["referee"].path / "game.log"
    before = log.read_bytes()
    first = begun.answer(begun.apply(signed).first)
    log.write_bytes(before + signed.to_record() + b"\n")  # killed before the cards were appended
    again = begun.apply(signed)
    assert again.repeated
    assert begun.answer(again.first) == first


def test_a_game_with_secret_packs_needs_a_referee_who_holds_them():
    verdict = judged([ambush.charter(roles=ambush.SIDES)])
    assert (verdict.status, verdict.code) == (Status.BROKEN, "not-entitled")
    assert "need a referee who holds them" in verdict.message
    entry = changed(Entry.decode(ambush.charter().data), secret=None)
    verdict = judged([sign(entry, *map(ambush.key, ambush.ROLES))])
    assert (verdict.status, verdict.code) == (Status.BROKEN, "rules-refuse")
    assert "needs a referee who holds them" in verdict.message


def test_the_player_is_told_of_what_was_sealed_for_him_by_age(begun):
    """Opened with nothing of ours: which cards, by their numbers, and the salts of the leaves."""
    deal = begun.table().verifier.cards.deals[0]
    identity = pyrage.ssh.Identity.from_buffer(begun.folders["red"].key_file.read_bytes())
    lines = pyrage.decrypt(deal.sealed, [identity]).decode().splitlines()
    assert [line.split()[0] for line in lines] == ["R1", "R2", "R3", "R4", "R5"]
    assert sorted(int(line.split()[1]) for line in lines) == [0, 1, 2, 3, 4]


def test_sealing_gives_the_same_bytes_for_the_same_coins():
    key, coins = ambush.key("red"), "ab" * 32
    one = age_boxes.seal(b"to red\n", key.public, coins)
    assert one == age_boxes.seal(b"to red\n", key.public, coins)
    assert one != age_boxes.seal(b"to red\n", key.public, "ac" * 32)
    with pytest.raises(ValueError, match="at most"):
        age_boxes.seal(bytes(age_boxes.MAX_TEXT + 1), key.public, coins)
    with refuses(Code.UNREADABLE):
        age_boxes.unseal(one, openssh_text(bytes(32)))
    with refuses(Code.UNREADABLE):
        age_boxes.unseal(one[:-1], ambush_key_file())


def ambush_key_file():
    return openssh_text(hashlib.sha256(b"key of red").digest())


@given(st.binary(max_size=300), st.integers(0, 2**64))
@settings(max_examples=20, deadline=None)
def test_what_is_sealed_is_read(text, number):
    sealed = age_boxes.seal(text, ambush.key("red").public, f"{number:064x}")
    assert age_boxes.unseal(sealed, ambush_key_file()) == text

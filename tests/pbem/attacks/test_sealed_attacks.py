"""Cheating with sealed orders: by a player at the referee's robot, by a referee in the log."""

import base64
import dataclasses
import email
import email.policy

import council
import duel
import pytest
from council_play import Game, refused
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from independent import check
from pbem_play import log_bytes
from refusing import refuses
from said import changed, entry_of, following

from pbem.dice.dice_stream import hash_lines
from pbem.entry.entries import Entry, sign
from pbem.judge import seal_files
from pbem.keys.age_boxes import seal as age
from pbem.log.party.chain_links import next_link
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.mail.writer import Draft, compose
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.secrets import sealed_order
from pbem.secrets.sealed_order import SealedOrder

SALT = "5a" * 32
THREE = council.SIDES


class Attacks(Game):
    """East has sealed; west does what he should not."""

    def __init__(self, path, **how):
        super().__init__(path, **how)
        self.play("east", "bid 3")
        self.theirs = self.table().verifier.history[1].body.to_plain()

    def sealed(self, line="bid 2", **changes):
        fields = {"game": self.table().verifier.game, "author": "west", "choice": "bid.0", "salt": SALT}
        return SealedOrder(**fields | changes, lines=(line,))

    def box(self, sealed):
        return sealed.box(duel.key("referee").public)

    def send(self, kind, body, by="west", author="west"):
        """An entry that comes next, by mail to the robot; what the robot says at the terminal."""
        entry = following(self.table(), kind, author, body)
        signed = (sign(entry, duel.key(by)),)
        draft = Draft(f"{by}@example.org", ("referee@example.org",), "move", "", signed, automatic=False)
        return self.inboxes["referee"].receive(compose(draft), self.now)


@pytest.fixture
def game(tmp_path):
    return Attacks(tmp_path)


def another_box(game):
    return game.box(game.sealed("bid 1"))


def other_coins(game):
    """The same text for the same key, but not the box that salt and order give."""
    text = f"{SALT}\nbid 2\n".encode().ljust(sealed_order.PAGE, b"\n")
    box = age(text, duel.key("referee").public, hash_lines("other"))
    return base64.b64encode(box).decode()


def not_filled_up(game):
    coins = hash_lines("senlac-order-box/1", game.table().verifier.game, "west", "bid.0", SALT)
    return base64.b64encode(age(f"{SALT}\nbid 2\n".encode(), duel.key("referee").public, coins)).decode()


BOXES = {
    "another order in the box": another_box,
    "the other side's box": lambda game: game.theirs["box"],
    "a box for another key": lambda game: game.sealed().box(duel.key("west").public),
    "a box for another author": lambda game: game.box(game.sealed(author="east")),
    "a box for another choice": lambda game: game.box(game.sealed(choice="bid.9")),
    "a box for another game": lambda game: game.box(game.sealed(game="ab" * 32)),
    "a box with other coins": other_coins,
    "a box that is not filled up": not_filled_up,
    "no box at all": lambda game: base64.b64encode(b"age-encryption.org/v1 and so on").decode(),
}


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_a_box_that_does_not_hold_what_the_hash_says(tmp_path, box):
    """Found when it is sealed, not when all have sealed: north is still awaited."""
    game = Attacks(tmp_path, sides=THREE)
    before = game.one_log()
    body = {"choice": "bid.0", "commit": game.sealed().commit, "box": box(game)}
    done = game.send("seal", body)
    assert (done.outcome, "[seal-wrong]" in done.text) == ("refused", True)
    said = refusal(game, "west").partition("refused [")[2]
    assert said
    assert "bid" not in done.text.replace("bid.0", "") + said
    assert game.one_log() == before
    body["box"] = game.box(game.sealed())
    assert game.send("seal", body).outcome == "accepted"


def refusal(game, role):
    """The words of the only mail to a party that refuses something."""
    game.read.clear()
    game.post()
    mails = [
        email.message_from_bytes(mail, policy=email.policy.default) for to, mail in game.read if to == role
    ]
    (mail,) = [mail for mail in mails if str(mail["Subject"]).startswith("refused")]
    return mail.get_body(("plain",)).get_content()


def test_a_copy_of_the_other_sides_seal(game):
    done = game.send("seal", game.theirs)
    assert "[seal-wrong]" in done.text
    assert "bid 3" not in done.text


def test_an_illegal_order_inside_is_refused_at_once_to_its_author_alone(game):
    before = game.one_log()
    wrong = game.sealed("bid 99")
    done = game.send("seal", {"choice": "bid.0", "commit": wrong.commit, "box": game.box(wrong)})
    assert (done.outcome, "[line-refused]" in done.text) == ("refused", True)
    assert game.one_log() == before
    game.read.clear()
    game.post()
    ((to, mail),) = game.read
    assert to == "west"
    assert "> bid 99" in mail.decode()
    assert "legal here:" in mail.decode()
    game.play("west", "bid 1")
    assert game.types()[-2:] == [("open", "referee")] * 2


def two_lines(game):
    two = SealedOrder(game.table().verifier.game, "west", "bid.0", SALT, ("bid 1", "bid 2"))
    return {"choice": "bid.0", "commit": two.commit, "box": game.box(two)}


def good(game, **changes):
    body = {"choice": "bid.0", "commit": game.sealed().commit, "box": game.box(game.sealed())}
    return body | changes


WRONG = {
    "two orders in one seal": ("seal", two_lines, "line-refused"),
    "no box": ("seal", lambda g: {"choice": "bid.0", "commit": g.sealed().commit}, "rules-refuse"),
    "sealed for another decision": ("seal", lambda g: good(g, choice="bid.1"), "rules-refuse"),
    "opened before all have sealed": (
        "open",
        lambda g: {"seal": 1, "salt": SALT, "lines": ["bid 3"]},
        "seal-wrong",
    ),
}


@pytest.mark.parametrize(("kind", "body", "code"), WRONG.values(), ids=WRONG)
def test_an_entry_that_cannot_stand(game, kind, body, code):
    before = game.one_log()
    assert f"[{code}]" in game.send(kind, body(game)).text
    assert game.one_log() == before


def test_an_open_order_does_not_take_the_place_of_a_seal(game):
    link = next_link(game.folders["west"].chain(), game.table().verifier.parties["west"])
    entry = following(game.table(), "decision", "west", {"lines": ["bid 2"]}, link)
    with refuses(Code.NOT_YOUR_DECISION, match="waiting for the sealed order of west"):
        game.apply(sign(entry, duel.key("west")))


def test_a_side_seals_once(tmp_path):
    game = Attacks(tmp_path, sides=THREE)
    before = game.one_log()
    again = SealedOrder(game.table().verifier.game, "east", "bid.0", SALT, ("bid 4",))
    body = {"choice": "bid.0", "commit": again.commit, "box": game.box(again)}
    assert "[seal-wrong]" in game.send("seal", body, "east", "east").text
    assert game.one_log() == before


def test_a_seal_in_the_name_of_another(game):
    assert "[wrong-signer]" in game.send("seal", good(game), by="east").text
    assert refused(game.post()) == []


def test_the_opening_of_anothers_seal_before_the_time(tmp_path):
    """Even with the right salt, which nobody has."""
    game = Attacks(tmp_path, sides=THREE)
    (kept,) = (game.folders["east"].path / "sealed").iterdir()
    salt = kept.read_text().splitlines()[1]
    body = {"seal": 1, "salt": salt, "lines": ["bid 3"]}
    assert "[seal-wrong]" in game.send("open", body).text
    assert "[rules-refuse]" in game.send("open", body, "east", "east").text


# --- a referee who cheats ------------------------------------------------------------------------------


def opened(game):
    """A log up to the openings, and the entries from there on as they should be."""
    game.play("west", "bid 1")
    entries = list(game.folders["east"].log.read().records())
    return entries[:3], [Entry.decode(one.data) for one in entries[3:]]


def judged(log, entry, key="referee", rules=True):
    """The code of pbem's verdict on the log with this entry; the second verifier agrees where it can."""
    signed = [*log, sign(entry, duel.key(key))]
    verdict = verify(signed, GameReplay(council.build) if rules else None)
    if verdict.code != "rules-refuse":
        assert check(log_bytes(signed)).partition(":")[0] == verdict.status.name.lower()
    return verdict.code


def test_an_opening_that_does_not_fit_its_seal(game):
    log, (first, second) = opened(game)
    assert judged(log, first) == "incomplete"
    assert judged(log, changed(first, lines=["bid 4"])) == "seal-wrong"
    assert judged(log, changed(first, salt=SALT)) == "seal-wrong"
    assert judged(log, changed(first, seal=2)) == "seal-wrong"
    assert judged(log, changed(first, seal=0)) == "seal-wrong"
    other = {"salt": second.body.salt, "lines": second.body.lines}
    assert judged(log, changed(first, **other)) == "seal-wrong"


def test_one_is_opened_while_another_is_awaited(game):
    """With the rules: only they know who is asked."""
    log, (first, _) = opened(game)
    early = dataclasses.replace(first, seq=2, prev=log[1].head)
    assert judged(log[:2], early) == "rules-refuse"
    assert judged(log[:2], early, rules=False) == "incomplete"


def test_a_seal_whose_box_says_something_else_comes_out_at_the_opening(game):
    """A referee in league with west takes it in without a look into the box."""
    body = good(game, box=another_box(game))
    table = game.table()
    log = [*table.verifier.entries, sign(following(table, "seal", "west", body), duel.key("west"))]
    east = seal_files.load_seal(game.folders["east"], table.verifier.game, "east", "bid.0")
    said = [(1, east), (2, game.sealed())]
    for seq, it in said:
        entry = entry_of(
            table.verifier.game,
            len(log),
            log[-1].head,
            "open",
            "referee",
            {"seal": seq, "salt": it.salt, "lines": [*it.lines]},
        )
        assert judged(log, entry) == ("incomplete" if seq == 1 else "seal-wrong")
        log.append(sign(entry, duel.key("referee")))


def test_an_illegal_order_that_a_referee_took_in_counts_as_none(game):
    wrong = game.sealed("bid 99")
    table = game.table()
    body = {"choice": "bid.0", "commit": wrong.commit, "box": game.box(wrong)}
    log = [*table.verifier.entries, sign(following(table, "seal", "west", body), duel.key("west"))]
    east = seal_files.load_seal(game.folders["east"], table.verifier.game, "east", "bid.0")
    replay = GameReplay(council.build)
    for seq, it in ((1, east), (2, wrong)):
        body = {"seal": seq, "salt": it.salt, "lines": [*it.lines]}
        entry = entry_of(table.verifier.game, len(log), log[-1].head, "open", "referee", body)
        log.append(sign(entry, duel.key("referee")))
    assert verify(log, replay).status is Status.INCOMPLETE
    assert [e.text for e in replay.play.events if " bids " in e.text] == ["east bids 3", "west bids 0"]


# --- anything else -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A log with two seals and their openings."""
    game = Game(tmp_path_factory.mktemp("whole"))
    game.play("east", "bid 3")
    game.play("west", "bid 1")
    return list(game.folders["east"].log.read().records())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_changed_in_a_seal_or_an_opening_is_found_out(whole, data):
    """One field of one of them is another one; all after it is signed anew, by whom it should be."""
    place = data.draw(st.integers(1, 4))
    entry = Entry.decode(whole[place].data)
    name = data.draw(st.sampled_from(sorted(entry.body.to_plain().keys() - {"at"})))
    value = data.draw(other(entry.body.to_plain()[name]))
    log = list(whole[:place])
    for seq in range(place, len(whole)):
        was = Entry.decode(whole[seq].data)
        body = was.body.to_plain() | ({name: value} if seq == place else {})
        now = entry_of(was.game, seq, log[-1].head, was.type, was.author, body)
        log.append(sign(now, duel.key(was.author)))
    verdict = verify(log, GameReplay(council.build))
    assert verdict.status is Status.BROKEN
    assert verdict.code in ("seal-wrong", "rules-refuse")
    if name != "choice":
        assert check(log_bytes(log)).startswith("broken")


def other(value):
    """A value of the same shape that is not this one."""
    if isinstance(value, int):
        return st.integers(0, 9).filter(lambda it: it != value)
    if isinstance(value, list):
        lines = st.sampled_from(["bid 0", "bid 1", "bid 2", "bid 3", "done", " bid 3"])
        return st.lists(lines, max_size=3).filter(lambda it: it != value)
    hexes = st.integers(0, len(value) - 1).map(
        lambda i: value[:i] + ("0" if value[i] != "0" else "1") + value[i + 1 :]
    )
    return hexes if len(value) == 64 else hexes.filter(lambda text: text != value)

"""What all sign, held back by who has it whole: nobody is late by it who was not asked. Each attack is a log
that one party could write alone, and both verifiers find it broken."""

import os

import duel
import pytest
from agreement import agreed
from mailed import NOW, Mailed, opened
from refereed import Game
from refusing import refuses
from said import following

from pbem.entry import peer_notices, standing_papers
from pbem.entry.bodies import Ack, Lateness, Silence
from pbem.entry.entries import sign
from pbem.entry.verified_entries import verify_entry
from pbem.log.party import observed_entries
from pbem.log.verification import verify
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import proposal_letters
from pbem.play.agreements import countersignatures, rulings
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.decision_clock import clock_of

HOURS, WEEK = 3600, 7 * 86_400
DEADLINES = [{"kind": kind, "hours": 1, "grace": 0, "then": "forfeit"} for kind in ("order", "decision")]


class Held(Game):
    """A game in which somebody writes entries by hand, with the signatures that he was given."""

    def __init__(self, path):
        super().__init__(path, forced=False, deadlines=DEADLINES)
        self.on_table = self.table()

    def write_in(self, entry, *names):
        signed = sign(entry, *map(duel.key, names or (entry.author,)))
        self.on_table.verifier.apply(verify_entry(signed))
        return signed

    def all_sign(self, kind, fields, *names):
        return self.write_in(following(self.on_table, kind, "referee", fields), *names or duel.ROLES)

    def log_with(self, *entries):
        return [*self.on_table.verifier.entries, *entries]

    def late(self, role="red", at=WEEK):
        said = Lateness(role=role, kind="order", at=at)
        return sign(self.on_table.next_entry("referee", said), duel.key("referee"))

    def asked(self, role="red", at=WEEK, since=None, names=()):
        since = self.on_table.seq if since is None else since
        entry = self.on_table.next_entry("referee", Silence(role=role, since=since, at=at))
        return sign(entry, *map(duel.key, names or [each for each in duel.ROLES if each != role]))

    def burn(self, role, at=0):
        link = duel.chain(role).reveal(self.on_table.verifier.parties[role].revealed + 1)
        return self.write_in(self.on_table.next_entry(role, Ack(applied=0, burnt=link, at=at)))


@pytest.fixture
def game(tmp_path):
    return Held(tmp_path)


def person(role="blue", name="edith"):
    chain = duel.chain(name)
    said = {"role": role, "name": "Edith", "mail": "edith@example.org", "at": 0}
    return said | {"key": duel.key(name).public.line, "tip": chain.tip, "length": duel.LENGTH}


def refused(game, signed):
    log = game.log_with(signed)
    assert agreed(log) == "broken"
    verdict = verify(log)
    return verdict.code


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("rollback", {"to": 0, "why": "misread"}),
        ("ruling", {"facts": ["red: done"], "why": "he says so"}),
        ("adopt", {"version": "2", "behaviour": 2, "fingerprint": "ab" * 32}),
    ],
)
def test_a_completion_held_back_makes_nobody_late(game, kind, fields):
    """The referee lets all sign, keeps the whole entry for a week (and whatever order came meanwhile), and
    sends it with a `late` in one mail."""
    game.all_sign(kind, fields)
    assert refused(game, game.late()) == "late-too-early"


def test_a_newcomer_is_not_late_who_was_not_told_that_he_is_one(game):
    game.all_sign("substitute", person("red"), "referee", "blue", "edith")
    assert refused(game, game.late()) == "burn-due"
    for role in ("referee", "blue"):
        game.burn(role)
    assert refused(game, game.late()) == "late-too-early"


def test_the_last_link_held_back_makes_nobody_late_who_has_burnt_his(game):
    game.all_sign("substitute", person("referee", "new"), "red", "blue", "new")
    for role in ("red", "blue"):
        game.burn(role, at=HOURS)
    late = Lateness(role="red", kind="order", at=WEEK)
    signed = sign(game.on_table.next_entry("referee", late), duel.key("new"))
    assert refused(game, signed) == "late-too-early"


# --- and who falls silent then does not escape -------------------------------------------------------------


def test_all_others_sign_that_he_was_asked_and_his_time_begins(game):
    game.all_sign("rollback", {"to": 0, "why": "misread"})
    asked = game.asked(at=WEEK)
    assert agreed(game.log_with(asked)) == "incomplete"
    game.on_table.verifier.apply(verify_entry(asked))
    assert refused(game, game.late(at=WEEK + HOURS - 1)) == "late-too-early"
    late = game.late(at=WEEK + HOURS)
    assert agreed(game.log_with(late)) == "incomplete"
    game.on_table.verifier.apply(verify_entry(late))
    assert game.on_table.replay.outcome()["winner"] == "blue"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"names": ("referee",)}, "wrong-signer"),
        ({"names": duel.ROLES}, "wrong-signer"),
        ({"since": 0}, "late-too-early"),
        ({"since": 2}, "late-too-early"),
        ({"role": "referee"}, "not-entitled"),
    ],
)
def test_who_says_so_alone_or_of_nothing_says_nothing(game, changes, code):
    game.all_sign("rollback", {"to": 0, "why": "misread"})
    assert refused(game, game.asked(**changes)) == code


def test_nobody_is_asked_whose_time_runs(game):
    assert refused(game, game.asked(since=0)) == "late-too-early"


def test_who_has_written_since_is_late_as_ever(game):
    game.all_sign("rollback", {"to": 0, "why": "misread"})
    link = duel.chain("red").reveal(0)
    game.write_in(following(game.on_table, "order", "red", {"lines": ["done", "done"]}, link))
    game.write_in(game.on_table.next_entry("referee", Ack(applied=2, at=HOURS)))
    assert refused(game, game.late("blue", at=2 * HOURS - 1)) == "late-too-early"
    assert agreed(game.log_with(game.late("blue", at=2 * HOURS))) == "incomplete"


# --- the programs ------------------------------------------------------------------------------------------


def test_who_has_to_act_next_signs_last_and_waits_for_nobody(tmp_path):
    """The attack: blue signs a rollback and waits for it, the referee keeps it back and calls blue late."""
    game = Mailed(tmp_path, forced=False, deadlines=DEADLINES)
    game.everybody_takes_in(game.send("red", "done", "done"))
    host, blue = game.folders["referee"], game.folders["blue"]
    made = rulings.rollback(host, 0, "a slip", NOW, duel.build)
    (first,) = proposal_letters.send(host, made, NOW, build=duel.build)
    assert opened(first).to == ("red@example.org",)
    with refuses(Code.NOTHING_TO_SIGN, match="you sign entry 3 .* last: first red"):
        countersignatures.countersign(blue, made.file, duel.build)
    red = countersignatures.countersign(game.folders["red"], made.file, duel.build)
    answer = game.robot.receive(game.mail(red.signed_entry), NOW)
    (to_blue,) = [file for file in answer.files if "-to-sign-" in file.name]
    mail = game.path / "mail.eml"
    mail.write_bytes(opened(to_blue).message)
    whole = countersignatures.countersign(blue, mail, duel.build)
    files = proposal_letters.send_signed(blue, whole, NOW)
    assert [opened(file).to for file in files] == [("referee@example.org",), ("red@example.org",)]
    end = clock_of(game.table()).end
    late = sign(
        game.table().next_entry("referee", Lateness(role="blue", kind="order", at=end)), duel.key("referee")
    )
    with_it = game.mail(late, sender="referee@example.org")
    os.utime(whole.file, (end - 1, end - 1))
    refused = Inbox(blue, build=duel.build).receive(with_it, end + 1)
    assert (refused.outcome, "[completed]" in refused.text) == ("refused", True)
    told = Inbox(game.folders["red"], build=duel.build).receive(opened(files[1]).message, NOW)
    assert "blue has an order out for place 3" in told.text
    os.utime(whole.file, (end + 1, end + 1))  # too late: then the `late` stands
    assert Inbox(blue, build=duel.build).receive(with_it, end + 1).outcome == "accepted"
    # An honest referee takes in what blue has completed, and all go on from there.
    taken = game.robot.receive(game.mail(whole.signed_entry, sender="blue@example.org"), NOW)
    assert taken.outcome == "accepted", taken.text
    assert game.table().owing_roles == ("red",)
    assert clock_of(game.table()) is None


def test_the_referee_has_all_others_sign_that_one_is_silent(tmp_path):
    game = Mailed(tmp_path, forced=False, deadlines=DEADLINES)
    host, blue = game.folders["referee"], game.folders["blue"]
    made = rulings.rollback(host, 0, "a slip", NOW, duel.build)
    for side in ("blue", "red"):
        made = countersignatures.countersign(game.folders[side], made.file, duel.build)
    game.everybody_takes_in(game.robot.receive(game.mail(made.signed_entry), NOW))
    assert rulings.propose_silence(game.folders["referee"], NOW, duel.build).missing == ("blue",)
    proposal = rulings.propose_silence(host, NOW, duel.build)
    kept = observed_entries.Proof(author="red", seq=2, digest="ab" * 32)
    observed_entries.keep_observed(blue, kept)
    with refuses(Code.NOTHING_TO_SIGN, match="red is not silent"):
        countersignatures.countersign(blue, proposal.file, duel.build)
    (blue.path / "noticed" / f"0002-red-{'ab' * 32}").unlink()
    signed = countersignatures.countersign(blue, proposal.file, duel.build).signed_entry
    told = game.robot.receive(game.mail(signed, sender="blue@example.org"), NOW)
    assert "red was asked and has been silent since entry 1" in told.text
    assert clock_of(game.table()).end == NOW + HOURS
    with refuses(Code.LATE_TOO_EARLY):
        rulings.record_late(host, NOW + HOURS - 1, duel.build)
    assert rulings.record_late(host, NOW + HOURS, duel.build).table.verifier.history[-2].type == "late"


# --- and no word of one's own keeps it away for ever -------------------------------------------------------


@pytest.fixture
def stopped(tmp_path):
    """Red, who has to act, has let its time be stopped, and is silent: the referee has the others say so."""
    game = Mailed(tmp_path, forced=False, deadlines=DEADLINES)
    made = rulings.rollback(game.folders["referee"], 0, "a slip", NOW, duel.build)
    for side in ("blue", "red"):
        made = countersignatures.countersign(game.folders[side], made.file, duel.build)
    game.everybody_takes_in(game.robot.receive(game.mail(made.signed_entry), NOW))
    return game


def asks(game, now):
    """Whether blue's program signs that red was asked and is silent, by the clock `now`."""
    proposal = rulings.propose_silence(game.folders["referee"], NOW, duel.build)
    countersignatures.countersign(game.folders["blue"], proposal.file, duel.build, now)


def notice(game, digest="ab" * 32, prev=None):
    verifier = game.table().verifier
    said = peer_notices.ObservedNotice(
        game=verifier.game, author="red", seq=2, prev=prev or verifier.head, digest=digest
    )
    return standing_papers.sign(said, duel.key("red"))


def told(game, paper, now):
    draft = Draft("red@example.org", ("blue@example.org",), "notice", "", (), papers=(paper.signed,))
    return Inbox(game.folders["blue"], build=duel.build).receive(compose(draft), now)


def test_a_notice_of_an_entry_that_never_comes_counts_for_a_week_alone(stopped):
    """The attack: red says that it has an entry out, and says so again each day."""
    assert told(stopped, notice(stopped), NOW).outcome == "accepted"
    (file,) = (stopped.folders["blue"].path / "noticed").iterdir()
    os.utime(file, (NOW, NOW))
    with refuses(Code.NOTHING_TO_SIGN, match="red is not silent"):
        asks(stopped, NOW + WEEK - 1)
    with refuses(Code.NOTHING_TO_SIGN, match="red is not silent"):
        asks(stopped, None)  # without a clock nobody knows that it is over
    told(stopped, notice(stopped), NOW + WEEK)
    told(stopped, notice(stopped, "cd" * 32), NOW + WEEK)
    asks(stopped, NOW + WEEK)


def test_a_notice_after_another_head_is_none(stopped):
    taken = told(stopped, notice(stopped, prev="ef" * 32), NOW)
    assert (taken.outcome, "[bad-paper]" in taken.text) == ("refused", True)
    asks(stopped, NOW)


@pytest.mark.parametrize("lines", [("done", "strike red-a > red-b"), ("done", "done")])
def test_an_entry_that_could_not_stand_keeps_nothing_away(stopped, lines):
    """The attack: red shows blue an order that the rules refuse; a legal one is what the game waits for."""
    entry = following(stopped.table(), "order", "red", {"lines": list(lines)}, duel.chain("red").reveal(0))
    order = sign(entry, duel.key("red"))
    draft = Draft("red@example.org", ("blue@example.org",), "again", "", (order,))
    taken = Inbox(stopped.folders["blue"], build=duel.build).receive(compose(draft), NOW)
    assert "is out and not answered yet" in taken.text
    if lines == ("done", "done"):
        with refuses(Code.NOTHING_TO_SIGN, match="red is not silent"):
            asks(stopped, NOW + 10 * WEEK)
    else:
        asks(stopped, NOW)

"""Standing orders where orders stay closed: a use shows its effect and nothing of its line, until all is
opened; a referee who skips one or takes another is found by its owner at once, and by all at the end."""

import json
import shutil
from contextlib import suppress

import blocks
import duel
import independent
import pytest
from agreement import agreed
from blocks_play import SALT, SETUP, Game, rechained
from commands import PAGES
from crashes import settle
from pbem_play import log_bytes
from refusing import refuses
from said import following, remade

from pbem.entry.bodies import RestsOpening
from pbem.entry.entries import Entry, sign
from pbem.errors import PbemError
from pbem.judge.standing_filing import Filings
from pbem.log.log_file import GameLog
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.mail import entry_files
from pbem.play import own_opening
from pbem.play.host import referee
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.standing_answers import StandingAnswer

LINES = ("moves: pass", "fights: pass", "loss: weakest")
DAY = 86_400


WEAK = {**SETUP, "jarl": ["place jarl-2 york", "place jarl-1 york", "place jarl-3 durham"]}
ATTACK = ("move earl-3 york", "move earl-2 york", "done", "fight york")


def begun(path, *lines, salt=SALT, known=tuple(blocks.SEATS)):
    """The game set up, with standing orders of the jarl; the king has nothing to move."""
    game = Game(path / "game", salt)
    for seat, said in WEAK.items():
        game.play(seat, *said)
    game.file("jarl", *lines, known=known)
    return game


def records(game, role="referee"):
    return list(game.folders[role].log.read().records())


def full(game, role="referee"):
    log = records(game, role)
    agreed(log)
    verdict = verify(log, GameReplay(blocks.build))
    return full_audit.check(game.folders[role].log.path, verdict, blocks.build)


def judged(log, path):
    verdict = verify(log, GameReplay(blocks.build))
    if verdict.status == Status.BROKEN:
        return verdict
    (path / "game.log").write_bytes(log_bytes(log))
    return full_audit.check(GameLog(path / "game.log").path, verdict, blocks.build)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A whole game; the jarl says all beforehand but its set-up."""
    return begun(tmp_path_factory.mktemp("stood"), *LINES).play_out()


def test_one_side_says_all_beforehand_and_is_never_asked(played):
    authors = [Entry.decode(one.data).author for one in played.records()]
    assert authors.count("jarl") == 1
    verdict = full(played)
    assert verdict.status == Status.HOLDS
    assert "with every order known too" in verdict.message


def test_a_use_is_told_to_its_owner_and_to_others_as_what_happened(tmp_path):
    """The earl's turn is one mail, with a fight in which the jarl loses a block."""
    game = begun(tmp_path, *LINES)
    receipt = game.play("earl", *ATTACK)
    assert "lose jarl-1" in receipt.table.verifier.history[receipt.last].body.effects
    seq = receipt.first
    story = {seat: game.seen(seat).accounts(seq, seq)[0].story for seat in blocks.SEATS}
    assert [item.line for item in story["jarl"] if isinstance(item, StandingAnswer)] == ["loss: weakest"]
    assert not any(isinstance(item, StandingAnswer) for seat in ("earl", "king") for item in story[seat])
    assert not any(b"weakest" in one.data for one in game.records())


def test_how_many_decisions_of_others_were_made_beforehand_is_public(played):
    """Known, and not to be closed: who decides next is public, and of a decision without a mail all know that
    it was made beforehand. The pages say so. Which of an author's own decisions were is not to be seen."""
    counted = {}
    for signed in played.records():
        said = json.loads(signed.data)
        if said["type"] in ("roll", "ack") and "effects" in said["body"]:
            counted[said["seq"]] = len(said["body"]["effects"]) - said["body"]["applied"]
    table, made = played.table(), {}
    board = seat_views.full_game(table).board
    for answer in counted:
        order = table.verifier.history[answer].body.batch if answer in _rolls(table) else answer - 1
        stood = [
            item.side
            for item in board.account(_public(table, order)).story
            if isinstance(item, StandingAnswer)
        ]
        author = table.verifier.history[order].author
        made[answer] = sum(side != author for side in stood)
    assert counted == made
    assert sum(counted.values()) > 3
    pages = [" ".join(PAGES[page].read_text(encoding="utf-8").split()) for page in ("formats", "players")]
    assert all("how many decisions were made beforehand" in page for page in pages)


def _rolls(table):
    return {entry.seq for entry in table.verifier.history if entry.type == "roll"}


def _public(table, seq):
    return next(each for each in table.replay.accounts if each.seq == seq)


def test_what_the_movers_program_was_not_shown_does_not_count_yet(tmp_path):
    game = begun(tmp_path, *LINES, known=("jarl",))
    game.play("earl", *ATTACK)
    assert game.table().owing_roles == ("jarl",)


def answered(game, monkeypatch, lines):
    """The referee's answer to the earl's attack, as if the jarl had said these lines."""
    moved, said = game.sign("earl", *ATTACK), Filings.lines
    monkeypatch.setattr(
        Filings, "lines", lambda self, side, n: lines if side == "jarl" and n else said(self, side, n)
    )
    receipt = game.apply(moved.file)
    monkeypatch.undo()
    return entry_files.read(game.folders["referee"].answer_file(receipt.first))


@pytest.mark.parametrize(
    ("real", "used", "code", "says"),
    [
        (LINES, (), Code.STANDING_SKIPPED, "loss: weakest"),
        (LINES[:2], LINES, Code.EFFECT_WRONG, "neither the order nor the standing orders of jarl"),
        (LINES, (*LINES[:2], "loss: strongest"), Code.EFFECT_WRONG, "comes to `lose jarl-1`"),
    ],
    ids=["skipped", "not said", "another line"],
)
def test_its_owner_finds_at_once_what_was_not_followed(tmp_path, monkeypatch, real, used, code, says):
    """And nobody else can, before all is opened."""
    game = begun(tmp_path, *real)
    answer = answered(game, monkeypatch, used)
    take = (list(answer.entries), blocks.build, None, answer.boxes)
    referee.take_in(game.folders["earl"], *take)
    assert agreed(records(game, "earl")) == "incomplete"
    with refuses(code, match=says):
        referee.take_in(game.folders["jarl"], *take)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("used", "code"),
    [(LINES[:2], Code.STANDING_SKIPPED), ((*LINES[:2], "loss: strongest"), Code.EFFECT_WRONG)],
    ids=["skipped", "another line"],
)
def test_at_the_end_all_find_what_was_not_followed(tmp_path, monkeypatch, used, code):
    """The referee, and a jarl who looks away, follow other lines than were filed."""
    game = begun(tmp_path, *LINES)
    said = Filings.lines
    monkeypatch.setattr(
        Filings, "lines", lambda self, side, n: used if side == "jarl" and n else said(self, side, n)
    )
    game.play("earl", *ATTACK)
    with suppress(PbemError):  # a player's program does not take in the end of what it sees to be false
        game.play_out()
    monkeypatch.undo()
    verdict = full(game)
    assert (verdict.status, verdict.code) == (Status.BROKEN, code), verdict.message
    assert "this is the referee's doing" in verdict.message


def at_the_opening(log):
    """Where the standing papers are opened."""
    return next(
        at
        for at, one in enumerate(log)
        if isinstance(Entry.decode(one.data).body, RestsOpening) and Entry.decode(one.data).body.filed
    )


def test_no_end_before_the_papers_are_opened(played, tmp_path):
    log = played.records()
    seq = at_the_opening(log)
    without = list(log[:seq])
    for one in log[seq + 1 :]:
        entry = Entry.decode(one.data)
        entry = remade(entry, seq=len(without), prev=without[-1].head)
        without.append(sign(entry, duel.key(entry.author)))
    verdict = verify(without, GameReplay(blocks.build))
    assert (verdict.status, verdict.code) == (Status.BROKEN, Code.LINES_CLOSED)
    assert "paper" in verdict.message


@pytest.mark.parametrize(
    "change",
    [
        {"lines": [*LINES[:2], "loss: strongest"]},
        {"lines": [LINES[1], LINES[0], LINES[2]]},
        {"number": 2},
        {"author": "earl"},
        {"root": "ab" * 32},
    ],
    ids=["a line", "their order", "number", "author", "root"],
)
def test_what_opens_a_paper_is_what_it_was(played, change):
    log = played.records()
    seq = at_the_opening(log)

    def lie(body):
        return body | {"filed": [body["filed"][0] | change]}

    changed = rechained(log, seq, lie)
    verdict = verify(changed)
    assert (verdict.status, verdict.code) == (Status.BROKEN, Code.LINES_WRONG), verdict.message
    assert independent.check(log_bytes(changed)).startswith("broken")


def test_a_paper_opened_before_the_game_is_over(tmp_path):
    game = begun(tmp_path, *LINES)
    game.play("earl", "done", "done")
    filed = Filings(game.folders["referee"], game.table()).open_logged_paper("jarl", 1).to_plain()
    entry = following(game.table(), "open", "referee", {"rests": [], "filed": [filed]})
    log = [*game.records(), sign(entry, duel.key("referee"))]
    assert verify(log, GameReplay(blocks.build)).code == Code.RULES_REFUSE


def test_a_line_shown_in_an_answer_has_no_place_there(tmp_path):
    game = begun(tmp_path, *LINES)
    receipt = game.play("earl", "done", "done")
    filing = Filings(game.folders["referee"], game.table()).open_paper("jarl", 1)
    use = {"decisions": [0], "side": "jarl", "line": LINES[0], **filing.opening(LINES[0])}
    use["path"] = list(use["path"])
    log = rechained(game.records()[: receipt.last + 1], receipt.last, lambda body: body | {"stood": [use]})
    assert verify(log, GameReplay(blocks.build)).code == Code.RULES_REFUSE


def test_if_the_end_is_withheld_its_owner_opens_it(played, tmp_path):
    path = shutil.copytree(played.path, tmp_path / "game")
    settle(path)
    folders = {seat: Folder(path / seat) for seat in blocks.SEATS}
    log = played.records()
    first = next(at for at, one in enumerate(log) if isinstance(Entry.decode(one.data).body, RestsOpening))
    for folder in folders.values():
        file = folder.log.path
        file.unlink()
        GameLog.create(file, log[0]).append(*log[1:first])
    for seat, folder in folders.items():
        now = order_closing.load(folder, blocks.build).verifier.withheld[1] + DAY
        _, made = own_opening.open_own(folder, now, (), blocks.build)
        for other in blocks.SEATS:
            if other != seat:
                referee.take_in(folders[other], made, blocks.build)
    king = folders["king"].log
    verdict = verify(list(king.read().records()), GameReplay(blocks.build))
    verdict = full_audit.check(king.path, verdict, blocks.build)
    assert verdict.code == Code.AUDIT_WITHHELD
    assert "with every order known too" in verdict.message

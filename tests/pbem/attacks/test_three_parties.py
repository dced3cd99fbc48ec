"""One of three against two: a referee and one player who plot against another, in a game of hidden blocks.
They can keep him waiting; they cannot speak for him, nor tell him another game than the others. And two of
three without a referee, who know their dice: that nobody can prevent, and the pages say it."""

import blocks
import council
import duel
import pytest
from agreement import agreed
from blocks_play import NOW, placed, rechained
from commands import PAGES
from council_play import Game as Council
from refusing import refuses
from said import following

from pbem.dice.dice_stream import Stream, seed
from pbem.entry.entries import cosign, sign
from pbem.log.verdict import Status
from pbem.log.verification import compare, verify
from pbem.mail import entry_files
from pbem.play import player
from pbem.play.host import referee
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay

PLOTTERS = ("referee", "earl")


@pytest.fixture
def game(tmp_path):
    return placed(tmp_path)


def substitute_of(role):
    return {"role": role, "name": "Eve", "mail": "eve@example.org", "key": duel.key("eve").public.line}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("ruling", {"facts": ["game over: english"], "why": "All agree."}),
        ("rollback", {"to": 1, "why": "All agree.", "at": NOW}),
        ("late", {"role": "king", "since": 1, "at": NOW}),
        ("adopt", {"version": "9", "behaviour": 9, "fingerprint": "ab" * 32, "at": NOW}),
        (
            "substitute",
            {**substitute_of("king"), "tip": duel.chain("eve").tip, "length": 100, "at": NOW},
        ),
    ],
)
def test_two_do_not_speak_for_three(game, kind, body):
    """Whatever several sign, for every reader: the third has not signed, be it he or the one beside him."""
    entry = following(game.table(), kind, "referee", body)
    signed = sign(entry, duel.key("referee"))
    for role in (*PLOTTERS[1:], *(["eve"] if kind == "substitute" else [])):
        signed = cosign(signed, duel.key(role))
    verdict = verify([*game.records(), signed], GameReplay(blocks.build))
    assert (verdict.status, verdict.code) == (Status.BROKEN, Code.WRONG_SIGNER)
    assert agreed([*game.records(), signed]) == "broken"


def test_another_effect_is_told_to_one_than_to_the_others(game):
    """The king's copy holds by itself. Nothing that follows the others' fits it, and what the jarl was sent
    convicts the referee, whoever shows it to him."""
    made = game.sign("earl", "move earl-3 london", "done", "done")
    receipt = game.apply(made.file)
    told = entry_files.read(game.folders["referee"].answer_file(receipt.first))
    for role in ("earl", "jarl"):
        game.take_in(role, receipt.first)
    lies = [*game.table().verifier.history[receipt.last].body.effects]
    lies[0] = "held-up earl ely york"
    lie = rechained(game.records(), receipt.last, lambda body: body | {"effects": lies})
    referee.take_in(game.folders["king"], lie[receipt.first :], blocks.build, None, told.boxes)
    mine, others = (duel.records(game.folders[role]) for role in ("king", "jarl"))
    assert verify(mine, GameReplay(blocks.build)).status is Status.INCOMPLETE
    with refuses(Code.FORK, match="two entries at seq"):
        referee.take_in(game.folders["king"], others[receipt.first :], blocks.build, None, told.boxes)
    verdict = compare(mine, others)
    assert (verdict.status, verdict.code, verdict.seq) == (Status.BROKEN, Code.FORK, receipt.last)
    moved = player.sign_move(game.folders["king"], written(game, "done"), build=blocks.build, now=NOW)
    with refuses(Code.WRONG_PREV, Code.BROKEN_LOG):
        game.apply(moved.file)


def test_two_of_three_without_a_referee_know_their_dice_and_no_log_shows_it(tmp_path):
    """The attack: whoever moves and the next in the charter's order show each other their links. Known, and
    not to be closed: the pages warn of it."""
    game = Council(tmp_path, sides=council.SIDES, refereed=False)
    table = game.newest()
    while (choice := table.choice(mover := table.owing_roles[0])) is None or choice.kind != "claims":
        game.play(mover, *[str(order) for order in choice.options.legal()][:1] if choice else ())
        table = game.newest()
    parties, other = table.verifier.parties, table.verifier.parties.next_role(mover)
    (third,) = {*council.SIDES} - {mover, other}
    links = {side: game.folders[side].chain().reveal(parties[side].revealed) for side in (mover, other)}
    first, second = (links[side] for side in parties.roles if side in links)
    k = table.verifier.k + 1
    foreseen = Stream(seed(table.verifier.renewals.base, k, first, second)).dice(1, 6)
    game.play(mover, f"claim {third}")
    rolled = [entry.body for entry in game.table(third).verifier.history if entry.type == "roll"]
    assert [list(item.values) for body in rolled if body.k == k for item in body.rolls] == [foreseen]
    verdict = verify(game.table(third).verifier.entries, GameReplay(council.build))
    assert verdict.status is Status.INCOMPLETE
    for page in ("dice", "players", "start", "trust", "formats"):
        said = " ".join(PAGES[page].read_text(encoding="utf-8").split())
        assert "three or more" in said
        assert "without a referee" in said


def written(game, *lines):
    file = game.path / "orders.txt"
    file.write_text("\n".join(lines) + "\n")
    return file

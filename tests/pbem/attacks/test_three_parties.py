"""One of three against two: a referee and one player who plot against another, in a game of hidden blocks.
They can keep him waiting; they cannot speak for him, nor tell him another game than the others."""

import blocks
import duel
import pytest
from agreement import agreed
from blocks_play import NOW, placed, rechained
from refusing import refuses
from said import following

from pbem.codes import Code
from pbem.entry.entries import cosign, sign
from pbem.log.verdict import Status
from pbem.log.verify import compare, verify
from pbem.mail import parcels
from pbem.play import player, referee
from pbem.rules.replay import GameReplay

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
    told = parcels.read(game.folders["referee"].answer_file(receipt.first))
    for role in ("earl", "jarl"):
        game.take_in(role, receipt.first)
    lies = [*game.table().walk.history[receipt.last].body.effects]
    lies[0] = "held-up earl ely york"
    lie = rechained(game.records(), receipt.last, lambda body: body | {"effects": lies})
    referee.take_in(game.folders["king"], lie[receipt.first :], blocks.build, None, told.boxes)
    mine, others = (duel.records(game.folders[role]) for role in ("king", "jarl"))
    assert verify(mine, GameReplay(blocks.build)).status is Status.INCOMPLETE
    with refuses(Code.FORK, match="two entries at seq"):
        referee.take_in(game.folders["king"], others[receipt.first :], blocks.build, None, told.boxes)
    verdict = compare(mine, others)
    assert (verdict.status, verdict.code, verdict.seq) == (Status.BROKEN, Code.FORK, receipt.last)
    moved = player.move(game.folders["king"], written(game, "done"), build=blocks.build, now=NOW)
    with refuses(Code.WRONG_PREV, Code.BROKEN_LOG):
        game.apply(moved.file)


def written(game, *lines):
    file = game.path / "orders.txt"
    file.write_text("\n".join(lines) + "\n")
    return file

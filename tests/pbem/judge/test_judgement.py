"""The judge: a function on values. It plays whole games without a disk, a clock or chance, and what it would
have done stands in the effects."""

import builtins
import io
import os
import secrets
import time

import ambush
import ambush_play
import blocks_play
import duel
import pytest
import refereed
from boxed import boxes_in
from held_in_memory import Memory

from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import sign_entry, verify_each, verify_entry
from pbem.judge import closed_lines
from pbem.judge.judgement import judge
from pbem.judge.state import Answer, Append, Arrival, Keep, RefusedArrival, State, TakenIn
from pbem.log.party.seat import Rights, Seat
from pbem.reason_codes import Code
from pbem.rules.table import Table


def state_of(memory, build, *entries):
    """A seat at a game of which these entries stand in the log."""
    table = Table(build, closed_lines.known_lines(memory))
    for each in entries:
        table.verifier.apply(verify_entry(each))
    return State(Seat.find_or_visitor(table.verifier.parties, memory.public()), table, memory)


def carry_out(memory, effects):
    """What a shell does, of which only what is kept matters to the judge; the entries that it appends."""
    for effect in effects.do:
        if isinstance(effect, Keep):
            memory.keep(effect.kept.name, effect.kept.data, secret=effect.kept.secret)
    return [each.signed for effect in effects.do if isinstance(effect, Append) for each in effect.entries]


def answered(memory, build, log, boxes, at):
    """The log that a referee gives who judges the entries of all others in `log`, one after another."""
    state, made = state_of(memory, build, log[0]), [log[0]]
    for verified in verify_each(log[1:]):
        if verified.entry.author != REFEREE and verified.signed not in made:
            state, effects = judge(state, Arrival((verified,), boxes, at))
            assert isinstance(effects.outcome, TakenIn), effects.outcome
            made += carry_out(memory, effects)
    return made


@pytest.fixture
def no_disk(monkeypatch):
    """When it is called, files, the clock and chance are taken away until the test ends."""

    def begin():
        def fails(*_args, **_more):
            raise AssertionError("the judge went to the disk, the clock or chance")

        for room, name in (
            (builtins, "open"), (io, "open"), (os, "open"), (os, "listdir"), (os, "scandir"), (os, "mkdir"),
            (os, "replace"), (os, "unlink"), (time, "time"), (secrets, "token_hex"), (secrets, "token_bytes"),
        ):  # fmt: skip
            monkeypatch.setattr(room, name, fails)

    return begin


GAMES = {
    "in the open": lambda path: (refereed.play_out(refereed.Game(path)), duel.build, None),
    "hidden cards": lambda path: (ambush_play.Game(path).play_out(), ambush.build, None),
    "closed orders": lambda _: (blocks_play.over(), blocks_play.over().build, blocks_play.NOW),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_judged_without_a_disk(name, tmp_path, no_disk, monkeypatch):
    game, build, at = GAMES[name](tmp_path)
    folder = game.folders[REFEREE]
    log, boxes = list(folder.log.read().records()), tuple(boxes_in(game.folders))
    first, second = Memory(folder), Memory(folder)
    assert answered(first, build, log, boxes, at) == log  # it reads what the program loads when first used
    second.secret(Table.load(folder.log, build).verifier.cards.commitment) if second._open else None
    no_disk()
    made = answered(second, build, log, boxes, at)
    monkeypatch.undo()
    assert made == log
    assert first.files == second.files


def test_a_player_takes_in_the_answers_without_a_disk(tmp_path, no_disk, monkeypatch):
    game = refereed.play_out(refereed.Game(tmp_path))
    log = list(game.folders[REFEREE].log.read().records())
    memory = Memory(game.folders["red"], "lines")
    state, made = state_of(memory, duel.build, log[0]), [log[0]]
    verified = verify_each(log[1:])
    assert state.seat.rights == Rights.FOLLOWS
    no_disk()
    state, effects = judge(state, Arrival(verified))
    monkeypatch.undo()
    assert made + carry_out(memory, effects) == log
    assert not any(isinstance(effect, Answer) for effect in effects.do)


@pytest.fixture
def game(tmp_path):
    return refereed.short(tmp_path)


def test_of_what_is_refused_nothing_is_done_and_the_paper_says_why(game):
    folder = game.folders[REFEREE]
    made = game.sign("red", "step red-a 2", "done")
    entry = made.entry
    entry = type(entry)(entry.game, entry.seq, entry.prev, entry.author, entry.body, "00" * 32)
    wrong = sign_entry(entry, game.folders["red"].key())
    state = state_of(Memory(folder), duel.build, *folder.log.read().records())
    after, effects = judge(state, Arrival((wrong,), tuple(boxes_in(game.folders))))
    outcome = effects.outcome
    assert isinstance(outcome, RefusedArrival)
    assert (outcome.error.code, outcome.paper.code, outcome.paper.digest) == (
        Code.LINK_WRONG, Code.LINK_WRONG, wrong.head
    )  # fmt: skip
    assert not any(isinstance(effect, Append | Answer) for effect in effects.do)
    assert after.table.seq == 0
    assert after.table.verifier.sound
    _, then = judge(after, Arrival((verify_entry(made.signed),), tuple(boxes_in(game.folders))))
    assert isinstance(then.outcome, TakenIn)


def test_the_same_again_is_answered_again_and_appends_nothing(game):
    folder = game.folders[REFEREE]
    made, boxes = game.sign("red", "done"), tuple(boxes_in(game.folders))
    memory = Memory(folder)
    state = state_of(memory, duel.build, *folder.log.read().records())
    state, first = judge(state, Arrival((verify_entry(made.signed),), boxes))
    carry_out(memory, first)
    _, again = judge(state, Arrival((verify_entry(made.signed),), boxes))
    assert again.outcome == TakenIn(first.outcome.first, first.outcome.last, repeated=True)
    assert [type(each) for each in again.do] == [Answer]


def test_what_came_too_early_says_so_and_no_stranger_fills_the_room(game):
    folder = game.folders[REFEREE]
    made = game.sign("red", "done").entry
    later = type(made)(made.game, made.seq + 4, made.prev, made.author, made.body, made.link)
    for role, early in (("red", True), ("blue", False)):
        state = state_of(Memory(folder), duel.build, *folder.log.read().records())
        _, effects = judge(state, Arrival((sign_entry(later, game.folders[role].key()),)))
        assert (effects.outcome.error.code, effects.outcome.early) == (Code.WRONG_SEQ, early)

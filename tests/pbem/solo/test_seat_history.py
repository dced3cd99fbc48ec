"""The course of a game at one screen as a seat saw it: what is hidden from the seat is in no step."""

import pytest
from test_hot_seat import BERG, CARDS, COMET, advised, begin

from modules.engine.requests import Effect, Tell
from modules.engine.state_digest import digest
from pbem.messages import report_text
from pbem.rules.boards.seat_board import SeatBoard
from pbem.rules.replay.order_report import EffectReport, UsedLine
from pbem.solo.seat_history import SeatHistory


@pytest.mark.parametrize("name", [BERG, CARDS, COMET, "three_battles/hastings", "shield_wall/hastings"])
def test_it_may_be_followed_step_by_step_or_at_once(tmp_path, name):
    session = begin(tmp_path, name)
    live = {seat: SeatHistory(session.rules, seat) for seat in session.people}
    followed, lines = 0, {seat: [] for seat in session.people}
    for _ in range(20):
        advised(session)
        for seat, history in live.items():
            for step in history.follow(session.steps[followed:]):
                lines[seat] += [report_text.item_text(item) for taken in step.taken for item in taken.told]
                last = digest(step.state)
            assert last == digest(session.rules.view(session.whole.state, seat))
        followed = len(session.steps)
    for seat in session.people:
        at_once = SeatHistory(session.rules, seat).follow(session.steps)
        told = [
            report_text.item_text(item) for step in at_once for taken in step.taken for item in taken.told
        ]
        assert told == lines[seat]


def test_of_closed_orders_a_seat_reads_its_own_and_the_effects_of_others(tmp_path):
    session = begin(tmp_path, COMET)
    advised(session, 40)
    for seat in session.people:
        for step, source in zip(
            SeatHistory(session.rules, seat).follow(session.steps), session.steps, strict=True
        ):
            for given in source.given:
                (told,) = step.taken[0].told
                if given.seat == seat:
                    assert told == UsedLine(str(given.order))
                elif isinstance(step.taken[0].answer, Effect):
                    assert isinstance(told, EffectReport)
                    assert step.taken[0].answer.order is None


def test_the_order_of_a_secret_pack_is_in_no_step(tmp_path):
    session = begin(tmp_path, CARDS)
    packs = [step for step in session.steps if getattr(step.request, "secret", "")]
    assert packs
    for seat in session.people:
        for step in SeatHistory(session.rules, seat).follow(packs and session.steps):
            taken = step.taken[0]
            if getattr(taken.request, "secret", ""):
                assert taken.answer == ()
                assert all(not item.values for item in taken.told)


def test_nobody_hears_words_for_other_ears(tmp_path, monkeypatch):
    session = begin(tmp_path, CARDS)
    follow = SeatBoard.follow

    def followed(board, request, answer):
        follow(board, request, answer)
        board.play.events += [Tell("a look", "1", seen_by=("norman",)), Tell("a word", "1")]

    monkeypatch.setattr(SeatBoard, "follow", followed)
    for seat, heard in (("norman", {"a look", "a word"}), ("saxon", {"a word"})):
        (step, *_) = SeatHistory(session.rules, seat).follow(session.steps)
        assert {each.text for each in step.heard} & {"a look", "a word"} == heard


def test_dice_have_the_number_of_the_order_before_them(tmp_path):
    session = begin(tmp_path, "three_battles/fulford")
    while not any(isinstance(step.answer, tuple) for step in session.steps):
        advised(session)
    rolled = next(n for n, step in enumerate(session.steps) if isinstance(step.answer, tuple))
    assert session.steps[rolled].number == session.steps[rolled - 1].number > 0

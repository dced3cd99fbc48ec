"""A card game with hidden hands in which one side plays by mail word."""

import pytest
from independent import check
from word_play import NOW, body_of, code_in, opened, typed

from modules.engine.orders import places_of
from pbem.entry.entries import Entry
from pbem.messages import position_text
from pbem.messages.letters import game_letters
from pbem.play import player
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table
from pbem.setup import new_game
from pbem.setup.new_game import Plan

SIDES = ("saxon", "norman")


@pytest.fixture
def places(tmp_path):
    plan = Plan("hastings_pulsipher", "small", (), {}, word=("saxon",))
    return new_game.create(plan, tmp_path, NOW)


def test_a_few_moves_with_hidden_cards(places, tmp_path):
    host, robot, orders = places["referee"], Inbox(places["referee"]), tmp_path / "orders.txt"
    other = Inbox(places["norman"])
    for number in range(30):
        table = Table.load(host.log)
        if len(table.verifier.entries) > 16 or table.verifier.ended:
            break
        side = table.owing_roles[0]
        if side == "saxon" and table.replay.dice_due:
            robot.receive(typed("Hello", "saxon@localhost", number), NOW)
            continue
        if side == "norman":
            request = table.choice(side)
            lines = [] if request is None else [str(order) for order in request.options.legal()][:1]
            orders.write_text("\n".join(lines) + "\n")
            made = player.sign_move(places[side], orders if lines else None)
            boxes = [made.plan.box] if made.plan.box else []
            mail = opened(game_letters.send_move(places[side], made.verifier, [made.signed], boxes)).message
        else:
            seen = robot.desk.seat_table(robot.desk.table(), side)
            line = next(str(order) for order in seen.choice(side).options.legal())
            seen.seat = None
            (draft,) = robot.receive(typed(line, "saxon@localhost", number), NOW).files
            assert f"    {line}\n" in body_of(draft)
            mail = typed(f"yes {code_in(draft)}", "saxon@localhost", number + 100)
        done = robot.receive(mail, NOW)
        assert done.outcome == "accepted", done.text
        for file in done.files:
            if opened(file).to == ("norman@localhost",):
                assert other.receive(opened(file).message, NOW).outcome == "accepted"
    history = [Entry.decode(one.data) for one in host.log.read().records()]
    assert {"saxon", "norman"} <= {entry.author for entry in history}
    assert all(entry.body.word for entry in history if entry.author == "saxon")
    data = host.log.path.read_bytes()
    assert check(data) == "incomplete"
    assert data == places["norman"].log.path.read_bytes()


def test_a_draft_is_drawn_on_its_authors_own_board(places):
    """The picture of a draft shows what it does, though nothing is played yet."""
    shown = []

    def picture(table, side, since):
        shown.append(table.replay.rules.position(position_text.seen_state(table, side)))
        return b"PNG"

    robot = Inbox(places["referee"], picture)
    robot.receive(typed("Hello", "saxon@localhost", 1), NOW)
    seen = robot.desk.seat_table(robot.desk.table(), "saxon")
    order = next(order for order in seen.choice("saxon").options.legal() if places_of(order))
    seen.seat = None
    assert robot.receive(typed(str(order), "saxon@localhost", 2), NOW).outcome == "accepted"
    assert places_of(order)[-1] in {each.place for each in shown[-1] if each.side == "saxon"}
    assert robot.desk.table().owing_roles == ("saxon",)

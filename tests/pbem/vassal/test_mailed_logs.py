"""A VASSAL log that comes by mail without anything signed: from a player by mail word it is a draft, to
anybody else it is said what to do with it; a password in it goes nowhere."""

import email
import email.policy

import pytest
from fulford_by_word import World
from recording import PASSWORD, Recorder
from word_play import NOW, body_of, code_in, opened, with_log

from generator.vassal.format.orders.block import checksum
from pbem.log.party.folder import Folder
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table


def attached(file, name):
    mail = email.message_from_bytes(opened(file).message, policy=email.policy.default)
    return next(part.get_content() for part in mail.iter_attachments() if part.get_filename() == name)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Fulford: the saxon, who plays by mail word, has set up, and it is his to move."""
    world = World(tmp_path_factory.mktemp("fulford"))
    world.invite()
    world.join()
    world.take_in(world.type(f"yes {code_in(world.invited())}"))
    world.move("deploy", "done")
    world.take_in(world.type(f"yes {code_in(*world.type('deploy', 'done').files)}"))
    while Table.load(world.host.log).owing_roles == ("viking",):
        done = world.move("done")
    world.save = next(file for file in done.files if opened(file).to == ("ed@example.org",))
    return world


def test_a_log_is_drafted_and_locked_by_its_code(world, tmp_path):
    from pbem.messages import position_pictures

    table = Table.load(world.host.log)
    (tmp_path / "now.vsav").write_bytes(position_pictures.save(table, "saxon"))
    move = next(o for o in table.choice("saxon").options.legal() if len(getattr(o, "path", ())) == 2)
    recorder = Recorder(tmp_path / "now.vsav")
    recorder.drag(move.unit, *move.path)
    log = recorder.write(tmp_path / "turn.vlog")
    done = world.receive(with_log(log, "ed@example.org", 90))
    (draft,) = done.files
    text = body_of(draft)
    assert "Your log says:" in text and f"    {move}" in text and "Code word:" in text
    assert PASSWORD not in opened(draft).message.decode("ascii")
    locked = world.type(f"yes {code_in(draft)}")
    assert locked.outcome == "accepted"
    assert Table.load(world.host.log).play.state.units[move.unit].at == move.path[-1]
    for file in (each for each in world.host.path.rglob("*") if each.is_file()):
        assert PASSWORD.encode() not in file.read_bytes(), file
    # The same log a second time is of yesterday's position.
    (said,) = world.receive(with_log(log, "ed@example.org", 91)).files
    assert "since then the game went on to entry" in " ".join(body_of(said).split())


def test_a_log_from_who_has_a_program_is_told_how_to_be_signed(world, tmp_path):
    (tmp_path / "turn.vlog").write_bytes(b"PK\3\4 whatever")
    log = tmp_path / "turn.vlog"
    done = world.receive(with_log(log, "vik@example.org", 92))
    assert done.outcome == "refused" and "`pbem move FILE.vlog --dir YOUR-FOLDER`" in done.text
    assert "senlac vassal clean" in done.text
    done = Inbox(Folder(world.viking.path)).receive(with_log(log, "rolf@example.org", 93), NOW)
    assert done.outcome == "ignored" and "holds a VASSAL log" in done.text


def test_what_is_no_log_and_two_logs_are_answered(world, tmp_path):
    bad = tmp_path / "turn.vlog"
    bad.write_bytes(b"no zip")
    (said,) = world.receive(with_log(bad, "ed@example.org", 94)).files
    assert "not a complete zip" in " ".join(body_of(said).split())


def test_orders_pasted_from_the_chat_are_a_draft_if_they_came_whole(world):
    move = next(iter(Table.load(world.host.log).choice("saxon").options.legal()))
    orders = (str(move), "done")
    block = ("* Orders of Saxons, turn 1, Movement", *(f"* {line}" for line in orders))
    end = f"* End of orders: 2, checksum {checksum(orders)}"
    text = body_of(*world.type(*block, end).files)
    assert f"    {move}" in text and "Code word:" in text
    for torn in ((*block[:-1], end), (*block[:1], block[2], f"{block[1]} x", end), block):
        text = " ".join(body_of(*world.type(*torn).files).split())
        assert "did not come whole" in text and "Orders of Saxons, turn 1, Movement" in text
        assert "Code word:" not in text


def test_a_block_that_says_only_that_the_phase_is_over_is_a_draft_in_lines_of_windows_too(world):
    end = f"* End of orders: 1, checksum {checksum(('done',))}"
    (said,) = world.type(
        "\r\n".join(("Here they are:", "* Orders of Saxons, turn 1, Movement", "* done", end))
    ).files
    assert "I understand these orders:\n\n    done\n" in body_of(said) and code_in(said)


def block(*orders):
    lines = [*orders, "done"]
    end = f"* End of orders: {len(lines)}, checksum {checksum(lines)}"
    return ("* Orders of Saxons, turn 1, Saxons, Movement", *(f"* {line}" for line in lines), end)


def test_a_counter_that_was_dropped_two_hexes_away_goes_its_cheapest_way_as_in_a_log(world):
    """Typed by hand the same line goes the same way."""
    table = Table.load(world.host.log)
    legal = [o for o in table.choice("saxon").options.legal() if len(getattr(o, "path", ())) == 2]
    move = next(o for o in legal if (o.unit, o.path[-1:]) not in {(e.unit, e.path) for e in legal})
    jump = f"move {move.unit} {move.path[-1]}"
    text = body_of(*world.type(*block(jump)).files)
    understood = text.split("I understand these orders:")[1]
    assert "Your block says:" in text and "line 1" in text and "Code word:" in text
    assert f"    move {move.unit} " in understood and f"-{move.path[-1]}\n" in understood
    typed = body_of(*world.type(jump, "done").files).split("I understand these orders:")[1]
    assert f"    move {move.unit} " in typed and f"-{move.path[-1]}\n" in typed


def test_a_block_in_which_all_is_refused_is_answered_with_the_rules(world):
    text = " ".join(
        body_of(
            *world.type(
                *block("move S-Edwin 9999")[:1],
                "* move X 1",
                f"* End of orders: 1, checksum {checksum(['move X 1'])}",
            ).files
        ).split()
    )
    assert "No draft could be made" in text and "Your block says:" in text and "line 1" in text


def test_a_block_beside_orders_typed_in_the_same_mail_is_read_as_typed(world):
    move = next(iter(Table.load(world.host.log).choice("saxon").options.legal()))
    text = body_of(
        *world.type(
            *block(str(move))[:2],
            *block()[1:2],
            f"* End of orders: 2, checksum {checksum([str(move), 'done'])}",
            "done",
        ).files
    )
    assert "Your block says:" not in text and f"    {move}" in text

"""Links are shown once: a folder that was put back, copied or begun anew never signs a second order for a
place."""

import shutil

import duel
import pytest
from crashes import backup, put_back, settle
from refereed import short
from refusing import refuses

from pbem.disk import machine_memory
from pbem.entry import armor, peer_notices, standing_papers
from pbem.entry.bodies import Order, seen_in
from pbem.entry.entries import Entry, sign
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status
from pbem.log.verification import verify_file
from pbem.mail.entry_files import ReceivedFile
from pbem.play import folder_restoration, player
from pbem.play.host import referee
from pbem.play.refusals import evidence
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay

NOW = 1_066_000_000


@pytest.fixture
def game(tmp_path):
    return short(tmp_path)


def orders(game, *lines):
    return game.write(*lines)


def test_a_second_order_for_one_place_is_not_signed(game):
    first = game.sign("red", "done", "strike red-a > blue-a")
    with refuses(Code.ALREADY_SIGNED, match="would be a fork"):
        game.sign("red", "done", "strike red-b > blue-a")
    first.file.unlink()  # moving the file away is no way round it
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "done", "strike red-b > blue-a")
    assert game.sign("red", "done", "strike red-a > blue-a").signed == first.signed


def test_a_folder_that_was_put_back_signs_nothing(game):
    red = game.folders["red"]
    kept = backup(red)
    first = game.sign("red", "done", "strike red-a > blue-a")
    put_back(red, kept)
    for lines in (("done", "strike red-b > blue-a"), ("done", "strike red-a > blue-a")):
        with refuses(Code.RESTORED_FOLDER, match="pbem restore"):
            game.sign("red", *lines)
    with refuses(Code.RESTORED_FOLDER):
        player.resign(red, build=duel.build)
    assert game.apply(first.signed).last == 2


@pytest.mark.parametrize(
    "lost", ["record alone", "note alone", "record deleted", "another PC", "all of home"]
)
def test_every_way_back_is_noticed(game, lost, monkeypatch, tmp_path):
    red = game.folders["red"]
    kept = (red.path / signing_record.FILE).read_bytes()
    game.play("red", "done", "done")
    game.play("blue", "done", "done")
    match lost:
        case "record alone":
            (red.path / signing_record.FILE).write_bytes(kept)
        case "note alone":
            next(file for file in machine_memory._folder().glob(f"{red.chain().tip}*")).unlink()
        case "record deleted":
            (red.path / signing_record.FILE).unlink()
        case "another PC":
            monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
        case "all of home":
            old = machine_memory._folder()
            monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "put back"))
            shutil.copytree(old, machine_memory._folder())
    with refuses(Code.RESTORED_FOLDER):
        game.sign("red", "done", "done")


def test_a_folder_that_is_moved_on_the_same_pc_goes_on(game):
    red = game.folders["red"]
    game.play("red", "done", "done")
    game.play("blue", "done", "done")
    red.path.rename(red.path.with_name("elsewhere"))
    moved = game.folders["red"] = Folder(red.path.with_name("elsewhere"))
    signed = player.sign_move(moved, game.write("done", "done"), build=duel.build).signed
    assert game.apply(signed).table.seq == 6


def test_of_two_copies_on_one_pc_only_the_one_that_is_used_goes_on(game):
    red = game.folders["red"]
    copy = Folder(red.path.with_name("copy"))
    shutil.copytree(red.path, copy.path)
    game.sign("red", "done", "done")
    with refuses(Code.RESTORED_FOLDER):
        player.sign_move(copy, game.write("step red-a 2", "done", "done"), build=duel.build)


def test_a_game_is_not_begun_again_with_the_same_chains(game):
    red = game.folders["red"]
    game.play("red", "done", "done")
    other = duel.new(game.path / "other", module="other")["red"]
    with refuses(Code.CHAIN_USED):
        disclosures.refuse_other(red, Entry.decode(duel.records(other)[0].data).prev)
    log = red.log.path
    first = duel.records(red)[0]
    log.unlink()
    duel.GameLog.create(log, first)
    with refuses(Code.ALREADY_SIGNED):
        game.sign("red", "step red-a 2", "done", "done")
    assert log.read_bytes().count(b"\n") == 2


def restore(game, role, answering=("referee",)):
    """Ask, answer, take in; what each answered."""
    asked = folder_restoration.ask(game.folders[role], NOW)
    given = [folder_restoration.answer(game.folders[each], asked, NOW) for each in answering]
    for each in given:
        folder_restoration.take(game.folders[role], [each.receipt], each.entries, duel.build)
    return given


def test_with_the_referees_receipt_the_folder_is_its_own_again(game):
    red = game.folders["red"]
    kept = backup(red)
    game.play("red", "done", "strike red-a > blue-a")
    put_back(red, kept)
    (given,) = restore(game, "red")
    assert given.receipt.said.digests == ()
    assert red.log.path.read_bytes() == game.folders["referee"].log.path.read_bytes()
    while "red" not in game.table().owing_roles:
        game.play(game.table().owing[0], "done")
    made = game.sign("red", "done")
    assert game.apply(made.signed).table.seq > made.entry.seq
    with refuses(Code.NOTHING_OWED):
        folder_restoration.ask(red, NOW)


def test_two_orders_of_a_folder_put_back_are_not_there_to_choose_from(game):
    """The attack: the referee holds an order that the folder has forgotten, and says nothing of it."""
    red, host = game.folders["red"], game.folders["referee"]
    kept = backup(red)
    first = game.sign("red", "done", "strike red-a > blue-a").signed
    put_back(red, kept)
    (given,) = restore(game, "red")
    second = game.sign("red", "done", "strike red-b > blue-a").signed
    assert [each.digest for each in seen_in(Entry.decode(second.data).body)] == [given.receipt.digest]
    with refuses(Code.NOT_NAMED):  # a program of ours does not append it
        game.apply(first)
    (host.path / "receipts").rename(host.path / "hidden")  # a referee who cheats
    game.apply(first)
    log = host.log.path
    verdict = verify_file(log, GameReplay(duel.build))
    assert verdict.sound
    convicted = evidence.judge_papers(log, ReceivedFile((), (given.receipt.signed,)), verdict, duel.build)
    assert (convicted.status, convicted.code, convicted.seq) == (Status.BROKEN, Code.NOT_NAMED, 1)


def test_the_honest_order_after_a_receipt_convicts_nobody(game):
    red, log = game.folders["red"], game.folders["referee"].log.path
    kept = backup(red)
    put_back(red, kept)
    machine_memory.keep(red.chain().tip, "0 another\n")
    (given,) = restore(game, "red")
    game.apply(game.sign("red", "done", "strike red-b > blue-a").signed)
    verdict = verify_file(log, GameReplay(duel.build))
    assert evidence.judge_papers(log, ReceivedFile((), (given.receipt.signed,)), verdict, duel.build).sound


def test_what_a_receipt_names_is_signed_again_and_nothing_else(game):
    red, host = game.folders["red"], game.folders["referee"]
    kept = backup(red)
    first = game.sign("red", "done", "strike red-a > blue-a").signed
    file = host.path / "refused" / f"0001-red-{first.head}.pbem"
    file.parent.mkdir()
    armor.write(file, [first])
    put_back(red, kept)
    (given,) = restore(game, "red")
    assert given.receipt.said.digests == (first.head,)
    assert armor.read(red.move_file(1, "red")) == [first]
    with refuses(Code.NOT_NAMED, match=first.head[:8]):
        game.sign("red", "done", "strike red-b > blue-a")
    assert game.sign("red", "done", "strike red-a > blue-a").signed == first


def test_only_who_asked_gets_a_receipt_and_only_of_a_party(game):
    red = game.folders["red"]
    said = peer_notices.HoldingNotice(
        game=game.table().verifier.game,
        author="red",
        of="red",
        seq=0,
        head=game.table().verifier.head,
        digests=(),
        at=NOW,
    )
    forged = standing_papers.sign(said, duel.key("blue"))
    with refuses(Code.WRONG_SIGNER):
        folder_restoration.answer(game.folders["referee"], forged, NOW)
    asked = standing_papers.sign(said, duel.key("red"))
    given = folder_restoration.answer(game.folders["referee"], asked, NOW).receipt
    assert folder_restoration.answer(game.folders["referee"], asked, NOW + 9).receipt == given
    with refuses(Code.NOTHING_OWED):
        folder_restoration.take(red, [given], (), duel.build)
    with refuses(Code.NOT_ENTITLED):  # the referee answers red, nobody else
        folder_restoration.answer(game.folders["blue"], asked, NOW)


def test_the_referees_folder_asks_all_sides(game):
    host = game.folders["referee"]
    kept = backup(host)
    made = game.sign("red", "done", "strike red-a > blue-a")
    answer = game.apply(made.signed)
    for side in duel.SIDES:
        referee.take_in(game.folders[side], answer.table.entries(1, 2), duel.build)
    put_back(host, kept)
    with refuses(Code.RESTORED_FOLDER):
        game.apply(made.signed)
    assert len(duel.records(host)) == 1
    asked = folder_restoration.ask(host, NOW)
    given = [folder_restoration.answer(game.folders[each], asked, NOW) for each in duel.SIDES]
    assert folder_restoration.take(host, [given[0].receipt], given[0].entries, duel.build) == ("blue",)
    with refuses(Code.RESTORED_FOLDER):
        game.play("red", "done", "strike red-a > blue-a")
    assert folder_restoration.take(host, [given[1].receipt], given[1].entries, duel.build) == ()
    assert game.apply(made.signed).repeated
    assert len(game.logs()) == 1
    assert game.table().owing_roles


def test_a_link_that_was_shown_is_never_burnt(game):
    red = game.folders["red"]
    made = game.sign("red", "done", "strike red-a > blue-a")
    chain = duel.chain("red")
    assert disclosures.next_undisclosed_link(red, game.table().verifier, "red") == chain.reveal(1)
    assert Entry.decode(made.signed.data).link == chain.reveal(0)


def test_a_record_ahead_of_its_note_is_a_crash_and_one_behind_it_a_backup(game):
    red = game.folders["red"]
    tip, before = red.chain().tip, machine_memory.note(red.chain().tip)
    game.sign("red", "done", "done")
    machine_memory.keep(tip, before)
    assert disclosures.is_own(red)
    settle(red.path)
    assert disclosures.is_own(red)


def test_entries_of_our_own_are_told_from_what_a_stranger_signs(game):
    """A forged answer cannot make the record forget: only let_go writes it, and it looks at the owner's
    entries."""
    red = game.folders["red"]
    entry = game.table().next_entry("red", Order(lines=("done",)), duel.chain("red").reveal(0))
    disclosures.disclose(game.folders["blue"], game.table().verifier, [sign(entry, duel.key("red"))])
    assert disclosures.list_pending(game.folders["blue"], game.table().verifier) == []
    assert disclosures.list_pending(red, game.table().verifier) == []

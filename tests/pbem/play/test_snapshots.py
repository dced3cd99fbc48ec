"""A table that goes on from a snapshot is the one that a replay gives; a snapshot that is not of this folder,
log and program counts for nothing, and nobody who verifies asks it.
"""

import itertools
import json
import shutil
import stat
import zlib
from contextlib import suppress

import blocks_play
import council_play
import golden_counts
import pytest
from by_policy import Enough

from pbem.entry.bodies import Move
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines
from pbem.keys.openssh_keys import openssh_text
from pbem.log import verification
from pbem.log.log_file import FIRST_LINE, LogText
from pbem.log.party.folder import Folder
from pbem.mail import entry_files
from pbem.mail.writer import Draft, compose
from pbem.play import snapshots
from pbem.play.host.referee_desk import RefereeDesk
from pbem.play.orders import order_closing
from pbem.play.snapshots import EVERY, Snapshots
from pbem.robot.inbox import Inbox
from pbem.rules import seat_views, table_serialization
from pbem.rules.audits import full_audit
from pbem.rules.rules_lookup import rules_of
from pbem.rules.table import Table
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

LAST = 64
HIDDEN = ("hastings_pulsipher/small", "year_of_the_comet/campaign")


def text_of(table):
    """All that a table is, but for its boards."""
    verifier, replay, _ = table_serialization.state(table)
    return json.dumps([verifier, replay])


def looked_at(table, folder):
    """The boards of all sides, as the referee works them out."""
    for side in table.replay.rules.seats:
        board = seat_views.for_side(table, folder, side)
        if board is not None:
            yield side, board.play.state, [board.account(account) for account in table.replay.accounts]


def prefix(lines, count):
    return LogText(tuple(lines[:count]), b"")


def played(path, name, seed=3):
    """The beginning of a game by policy: its folder, where its files are the whole game's."""

    def stop(table):
        if table.seq >= LAST:
            raise Enough

    with suppress(Enough):
        play_game(Plan(*name.split("/"), (), {}, seed=seed), path, stop)
    return Folder(path / "referee")


def holds_everywhere(folder, build):
    """From each entry on, whoever goes on from what was written down there ends where a replay ends; so does
    who goes on from entry to entry."""
    lines, known = folder.log.read().lines, closed_lines.known_lines(folder)
    table = Table(build, known)
    table.papers = order_closing.papers_of(folder, table)
    written = {}
    for seq, signed in enumerate(folder.log.read().records()):
        table.verifier.apply(verify_entry(signed))
        if (state := table_serialization.state(table)) is not None:
            written[seq] = json.dumps(state)
    end, boards, seqs = text_of(table), [*looked_at(table, folder)], [*written]
    for start, following in zip(seqs, [*seqs[1:], None], strict=True):
        again = table_serialization.resume(
            json.loads(written[start]), prefix(lines, start + 1), start, build, known
        )
        again.papers = order_closing.papers_of(folder, again)
        assert json.dumps(table_serialization.state(again)) == written[start]
        if following is not None:
            again.extend(folder.log, prefix(lines, following + 1))
            assert json.dumps(table_serialization.state(again)[1]) == json.dumps(
                json.loads(written[following])[1]
            )
        if start % 7 == 0:
            [*looked_at(again, folder)]
            then = json.dumps(table_serialization.state(again))
            more = table_serialization.resume(
                json.loads(then), prefix(lines, again.seq + 1), again.seq, build, known
            )
            more.papers = order_closing.papers_of(folder, more)
            for each in (again, more):
                each.extend(folder.log, prefix(lines, len(lines)))
                assert text_of(each) == end
                assert [*looked_at(each, folder)] == boards
    assert len(seqs) > 5


@pytest.mark.whole
@pytest.mark.parametrize("name", golden_counts.scenarios())
def test_from_every_entry_of_every_game(name, tmp_path):
    holds_everywhere(played(tmp_path, name), rules_of)


def test_of_a_game_whose_orders_are_sealed_and_of_three_players(tmp_path):
    game = council_play.Game(tmp_path)
    for _ in range(30):
        table = game.table()
        if not (owing := [role for role in table.owing_roles if role != "referee"]):
            break
        choice = table.choice(owing[0])
        game.play(owing[0], str(choice.options.legal()[len(table.verifier.entries) % 2]))
    holds_everywhere(game.folders["referee"], council_play.council.build)


def test_of_a_game_whose_orders_stay_closed(tmp_path):
    game = blocks_play.placed(tmp_path)
    for _ in range(6):
        game.step()
    holds_everywhere(game.folders["referee"], game.build)


# --- a folder's own ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A game with hidden cards, of which the referee has the log alone."""
    return played(tmp_path_factory.mktemp("whole"), HIDDEN[0])


def left(folder):
    """What lies on the table of a desk after a mail; what it has written down stays."""
    desk = RefereeDesk(folder)
    with desk.lock_folder():
        table = desk.table()
        assert [*looked_at(table, folder)] or not table.replay.rules.secret_packs
        return table


def cut(whole, path, count):
    """The referee's folder after so many entries: as it was then."""
    shutil.copytree(whole.path, path, ignore=shutil.ignore_patterns(".cache", "answers"))
    lines = whole.log.read().lines
    (path / "game.log").write_bytes(FIRST_LINE + b"".join(line + b"\n" for line in lines[:count]))
    folder = Folder(path)
    for line in lines[count:]:
        body = SignedEntry.from_record(line)
        entry = Entry.decode(body.data)
        if isinstance(entry.body, Move):
            folder.lines_file(entry.body.box).unlink(missing_ok=True)
    return folder


def lengths(whole):
    """Where a side is to write next, far enough in the log."""
    entries = [Entry.decode(signed.data) for signed in whole.log.read().records()]
    return [entry.seq for entry in entries if isinstance(entry.body, Move) and entry.seq > EVERY]


@pytest.fixture
def folder(whole, tmp_path):
    made = cut(whole, tmp_path / "game", lengths(whole)[-3])
    left(made)
    assert Snapshots(made).file.is_file()
    return made


def resumed(folder):
    kept = Snapshots(folder)
    return kept.resume(folder.log.read(), rules_of, closed_lines.known_lines(folder))


def everything(path):
    skip = (".cache", ".lock")
    files = [file for file in path.rglob("*") if file.is_file() and not set(file.parts) & {*skip}]
    return {file.relative_to(path): file.read_bytes() for file in sorted(files)}


def test_the_same_mail_is_answered_alike_to_the_byte(whole, tmp_path):
    """Nothing of a snapshot, which holds what the referee knows, goes out with a mail or lies elsewhere."""
    entries = [*whole.log.read().records()]
    for at in lengths(whole)[-4:]:
        found = []
        for way in ("snapshot", "replay"):
            folder = cut(whole, tmp_path / f"{at}" / way, at)
            left(folder)
            if way == "replay":
                Snapshots(folder).file.unlink()
            assert (resumed(folder) is not None) == (way == "snapshot")
            author = Entry.decode(entries[at].data).author
            parcel = entry_files.read(whole.path.parent / author / f"moves/{at:04d}-{author}.pbem")
            mail = Draft(f"{author}@example.invalid", ("referee@example.invalid",), "move", "",
                         tuple(parcel.entries), boxes=tuple(parcel.boxes), automatic=False)  # fmt: skip
            assert Inbox(folder).receive(compose(mail), None).outcome == "accepted"
            found.append(everything(folder.path))
        assert found[0] == found[1]
        assert any(name.suffix == ".eml" for name in found[0])


def test_a_desk_takes_one_up_and_plays_nothing_again(folder, monkeypatch):
    monkeypatch.setattr(Table, "load", None)
    assert left(folder).seq == len(folder.log.read().lines) - 1


def full(*_):
    raise OSError(28, "No space left on device")


def test_it_is_only_an_aid(folder):
    before = text_of(order_closing.load(folder))
    Snapshots(folder).file.unlink()
    assert text_of(order_closing.load(folder)) == before


def test_who_reads_a_long_log_leaves_one_to_the_next_command(folder, monkeypatch):
    Snapshots(folder).file.unlink()
    before = text_of(order_closing.load(folder))
    monkeypatch.setattr(Table, "load", None)
    assert text_of(order_closing.load(folder)) == before


def test_a_folder_where_nothing_can_be_written_is_read_all_the_same(folder, monkeypatch):
    before = text_of(order_closing.load(folder))
    Snapshots(folder).file.unlink()
    monkeypatch.setattr(snapshots, "_put", full)
    assert text_of(order_closing.load(folder)) == before
    assert not Snapshots(folder).file.exists()


def test_nobody_else_can_read_it(folder):
    assert (
        stat.S_IMODE(Snapshots(folder).file.stat().st_mode)
        == 0o600
        == stat.S_IMODE(folder.key_file.stat().st_mode)
    )


# --- what is not of this folder, log and program -----------------------------------------------------------


def packed(head, state):
    lines = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in (head, state))
    return zlib.compress("\n".join(lines).encode(), 1)


def opened(file):
    return [json.loads(line) for line in zlib.decompress(file.read_bytes().partition(b"\n")[2]).split(b"\n")]


def forged(folder, change):
    """A snapshot in which something was changed, with a code made by who has not the folder's secrets."""
    file = Snapshots(folder).file
    title = file.read_bytes().partition(b"\n")[0]
    data = packed(*change(*opened(file)))
    file.write_bytes(title + b"\n" + data)
    assert resumed(folder) is None
    stranger = bytes(32)
    file.write_bytes(f"senlac-snapshot/1 {snapshots._code(stranger, data)}\n".encode() + data)


@pytest.mark.parametrize("part", ["head", "walk", "replay", "boards"])
def test_a_forged_one_is_found(folder, part):
    before = text_of(order_closing.load(folder))

    def change(head, state):
        verifier, replay, boards = state
        if part == "head":
            head["closed"] = ["0" * 64]
        elif part == "walk":
            verifier[4] += 1  # the number of rolls
        elif part == "replay":
            replay[0][2] += 1  # of answers
        else:
            boards[0].clear()
        return head, state

    forged(folder, change)
    assert resumed(folder) is None
    assert text_of(order_closing.load(folder)) == before


def test_a_damaged_one_is_found_wherever_it_is_cut_or_changed(folder):
    file = Snapshots(folder).file
    data = file.read_bytes()
    for at in (0, 5, 30, 90, len(data) // 2, len(data) - 1):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert resumed(folder) is None
        file.write_bytes(data[:at])
        assert resumed(folder) is None
    file.write_bytes(data)
    assert resumed(folder) is not None


def test_that_of_another_game_counts_for_nothing(folder, tmp_path):
    other = played(tmp_path / "other", HIDDEN[0], seed=4)
    left(other)
    shutil.copy(Snapshots(other).file, Snapshots(folder).file)
    assert resumed(folder) is None
    for name in ("key", "chain"):  # as if one person refereed both with the same secrets
        shutil.copy(folder.path / name, other.path / name)
    Snapshots(other).file.unlink()
    left(other)
    assert resumed(other) is not None
    shutil.copy(Snapshots(other).file, Snapshots(folder).file)
    assert resumed(folder) is None


def test_that_of_an_older_head_is_gone_on_from_and_of_a_newer_one_is_not(whole, folder, tmp_path):
    later = cut(whole, tmp_path / "later", lengths(whole)[-1])
    left(later)
    newer, older = Snapshots(later).file.read_bytes(), Snapshots(folder).file.read_bytes()
    Snapshots(folder).file.write_bytes(newer)
    assert resumed(folder) is None, "the log was put back from a backup"
    Snapshots(later).file.write_bytes(older)
    assert resumed(later) is not None
    assert text_of(order_closing.load(later)) == text_of(
        Table.load(later.log, rules_of, None, closed_lines.known_lines(later))
    )


def test_a_log_that_was_changed_is_read_from_its_start_and_found_broken(folder):
    log = folder.path / "game.log"
    lines = log.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b"A", b"B", 1)
    log.write_bytes(b"\n".join(lines))
    assert resumed(folder) is None
    with pytest.raises(order_closing.errors.BrokenLog):
        order_closing.load(folder)


def test_that_of_another_program_counts_for_nothing(folder, monkeypatch):
    monkeypatch.setattr(table_serialization, "_sources", lambda: "another")
    assert resumed(folder) is None


def test_an_order_that_can_be_opened_since_makes_it_void(whole, tmp_path):
    folder = cut(whole, tmp_path / "game", lengths(whole)[-3])
    closed = next(iter(sorted(folder.lines_file("").parent.glob("*.txt"))))
    text = closed.read_bytes()
    closed.unlink()
    left(folder)
    assert resumed(folder) is not None
    closed.write_bytes(text)
    assert resumed(folder) is None


def test_after_the_key_was_changed_it_counts_for_nothing(folder):
    folder.key_file.write_bytes(openssh_text(bytes(range(32))))
    assert resumed(folder) is None


def test_who_verifies_asks_none(folder, monkeypatch):
    def never(*_args, **_how):
        raise AssertionError("a snapshot was asked")

    monkeypatch.setattr(Snapshots, "resume", never)
    monkeypatch.setattr(table_serialization, "resume", never)
    monkeypatch.setattr(verification, "_kept", None)
    log = folder.path / "game.log"
    found = verification.verify_file(log, Table(rules_of).replay)
    assert found.code == "incomplete", found.message
    assert full_audit.check(log, found).code == "incomplete"


def test_a_disk_that_is_full_hinders_no_mail(whole, tmp_path, monkeypatch):
    folder = cut(whole, tmp_path / "game", lengths(whole)[-3])

    monkeypatch.setattr(snapshots, "_put", full)
    assert left(folder).seq > EVERY
    assert not Snapshots(folder).file.exists()
    assert not list(folder.path.rglob("*.tmp"))


def test_it_is_made_anew_every_so_many_entries(whole, tmp_path):
    folder, seqs = cut(whole, tmp_path / "game", 1), []
    for each in (whole.path / "lines").glob("*.txt"):
        shutil.copy(each, folder.lines_file("").parent)
    for count in lengths(whole):
        (folder.path / "game.log").write_bytes(
            FIRST_LINE + b"".join(line + b"\n" for line in whole.log.read().lines[:count])
        )
        left(folder)
        seqs.append(opened(Snapshots(folder).file)[0]["seq"])
    found = sorted(set(seqs))
    assert len(found) >= 2
    assert min(b - a for a, b in itertools.pairwise(found)) >= EVERY

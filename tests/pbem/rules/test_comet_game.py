"""The year of the comet under real rules of evidence: a short game of three by files and by Maildirs, one of
seven by files; a false effect found at the end; nothing of another's blocks in a folder."""

import re
from functools import partial

import comet_play
import pytest
from pbem_play import log_bytes
from said import remade

from pbem.entry.entries import Entry, sign
from pbem.entry.verified_entries import verify_entry
from pbem.judge import closed_lines
from pbem.log.log_file import GameLog
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.simulation import file_games, mail_games


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Three players, two turns."""
    return file_games.play_game(
        comet_play.plan(4), tmp_path_factory.mktemp("comet") / "game", build=comet_play.build
    )


def records(game):
    return list(game.folders["referee"].log.read().records())


def judged(log, path):
    verdict = verify(log, GameReplay(comet_play.build))
    if verdict.status != Status.HOLDS:
        return verdict
    (path / "game.log").write_bytes(log_bytes(log))
    return full_audit.check(GameLog(path / "game.log").path, verdict, comet_play.build)


def test_a_short_year_of_three_holds_with_every_order_known(played, tmp_path):
    verdict = judged(records(played), tmp_path)
    assert verdict.status == Status.HOLDS, verdict.message
    assert played.table.verifier.ended


@pytest.mark.whole
def test_a_short_year_by_maildirs(tmp_path):
    game = mail_games.play_game(comet_play.plan(4), tmp_path / "game", build=comet_play.build)
    assert game.table.verifier.ended
    assert len({(folder.path / "game.log").read_bytes() for folder in game.folders.values()}) == 1


@pytest.mark.long
def test_a_short_year_of_seven_holds_with_every_order_known(tmp_path):
    game = file_games.play_game(comet_play.plan(4, "seven"), tmp_path / "game", build=comet_play.build)
    assert judged(records(game), tmp_path).status == Status.HOLDS
    authors = {entry.author for entry in game.table.verifier.history}
    assert {"viking", "norman", "english", "earls"} <= authors


def rechained(game, seq, change):
    """The log in which the referee had written another body at `seq`; all after it is signed again."""
    log = records(game)[:seq]
    for signed in records(game)[seq:]:
        entry = remade(Entry.decode(signed.data), prev=log[-1].head)
        if entry.seq == seq:
            entry = remade(entry, body=change(entry.body.to_plain()))
        log.append(sign(entry, game.folders[entry.author].key()))
    return log


def one_fewer(text):
    """A move told of one block fewer; empty for other effects."""
    verb, *rest = text.split()
    return f"moved {rest[0]} {int(rest[1]) - 1}" if verb == "moved" and int(rest[1]) > 1 else ""


def lies(game):
    """Logs in which one move was told of one block fewer."""
    for signed in reversed(records(game)):
        entry = Entry.decode(signed.data)
        for index, text in enumerate(getattr(entry.body, "effects", ())):
            if lie := one_fewer(text):
                said = [*entry.body.effects[:index], lie, *entry.body.effects[index + 1 :]]
                yield rechained(game, entry.seq, partial(telling, said))


def telling(effects, body):
    return body | {"effects": effects}


def believed(path):
    """A log with a lie that all believe; not every game has a move of which one can be told."""
    for seed in range(4, 12):
        game = file_games.play_game(comet_play.plan(seed), path / str(seed), build=comet_play.build)
        for log in lies(game):
            if verify(log, GameReplay(comet_play.build)).status == Status.HOLDS:
                return log
    raise AssertionError("no lie in eight games that all believe")


def test_a_false_effect_that_all_believe_is_found_at_the_end_and_is_the_referees(tmp_path):
    verdict = judged(believed(tmp_path), tmp_path)
    assert verdict.status == Status.BROKEN
    assert verdict.code == Code.EFFECT_WRONG
    assert "this is the referee's doing" in verdict.message


OWN = {"viking": "V", "norman": "NBF", "english": "E"}
"""With what the names of a side's blocks begin."""


class Enough(Exception):
    """Raised to leave a game before its end."""


def test_no_folder_tells_a_seat_more_than_its_view(tmp_path):
    """In the middle of a game each folder gives its owner's view, on which others' blocks that are
    not open have neither kind nor CV; and no file beside the log names a block of another side."""

    def stop(table):
        if table.seq >= 14:
            raise Enough

    with pytest.raises(Enough):
        file_games.play_game(comet_play.plan(4), tmp_path / "game", stop, build=comet_play.build)
    for seat in ("viking", "norman", "english"):
        folder = tmp_path / "game" / seat
        table = Table(comet_play.build, closed_lines.known_lines(Folder(folder)))
        for signed in Folder(tmp_path / "game" / "referee").log.read().records():
            table.verifier.apply(verify_entry(signed))
        seat_views.sit(table, Folder(folder))
        state = table.seat.play.state
        assert state.viewer == seat
        for (side, _), stack in state.stacks.items():
            assert all(block.known == (side == seat) or block.open for block in stack)
        others = [f"{letter}-".encode() for letter in "VNBFE" if letter not in OWN[seat]]
        files = [file for file in folder.rglob("*.txt") if file.is_file()]
        assert files
        text = b"\n".join(file.read_bytes() for file in files)
        assert not [o for o in others if re.search(rb"(?m)(^|[ ,/])" + o, text)]

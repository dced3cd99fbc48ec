"""Three verifiers on one log: pbem's own, the independent one and that of the page must come to the same
verdict on every log that a test of attacks makes, good or bad. All without the rules of a game, which only
pbem has.
"""

import in_node
import independent
from pbem_play import log_bytes

from pbem.entry.bodies import RestsOpening
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_file
from pbem.rules.replay.game_replay import GameReplay

WORDS = {Status.HOLDS: "holds", Status.INCOMPLETE: "incomplete", Status.BROKEN: "broken"}


def agreed(log):
    """The word on which all agree; an empty log is none for the independent one."""
    verdict, data = verify(log), log_bytes(log)
    second = independent.check(data)
    assert second.partition(":")[0] == WORDS[verdict.status], (second, verdict.message)
    if in_node.is_there():
        third = in_node.judge(data)
        assert third["status"] == WORDS[verdict.status], (third, verdict.message)
    return WORDS[verdict.status]


def one_log(played):
    """The log that all parties have alike, which holds by the rules and by the second verifier."""
    files = {role: folder.path / "game.log" for role, folder in played.folders.items()}
    (data,) = {file.read_bytes() for file in files.values()}
    for role, file in files.items():
        if role != REFEREE:
            verdict = verify_file(file, GameReplay())
            assert verdict.status is Status.HOLDS, verdict.message
            break
    assert independent.check(data) == "holds"
    return data


def cut(records):
    """The log of a referee who withholds the end and what is opened before it."""
    kept = list(records)
    while Entry.decode(kept[-1].data).type == "end" or isinstance(
        Entry.decode(kept[-1].data).body, RestsOpening
    ):
        kept.pop()
    return kept

"""A player's day beside the board as one value for the page: the roles that are waited for and until when,
the order that is out, the mails that wait, how mails come and go, what may be signed or done, and the news.

Times are Unix seconds. All words of others are text, and never markup.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.entry import armor
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.log.party.signing_record import DisclosedEntry
from pbem.mail_table import asked_questions, outgoing_mails, possible_acts, waiting_proposals
from pbem.mail_table.heard_news import HeardNews
from pbem.mail_table.possible_acts import Situation, write_sentence
from pbem.messages import game_status
from pbem.post.outbox import Outbox
from pbem.rules.decision_clock import clock_of
from pbem.table.story_json import Json

_UNDELIVERED: Final = "Undelivered"


def describe_day(here: Situation, heard: HeardNews, robot: Json) -> Json:
    """All of it. `robot`: how mails come and go. Raises what reading the folder's files raises."""
    said = game_status.facts(here.desk.folder, here.table)
    return {
        "you": here.side,
        "names": {party["role"]: party["name"] for party in said["parties"]},
        "state": _name_state(here, said),
        "waits_for": list(here.table.owing_roles),
        "since": said["since"] and said["since"]["at"],
        "deadline": _describe_deadline(here),
        "out": [_describe_out(here, each) for each in here.out if said["out"]],
        "outbox": outgoing_mails.describe_outbox(here.desk.folder),
        "robot": robot,
        "questions": [
            asked_questions.describe_question(each)
            for each in heard.questions
            if asked_questions.is_open(each, here)
        ],
        "sign": waiting_proposals.describe_proposals(here.desk, here.table),
        "disputes": [{"why": each["why"]} for each in said["disputes"]],
        "notices": _list_notices(here, said),
        "press": [words for words in heard.press if words["from"] != here.side],
        "heard": heard.reports,
        "acts": possible_acts.list_acts(here),
    }


def _name_state(here: Situation, said: Mapping[str, Any]) -> str:
    """Where the day stands, by what keeps the player from all else."""
    table = here.table
    if not table.owing_roles:
        return "over"
    if said["signs_nothing"]:
        return "stopped"
    if here.out:
        return "out"
    if here.side not in table.owing_roles:
        return "waiting"
    return "dice" if table.replay.dice_due or table.verifier.batch is not None else "due"


def _describe_deadline(here: Situation) -> Json | None:
    """Of the player's own decision, or else the first that ends; `then` says what follows."""
    clock = clock_of(here.table, here.side)
    if clock is None:
        return None
    then = write_sentence(deadlines.CONSEQUENCES[clock.then])
    return {"roles": [clock.role], "at": clock.due, "end": clock.end, "then": then}


def _describe_out(here: Situation, one: DisclosedEntry) -> Json:
    """What is signed and out, and when its mail went, as far as the disk tells."""
    folder = here.desk.folder
    move = folder.move_file(one.seq, here.side)
    kind = Entry.decode(armor.read(move)[-1].data).type if move.is_file() else ""
    mails = Outbox(folder.path).find(f"{one.seq:04d}-{here.side}-{one.digest[:16]}*")
    went = [file.stat() for file in mails if file.parent == Outbox(folder.path).done]
    times = [int(max(each.st_mtime, each.st_ctime)) for each in went]
    return {"seq": one.seq, "kind": kind, "mailed": max(times, default=None)}


def _list_notices(here: Situation, said: Mapping[str, Any]) -> list[str]:
    """What a player should know of the folder, in sentences; the player's own proposals among it."""
    facts = dict(said)
    rows = [*game_status.held_rows(facts, here.table), *game_status.folder_rows(facts)]
    rows += [row for row in game_status.unsent_rows(facts) if row[0] == _UNDELIVERED]
    waits = [
        f"The {each['type']} at place {each['seq']} still lacks signatures: {', '.join(each['missing'])}"
        for each in said["shared"]
    ]
    return [write_sentence(text) for text in (*(text for _, text in rows), *waits)]

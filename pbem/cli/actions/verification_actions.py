"""What the commands that check a log do and print; each function gives its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pbem import errors
from pbem.cli.output import tell
from pbem.disk import game_shelf
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.entry.peer_notices import OpenedSlip
from pbem.log.log_file import GameLog
from pbem.log.party.folder import LOG, Folder
from pbem.log.verdict import RecomputedRoll, Status, Verdict
from pbem.log.verification import verify_dice, verify_file
from pbem.mail import entry_files
from pbem.messages import story_text
from pbem.play.agreements import brought_files
from pbem.play.refusals import evidence
from pbem.rules.audits import dice_labels, full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table


def verify_log(
    path: Path, full: bool, as_json: bool, papers: Sequence[Path] = (), game: Path | None = None
) -> int:
    """Check a log with a replay by the rules; `full` also tells the whole game. `papers`: files whose
    papers are held against it, each with what it is about, in whichever of them that is. `game`: the file of
    the game."""
    file, replay = log_file(path), GameReplay()
    game_shelf.note_place(file.parent)
    if game is not None:
        brought_files.hand_named(game)
    given = entry_files.merge(papers) if papers else None
    kept = evidence.papers_of(Folder(file.parent)) if path.is_dir() else []
    shown = [*kept, *(evidence.papers_in(given) if given else ())]
    verdict = _run_check(file, replay, shown)
    if full and verdict.status is Status.HOLDS:
        verdict = full_audit.check(file, verdict)
    if verdict.sound:
        if path.is_dir():
            beside = given.entries if given is not None else ()
            verdict = evidence.judge_kept_papers(Folder(file.parent), verdict, beside=beside)
        if given is not None:
            verdict = evidence.judge_papers(file, given, verdict, known=kept)
    if full and not as_json and (table := Table.load_good(GameLog(file))) is not None:
        tell(story_text.story_text(table, None, story_text.PlainForm()) + "\n")
    tell(_verdict(verdict) if as_json else _in_words(verdict))
    return int(verdict.status)


def write_page(page: Path, as_json: bool) -> int:
    """Write the page that checks logs in a browser."""
    from pbem.table import verifier_page

    verifier_page.write_page(page)
    tell(
        {"page": str(page)}
        if as_json
        else f"The page that checks logs is {page}. Open it, and drop a game.log on it.\n"
    )
    return 0


def _run_check(file: Path, replay: GameReplay, papers: Sequence[OpenedSlip]) -> Verdict:
    try:
        return verify_file(file, replay, papers)
    except errors.NotALog as error:
        return Verdict(Status.BROKEN, error.code, str(error), 0, "", 0)


def verify_rolls(path: Path, each: bool, as_json: bool) -> int:
    """Check the dice alone. Where they are listed, what each was for is asked of the rules."""
    file, why = log_file(path), ""
    try:
        text = GameLog(file).read()
        verdict = verify_dice(text.records())
        if verdict.rolls and (each or as_json):
            verdict, why = dice_labels.name_rolls(text, verdict)
    except errors.NotALog as error:
        verdict = Verdict(Status.BROKEN, error.code, str(error), 0, "", 0)
    if each and not as_json and verdict.rolls:
        tell(_whose_words(verdict, why) + "".join(_roll_text(roll) for roll in verdict.rolls))
    tell({**_verdict(verdict), "rolls": _rolls(verdict)} if as_json else _in_words(verdict))
    return int(verdict.status)


def _whose_words(verdict: Verdict, why: str) -> str:
    """By whom it is said what each roll of a list was for."""
    said = " or ".join(
        f"`{role} says`" for role in dict.fromkeys(r.word_of for r in verdict.rolls if r.word_of)
    )
    if not said:
        return "What each roll was for is worked out by the rules of the game.\n"
    return (
        f"Where a line has {said}, what the roll was for is the word of its signer: the rules have not "
        f"checked it. Why not: {why}\n"
    )


def log_file(path: Path) -> Path:
    """The log that a path means: a file, a party's folder, or the folder of a whole game."""
    for file in (path / LOG, path / REFEREE / LOG) if path.is_dir() else (path,):
        if file.is_file():
            return file
    raise errors.NoGameFolder(f"there is no {LOG} in {path}")


def _in_words(verdict: Verdict) -> str:
    word = verdict.status.name.lower()
    code = f" [{verdict.code}]" if verdict.status is Status.BROKEN else ""
    pair = "".join(f"  {one.to_record().decode('utf-8', 'replace')}\n" for one in verdict.conflict)
    return f"{word}{code}: {verdict.text}\n{pair}"


def _verdict(verdict: Verdict) -> dict[str, Any]:
    waiting = verdict.waiting
    return {
        "status": int(verdict.status),
        "code": verdict.code,
        "message": verdict.text,
        "count": verdict.count,
        "head": verdict.head,
        "seq": verdict.seq,
        "conflict": [str(Entry.decode(one.data)) for one in verdict.conflict],
        "word": list(verdict.word),
        "waiting": None if waiting is None else {"roles": waiting.roles, "since_seq": waiting.since_seq},
    }


def _rolls(verdict: Verdict) -> list[dict[str, Any]]:
    names = ("seq", "k", "label", "rule", "sides", "values", "word_of")
    return [{name: getattr(roll, name) for name in names} for roll in verdict.rolls]


def _roll_text(roll: RecomputedRoll) -> str:
    what = f"d{roll.sides}" if roll.sides else "shuffle"
    values = " ".join(map(str, roll.values))
    whose = "" if roll.word_of is None else f"{roll.word_of} says: "
    return (
        f"entry {roll.seq:4}  batch {roll.k:4}  {what:4} {values}  {whose}{roll.label} (rule {roll.rule})\n"
    )

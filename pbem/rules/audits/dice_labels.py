"""What each die of a log was for. In a roll entry that stands in words which its author alone has signed; a
replay by the rules gives their own words for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem import errors
from pbem.entry import bodies
from pbem.entry.verified_entries import verify_entry
from pbem.log import adoptions
from pbem.log.due_rolls import label
from pbem.log.log_file import LogText
from pbem.log.log_verifier import LogVerifier
from pbem.log.verdict import RecomputedRoll, Verdict
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.order_report import RollResult
from pbem.rules.rules_lookup import Build, rules_of


def name_rolls(text: LogText, verdict: Verdict, build: Build = rules_of) -> tuple[Verdict, str]:
    """The verdict on the dice of a log with what each roll was for in the words of the rules, as far as they
    replay it; and why they go no further, empty where they gave all."""
    replay = GameReplay(build)
    verifier, why = LogVerifier(replay), ""
    if (adopted := adoptions.in_text(text)) is not None:
        replay.adopt(adopted)
    try:
        for signed in text.records():
            verifier.apply(verify_entry(signed))
    except errors.PbemError as error:
        why = f"{verifier.current or f'entry {len(verifier.entries)}'}: {error}"
    given = iter(list(_rule_labels(verifier, replay)))
    named = [_name_roll(roll, next(given, None)) for roll in verdict.rolls]
    return replace(verdict, rolls=tuple(named)), why if any(roll.word_of for roll in named) else ""


def _name_roll(roll: RecomputedRoll, given: tuple[str, str] | None) -> RecomputedRoll:
    return roll if given is None else replace(roll, label=given[0], rule=given[1], word_of=None)


def _rule_labels(verifier: LogVerifier, replay: GameReplay) -> Iterator[tuple[str, str]]:
    """What the rules call each die and open shuffle that they asked for, and by which rule, in the log's
    order."""
    stories = {account.seq: account.story for account in replay.accounts}
    for entry in verifier.history:
        if isinstance(entry.body, bodies.Roll):
            thrown = (told.due for told in stories[entry.body.batch] if isinstance(told, RollResult))
            for item, due in zip(entry.body.rolls, thrown, strict=True):
                if isinstance(item, bodies.DiceItem | bodies.ShuffleItem):
                    yield label(due), due.rule

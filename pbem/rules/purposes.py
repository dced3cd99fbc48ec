"""What each die of a log was for. In a roll entry that stands in words which its author alone has signed; a
replay by the rules gives their own words for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem import errors
from pbem.entry import bodies
from pbem.entry.border import verify_entry
from pbem.log import adoptions
from pbem.log.dues import label
from pbem.log.file import LogText
from pbem.log.verdict import Rolled, Verdict
from pbem.log.walk import Walk
from pbem.rules.account import Thrown
from pbem.rules.games import Build, rules_of
from pbem.rules.replay import GameReplay


def by_the_rules(text: LogText, verdict: Verdict, build: Build = rules_of) -> tuple[Verdict, str]:
    """The verdict on the dice of a log with what each roll was for in the words of the rules, as far as they
    replay it; and why they go no further, empty where they gave all."""
    replay = GameReplay(build)
    walk, why = Walk(replay), ""
    if (adopted := adoptions.in_text(text)) is not None:
        replay.adopt(adopted)
    try:
        for signed in text.records():
            walk.step(verify_entry(signed))
    except errors.PbemError as error:
        why = f"{walk.current or f'entry {len(walk.entries)}'}: {error}"
    given = iter(list(_given(walk, replay)))
    named = [_named(roll, next(given, None)) for roll in verdict.rolls]
    return replace(verdict, rolls=tuple(named)), why if any(roll.word_of for roll in named) else ""


def _named(roll: Rolled, given: tuple[str, str] | None) -> Rolled:
    return roll if given is None else replace(roll, label=given[0], rule=given[1], word_of=None)


def _given(walk: Walk, replay: GameReplay) -> Iterator[tuple[str, str]]:
    """What the rules call each die and open shuffle that they asked for, and by which rule, in the log's
    order."""
    stories = {account.seq: account.story for account in replay.accounts}
    for entry in walk.history:
        if isinstance(entry.body, bodies.Roll):
            thrown = (told.due for told in stories[entry.body.batch] if isinstance(told, Thrown))
            for item, due in zip(entry.body.rolls, thrown, strict=True):
                if isinstance(item, bodies.Dice | bodies.Shuffled):
                    yield label(due), due.rule

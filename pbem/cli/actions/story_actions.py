"""The commands that tell of a whole game: its story, and the statistics of its dice."""

from __future__ import annotations

from pathlib import Path

from pbem.cli.actions import situation_actions, verification_actions
from pbem.cli.output import tell
from pbem.disk import atomic_files
from pbem.entry.field_types import REFEREE
from pbem.log.log_file import GameLog
from pbem.log.party.folder import Folder
from pbem.messages import dice_statistics, statistics_text, story_text
from pbem.messages.position_text import PUBLIC
from pbem.messages.story import tell_story
from pbem.rules import rules_lookup
from pbem.rules.table import Table


def tell_game(path: Path, out: Path | None, side: str | None, as_json: bool) -> int:
    """The story of the game in a folder, as its owner may see it; in a file it is Markdown."""
    folder = Folder(path)
    table = situation_actions.load_own_table(folder)
    role = situation_actions.owner(folder, table)
    situation_actions.check_viewer(path, role, side)
    seen_by = role if side is None and role not in ("", REFEREE) else side
    if out is None and not as_json:
        tell(story_text.story_text(table, seen_by, story_text.PlainForm()))
        return 0
    text = story_text.story_text(table, seen_by, story_text.MarkdownForm())
    if out is not None:
        atomic_files.DISK.make_directory(out.parent, 0o777)
        atomic_files.replace(out, text.encode())
    place = situation_actions.place_facts(table)
    if as_json:
        tell({**place, "file": None if out is None else str(out), **({"text": text} if out is None else {})})
    else:
        tell(f"{out}: the game up to entry {table.seq}\n")
    return 0


def tell_dice(path: Path, as_json: bool) -> int:
    """Each side's dice in a log, by kind, with how rare they are."""
    table = Table.load(GameLog(verification_actions.log_file(path)))
    steps = list(tell_story(table, PUBLIC if table.replay.rules.needs_secret else None))
    tallies, left = dice_statistics.tally_dice(steps), dice_statistics.count_counters(steps)
    if as_json:
        tell({**situation_actions.place_facts(table), **statistics_text.statistics_facts(tallies, left)})
        return 0
    names = rules_lookup.all_side_names(table.game)
    tell(statistics_text.statistics_text(tallies, left, names, rules_lookup.battle_titles(table.game)))
    return 0

"""Mails about a new version of a game's file: they bring the file and its differences, and, if it is drawn
otherwise, the position as it is drawn now and as it would be drawn.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from modules.definition import versions
from modules.game_file.digests import digest_lines
from pbem.entry.bodies import Adopt, Body, Game
from pbem.errors import BadPicture
from pbem.log.party.folder import LOG, Folder
from pbem.log.verification import verify_entries
from pbem.mail.writer import MAX_PICTURE, Draft
from pbem.messages.letters.game_letters import Picture
from pbem.rules import rules_lookup
from pbem.rules.rules_lookup import Build
from pbem.rules.table import Table

_APART: Final = (
    "The file of the new version is too large for a mail: you get it in another way. Then add it to the "
    "command above, as in `--game {name}.senlac`.\n"
)
_BOTH: Final = "Above: as it is drawn now. Below: as it would be drawn."


def changes_text(before: Game, after: Game, whole: bool = False) -> str:
    """The differences between two versions of a game's file, and the words for the new one; empty for an
    installed game. `whole`: all of it, for the reader's own terminal. Raises UnknownGame,
    MissingGameFile, OtherGameFile."""
    digests = rules_lookup.digests_of(after.module)
    if digests is None:
        return ""
    changes = versions.compare_games(rules_lookup.definition_of(before), rules_lookup.definition_of(after))
    told = versions.whole_text(changes) if whole else versions.changes_text(changes)
    return (
        "The game goes on under its present file until all have signed. In the new one, version "
        f"{after.module.version}, this differs:\n\n{told}\n"
        + "".join(f"{line}\n" for line in digest_lines(digests))
    )


def proposed_changes(folder: Folder, body: Body | None) -> str:
    """The differences of the version of a game's file that an entry asks to adopt; empty for any other, and
    for a newcomer, whose folder has no log. Raises as `changes_text`."""
    if not isinstance(body, Adopt) or not (folder.host.path / LOG).is_file():
        return ""
    played = rules_lookup.played_game(verify_entries(folder.host.log))
    return changes_text(played, rules_lookup.adopt_into(played, body), whole=True)


def add_version(
    draft: Draft, folder: Folder, body: Adopt, role: str, picture: Picture | None, build: Build
) -> Draft:
    """The mail about a proposal, with what a new version of the game's file brings; of an installed game as
    it is."""
    if body.files is None:
        return draft
    now = Table.load(folder.log, build)
    after = rules_lookup.adopt_into(now.charter, body)
    data = rules_lookup.travelling_file(after)
    apart = "" if data is not None else _APART.format(name=after.module.id)
    text = "\n".join([draft.text, *([apart] if apart else []), changes_text(now.game, after)])
    drawn = replace(draft, text=text, game=data)
    if picture is None or body.art == now.game.module.art:
        return drawn
    with suppress(BadPicture):
        from generator.position.mailing import (
            stack_pictures,  # drawing is only imported where something is drawn
        )

        new = Table.load(folder.log, rules_lookup.adopt_rules(build, body))
        both = stack_pictures(picture(now, role, now.seq), picture(new, role, new.seq))
        if len(both) <= MAX_PICTURE:
            return replace(drawn, picture=both, caption=_BOTH)
    return drawn

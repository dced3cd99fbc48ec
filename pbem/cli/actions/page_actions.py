"""The command that writes a whole game as a page for a browser."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.cli.actions import situation_actions
from pbem.cli.options import USUAL_DPI
from pbem.cli.output import tell
from pbem.disk import atomic_files
from pbem.log.party.folder import Folder
from pbem.messages import report_text
from pbem.messages.position_text import PUBLIC
from pbem.rules.table import Table
from pbem.table import game_page
from pbem.table.story_json import make_story


def show_game(path: Path, out: Path, look: situation_actions.Look, as_json: bool) -> int:
    """The page of the game in a folder: as everybody may see it, from its log alone, or as the side that is
    asked for."""
    _check_asked(look)
    folder = Folder(path)
    table = Table.load(folder.log)
    if look.side is not None:
        situation_actions.check_viewer(path, folder.role(table.verifier.parties), look.side)
        table = situation_actions.load_own_table(folder)
    data = game_page.write_page(make_story(table, look.side or PUBLIC, folder.cache))
    atomic_files.DISK.make_directory(out.parent, 0o777)  # for whom the player likes
    atomic_files.replace(out, data)
    if as_json:
        tell({**situation_actions.place_facts(table), "file": str(out), "bytes": len(data)})
    else:
        tell(f"{out}: the game up to entry {table.seq}\n{report_text.footer_text(table)}\n")
    return 0


def _check_asked(look: situation_actions.Look) -> None:
    """Nothing that is asked for is passed over."""
    named = look.text or look.crop or look.board or (look.since, look.at) != (None, None)
    if named or look.dpi != USUAL_DPI:
        raise errors.BadPicture(
            "a page shows the whole game, step by step: --text, --crop, --since, --at, --board and --dpi are "
            "for other files"
        )

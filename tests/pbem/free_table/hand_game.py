"""A start game by hand under a referee, in folders on one machine; files go between them."""

from commands import good

from generator.new_game.start import start_game
from pbem.log.party.folder import Folder
from pbem.rules.table import Table

NAMES = {"referee": "Rolf <rolf@example.org>"}


class HandGame:
    """The folders of all parties of a game that `senlac new` begins, or of `folder`."""

    def __init__(self, path, sides, style="tapestry", ground="hexes", folder=None, refereed=True, options=()):
        self.path, self.sides = path, sides
        self.game = folder or path / "karsk"
        if folder is None:
            start_game(self.game, "Karsk", style, ground)
        (scenario,) = (each.stem for each in (self.game / "scenarios").glob("*.yaml"))
        good("keygen", *[path / "mail" / role for role in sides][:0] or [path / "mail" / sides[0]])
        for role in (*sides[1:], *(("referee",) if refereed else ())):
            good("keygen", path / "mail" / role)
        players = [f"{side}={side.title()} <{side}@example.org>" for side in sides]
        players += [f"referee={NAMES['referee']}"] if refereed else []
        words = [word for player in players for word in ("--player", player)]
        good("new", f"{self.game}/{scenario}", "--out", path / "mail", *words, *options)
        roles = (*sides, "referee") if refereed else sides
        self.folders = {role: Folder(path / "mail" / role) for role in roles}

    def table(self, role="referee"):
        return Table.load(self.folders[role].log)

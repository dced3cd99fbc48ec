"""`players.yaml`: who sits at the table of a game that is played by several numbers of players.

A side may have more players than one, who see all of its pieces; and one player may have several sides. The
main player of a side is called by its word, and has no other name.
"""

from pydantic import Field

from modules.definition.formats.fields import FEW, CounterId, Line, Name, Part, RuleNumber, Source


class Seat(Part):
    """One who plays: the `sides` whose pieces he sees, and what he commands, for a player to read. `name` is
    that of a further player; of one who shares his side `leader` (an entry of counters.yaml) or `nation` says
    which leader, or all of which nation, is his."""

    name: Line | None = None
    sides: tuple[Name, ...] = Field(min_length=1, max_length=FEW)
    commands: Line
    leader: CounterId | None = None
    nation: Name | None = None
    rule: RuleNumber
    source: Source


class PlayersFile(Part):
    """`players.yaml`. `tables` are the games that there are, each by the players who sit at it, in the order
    in which they are added: one for each number of players."""

    players: dict[Name, Seat] = Field(min_length=1, max_length=FEW)
    tables: tuple[tuple[Name, ...], ...] = Field(min_length=1, max_length=FEW)

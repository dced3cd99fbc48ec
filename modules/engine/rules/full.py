"""All parts in one: what each of the games that ship implements."""

from __future__ import annotations

from modules.engine.rules.advising import Advising
from modules.engine.rules.arranging import Arranging
from modules.engine.rules.mailing import Mailing
from modules.engine.rules.playing import S


class FullRules(Arranging[S], Advising[S], Mailing[S]):
    """The rules of a game that can be played, seen, tested by cases, played by the program, and mailed."""

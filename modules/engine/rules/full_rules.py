"""All parts in one: what each of the games that ship implements."""

from __future__ import annotations

from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.arrangement_rules import ArrangementRules
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import S


class FullRules(ArrangementRules[S], AdviceRules[S], MailRules[S]):
    """The rules of a game that can be played, seen, tested by cases, played by the program, and mailed."""

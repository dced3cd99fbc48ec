"""The computer in a seat of a game by mail: it decides from what its seat knows, like any player.

What it orders follows from the game and its own secret chain, so that nobody foresees it, and a round that
was cut off orders the same again.
"""

from __future__ import annotations

from typing import Any

from modules import library
from modules.engine.driver import Play
from modules.engine.players.player import Player, PolicyPlayer
from modules.engine.players.searching import SearchingPlayer
from modules.engine.requests import Choose, Secret
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.mail_rules import MailRules
from pbem.dice.dice_stream import hash_lines
from pbem.log.party.folder import Folder
from pbem.rules import seat_views
from pbem.rules.boards.closed_board import try_order
from pbem.rules.rules_lookup import part_of
from pbem.rules.table import Table


def decide(table: Table, folder: Folder, seat: str, computer: str) -> list[str]:
    """The orders of a seat up to dice or another's decision. `computer`: as a charter has it. Raises
    NoEvaluation for a search in a game that has none, UnknownGame for rules that give no advice."""
    play = seat_views.Follower(table, seat, folder).try_ahead()
    player = _player(table, folder, seat, computer, part_of(play.rules, AdviceRules))
    return lines_of(player, play, seat)


def lines_of(player: Player, play: Play[MailRules[Any]], seat: str) -> list[str]:
    """What a player orders on its seat's own board, `play`, which goes on with it, up to dice or another's
    decision."""
    if isinstance(play.request, Secret):
        return [str(player.order(play, play.request.choices[seat]))]
    found: list[str] = []
    while isinstance(request := play.request, Choose) and request.seat == seat:
        order = player.order(play, request)
        found.append(str(order))
        if not try_order(play, order):
            break
    return found


def _player(table: Table, folder: Folder, seat: str, computer: str, rules: AdviceRules[Any]) -> Player:
    secret = hash_lines("senlac-computer/1", table.verifier.game, folder.chain().last)
    seed = int(secret[:13], 16)
    kind, _, budget = computer.partition(" ")
    if kind == "policy":
        return PolicyPlayer(seed)
    body = table.charter
    weighing = library.load_weighing(body.module.id, body.scenario)
    return SearchingPlayer(seat, rules.seats[seat], weighing, int(budget), seed)

"""Checks of a campaign file: that its battles and players name scenarios and sides that there are."""

from __future__ import annotations

from modules.definition.files import Files, known_word
from modules.definition.formats.campaigns import CampaignFile
from modules.definition.formats.game import GameFile


def check_campaign(files: Files, file: str, campaign: CampaignFile, game: GameFile) -> None:
    """Notes the faults of one campaign file."""
    scenarios = files.names("scenarios", "scenario")
    for i, battle in enumerate(campaign.battles if scenarios is not None else ()):
        known_word(files, file, ("battles", i), battle, scenarios or ())
    if campaign.campaign in (scenarios or ()):
        files.fault(file, ("campaign",), f"a scenario is already called {campaign.campaign!r}")
    for name, player in campaign.players.items():
        for battle in campaign.battles:
            if battle not in player.sides:
                files.fault(file, ("players", name, "sides"), f"no side is named for {battle}")
        for battle, side in player.sides.items():
            known_word(files, file, ("players", name, "sides", battle), battle, campaign.battles)
            known_word(files, file, ("players", name, "sides", battle), side, game.sides)

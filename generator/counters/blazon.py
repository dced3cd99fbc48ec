"""The sign of a side or nation: its own shield, that of its palette, or the emblem of the style."""

from __future__ import annotations

from generator.drawing.art import Look
from modules.definition.formats.game import Blazoned


def sign_of(look: Look, owner: Blazoned) -> str:
    """The figure of a nation's or side's shield: its own, that of its palette, or the style's emblem."""
    emblem = look.style.emblem
    if owner.shield is None and emblem is not None and not look.has_figure(owner.sign):
        return emblem
    return owner.sign

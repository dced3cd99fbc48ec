"""The odds of an order as a small chart: a bar for each result, as long as its share."""

from __future__ import annotations

from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.panel import PAD, Panel
from generator.drawing.svg import pt
from generator.drawing.typeface import SANS_BOLD
from modules.amounts import count_noun
from modules.engine.odds.odds import Odds
from modules.engine.odds.telling import dice_said, happens, percent

_WIDTH = 110.0
_BAR = 4.0
_MOST = 12
"""Results that have a bar; the rest are told as a number."""


def odds_drawing(look: Look, odds: Odds) -> Drawing:
    """The chart, in mm; every text in it is made of characters that the fonts have, or left out."""
    panel = Panel(look, "odds", "Odds of an order", _WIDTH, text_as="paths")
    panel.paragraph("; ".join(map(str, odds.orders)), face=SANS_BOLD)
    for modifier in odds.modifiers:
        panel.paragraph(str(modifier), joined=True)
    panel.y += PAD / 2
    for result in odds.results[:_MOST]:
        share = float(result.share)
        ink, tint = panel.palette["ink"], panel.palette.under("tints")["4"]
        panel.pen.rect(PAD, panel.y, panel.room, _BAR, fill="none", stroke=ink, stroke_width=0.1)
        panel.pen.rect(PAD, panel.y, panel.room * share, _BAR, fill=tint)
        off = f" ± {100 * odds.error(result.share):.1f}" if odds.samples else ""
        dice = f", die {dice_said(result)}" if odds.dice and dice_said(result) else ""
        words, middle = f"{percent(result.share)}{off}{dice}", panel.y + _BAR / 2
        panel.pen.text(words, PAD + 1, middle, pt(8), SANS_BOLD, align="middle", fill=ink)
        panel.y += _BAR + 0.6
        then = f"; then: {result.then}" if result.then else ""
        panel.paragraph(happens(result).replace("->", "to") + then, indent=1)
    if len(odds.results) > _MOST:
        panel.paragraph(count_noun(len(odds.results) - _MOST, "more result"))
    return panel.done().drawing()

"""A new game with places off the map: piles of two sides, levels, a cup, a box of six corners."""

from __future__ import annotations

from changed import Changes

TURN = '  turn: {name: Game turn, count: 1, text: TURN, source: "rulebook 1.4"}\n'
SUPPLY = '  supply: {name: Supply, count: 2, text: SUPPLY, source: "rulebook 7.3"}\n'
DISPLAYS = """\
displays:
  piles:
    name: Rally and dead
    rule: "7.1"
    source: rulebook 7.1
    boxes:
      rally_raider: {name: "Rally: Raiders", side: raider, at: [0, 0], size: [2, 3/2]}
      rally_shire: {name: "Rally: Shire", side: shire, at: [2, 0], size: [2, 3/2]}
      dead: {name: Dead, note: both sides, outline: [[4, 0], [6, 0], [6, 3], [2, 3], [2, 2], [4, 2]]}
      draw: {name: Draw, cup: true, note: draw one, at: [0, 3/2], size: [2, 3/2]}
  levels:
    name: Supply
    rule: "7.3"
    source: rulebook 7.3
    boxes:
      supply_0: {name: "0", at: [0, 0]}
      supply_1: {name: "1", at: [1, 0]}
      supply_2: {name: "2", at: [2, 0]}
"""
CHANGES: Changes = {"game.yaml": ((TURN, TURN + SUPPLY),), "displays.yaml": (("", DISPLAYS),)}

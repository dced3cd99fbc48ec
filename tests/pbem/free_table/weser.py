"""A game of three sides on places and links with hands of cards: the start game of the summer of 1757, where
the Hessians are a side of their own."""

SIDES = ("french", "hanoverian", "hessian")
CARDS = """\
decks:
  events:
    name: Events
    hand: 2
    rule: "6"
    source: rulebook 6
    cards:
      rain: {name: Rain, count: 4, figure: line, rule: "6.1", source: rulebook 6.1, choices: [
        {sides: [french, hanoverian, hessian], name: Rain, text: It rains, effect: rain, source: rulebook 6}]}
      corn: {name: Corn, count: 3, figure: line, rule: "6.1", source: rulebook 6.1, choices: [
        {sides: [french, hanoverian, hessian], name: Corn, text: Bread, effect: corn, source: rulebook 6}]}
      gold: {name: Gold, count: 2, figure: line, rule: "6.1", source: rulebook 6.1, choices: [
        {sides: [french, hanoverian, hessian], name: Gold, text: Pay, effect: gold, source: rulebook 6}]}
"""
HESSE = "  hessian: {name: Hessians, short: Hesse, letter: E, palette: blue_coats, wood: blue}\n"
LEDGER = """\
rules:
  - number: "6"
    summary: Cards
    by: hand
    says: Each side draws one card a turn, and plays as many as it likes.
    acts: [draw, play, shuffle]
  - {number: "6.1", summary: The card of rain, by: nothing}
  - {number: "9", summary: Talks between allies, by: hand, acts: [call]}
"""
EDITS = (
    ("game.yaml", "\nnations:", f"{HESSE}\nnations:"),
    ("game.yaml", "{name: Hessians, side: hanoverian", "{name: Hessians, side: hessian"),
    ("scenarios/weser.yaml", "[french, hanoverian]", "[french, hanoverian, hessian]"),
    (
        "scenarios/weser.yaml",
        "      KAS: {E-foot: 3}\n",
        '  - {side: hessian, rule: "5", source: rulebook 5, at: {KAS: {E-foot: 3}}}\n',
    ),
    ("cards.yaml", "", CARDS),
    ("ledger.yaml", "rules:\n", LEDGER),
)
"""What makes the Hessians of the start game a side of their own, and gives the game a pack."""
TIMES = ("--deadline", "order=24h,default", "--deadline", "decision=24h,default")

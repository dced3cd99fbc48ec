"""What hex games share: places, moves, ZOC, fire, combats, retreats, set-up. It knows no game."""

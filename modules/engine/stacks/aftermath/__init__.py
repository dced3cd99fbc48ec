"""What follows from the result of an attack: losses, retreats, friends pushed on, advances."""

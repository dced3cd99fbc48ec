"""What a hand does on a board becomes orders, by the legal orders of the moment: one room for every
surface."""

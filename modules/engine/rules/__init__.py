"""The parts of a game's rules, by the code that needs them: a game implements those that it wants."""

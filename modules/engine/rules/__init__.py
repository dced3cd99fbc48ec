"""The parts of a game's rules, by the code that needs them, and the check of answers to what they ask."""

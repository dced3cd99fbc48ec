"""The built-in player of the Year of the Comet: its styles, and what it may guess."""

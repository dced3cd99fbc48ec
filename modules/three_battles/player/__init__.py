"""The built-in player of the three battles: its styles, and what it looks at."""

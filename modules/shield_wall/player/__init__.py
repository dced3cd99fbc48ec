"""The built-in player of Shield Wall: its styles, and what it looks at."""

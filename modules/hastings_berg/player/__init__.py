"""The built-in player of Berg's Hastings: its styles, and what it looks at."""

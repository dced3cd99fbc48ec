"""The table of a game by mail: a player's own games on a page in the browser."""

"""A game by mail at a table in the browser: the player's own folder, the draft in it, and what is sent."""

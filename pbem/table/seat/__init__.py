"""A seat at a table: what it may do, asked by a page in a browser, and the game as it goes on."""

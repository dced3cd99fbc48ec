"""Studies: many games between players of the program, kept as rows, counted, and told on a page."""

"""VASSAL: its file formats, modules of games, saves and logs, and a linter for all of them. See README.md."""

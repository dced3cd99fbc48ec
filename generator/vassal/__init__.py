"""VASSAL: its file formats, modules of games, saves and logs, and a linter (`senlac docs vassal-format`)."""

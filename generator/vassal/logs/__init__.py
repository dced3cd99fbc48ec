"""Logs that a person recorded: what was played in them, step by step."""

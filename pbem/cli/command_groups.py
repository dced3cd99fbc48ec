"""The list of commands in `pbem --help`: in groups, in the order in which a game goes, one line each."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class CommandGroups(TyperGroup):
    """A command line whose commands are listed by the groups that they were added with."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names as they were added, group by group."""
        del ctx
        groups = dict.fromkeys(self._group(name) for name in self.commands)
        return [name for group in groups for name in self.commands if self._group(name) == group]

    def _group(self, name: str) -> str:
        return str(getattr(self.commands[name], "rich_help_panel", None) or "Commands")

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the groups; a command's line is the first sentence of its help, never cut."""
        names = self.list_commands(ctx)
        width = max(map(len, names))
        for group in dict.fromkeys(map(self._group, names)):
            rows = [
                (name.ljust(width), self.commands[name].get_short_help_str(limit=200))
                for name in names
                if self._group(name) == group
            ]
            with formatter.section(group):
                formatter.write_dl(rows)

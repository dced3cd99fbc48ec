"""A session on a board in the browser, served to one person: a stand-in until the table is there."""

from __future__ import annotations

from collections.abc import Callable

from pbem.solo.session_source import SessionSource


def serve_session(
    source: SessionSource, *, open_browser: bool, tell: Callable[[str], None], port: int = 0, again: str = ""
) -> None:
    """Serves the session until Ctrl-C."""
    tell(f"{source.mode}, {source.session.viewer}, browser {open_browser}, port {port}: {again}")

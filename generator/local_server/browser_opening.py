"""The browser is opened by a file that its owner alone may read.

All users of a machine can read with which arguments a program was started, and the browser has no other
argument than the name of that file.
"""

from __future__ import annotations

import html
import os
import tempfile
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Final

SECONDS: Final = 60.0
_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}"><title>Senlac</title></head>
<body><p><a href="{address}">Go on to the page.</a></p></body></html>
"""


class OpeningFile:
    """A file that forwards a browser to an address. It is removed by `remove`, or after a minute."""

    def __init__(self, address: str, seconds: float = SECONDS) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="senlac-"))  # which only its owner may enter
        self.path = self._folder / "open.html"
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_PAGE.format(address=html.escape(address)))
        self._timer = threading.Timer(seconds, self.remove)
        self._timer.daemon = True
        self._timer.start()

    def remove(self) -> None:
        """Removes it; once more does nothing."""
        self._timer.cancel()
        self.path.unlink(missing_ok=True)
        with suppress(OSError):
            self._folder.rmdir()

    def show(self) -> bool:
        """Opens a browser with it; False where there is none with windows."""
        try:
            browser = webbrowser.get()
        except webbrowser.Error:
            return False
        if type(browser) is webbrowser.GenericBrowser:  # one that would take over the terminal
            return False
        return browser.open(self.path.as_uri())

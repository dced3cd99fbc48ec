"""The small server: one page for the person at this machine, and calls that nobody else can make.

It knows no game and draws nothing. `serve` blocks until Ctrl-C.
"""

from generator.local_server.local_page import CallRefused, Download, Json, LocalPage
from generator.local_server.serving import serve

__all__ = ["CallRefused", "Download", "Json", "LocalPage", "serve"]

"""The commands of saves and logs that VASSAL 3.7 knows beside those that `commands` reads, by how they begin.

VASSAL passes over every other in silence. Commands that only travel between players who are connected
are here too, since VASSAL writes what it received into its logs.
Sources: every class that implements `command/CommandEncoder.java`.
"""

_EXACT = {"begin_save": "begin save", "end_save": "end save", "": "nothing", "null": "nothing"}
_STARTS = {
    "SETUP_STACK\t": "at-start stacks are set up",
    "PLAYER\t": "player takes a side",
    "PYREMOVE\t": "player leaves a side",
    "NOTES\t": "scenario notes",
    "PNOTES\t": "public notes",
    "PNOTE\t": "private notes",
    "SNOTE\t": "delayed note",
    "EXT\t": "extension",
    "PLUGIN\t": "plugin",
    "UNMASK\t": "who may unmask",
    "LOS\t": "line-of-sight thread",
    "CLOCKCONTROL\t": "chess clocks",
    "CLOCK\t": "chess clock",
    "FLARE\t": "flare",
    "SGKC\t": "startup global key command",
    "SHOW_RESULTS\t": "special dice",
    "AUDIO\t": "sound",
    "PLAY\t": "sound",
    "GlobalTranslatable\t": "translatable message",
    "SPP\t": "persistent property",
    "LOCKSPOTAB": "scenario options locked",
    "DECKREPOS\t": "deck put back in place",
    "PRIV_CHAT": "private chat",
    "INVITE\t": "invitation",
    "SEMAIL\t": "internet dice",
    "SYNC": "synchronisation",
    "Events": "event log",
}


def command_name(text: str) -> str | None:
    """What a command is, or None if VASSAL does not know it."""
    if text in _EXACT:
        return _EXACT[text]
    return next((name for start, name in _STARTS.items() if text.startswith(start)), None)

"""What is not made twice: stores, seals, digests that tell whether a thing is new, and files in one step."""

from modules import keeping


def keep_definitions() -> None:
    """Keep what was read of shipped games in the user's own cache; to be called before a command runs."""
    keeping.kept_by(_own)


def _own() -> keeping.Keeper:
    from generator.cache.definitions import by_user  # when something is kept: help is told without it

    return by_user()

"""What is not made twice: stores, seals, digests that tell whether a thing is new, and files in one step."""

from contextlib import AbstractContextManager

from modules import definition_cache


def use_user_cache() -> AbstractContextManager[None]:
    """Within it, what is read of shipped games is cached in the user's own folder; a command runs in it."""
    return definition_cache.use_backend(_own)


def _own() -> definition_cache.CacheBackend:
    from generator.cache.definitions import by_user  # when something is kept: help is told without it

    return by_user()

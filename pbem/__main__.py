"""The command `pbem`; `python -m pbem` where no script of it is on the path."""

from __future__ import annotations

from generator import cache, console


def main() -> None:
    """The entry point; ends the process with its exit code."""
    console.spare()
    from pbem.cli.app import main as command

    with cache.use_user_cache():
        command()


if __name__ == "__main__":
    main()

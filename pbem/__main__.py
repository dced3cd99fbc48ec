"""The command `pbem`; `python -m pbem` where no script of it is on the path."""

from __future__ import annotations

from generator import cache, console


def main() -> None:
    """The entry point; ends the process with its exit code."""
    console.spare()
    cache.keep_definitions()
    from pbem.cli.app import main as command

    command()


if __name__ == "__main__":
    main()

"""`python -m pbem` for a checkout that is not installed."""

from __future__ import annotations

from pbem.cli.app import main

if __name__ == "__main__":
    main()

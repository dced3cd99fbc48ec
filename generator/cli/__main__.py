"""`python -m generator.cli` for a checkout that is not installed."""

from generator.cli import main

main()

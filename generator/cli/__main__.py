"""`python -m generator.cli` for a checkout that is not installed."""

from generator import cache, console

console.spare()
cache.keep_definitions()
from generator.cli import main  # noqa: E402 - nothing is imported before

main()

"""`python -m generator.cli` for a checkout that is not installed."""

from generator import cache, console

console.spare()
from generator.cli import main  # noqa: E402 - nothing is imported before

with cache.use_user_cache():
    main()

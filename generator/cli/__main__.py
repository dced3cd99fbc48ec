"""`python -m generator.cli` is `python -m generator`."""

from generator.__main__ import main

main()

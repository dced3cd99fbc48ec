"""`python -m generator` is the command `senlac`, where no script of it is on the path."""

from generator.cli import main

if __name__ == "__main__":
    main()

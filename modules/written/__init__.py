"""What stands in a game's folder before it means anything: YAML with its places, names of files, faults."""

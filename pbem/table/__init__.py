"""What a browser shows of a game: pages of one file each, that ask nobody for anything."""

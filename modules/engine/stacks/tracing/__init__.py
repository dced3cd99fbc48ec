"""What a field tells of places: from which of them traces lead where they must, and which side holds them."""

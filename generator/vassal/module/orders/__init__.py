"""What makes the log of a module a player's orders: combats declared, ways told, orders handed in."""

"""What saves and logs of our modules say of a player's orders: one room for who writes and who reads it."""

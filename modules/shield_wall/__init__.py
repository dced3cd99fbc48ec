"""Shield Wall: Hastings 1066 (Kennedy)."""

"""Hastings: 1066, the battle for Senlac Hill in two assaults."""

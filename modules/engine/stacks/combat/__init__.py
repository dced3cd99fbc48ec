"""Attacks on stacks: who may attack whom, who must, how strong both are, and what the dice bring."""

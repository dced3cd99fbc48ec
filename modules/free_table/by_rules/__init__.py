"""A free table at which the program carries out the clauses of rules.yaml; what no clause says is by hand."""

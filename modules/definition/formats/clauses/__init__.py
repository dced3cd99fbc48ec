"""The types of the clauses of rules.yaml, section by section."""

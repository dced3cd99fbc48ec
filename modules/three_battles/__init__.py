"""1066: The Year of Three Battles. Rules by number in our own words; data in the YAML files beside."""

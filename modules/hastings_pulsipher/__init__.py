"""Hastings 1066 (Pulsipher). Rules by number in our own words; data in the YAML files beside."""

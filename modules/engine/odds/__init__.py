"""The odds of an order, from the rules themselves: every branch of its dice up to the next decision."""

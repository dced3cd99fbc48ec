"""What games on areas share: ways along borders and roads, blocks that some only count, columns of a
battle."""

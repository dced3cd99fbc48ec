"""What is not made twice: stores, seals, digests that tell whether a thing is new, and files in one step."""

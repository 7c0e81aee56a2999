"""How often a heuristic's first number is right: positions with a clear winner, and on whose side it counts
them."""

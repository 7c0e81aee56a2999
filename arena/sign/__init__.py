"""How often a heuristic's static value is right: in positions with a clear winner, whether it is on the
winner's side."""

"""The search: `make_search` makes the kernels of a game, `engines.search.alphabeta` says what they do."""

from engines.search.alphabeta import CUTS, Search, make_search

__all__ = ["CUTS", "Search", "make_search"]

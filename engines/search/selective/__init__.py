"""Selective search: alpha-beta whose parts were tuned together, so that most of the tree is left out.

It serves games in which the turn passes with every move, without chance (`engines.selective_memory.GAMES`).
It takes the place of `engines.search.alphabeta` and leaves the same things in the workspace. Its parts are
described on chessprogramming.org; their proportions are those that Stockfish 15.1 was tuned to, in pawns and
rounded. (That version has no `corrections`.) Alone, most of them gain nothing, and all were tuned in chess
(docs/lab/strength.md). Moves are left out in every window. But no value inside the window comes from the
table or from a guess: the principal variation leads to the leaf whose evaluation, perhaps corrected, is the
value.

- `search`: nodes of a depth above 0, with `steps` before and after their moves; `quiescence`: all others.
- `game_hints`: what it asks a game, with plain answers where the game states none.
- `cuts`: what is trusted, skipped, extended and reduced; `margins`: by how much.
- `corrections`: how far evaluations are off, as searches have found.
- `move_order` and `histories`: the order of the moves, and how well moves have done.
- `engines.selective_memory`: the fields that it adds to the workspace.
"""

from engines.search.selective.search import make_selective as make_selective

"""The present names of things that authors' files may still call by former names. Error messages use it."""

PRESENT = {
    "engines.own_players": "engines.subprocesses.user_players",
    "engines.players": "engines.player_text",
    "games.chess_board": "games.chess.board",
    "games.chess_kernel": "games.chess.kernel",
    "games.draws": "games.random_stream",
    "games.plain_text": "games.safe_text",
    "games.rows": "games.fen_rows",
    "games.run_of_keys": "games.repetition_history",
    "heuristics.piece_square_tables": "heuristics.chess.tables",
    "looks_over": "precompute",
    "survey": "shared",
}
"""Modules, a decorator of heuristics and the last parameter of a term, by their former names."""

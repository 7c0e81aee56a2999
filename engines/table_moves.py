"""Which endgame tables a player plays from, and how a table changes the result of its search."""

from collections.abc import Iterable
from dataclasses import replace

from engines.contract import Thought
from engines.player_kinds import PlayerSpec
from games.contract import BadText
from games.installation import COMMAND
from games.truth.tables import Tables, tables_of
from heuristics.levels import COUNT

TABLES = "tables"
"""The option that makes a player choose among the moves that a table of the game calls best."""

REMARK = "Chosen among the moves that the endgame table calls best."


def required_tables(game: str) -> Tables:
    """The tables of a game, for a player whose text asks for them. Raises BadText where there is none."""
    tables = tables_of(game)
    if tables is None:
        raise BadText(f"tables=1: there are no tables of {game}")
    if tables.syzygy is None and not any(map(tables.is_kept, tables.domain.groups)):
        raise BadText(f"tables=1: expected tables of {game}; `{COMMAND} truth {game} --make` makes them")
    return tables


def plays_from_tables(player: PlayerSpec, in_window: bool = False) -> bool:
    """Whether a player plays from tables: if its text asks for them, and in the window also at the strongest
    level."""
    return bool(player.option(TABLES)) or (in_window and player.level == COUNT)


def checksums_played(players: Iterable[PlayerSpec], game: str, in_window: bool = False) -> dict[str, str]:
    """The checksums by table name of all tables that any of these players plays from, for the record of a
    game."""
    if not any(plays_from_tables(player, in_window) for player in players):
        return {}
    tables = tables_of(game)
    return {} if tables is None else tables.kept_checksums


def of_tables(thought: Thought) -> Thought:
    """The thought of a player that chose among the best moves of a table, with a remark that says so."""
    return replace(thought, remark=" ".join(filter(None, (thought.remark, REMARK))))


def loaded_tables(game: str) -> Tables | None:
    """The tables of a game; None if none is loaded."""
    tables = tables_of(game)
    return tables if tables is not None and tables.are_there else None


def by_tables(thought: Thought) -> Thought:
    """The result of a search that did not know the tables. If a loaded table contradicts its move, the
    table's best move takes its place; of several best moves, the one with the largest value of the search."""
    tables = loaded_tables(thought.position.game.name)
    best = () if tables is None else tables.best_moves(thought.position)
    if not best or thought.move in best:
        return thought
    rows = [row for row in thought.root_moves if row.move in best]
    return thought.playing(max(rows, key=lambda row: row.value), REMARK)

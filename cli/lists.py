"""Lists of games, heuristics, kinds of players and own players; and files to start one with."""

from typing import Any

from engines.subprocesses.user_players import own_players
from games.registry import ENTRIES
from heuristics.registry import BrokenModule, heuristics_of, own_files
from study.core.settings import Settings
from study.format.value_format import ValueFormat

OWN = "own"
"""The kind of the person's own players in `engines.subprocesses.program_kinds`, repeated because that module
is slow to import."""


def list_games() -> list[dict[str, Any]]:
    return [{"name": entry.name, "title": entry.title, "description": entry.tagline} for entry in ENTRIES]


def list_heuristics(game: str | None, settings: Settings) -> list[dict[str, Any]]:
    """Every heuristic of one game or of all, with its terms and parameters and their present weights. For all
    games, a game whose heuristics cannot be loaded is a row with an `error`, and so is each file of the
    person's own that cannot be loaded, or not in its newest version."""
    rows: list[dict[str, Any]] = []
    for name in [entry.name for entry in ENTRIES] if game is None else [game]:
        try:
            heuristics = heuristics_of(name)
        except BrokenModule as error:
            if game is not None:
                raise
            rows.append({"game": name, "error": str(error)})
            continue
        for heuristic in heuristics:
            weights = settings.lens(name, heuristic.name).weights
            terms = [
                {
                    "name": term.name,
                    "label": term.label,
                    "weight": float(weight),
                    "description": term.description,
                    "source": term.source,
                    **({"group": term.group} if term.group else {}),
                }
                for term, weight in zip(heuristic.terms, weights, strict=False)
            ]
            others = zip(heuristic.parameters, weights[len(terms) :], strict=True)
            parameters = [
                {"name": name, "label": heuristic.label_of(name), "weight": float(weight)}
                for name, weight in others
            ]
            rows.append(
                {
                    "game": name,
                    "name": heuristic.name,
                    "description": heuristic.description,
                    "source": heuristic.source,
                    **ValueFormat.of(heuristic).to_json(),
                    "terms": terms,
                    "parameters": parameters,
                }
            )
    for file in own_files():
        if file.problem:
            games = {of for of, _ in file.named} | {heuristic.game for heuristic in file.heuristics}
            if game is None or game in games or not games:
                names = sorted({name for _, name in file.named})
                row = {"name": names[0]} if names else {}
                rows.append({"game": min(games, default=""), **row, "error": file.problem})
    return rows


def start_game(name: str) -> dict[str, Any]:
    """Writes the modules of a new game. BadText as for `study.user_files.new_game.new_game`."""
    from study.user_files.new_game import new_game

    return {"files": [str(file) for file in new_game(name)], "name": name}


def start_heuristic(name: str, game: str, settings: Settings) -> dict[str, Any]:
    """Writes a small commented file to start a heuristic with, into the person's own folder."""
    from study.user_files.new_heuristic import new_heuristic

    file = new_heuristic(name, game, settings.own_heuristics)
    return {"file": str(file), "game": game, "name": name}


def list_players() -> list[dict[str, Any]]:
    """The person's own players: each with its file, and an `error` if its text is wrong."""
    rows = []
    for player in own_players():
        row = {
            "name": f"{OWN}:{player.name}",
            "description": player.description,
            "file": str(player.path),
        }
        rows.append(row | ({"error": player.problem} if player.problem else {}))
    return rows


def start_player(name: str, settings: Settings) -> dict[str, Any]:
    """Writes a small commented file to start a player with, into the person's own folder."""
    from study.user_files.new_player import new_player

    return {"file": str(new_player(name, settings.own_players)), "name": f"{OWN}:{name}"}


def list_engines() -> list[dict[str, Any]]:
    from engines.registry import kinds

    return [
        {
            "name": kind.name,
            "description": kind.description,
            "options": sorted(kind.options),
            "switches": dict(kind.switches),
        }
        for kind in kinds()
    ]

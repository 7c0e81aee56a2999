"""Makes the players that choose in a scan, and its judge, from heuristics' names or from players' texts such
as `alphabeta:weighted,depth=4`."""

from dataclasses import replace

from engines.player_kinds import PlayerSpec
from engines.player_text import make_engine, parse_player
from engines.search.options import has_noisy_moves
from engines.search_engine import MAX_DEPTH, Searcher
from games.contract import BadText
from games.registry import load_game
from heuristics.lens import Weights
from heuristics.registry import default_heuristic, heuristics_of
from study.compare.scan import TABLE_MEGABYTES, MakeSearcher
from study.why_not.two_searches import explainer_of

DEEPER = 2
"""How many plies deeper than the choosers the judge searches. It is even, because values swing with the side
that made the last move."""


GOES_BY_DEPTH = (
    "expected a heuristic or alphabeta:HEURISTIC,depth=N, whose values depend only on the position and the "
    "depth"
)


def usual_depth(game: str) -> int:
    """The default depth at which a heuristic chooses: less in a game of chance, which has many more moves to
    search."""
    return 2 if load_game(game).has_chance else 3


def is_heuristic(text: str, game: str) -> bool:
    """Whether a text is a heuristic's name, perhaps with weights, and not a player's text."""
    name = text.strip().split(",")[0].strip()
    return any(heuristic.name == name for heuristic in heuristics_of(game))


def chooser_of(text: str, game: str, depth: int | None = None) -> PlayerSpec:
    """The player that a text describes. If the text is a heuristic's name, perhaps with weights
    (`weighted,mills=6`), it is plain alpha-beta `depth` plies deep (None: the usual depth). Raises BadText
    unless the player searches with a heuristic."""
    if is_heuristic(text, game):
        text = f"alphabeta:{text.strip()},depth={usual_depth(game) if depth is None else depth}"
    elif ":" not in text and text.strip().split(",")[0] not in ("human", "random"):  # no player either
        names = ", ".join(heuristic.name for heuristic in heuristics_of(game))
        raise BadText(f"expected a heuristic ({names}) or a player, found {text!r}")
    spec = parse_player(text, game)
    if not spec.heuristic:
        raise BadText(f"expected a player that searches with a heuristic, found {text!r}")
    return spec


def deeper_chooser(text: str, game: str, depth: int | None, further: int) -> tuple[PlayerSpec, PlayerSpec]:
    """For a scan of one heuristic: the player from its text or the heuristic's name, and the same player
    `further` plies deeper. A player made from a name plays captures out (quiescence), so that no search ends
    within an exchange. Raises BadText unless its values depend on the position and the depth alone."""
    spec = chooser_of(text, game, depth)
    if is_heuristic(text, game) and has_noisy_moves(load_game(game)):
        spec = replace(spec, options=(*spec.options, ("quiescence", 1)))
    searcher = explainer_of(make_engine(spec, game))
    if not _goes_by_depth(searcher) or spec.option("depth") is None:
        raise BadText(f"{GOES_BY_DEPTH}, found {text!r}")
    deepest = min(searcher.deepest() + further, MAX_DEPTH)
    options = tuple((name, deepest if name == "depth" else value) for name, value in spec.options)
    return spec, replace(spec, options=options)


def _goes_by_depth(searcher: Searcher) -> bool:
    """Whether values depend on the position and the depth alone."""
    limits = searcher.limits
    by_depth = limits.depth is not None and limits.nodes is None and limits.seconds is None
    return by_depth and searcher.steady and searcher.threads == 1


def judge_of(text: str | None, game: str, players: tuple[PlayerSpec, PlayerSpec]) -> PlayerSpec:
    """The judge of two players, from a player's text or a heuristic's name (None: the game's default
    heuristic). A judge from a name is plain alpha-beta, DEEPER plies deeper than both. Raises BadText for a
    judge that does not search deeper, or whose values depend on more than the position and the depth."""
    depths = [depth for spec in players if (depth := spec.option("depth")) is not None]
    deepest = max(depths, default=usual_depth(game))
    name = default_heuristic(game).name if text is None else text
    spec = chooser_of(name, game, min(deepest + DEEPER, MAX_DEPTH))
    searcher = explainer_of(make_engine(spec, game))
    limits = searcher.limits
    if not _goes_by_depth(searcher):
        raise BadText(f"{GOES_BY_DEPTH}, found {name!r}")
    if limits.depth is not None and limits.depth <= deepest:
        raise BadText(f"expected to look deeper than the {deepest} plies of the players, found {name!r}")
    return spec


def maker_of(spec: PlayerSpec, game: str, weights: Weights | None = None, seed: int = 0) -> MakeSearcher:
    """A function that makes the searcher of a player's text; `weights` are those that a person changed."""
    return lambda: explainer_of(make_engine(spec, game, weights, seed, TABLE_MEGABYTES))

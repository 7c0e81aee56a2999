"""Reads files of tournaments: those that a person writes in YAML, and the presets that come with the
program."""

from itertools import product
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.published_results import Claim, Figure, Published
from arena.sequential import SequentialTest
from arena.tournament import Entrant, Tournament, make_tournament, round_robin
from engines.player_text import parse_player
from games.contract import BadText
from games.registry import load_game
from games.safe_text import can_be_kept, shown
from games.text_files import mistakes_in, read_text
from study.settings.settings import Settings
from study.text.bundled_files import find_file, shipped_names
from study.text.yaml_text import mistakes, read_yaml

PRESETS = Path(__file__).resolve().parent.parent.parent / "assets" / "tournaments"

SUFFIX = ".yaml"

MOST_BYTES = 1 << 16

LONGEST_NAME = 60

Share = Annotated[float, Field(ge=0, le=1)]
Games = Annotated[int, Field(ge=1)]


class _TournamentSection(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PublishedFigure(_TournamentSection):
    """A published figure: `score` or `draws`, a share of the games of `first` against `second`, or of all
    games of `first` if there is no `second`. `by` says who published it."""

    first: str
    second: str | None = None
    score: Share | None = None
    draws: Share | None = None
    games: Games | None = None
    by: str = ""


class PublishedClaim(_TournamentSection):
    """A published claim, its words in `text`: `better` is better than `than`, or as good if `even`."""

    text: str
    better: str
    than: str
    even: bool = False


class PublishedResults(_TournamentSection):
    """What somebody has published about these players, to compare the tournament's games with."""

    source: str = ""
    figures: list[PublishedFigure] = []
    claims: list[PublishedClaim] = []


class TournamentFile(_TournamentSection):
    """The content of a tournament's file. `players` are players' texts by name. If there are `challengers`,
    each of them meets each of the `opponents` (missing: all other players); else everybody meets everybody.
    `games` are for each pairing. `rules` are options of the game's rules; missing ones come from the
    settings. `sprt` are the two bounds of a sequential test, in normalized Elo (`arena.sequential`)."""

    description: str = ""
    game: str
    players: dict[str, str]
    challengers: list[str] | None = None
    opponents: list[str] | None = None
    games: int = 100
    random_plies: Annotated[int, Field(ge=0)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    rules: dict[str, Any] = {}
    sprt: tuple[float, float] | None = None
    published: PublishedResults | None = None


def preset_names() -> list[str]:
    return shipped_names(PRESETS)


def find_tournament(name: str) -> Path:
    """The file of a preset, or the file with that path. Raises BadText if there is neither."""
    return find_file("tournament", name, PRESETS, "an existing YAML file")


def read_tournament(path: Path) -> TournamentFile:
    """The content of a file. On failure raises a BadText that names it, and what is wrong in it."""
    text = read_text(path, MOST_BYTES)
    try:
        content = read_yaml(text)
        if not isinstance(content, dict):
            raise BadText(f"expected keys such as 'game:', found {shown(content)}")
        file = TournamentFile.model_validate(content)
        _check_names(file)
    except ValidationError as error:
        raise BadText(f"{path}: {mistakes(error, TournamentFile)[0]}") from None
    except BadText as error:
        raise BadText(f"{path}: {error}") from None
    except RecursionError:
        raise BadText(f"{path}: expected keys, found brackets in brackets without end") from None
    return file


def tournament_of(
    file: TournamentFile, name: str, settings: Settings, games: int | None = None, seed: int | None = None
) -> Tournament:
    """The tournament of a file, with another number of games or seed if given. On failure raises a BadText
    that says why it cannot be played."""
    options = settings.options_for(file.game, file.rules)
    entrants = []
    for entrant, text in file.players.items():
        with mistakes_in(f"players.{entrant}"):
            entrants.append(Entrant(entrant, parse_player(text, file.game)))
    return make_tournament(
        name[:LONGEST_NAME],
        file.game,
        entrants,
        _pairings(file),
        file.games if games is None else games,
        options,
        file.random_plies,
        file.seed if seed is None else seed,
        settings.weights.get(file.game),
        settings.engine.table_megabytes,
        None if file.sprt is None else SequentialTest(*file.sprt),
    )


def published_of(file: TournamentFile) -> Published | None:
    """The published results in the file; None if it has none."""
    if file.published is None:
        return None
    figures = []
    for figure in file.published.figures:
        share = figure.score if figure.score is not None else figure.draws
        assert share is not None
        of_draws = figure.draws is not None
        figures.append(Figure(figure.first, figure.second, share, figure.games, of_draws, figure.by))
    claims = (Claim(claim.text, claim.better, claim.than, claim.even) for claim in file.published.claims)
    return Published(file.published.source, tuple(figures), tuple(claims))


def _check_names(file: TournamentFile) -> None:
    """Raises BadText unless every name is a player's, and the keys fit together."""
    load_game(file.game)
    for name in file.players:
        if not name.strip() or len(name) > LONGEST_NAME or not can_be_kept(name):
            raise BadText(f"players: expected names of 1 to {LONGEST_NAME} characters, found {shown(name)}")
    named: list[tuple[str, str]] = []
    for key in ("challengers", "opponents"):
        listed = getattr(file, key)
        if listed is not None and (not listed or len(set(listed)) < len(listed)):
            raise BadText(f"{key}: expected names, each once, found {shown(listed)}")
        named += [(key, name) for name in listed or ()]
    if file.opponents is not None and file.challengers is None:
        raise BadText("opponents: expected challengers too")
    for number, figure in enumerate(file.published.figures if file.published else ()):
        if (figure.score is None) == (figure.draws is None):
            raise BadText(f"published.figures.{number}: expected either score or draws")
        if figure.second is None and figure.draws is not None:
            raise BadText(f"published.figures.{number}: expected second, the other player, beside draws")
        named += [(f"published.figures.{number}", n) for n in (figure.first, figure.second) if n is not None]
    for number, claim in enumerate(file.published.claims if file.published else ()):
        named += [(f"published.claims.{number}", name) for name in (claim.better, claim.than)]
    for key, name in named:
        if name not in file.players:
            raise BadText(f"{key}: expected one of {', '.join(file.players)}, found {shown(name)}")
    if file.sprt is not None and len(_pairings(file)) != 1:
        raise BadText("sprt: expected two players")


def _pairings(file: TournamentFile) -> list[tuple[int, int]]:
    """The pairings, as indices of the players in the file."""
    names = list(file.players)
    if file.challengers is None:
        return list(round_robin(len(names)))
    opponents = file.opponents
    if opponents is None:
        opponents = [name for name in names if name not in file.challengers]
    pairs = product(map(names.index, opponents), map(names.index, file.challengers))
    pairings = [(challenger, opponent) for opponent, challenger in pairs]
    met: set[frozenset[int]] = set()
    for first, second in pairings:
        if frozenset((first, second)) in met:
            raise BadText(f"opponents: {names[first]} and {names[second]} would meet twice")
        met.add(frozenset((first, second)))
    if not pairings:
        raise BadText("opponents: expected a player who is no challenger")
    return pairings

"""`main.py tournament`: plays a tournament or continues it, shows its table, lists and opens its games."""

import argparse
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

from arena.published_results import compare
from arena.report import elo_text, figure_name, report, scores
from arena.results import Results
from arena.tournament import Tournament
from arena.tournament_run import TournamentProgress, TournamentRun
from cli.arena.match_table import show_tables, show_test, show_variety
from cli.command_io import settings_of, show
from cli.foreground_job import ForegroundJob
from cli.parser import COUNT, FILE, natural_number
from cli.plain_tables import new_console, new_table, show_list
from cli.progress_bars import WORDS, progress_bar
from cli.run import Run, interruptible, workers_of
from games.contract import SIDE_NAMES, BadText
from games.data_folder import default_folder
from games.figure_text import percent, percents
from games.text_files import check_name, mistakes_in, write_whole
from study.saved_games.game_to_open import GameToOpen
from study.saved_games.trusted_programs import TrustedPrograms
from study.settings.settings import Settings
from study.tournaments.tournament_files import (
    TournamentFile,
    find_tournament,
    preset_names,
    published_of,
    read_tournament,
    tournament_of,
)
from study.tournaments.tournaments import game_of, open_game, play_alone, results_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name",
        metavar="NAME-OR-FILE",
        nargs="?",
        help="a preset, or a YAML file; if left out, the presets and the kept tournaments are listed",
    )
    parser.add_argument("--games", **COUNT, help="games of each pairing, in place of the tournament's number")
    parser.add_argument(
        "--seed",
        type=natural_number,
        metavar="N",
        help="fixes openings and all random choices, in place of the tournament's seed",
    )
    parser.add_argument(
        "--file", **FILE, help="the SQLite file in which results are kept; in your data folder if left out"
    )
    parser.add_argument(
        "--values",
        action="store_true",
        help="also keep the value of each move for its player: 8 bytes a move, about 1 kB a game of chess",
    )
    parser.add_argument("--report", **FILE, help="write an HTML page with charts")
    parser.add_argument("--list", action="store_true", help="list the finished games")
    parser.add_argument("--open", **COUNT, help="open game N in the window, by its number in --list")
    parser.add_argument(
        "--trust", action="store_true", help="allow the programs that the file names to start"
    )


def run(arguments: argparse.Namespace, open_window: Run) -> None:
    """Plays a tournament. With `--open` opens one of its games, with `--list` lists them. Without a name,
    lists the tournaments."""
    if arguments.name is None:
        for option in ("open", "list", "report", "games", "seed", "values", "trust"):
            given = getattr(arguments, option)
            if given is not None and given is not False:
                raise BadText(f"--{option}: expected the name of a tournament, too")
        list_tournaments(arguments)
    elif arguments.open is not None:
        arguments.opened = opened_game(arguments)
        open_window(arguments)
    elif arguments.list:
        list_games(arguments)
    else:
        interruptible(play, arguments)


def play(arguments: argparse.Namespace) -> None:
    """Plays the remaining games of a tournament, and shows its table."""
    workers, settings = workers_of(arguments), settings_of(arguments)
    if arguments.report is not None:
        check_name(arguments.report)
        if not arguments.report.absolute().parent.is_dir():
            raise BadText(f"--report {arguments.report}: expected a file in a folder that exists")
    with _asked_for(arguments, settings) as (file, tournament, results):
        _check_commands(arguments, tournament, settings)
        run = TournamentRun(tournament, results, *workers, keeps_values=arguments.values)
        with tournament_progress(tournament.total) as on_news:
            news = play_alone(run, ForegroundJob(on_news))
        answer = _answer(news, results.path)
        tables = results.tables(run.id)
        if tables:
            answer["tables"] = [{"name": name, "checksum": checksum} for name, checksum in tables]
        published = published_of(file)
        if published is not None:
            answer["published"] = compare(news.table, published).to_json()
    if arguments.report is not None:
        try:
            write_whole(arguments.report, report(answer))
        except OSError as error:
            raise BadText(f"--report {arguments.report}: {error.strerror or error}") from None
    show(arguments, answer, show_tournament)


def list_games(arguments: argparse.Namespace) -> None:
    """Lists the finished games of a tournament."""
    with _asked_for(arguments, settings_of(arguments)) as (_, tournament, results):
        rows = []
        number = results.number_of(tournament)
        for game in [] if number is None else results.games(number):
            white, black = (entrant.name for entrant in tournament.players(game.number))
            first = SIDE_NAMES[game.first_side]
            second = SIDE_NAMES[1 - game.first_side]
            rows.append(
                {
                    "number": game.number + 1,
                    "white": white,
                    "black": black,
                    "winner": first if game.points == 1.0 else second if game.points == 0.0 else None,
                    "plies": game.plies,
                    "ending": game.ending,
                    "failure": game.failure,
                }
            )
    show(arguments, rows, show_games)


def list_tournaments(arguments: argparse.Namespace) -> None:
    """Lists the presets, and the tournaments in the file of results."""
    settings = settings_of(arguments)
    presets = [
        {"name": name, "description": read_tournament(find_tournament(name)).description}
        for name in preset_names()
    ]
    path = _results_path(arguments, settings)
    kept = []
    if path.exists():
        with Results(path) as results:
            for row in results.tournaments():
                tournament = Tournament.of_text(row.text)
                kept.append(
                    {
                        "name": row.name,
                        "game": tournament.game,
                        "seed": tournament.seed,
                        "games": row.games,
                        "games_in_all": tournament.total,
                        "seconds": row.seconds,
                    }
                )
    show(arguments, {"presets": presets, "kept": kept, "file": str(path)}, show_tournaments)


def opened_game(arguments: argparse.Namespace) -> GameToOpen:
    """The game of `--open`."""
    if arguments.json:
        raise BadText("--open: expected without --json, because it opens the window")
    with _asked_for(arguments, settings_of(arguments)) as (_, tournament, results):
        number = results.number_of(tournament)
        return open_game(tournament, game_of(results, number, arguments.open, tournament.name))


@contextlib.contextmanager
def _asked_for(
    arguments: argparse.Namespace, settings: Settings
) -> Iterator[tuple[TournamentFile, Tournament, Results]]:
    """A context with the tournament that the arguments name: its file, the tournament, and its results."""
    path = find_tournament(arguments.name)
    file = read_tournament(path)
    with mistakes_in(path.name):
        tournament = tournament_of(file, path.stem, settings, arguments.games, arguments.seed)
    with Results(_results_path(arguments, settings)) as results:
        yield file, tournament, results


def _results_path(arguments: argparse.Namespace, settings: Settings) -> Path:
    given: Path | None = arguments.file
    return results_file(settings.data_folder) if given is None else given


def _check_commands(arguments: argparse.Namespace, tournament: Tournament, settings: Settings) -> None:
    """Raises BadText if a player is a command that the person has not agreed to run, because a tournament's
    file may come from anywhere."""
    trusted = TrustedPrograms(settings.data_folder or default_folder())
    players = [entrant.player for entrant in tournament.entrants]
    if arguments.trust:
        trusted.choose(players)
        return
    for command in trusted.unknown(players):
        raise BadText(
            f"{arguments.name}: names a program that you have not agreed to run yet: {command}. It could do "
            "anything that you can do: check it, then add --trust"
        )


def _answer(news: TournamentProgress, path: Path) -> dict[str, Any]:
    answer = news.table.to_json()
    return answer | {"seconds": news.seconds, "games_per_second": news.games_per_second, "file": str(path)}


def show_tournament(answer: Mapping[str, Any]) -> None:
    console = new_console()
    state = "" if answer["games"] == answer["games_in_all"] else f" of {answer['games_in_all']}"
    console.print(
        f"{answer['name']}: {answer['game']}, {answer['games']}{state} games, seed {answer['seed']}"
    )
    measured = "llr" not in answer
    columns = ("games", "points", "score", *(("95 %", "Elo [95 %]") if measured else ()))
    table = new_table("", "player", *columns, right=columns)
    for place, row in enumerate(answer["table"], start=1):
        cells = [f"{row['games']}", f"{row['points']:g}", percent(row["score"])]
        if measured:
            cells += [percents(row["score_low"], row["score_high"]), elo_text(row)]
        table.add_row(f"{place}", row["name"], *cells)
    console.print(table)
    _show_cross_table(console, answer)
    if not measured:
        show_test(console, answer)
    for row in answer["forfeits"]:
        console.print(
            f"{row['name']} lost {row['games']} game{'s' * (row['games'] != 1)} by forfeit: {row['failure']}"
        )
    show_variety(console, answer)
    if answer.get("published"):
        _show_published(console, answer["published"])
    show_tables(console, ((each["name"], each["checksum"]) for each in answer.get("tables", [])))
    rate = answer["games_per_second"]
    console.print(f"{answer['seconds']:.1f} s" + ("" if rate is None else f", {rate:.1f} games/s"))
    console.print(f"kept in {answer['file']}")


def _show_cross_table(console: Console, answer: Mapping[str, Any]) -> None:
    names = [row["name"] for row in answer["table"]]
    found = scores(answer)
    numbers = [str(place) for place in range(1, len(names) + 1)]
    table = new_table("", "score against", *numbers, right=numbers)
    for place, name in enumerate(names, start=1):
        cells = (found.get((name, other)) for other in names)
        table.add_row(f"{place}", name, *("" if cell is None else percent(cell) for cell in cells))
    console.print(table)


def _show_published(console: Console, published: Mapping[str, Any]) -> None:
    columns = ("published", "here", "95 %")
    table = new_table(published["source"], *columns, "the published figure", right=columns)
    for figure in published["figures"]:
        by = f" (published: {figure['by']})" if figure["by"] else ""
        shares = (percent(figure["published"]), percent(figure["found"]))
        interval = percents(figure["low"], figure["high"])
        table.add_row(figure_name(figure) + by, *shares, interval, figure["verdict"])
    console.print(table)
    for sentence in published["sentences"]:
        console.print(sentence)


def show_tournaments(answer: Mapping[str, Any]) -> None:
    show_list(answer["presets"])
    if answer["kept"]:
        columns = ("seed", "games", "seconds")
        table = new_table("played", "game", *columns, right=columns)
        for row in answer["kept"]:
            games = f"{row['games']} of {row['games_in_all']}"
            table.add_row(row["name"], row["game"], f"{row['seed']}", games, f"{row['seconds']:.0f}")
        new_console().print(table)


def show_games(rows: Sequence[Mapping[str, Any]]) -> None:
    table = new_table("game", "white", "black", "winner", "plies", "ending", right=("game", "plies"))
    for row in rows:
        ending = row["failure"] or row["ending"]
        winner = row["winner"] or "draw"
        table.add_row(f"{row['number']}", row["white"], row["black"], winner, f"{row['plies']}", ending)
    new_console().print(table)


@contextmanager
def tournament_progress(games: int) -> Iterator[Callable[[Any], None]]:
    """A progress bar while a tournament runs. Yields a function that takes
    `arena.tournament_run.TournamentProgress`."""
    with progress_bar(TextColumn("games"), BarColumn(), MofNCompleteColumn(), WORDS, total=games) as update:

        def show(news: Any) -> None:
            rate = "" if news.games_per_second is None else f"{news.games_per_second:.1f} a second"
            update(completed=news.done, words=rate)

        yield show

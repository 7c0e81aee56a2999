"""Prints the answer of a match: its score, its test, and why it was lost."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console

from arena.sequential import would_decide
from arena.statistics import signed_elo
from cli.plain_tables import new_console, new_table
from games.figure_text import grouped
from study.format import number_text

MOST_PAIRS = 20
"""The most pairs of a match that are explained one by one."""


def _signed(value: float | None, infinite: str) -> str:
    return infinite if value is None else signed_elo(value)


def _show_measure(console: Console, answer: Mapping[str, Any]) -> None:
    low, high = answer["score_low"], answer["score_high"]
    score, least, most = map(number_text.percent, (answer["score"], low, high))
    console.print(f"score {score}, 95 % interval {least} to {most}")
    lower, upper = _signed(answer["elo_low"], "−∞"), _signed(answer["elo_high"], "+∞")
    if answer["elo"] is not None:
        console.print(f"Elo {_signed(answer['elo'], '')}, 95 % interval {lower} to {upper}")
    elif answer["elo_low"] is not None:
        console.print(f"Elo at least {lower} (95 %)")
    elif answer["elo_high"] is not None:
        console.print(f"Elo at most {upper} (95 %)")
    if answer["more_games"] is not None:
        more = grouped(answer["more_games"])
        console.print(
            f"That does not show who is better. About {more} more games would, if they go as these did."
        )


def show_test(console: Console, answer: Mapping[str, Any]) -> None:
    """Prints what a sequential test has decided."""
    low, high = answer["sprt"]
    meant = {
        "accept": f"the first player is better by {high:g} rather than {low:g}",
        "reject": f"the first player is not better by {high:g}: {low:g} fits the games better",
        "none": "nothing is decided",
    }
    if answer["more_pairs"] is not None:
        meant["none"] += f": {would_decide(answer['more_pairs'])}"
    console.print(f"sequential test [{low:g}, {high:g}] in normalized Elo: {meant[answer['decision']]}")
    ratio, least, most = (number_text.signed(answer[name], 2) for name in ("llr", "llr_low", "llr_high"))
    console.print(f"log-likelihood ratio {ratio}, undecided from {least} to {most}")


def tell_length(expected: tuple[int, int], most: int) -> None:
    """Prints the expected number of games of a sequential test on standard error, before the test starts."""
    true, between = expected
    Console(stderr=True, highlight=False).print(
        (
            f"about {true} games if the first player has one of the two strengths, {between} if its strength "
            f"lies half-way, {most} at most"
        ),
        soft_wrap=True,
    )


def show_match(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(f"{answer['first']} against {answer['second']}, {answer['games']} games")
    console.print(f"wins {answer['wins']}, draws {answer['draws']}, losses {answer['losses']}")
    names = ("both lost", "one lost", "even", "one won", "both won")
    pairs = ", ".join(f"{name} {count}" for name, count in zip(names, answer["pairs"], strict=True))
    console.print(f"pairs of games: {pairs}")
    if "llr" in answer:
        show_test(console, answer)
    else:
        _show_measure(console, answer)
    speeds = [f"{speed:,.0f}" if speed else "—" for speed in answer["nodes_per_second"]]
    if any(answer["nodes_per_second"]):
        console.print(f"nodes a second of thinking: {speeds[0]} and {speeds[1]}")
    show_variety(console, answer)
    for ending, count in sorted(answer["endings"].items(), key=lambda item: -item[1]):
        console.print(f"  {count:5}  {ending}")
    for failure in answer["failures"]:
        console.print(f"  forfeit: {failure}")
    show_tables(console, answer.get("tables", {}).items())
    rate = answer["games"] / answer["seconds"]
    console.print(f"{answer['plies']} plies in {answer['seconds']:.1f} s, {rate:.1f} games/s")
    if "file" in answer:
        console.print(f"kept in {answer['file']}; the menu of the window's arena lists it")
    if "why" in answer:
        _show_why(console, answer)


def _show_why(console: Console, answer: Mapping[str, Any]) -> None:
    """Prints why the match was lost."""
    why = answer["why"]
    console.print()
    console.print(why["sentence"])
    for caveat in why["caveats"]:
        console.print(caveat)
    if why["terms"]:
        table = new_table("between them", "lost", "won", right=("lost", "won"))
        for row in why["terms"]:
            counts = (row["lost"], why["lost_counted"]), (row["won"], why["won_counted"])
            table.add_row(row["label"], *(f"{count} of {of}" if of else "–" for count, of in counts))
        console.print(table)
    for row in why["pairs"][:MOST_PAIRS]:
        games = " and ".join(map(str, row["games"]))
        console.print(f"games {games}: {row['sentence']}")
        if row["position"] is not None:
            console.print(f"  {row['position']}")
    if len(why["pairs"]) > MOST_PAIRS:
        console.print(f"and {len(why['pairs']) - MOST_PAIRS} more")


def show_variety(console: Console, answer: Mapping[str, Any]) -> None:
    """Prints how many games and openings were different."""
    console.print(
        f"{answer['distinct_games']} different games from {answer['distinct_openings']} different openings"
        f" of {answer['random_plies']} random plies"
    )


def show_tables(console: Console, tables: Iterable[tuple[str, str]]) -> None:
    """Prints the endgame tables that a player has played from."""
    named = ", ".join(f"{name} ({checksum[:8]})" for name, checksum in tables)
    if named:
        console.print(f"endgame tables: {named}")

"""The command line's answers as tables for people, on standard output; progress on standard error."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.report import elo_text, figure_name, scores
from arena.sequential import would_decide
from arena.statistics import signed_elo
from cli.plain_tables import (
    WIDTH,
    bounded_text,
    new_console,
    new_table,
    show_breakdown,
    show_list,
    value_text,
)
from cli.window_notation import line_in_window, move_in_window, moves_in_window
from engines.contract import EXACT, UPPER, WIN_BAND
from engines.learned.learners import in_words
from games.figure_text import grouped, percent, percents
from games.record import joined_to
from study.format import number_text
from study.format.value_format import ValueFormat
from study.saved_games.game_length import length_in_words
from study.why_not.comparison import ROUNDING


def show_analysis(answer: Mapping[str, Any]) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    speed = answer["nodes"] / answer["seconds"] if answer["seconds"] else 0
    where = answer["game"], answer["position"]
    console.print(f"{move_in_window(*where, answer['move'])}  {value_text(answer['value'], form, unit=True)}")
    console.print(
        f"depth {answer['depth']}, {answer['nodes']} nodes, {answer['seconds']:.2f} s, {speed:.0f} nodes/s"
    )
    if "chance" in answer:
        console.print(answer["chance"]["sentence"])
    console.print("best line: " + line_in_window(*where, answer["pv"]))
    if answer.get("sentence"):
        console.print(f"now {value_text(answer['now'], form)}. {answer['sentence']}")
    if "remark" in answer:
        console.print(answer["remark"])
    for number, line in enumerate(answer["lines"][1:], 2):
        moves = line_in_window(*where, line["pv"])
        console.print(f"line {number}: {value_text(line['value'], form)}  {moves}")
    known = [row for row in answer["moves"] if row["value"] is not None]
    known.sort(key=lambda row: (-row["value"], row["bound"] != EXACT))
    names = moves_in_window(*where, [row["move"] for row in known])
    for name, row in zip(names, known, strict=True):
        console.print(f"  {name:8} {bounded_text(row['value'], form, row['bound'] == UPPER)}")
    if "leaf" in answer:
        console.print("at the end of the best line:")
        show_breakdown(answer["leaf"])


FLIPS_AT, UNTIL, BEST_BEYOND = "flips at", "until", "best there"


def _flip_columns(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The columns of flip weights that are not empty."""
    cells = [_flip_cells(row, (FLIPS_AT, UNTIL, BEST_BEYOND), str) for row in rows]
    titles = zip((FLIPS_AT, UNTIL, BEST_BEYOND), zip(*cells, strict=True), strict=True)
    return [title for title, column in titles if any(column)]


def _flip_cells(row: Mapping[str, Any], columns: Sequence[str], written: Callable[[str], str]) -> list[str]:
    """The cells of a term's flip weight in these columns; `written` gives a move's notation for people."""
    if "flip_weight" not in row:
        return ["" for _ in columns]
    flip, until = row["flip_weight"], row["flip_until"]
    cells = {
        FLIPS_AT: number_text.apart(flip, row["weight"]),
        UNTIL: "" if until is None else number_text.apart(until, flip),
        BEST_BEYOND: written(row["best_beyond"]) if row["best_beyond"] else "",
    }
    return [cells[column] for column in columns]


def show_why_not(answer: Mapping[str, Any]) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    console.print(answer["sentence"])
    unit = f", in {form.units}" if form.unit else ""
    console.print(f"values for {answer['side']} at depth {answer['depth']}{unit}")
    where = answer["game"], answer["position"]
    for which, label in zip(("chosen", "asked"), answer["labels"], strict=True):
        line = line_in_window(*where, answer[f"{which}_line"])
        value = value_text(answer[f"{which}_value"], form)
        console.print(f"{label}: {move_in_window(*where, answer[which])}  {value}  {line}")
    if answer["terms"]:
        columns = ("chosen", "asked", "difference", *_flip_columns(answer["terms"]))
        heads = (*answer["labels"], *columns[2:])
        table = new_table("term", *heads, right=heads)
        rows = [row for row in answer["terms"] if row["name"] != ROUNDING]
        differences = [form.difference(row["chosen"], row["asked"]) for row in rows]
        for row, difference in zip(rows, differences, strict=True):
            amounts = [value_text(amount, form) for amount in (row["chosen"], row["asked"], difference)]
            flips = _flip_cells(row, columns[3:], partial(move_in_window, *where))
            table.add_row(row["label"], *amounts, *flips)
        values = [answer["chosen_value"], answer["asked_value"]]
        values.append(form.difference(*values))
        rest = form.lacking(values[-1], differences)
        if rest:
            table.add_row(ROUNDING, "", "", value_text(rest, form))
        table.add_row("sum", *(value_text(value, form) for value in values))
        console.print(table)
    for which in ("chosen", "asked"):
        if answer[f"{which}_outcomes"]:
            console.print(f"what may come of {answer[f'{which}_line'][-1]}:")
            amounts = ["probability", "value", "share"]
            table = new_table("outcome", *amounts, right=amounts)
            for row in sorted(answer[f"{which}_outcomes"], key=lambda row: -row["value"]):
                chance = percent(row["probability"])
                table.add_row(
                    row["outcome"], chance, value_text(row["value"], form), value_text(row["share"], form)
                )
            console.print(table)
    table = new_table("depth", *map(str, range(1, answer["depth"] + 1)))
    for which in ("chosen", "asked"):
        by_depth = ("" if value is None else value_text(value, form) for value in answer[f"{which}_values"])
        table.add_row(move_in_window(*where, answer[which]), *by_depth)
    console.print(table)


MOST_PAIRS = 20
"""The most pairs of a match that are explained one by one."""

MOST_SCANNED = 20
"""The most positions of a scan that are shown to people."""

MOST_MISLED = 2
"""The most terms that are named beside a refuted move."""


def show_scan(answer: Mapping[str, Any]) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    console.print(
        f"{answer['positions']} positions, seed {answer['seed']}: {answer['first']} and {answer['second']} "
        f"choose differently in {answer['differ']}"
    )
    if answer["tied"]:
        console.print(
            f"ties: {answer['tied']} (one of the two gives both moves the same value, and chance picks one)"
        )
    worse = (f"{answer[f'{which}_worse']} by the {which}" for which in ("first", "second"))
    console.print(f"worse choices: {', '.join(worse)}; measured by {answer['judge']}")
    for which in ("first", "second"):
        terms = [row for row in answer["terms"] if row["chooser"] == which]
        if any(row["worse"] for row in terms):
            console.print(f"worse choices of the {which}, by the term that decided: {_rates_text(terms)}")
        if answer["look_at"][which]:
            console.print(f"{look_at_text(answer['look_at'][which])} (the {which})")
    rows = answer["found"][:MOST_SCANNED]
    if rows:
        columns = ("no.", "ply", "cost")
        choice = ("judged", "decided by")
        titles = ("no.", "ply", "first", *choice, "second", *choice, "cost", "", "position")
        table = new_table(*titles, right=columns)
        for row in rows:
            cells = []
            for which in ("first", "second"):
                found = row[which]
                term = "tie" if found["tied"] else found["label"] or "no term"
                move = move_in_window(answer["game"], row["position"], found["move"])
                cells += [move, value_text(found["judged"], form), term]
            tie = "tie" if row["tied"] else ""
            where = (_cost_text(row, form), tie, row["position"])
            table.add_row(f"{row['number']}", f"{row['ply']}", *cells, *where)
        console.print(table)
    if len(answer["found"]) > len(rows):
        console.print(f"and {len(answer['found']) - len(rows)} more")
    console.print(f"{answer['seconds']:.1f} s")


def _rates_text(terms: Sequence[Mapping[str, Any]]) -> str:
    """How many of the choices that each term decided were worse."""
    rows = (row for row in terms if row["worse"])
    return ", ".join(
        f"{row['label'] or 'no term'} {row['worse']} of {row['worse'] + row['right']}" for row in rows
    )


def look_at_text(found: Mapping[str, Any]) -> str:
    """The term to look at, with its shares."""
    worse, right = (found[name] / found[f"of_{name}"] for name in ("worse", "right"))
    shares = f"{percent(worse)} of the worse choices and {percent(right)} of the right ones"
    return f"look at {found['label']}: it decides {shares}"


def show_deeper_scan(answer: Mapping[str, Any]) -> None:
    console = new_console()
    refuted, cases = answer["refuted"], answer["cases"]
    ties = f", {answer['tied']} more by chance between equal moves" if answer["tied"] else ""
    console.print(
        f"{answer['positions']} positions, seed {answer['seed']}: {answer['deeper']} refutes "
        f"{refuted} move{'s' * (refuted != 1)} of {answer['player']}{ties}"
    )
    if any(row["worse"] for row in answer["terms"]):
        console.print(f"refuted choices, by the term that decided: {_rates_text(answer['terms'])}")
    if answer["look_at"]:
        console.print(look_at_text(answer["look_at"]))
    elif refuted:
        console.print("no term decides more of the refuted choices than of the right ones, beyond chance")
    if cases:
        table = new_table("where", "plays", "", "better", "misled by", "position")
        for row in cases[:MOST_SCANNED]:
            moves = moves_in_window(answer["game"], row["position"], [row["move"], row["better"]])
            where = row["name"].removesuffix(f": {row['cost_text']}")
            misled = ", ".join(term["label"] for term in row["terms"][:MOST_MISLED])
            table.add_row(where, moves[0], row["cost_text"], moves[1], misled, row["position"])
        console.print(table)
    if len(cases) > MOST_SCANNED:
        console.print(f"and {len(cases) - MOST_SCANNED} more")
    if answer["suite"]:
        console.print(f"written to {answer['suite']}")
    console.print(f"{answer['seconds']:.1f} s")


def show_review(answer: Mapping[str, Any], seconds: float, written: Mapping[int, tuple[str, str]]) -> None:
    """Prints a review. `written` are, by ply, the move and the best one in notation for people, "" for an
    unknown one."""
    console, form = new_console(), ValueFormat.of_answer(answer)
    for remark in ("problem", "not_kept"):
        if remark in answer:
            console.print(answer[remark])
    turns = sum(1 for _ in groupby(row["side"] for row in answer["plies"]))
    console.print(
        f"{answer['game']}, {length_in_words(answer['game'], len(answer['plies']), turns)}; values "
        f"by {answer['judge']} for the side that moved{f', in {form.units}' if form.unit else ''}"
    )
    console.print(f"searched by {answer['player']}")
    columns = ("value", "better", "depth", "loss")
    table = new_table("no.", "side", "move", "value", "best", "better", "depth", "loss", "", right=columns)
    for row in answer["plies"]:
        move, best = written[row["ply"]]
        head = (row["number"], row["side"], move)
        if row["value"] is None:
            table.add_row(*head, "", "", "", "", "", "not searched in time")
            continue
        better = row["move"] != row["best"]
        table.add_row(
            *head,
            value_text(row["value"], form),
            best if better else "",
            value_text(row["best_value"], form) if better else "",
            str(row["depth"]),
            _loss_text(row, form),
            "<-" if row["marked"] else "",
        )
    console.print(table)
    console.print(answer["stretch"]["sentence"])
    for row in _told_moves(answer, form):
        move, best = written[row["ply"]]
        words = row["sentence"] or f"better was {best}"
        console.print(f"{joined_to(row['number'], move)} ({row['side']}): {words}")
    console.print(f"{seconds:.1f} s")


def _told_moves(answer: Mapping[str, Any], form: ValueFormat) -> list[Mapping[str, Any]]:
    """The worst moves of a review and each side's costliest, the largest loss first."""
    rows = {
        row["ply"]: row
        for row in (*answer["worst"], *(r for side in answer["costliest"].values() for r in side))
    }
    return sorted(
        rows.values(),
        key=lambda row: (-form.difference(row["best_value"], row["value"]), -row["loss"], row["ply"]),
    )


def _loss_text(row: Mapping[str, Any], form: ValueFormat) -> str:
    """A loss in the reviewer's unit; "" for none, and if one of the two moves wins or loses by force."""
    decided = any(abs(row[name]) > WIN_BAND for name in ("value", "best_value"))
    return "" if decided or not row["loss"] else form.size(form.difference(row["best_value"], row["value"]))


def _cost_text(row: Mapping[str, Any], form: ValueFormat) -> str:
    """A cost in the judge's unit; "" if a choice wins or loses by force, which its value says."""
    decided = any(abs(row[which]["judged"]) > WIN_BAND for which in ("first", "second"))
    return "" if decided else form.size(form.difference(*(row[w]["judged"] for w in ("first", "second"))))


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
        console.print(f"That does not say who is better: about {more} more games would.")


def _show_test(console: Console, answer: Mapping[str, Any]) -> None:
    low, high = answer["sprt"]
    meant = {
        "accept": f"the first player is better by {high:g} rather than {low:g}",
        "reject": f"the first player is not better by {high:g}, but by {low:g} at most",
        "none": "nothing is decided",
    }
    if answer["more_pairs"] is not None:
        meant["none"] += f": {would_decide(answer['more_pairs'])}"
    console.print(f"sequential test [{low:g}, {high:g}] in normalized Elo: {meant[answer['decision']]}")
    ratio, least, most = (number_text.signed(answer[name], 2) for name in ("llr", "llr_low", "llr_high"))
    console.print(f"log-likelihood ratio {ratio}, open from {least} to {most}")


def tell_length(expected: tuple[int, int], most: int) -> None:
    """Prints the expected number of games of a test, on standard error before it starts."""
    true, between = expected
    Console(stderr=True, highlight=False).print(
        (
            f"about {true} games if one of the two strengths is right, {between} if the truth lies "
            f"half-way, {most} at most"
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
        _show_test(console, answer)
    else:
        _show_measure(console, answer)
    speeds = [f"{speed:,.0f}" if speed else "—" for speed in answer["nodes_per_second"]]
    if any(answer["nodes_per_second"]):
        console.print(f"nodes a second of thinking: {speeds[0]} and {speeds[1]}")
    _show_variety(console, answer)
    for ending, count in sorted(answer["endings"].items(), key=lambda item: -item[1]):
        console.print(f"  {count:5}  {ending}")
    for failure in answer["failures"]:
        console.print(f"  forfeit: {failure}")
    _show_tables(console, answer.get("tables", {}).items())
    rate = answer["games"] / answer["seconds"]
    console.print(f"{answer['plies']} plies in {answer['seconds']:.1f} s, {rate:.1f} games/s")
    if "file" in answer:
        console.print(f"kept in {answer['file']}; the window's arena lists it")
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


def _show_variety(console: Console, answer: Mapping[str, Any]) -> None:
    console.print(
        f"{answer['distinct_games']} different games from {answer['distinct_openings']} different openings"
        f" of {answer['random_plies']} random plies"
    )


def _show_tables(console: Console, tables: Iterable[tuple[str, str]]) -> None:
    """Prints the endgame tables that a player has played from."""
    named = ", ".join(f"{name} ({checksum[:8]})" for name, checksum in tables)
    if named:
        console.print(f"endgame tables: {named}")


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
        _show_test(console, answer)
    for row in answer["forfeits"]:
        console.print(f"{row['name']} lost {row['games']} by forfeit: {row['failure']}")
    _show_variety(console, answer)
    if answer.get("published"):
        _show_published(console, answer["published"])
    _show_tables(console, ((each["name"], each["checksum"]) for each in answer.get("tables", [])))
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
        by = f" (there {figure['by']})" if figure["by"] else ""
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


def show_bench(answer: Mapping[str, Mapping[str, Any]]) -> None:
    numbers = ("perft nodes/s", "search nodes/s", "uncompiled", "speed-up", "compiling")
    table = new_table("game", "heuristic", *numbers, right=numbers)
    for name, row in answer.items():
        table.add_row(
            name,
            row["heuristic"],
            f"{row['perft_nps'] / 1e6:.1f} M",
            f"{row['search_nps'] / 1e6:.2f} M",
            f"{row['uncompiled_search_nps'] / 1e3:.1f} k",
            f"{row['speed_up']:.0f}×",
            f"{row['compile_seconds']:.1f} s",
        )
    console = new_console()
    console.print(table)
    for name, row in answer.items():
        if "threads" in row:
            console.print(
                f"{name}: {row['threads']} threads search {row['threads_nps_ratio']:.2f}× the nodes a second"
                f" and reach a depth {row['threads_depth_ratio']:.2f}× as fast (median of ten positions)"
            )
        if "games" in row:
            console.print(
                f"{name}: {row['games_per_cpu_second']:.1f} games a second of the processor, in Python"
                f" {row['python_games_per_cpu_second']:.2f} ({row['games_ratio']:.1f}×);"
                f" two workers {row['two_workers_ratio']:.2f}× one"
            )
        if "boards" in row:
            console.print(
                f"{name}: {row['environment_pps'] / 1e6:.2f} M plies a second of the processor in the"
                f" environment of learners, {row['boards']} games at a time"
            )


def show_frames(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(f"first frame after {answer['first_frame_seconds']:.2f} s")
    console.print(
        "frames: " + ", ".join(f"{key} {value:.1f} ms" for key, value in answer["frame_ms"].items())
    )


def show_suites(rows: list[dict[str, Any]]) -> None:
    table = new_table("suite", "game", "cases", "", right=("cases",))
    for row in rows:
        table.add_row(row["name"], row["game"], str(row["cases"]), row["description"])
    new_console().print(table)


def show_tree(answer: Mapping[str, Any], side: str) -> None:
    console, form = new_console(), ValueFormat.of_answer(answer)
    value = value_text(answer["value"], form, unit=True)
    move = move_in_window(answer["game"], answer["position"], answer["move"])
    console.print(f"{answer['player']}: {move}  {value} for {side}")
    recorded = f", {answer['recorded']} recorded" if answer["recorded"] < answer["nodes"] else ""
    console.print(f"depth {answer['depth']}, {answer['nodes']} nodes{recorded}")
    console.print("  ".join(f"{words} {count}" for words, count in answer["ended"].items()))
    table = new_table("", "value", "nodes", "", right=("value", "nodes"))
    for row in (answer["node"], *answer["children"]):
        bound = "" if row["bound"] == "exactly" else row["bound"] + " "
        said = "; ".join(part for part in (row["sentence"].removesuffix("."), row["remarks"]) if part) + "."
        name = row["move"] if row is answer["node"] else f"  {row['move']}"
        table.add_row(name, bound + value_text(row["value"], form), str(row["nodes"]), said)
    console.print(table)


def show_suite(answer: Mapping[str, Any]) -> None:
    form = ValueFormat.of_answer(answer)
    table = new_table("", "case", "plays", "value", "should play", "since", "", right=("value",))
    for case in answer["cases"]:
        where = answer["game"], case["position"]
        best, avoid = (" ".join(moves_in_window(*where, case[name])) for name in ("best", "avoid"))
        other = move_in_window(*where, case.get("could_draw"))
        table.add_row(
            "passed" if case["passed"] else "FAILED",
            case["name"] or case["position"],
            move_in_window(*where, case["move"]) or case.get("error", ""),
            "" if case["value"] is None else value_text(case["value"], form),
            best or f"not {avoid}",
            case.get("since", ""),
            f"by chance: another seed could choose {other}" if case["by_lot"] else "",
        )
    console = new_console()
    console.print(table)
    if "left_out" in answer:
        console.print(answer["left_out"])
    lot = f"; {answer['by_lot']} of these by chance" if answer["by_lot"] else ""
    console.print(f"{answer['passed']} passed, {answer['failed']} failed{lot}")


LINE_EVERY = 10.0
"""Seconds between two lines of progress in a file or a pipe."""


@contextmanager
def progress_bar(*columns: Any, total: float = 1.0, lines: bool = True) -> Iterator[Callable[..., None]]:
    """A progress bar on standard error; if that is no terminal, `lines` now and then. A call updates its
    task, which has `words`."""
    console = Console(stderr=True)
    every, hidden = (*columns, TimeRemainingColumn()), not console.is_terminal
    told = time.perf_counter()
    with Progress(*every, console=console, transient=True, disable=hidden) as progress:
        number = progress.add_task("", total=total, words="")

        def update(**news: Any) -> None:
            nonlocal told
            progress.update(number, **news)
            if hidden and lines and time.perf_counter() - told >= LINE_EVERY:
                told, task = time.perf_counter(), progress.tasks[0]
                line = f"{task.percentage:.0f} %  {task.fields['words']}".strip()
                console.print(line, highlight=False, markup=False, width=WIDTH)

        yield update


WORDS = TextColumn("{task.fields[words]}")


@contextmanager
def counted_progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """A progress bar for things that are done one by one. Each call counts one and ignores its arguments."""
    with progress_bar(TextColumn(what), BarColumn(), MofNCompleteColumn(), total=total) as update:
        yield lambda *given: update(advance=1)


@contextmanager
def compile_progress(total: int) -> Iterator[Callable[[int, Sequence[str], float], None]]:
    """A progress bar for parts that are compiled. Takes how many are done, the names of those in work, and
    the seconds left (0.0: not known)."""
    with progress_bar(BarColumn(), MofNCompleteColumn(), WORDS, total=total, lines=True) as update:

        def tell(done: int, names: Sequence[str], seconds: float) -> None:
            left = f", about {number_text.seconds(seconds)} left" if seconds else ""
            update(completed=done, words=f"{', '.join(names)}{left}")

        yield tell


def show_compiled(answer: Mapping[str, Any]) -> None:
    """What `compile` has done, for people."""
    table = new_table("game", "kernels", "compiled now", right=("kernels", "compiled now"))
    for row in answer["games"]:
        table.add_row(row["name"], f"{row['parts']}", f"{len(row['compiled'])}")
    console = new_console()
    console.print(table)
    console.print(f"{number_text.seconds(answer['seconds'])}; kept in {answer['folder']}")


@contextmanager
def tournament_progress(games: int) -> Iterator[Callable[[Any], None]]:
    """A progress bar while a tournament runs; it takes `arena.tournament_run.TournamentProgress`."""
    with progress_bar(TextColumn("games"), BarColumn(), MofNCompleteColumn(), WORDS, total=games) as update:

        def show(news: Any) -> None:
            rate = "" if news.games_per_second is None else f"{news.games_per_second:.1f} a second"
            update(completed=news.done, words=rate)

        yield show


@contextmanager
def scan_progress(positions: int) -> Iterator[Callable[[Any], None]]:
    """A progress bar while a scan or a review runs, or a match is explained; it takes
    `study.compare.scan.ScanNews`, `study.state.move_loss.ReviewResult` or
    `study.tournaments.why_lost.WhyLostNews`."""
    with progress_bar(TextColumn("positions"), BarColumn(), MofNCompleteColumn(), total=positions) as update:
        yield lambda news: update(completed=news.done)


@contextmanager
def training_progress(judges: Sequence[str]) -> Iterator[Callable[[Any], None]]:
    """A progress bar while a player learns, with its last scores; where there is none, a line for each
    measurement. It takes `arena.training.training_run.TrainingNews`."""
    console = Console(stderr=True)
    told = 0

    def scores(news: Any) -> str:
        if news.measuring:
            return f"measuring: {news.measuring}"
        if not news.curve:
            return ""
        point = news.curve[-1]
        return ", ".join(f"{number_text.percent(point.scores[judge])} against {judge}" for judge in judges)

    with progress_bar(BarColumn(), WORDS, lines=False) as update:

        def on_news(news: Any) -> None:
            nonlocal told
            words = f"{news.games:,} games  {scores(news)}"
            update(completed=news.share, words=words)
            if not console.is_terminal and (len(news.curve) > told or news.measuring):
                told = len(news.curve)
                console.print(f"{news.seconds:.0f} s  {words}", highlight=False, markup=False, width=WIDTH)

        yield on_news


def show_training(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(
        f"{answer['learner']}: {answer['games']:,} games in {answer['seconds']:.0f} s, seed {answer['seed']}"
    )
    columns = ("games", "score", "from", "to", "won", "drawn", "lost")
    table = new_table("against", "options", *columns, right=columns)
    for row in answer["results"]:
        table.add_row(
            row["against"],
            in_words(row["options"]),
            str(row["games"]),
            *(percent(row[name]) for name in ("score", "score_low", "score_high")),
            *(str(row[name]) for name in ("wins", "draws", "losses")),
        )
    console.print(table)
    console.print(f"plays as {answer['player']}, by {answer['file']}")

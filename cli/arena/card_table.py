"""Prints a report card as tables for people, and the progress of runs such as card, tune and gaps."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from rich.console import Console

from arena.calibration.calibration_run import CalibrationProgress
from arena.card.against import RivalCheck
from arena.card.verdicts import CANNOT_TELL
from arena.sequential import ACCEPT, NONE, REJECT, would_decide
from arena.statistics import signed_elo
from arena.term_kinds import WEIGHT
from cli.plain_tables import WIDTH, new_console, new_table
from cli.progress_bars import LINE_EVERY
from study.format import number_text
from study.format.number_text import grouped, short
from study.truth.figure_words import gain_text, interval_in_brief

TESTS = {ACCEPT: "better", REJECT: "not better", NONE: "undecided"}
"""The result of a test of suggested weights, in words."""

PREPARING = "preparing"

RIGHT = (
    "weight",
    "fires",
    "Elo",
    "pairs",
    "more nodes",
    "others refitted",
    "truth kept",
    "foresight",
    "suggested",
)


@contextmanager
def card_progress() -> Iterator[Callable[[Any], None]]:
    """Shows on standard error what a run does: in one line that changes on a terminal, else in a new line for
    each activity, and every LINE_EVERY seconds. Yields a function that takes the run's progress."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield partial(_Lines().tell, console)
        return
    with console.status("preparing") as status:
        yield lambda news: status.update(_activity(news) or number_text.seconds(news.seconds))


class _Lines:
    """Lines of progress for a file or a pipe."""

    def __init__(self) -> None:
        self._activity = ""
        self._began = self._printed = time.perf_counter()

    def tell(self, console: Console, news: Any) -> None:
        activity, now = _activity(news), time.perf_counter()
        # Nothing while preparing: if the input is wrong, its message is the only line.
        if activity == PREPARING or (activity == self._activity and now - self._printed < LINE_EVERY):
            return
        self._activity, self._printed = activity, now
        line = f"{number_text.seconds(now - self._began)}  {activity or 'done'}"
        console.print(line, highlight=False, markup=False, width=WIDTH)


def _activity(news: Any) -> str:
    """What a run is doing, with its progress if it counts any."""
    if isinstance(news, CalibrationProgress) and news.stage and news.played:
        return f"{news.stage}: {news.played} of {news.games}"
    if isinstance(news, RivalCheck):
        return f"{news.counts.pairs} pairs" if news.counts.pairs else PREPARING
    return str(news.stage)


def show_head(console: Console, answer: Mapping[str, Any]) -> None:
    """Prints the result of a card or of tuning in a sentence, and how many games it has played."""
    console.print(answer["sentence"])
    console.print(
        f"{answer['game']} {answer['heuristic']}, {grouped(answer['nodes'])} nodes a move, with more nodes "
        f"{grouped(answer['deeper_nodes'])}; {grouped(answer['games'])} games of self-play, "
        f"{grouped(answer['positions'])} positions, seed {answer['seed']}; "
        f"{number_text.seconds(answer['compile_seconds'])} of compiling"
    )


def show_card(answer: Mapping[str, Any]) -> None:
    console = new_console()
    show_head(console, answer)
    table = new_table("term", *RIGHT, "verdict", right=RIGHT)
    for row in (*answer["terms"], *answer["groups"]):
        foresight = row.get("foresight")
        table.add_row(
            row["label"],
            "" if row["weight"] is None else short(row["weight"]),
            fires_text(row),
            worth_text(row),
            f"{row['pairs']}" if row["pairs"] else "",
            worth_text(row["deeper"]) + (" !" if row["changes_sign"] else ""),
            worth_text(row["refitted"]),
            _truth_gain(row["truth"]),
            "" if foresight is None else number_text.signed(foresight, 2),
            _suggested(row),
            row["verdict_text"],
        )
    console.print(table)
    for row in answer["terms"]:
        if row["turned"] is not None:
            console.print(f"{row['label']} with its sign turned: {turned_text(row)}")
    if answer["truth"] is not None:
        console.print(answer["truth"]["sentence"])
    if answer["kinds_sentence"]:
        console.print(answer["kinds_sentence"])
    for row in answer["terms"]:
        for measure, found in row["by_kind"].items():
            what = "fitted weight" if measure == WEIGHT else "truth kept"
            console.print(f"{row['label']}, {what}: {found['figures']}")
    labels = {row["name"]: row["label"] for row in answer["terms"]}
    console.print(suggestion_text(answer["suggestion"], labels, answer["no_fit"] or ""))
    if answer["left_out"]:
        console.print(f"No time was left for: {'; '.join(answer['left_out'])}.")
    console.print(f"kept in {answer['file']}")
    undecided = any(row["verdict"].startswith(CANNOT_TELL) for row in answer["terms"]) or answer["left_out"]
    if undecided and answer["minutes"] is not None:
        spent = f"{answer['minutes']:g} minute{'s' * (answer['minutes'] != 1)}"
        console.print(
            f"Not everything is decided after {spent}. "
            "The same command with more --minutes goes on from here."
        )


def show_comparison(answer: Mapping[str, Any]) -> None:
    console = new_console()
    console.print(f"{answer['heuristic']} against {answer['against']}: {answer['verdict']}")
    counts = " ".join(f"{count}" for count in answer["pairs"])
    ratio, worse = number_text.signed(answer["llr"], 2), short(answer["sprt"][0])
    console.print(
        f"{grouped(sum(answer['pairs']))} pairs (LL LD DD WD WW: {counts}), {grouped(answer['nodes'])} nodes "
        f"a move, seed {answer['seed']}; log-likelihood ratio {ratio} of {worse} against "
        f"{short(answer['sprt'][1])} normalized Elo"
    )
    if answer["more_pairs"] is not None:
        console.print(f"Nothing is decided yet: {would_decide(answer['more_pairs'])}.")


def worth_text(worth: Mapping[str, Any] | None) -> str:
    """Elo with its 95 % interval, such as "+12 [−3, +27]"; "" if no pair was played."""
    if worth is None or not worth["pairs"]:
        return ""
    low, high = worth["elo_low"], worth["elo_high"]
    ends = f"{'−∞' if low is None else signed_elo(low)}, {'+∞' if high is None else signed_elo(high)}"
    return f"[{ends}]" if worth["elo"] is None else f"{signed_elo(worth['elo'])} [{ends}]"


def _suggested(row: Mapping[str, Any]) -> str:
    if row["suggested"] is None:
        return ""
    value, low, high = (short(row[name], 3) for name in ("suggested", "suggested_low", "suggested_high"))
    return f"{value} [{low}, {high}]"


def fires_text(row: Mapping[str, Any]) -> str:
    """How often a term fires, with the interval and the number of positions; "" for a group."""
    if row.get("fires") is None:
        return ""
    share, low, high = (row[name] for name in ("fires", "fires_low", "fires_high"))
    ends = "" if low is None else f" ({interval_in_brief((low, high))})"
    return f"{100 * share:.0f} %{ends} of {grouped(row['positions'])}"


def turned_text(row: Mapping[str, Any]) -> str:
    """The results of the matches with a term's opposite sign, at both numbers of nodes, and whether they
    confirm it."""
    found = f"{worth_text(row['turned'])} Elo in {row['turned']['pairs']} pairs"
    if row["turned_deeper"] is not None:
        deeper = row["turned_deeper"]
        found += f", {worth_text(deeper)} Elo in {deeper['pairs']} pairs with more nodes"
    return f"{found}: {'confirmed' if row['turned_confirmed'] else 'not confirmed'}"


def _truth_gain(truth: Mapping[str, Any] | None) -> str:
    """What a term gains in proven positions, with the interval and their number."""
    if truth is None:
        return "–"
    gain = gain_text(truth["gain"], truth["gain_low"], truth["gain_high"])
    return f"{gain} of {grouped(truth['positions'])}"


def test_text(test: Mapping[str, Any]) -> str:
    """The result of a test of suggested weights; for an undecided test also how many games would decide
    it."""
    more = test.get("more_pairs")
    return TESTS[test["decision"]] + ("" if more is None else f": {would_decide(more)}")


def suggestion_text(suggestion: Mapping[str, Any] | None, labels: Mapping[str, str], no_fit: str = "") -> str:
    """The suggestion in a sentence, with the results of its matches; `labels` are the names of weights for
    people, `no_fit` is why there is none."""
    if suggestion is None:
        return no_fit or "No other weights are suggested."
    changed = suggestion["weights"].items()
    weights = ", ".join(f"{labels.get(name, name)} {short(weight)}" for name, weight in changed)
    tests = "; ".join(
        f"{worth_text(test)} Elo in {test['pairs']} pairs at {grouped(test['nodes'])} nodes "
        f"({test_text(test)})"
        for test in suggestion["tests"]
    )
    state = "confirmed at both budgets" if suggestion["confirmed"] else "not confirmed"
    return f"The fit suggests {weights}: {state}. Matches: {tests or 'none yet'}."

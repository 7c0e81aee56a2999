"""The answer to why a match was lost, as JSON."""

from collections.abc import Sequence
from math import isnan
from typing import Any

from engines.player_kinds import PlayerSpec
from games.contract import SIDE_NAMES
from study.tournaments.why_lost import LINES, PartedChoice, Parting, TermOverAll, WhyLostNews
from study.tournaments.why_lost_text import MatchNames, caveats, parting_sentence, sentences

PLAYERS = ("first", "second")
"""The names of a match's two players in the JSON."""


def why_lost_json(news: WhyLostNews, names: MatchNames, players: Sequence[PlayerSpec]) -> dict[str, Any]:
    """The pairs that somebody won, and how often each term made the players choose differently in them."""
    lost, won = news.counted
    return {
        "sentence": " ".join(sentences(news, names)),
        "caveats": caveats(news, players, names),
        "loser": PLAYERS[news.loser],
        "lost": len(news.pairs(True)),
        "won": len(news.pairs(False)),
        "wrong_by": "search" if news.asked_deeper else "result",
        "lost_counted": len(lost),
        "won_counted": len(won),
        "terms": [_over_all(row) for row in news.terms],
        "pairs": [_pair(each, news, names) for each in news.found],
        "seconds": news.seconds,
    }


def _over_all(row: TermOverAll) -> dict[str, Any]:
    name = None if row.name == LINES else row.name
    return {"name": name, "label": row.label, "lost": row.lost, "won": row.won}


def _pair(parting: Parting, news: WhyLostNews, names: MatchNames) -> dict[str, Any]:
    pair, position = parting.pair, parting.position
    found: dict[str, Any] = {
        "games": [game.number + 1 for game in pair.games],
        "loser": PLAYERS[pair.loser],
        "parted_by": pair.how,
        "ply": pair.plies,
        "position": None if position is None else position.text,
        "side": None if position is None else SIDE_NAMES[position.to_move],
    }
    for name, choice in zip(("chosen", "other"), parting.choices, strict=False):
        found |= _choice(name, choice, parting)
    found |= {
        "sentence": parting_sentence(parting, news, names),
        "gap": parting.gap,
        "terms": [
            {
                "name": term.name,
                "label": term.label,
                "chosen": term.loser,
                "other": term.winner,
                "difference": term.difference,
            }
            for term in parting.terms
        ],
        "lines": parting.lines,
        "between": None if parting.between in ("", LINES) else parting.between,
    }
    if parting.judged is not None:
        values = dict(zip(("chosen", "other"), parting.judged, strict=True))
        found["judged"] = values | {"depth": parting.judged_depth}
    if parting.failure:
        found["failure"] = parting.failure
    return found


def _choice(name: str, choice: PartedChoice, parting: Parting) -> dict[str, Any]:
    """The loser's move, `chosen`, or the winner's, `other`."""
    assert parting.position is not None
    return {
        name: parting.position.move_text(choice.move),
        f"{name}_value": None if isnan(choice.value) else choice.value,
        f"{name}_depth": choice.depth or None,
        f"{name}_repeated": choice.repeated,
    }

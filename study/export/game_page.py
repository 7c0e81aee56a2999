"""A whole game as one page of HTML that opens offline: its boards, what each position is made of, the course
of the value, and what the worst moves lost and why.

All values are for White. The boards are pictures that somebody else has drawn (`study.export.board_sprites`).
"""

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.html_page import escaped, page
from games.contract import WHITE
from games.record import Record
from games.registry import entry
from heuristics.lens import Breakdown, Lens, Row
from heuristics.sides import is_one_sided
from study.core.move_loss import MoveLoss, Reviewed, worst
from study.core.one_sided import MARK, explained
from study.core.values import for_side
from study.export import page_timeline
from study.export.board_sprites import BoardSprites
from study.export.page_timeline import timeline
from study.export.position_report import amount
from study.format import number_text
from study.format.value_format import ValueFormat
from study.review.review import EXPLAINED
from study.review.timeline import Course, Seen, course, seen_through

STYLE = """
body { max-width: 78rem; } .game { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
.left { flex: 0 1 30rem; } .right { flex: 1 1 26rem; min-width: 0; }
canvas { width: 100%; border-radius: 8px; } .bar span { flex: 1; text-align: right; }
.bar { display: flex; gap: .4rem; align-items: center; margin: .6rem 0; }
button { font: inherit; padding: .2rem .8rem; } .moves { line-height: 2; }
.moves a, .worst a { color: inherit; text-decoration: none; cursor: pointer; padding: .1rem .35rem;
  border-radius: 4px; white-space: nowrap; } .moves a:hover, .worst a:hover { background: var(--line); }
.moves a.here { background: var(--mark); color: var(--paper); } .moves .lost { text-decoration: underline 3px
  rgb(var(--bad)); text-underline-offset: 4px; } .worst li { margin: .5rem 0; }
.ply { display: none; } .ply.here { display: block; } .ply h2 { margin-top: 0; } .why { border-left: 4px solid
  rgb(var(--bad)); padding-left: .8rem; } td.w { color: var(--dim); } tr.sum td { font-weight: 600; }
svg { max-width: 100%; height: auto; cursor: pointer; } svg .total { fill: none; stroke: var(--ink);
  stroke-width: 1.5; } svg .at { fill: var(--mark); opacity: .25; } svg .lost { fill: rgb(var(--bad)); }
svg .point { fill: var(--ink); }
"""

SCRIPT = """
const game = JSON.parse(document.getElementById("boards").textContent), sheet = new Image();
const canvas = document.querySelector("canvas"), all = q => [...document.querySelectorAll(q)];
const plies = all(".ply"), moves = all(".moves a"), chart = document.querySelector("svg");
const last = plies.length - 1;
let here = 0;
function draw() {
  const pen = canvas.getContext("2d"), s = game.side;
  game.boards[here].forEach((tile, i) => pen.drawImage(sheet, tile % game.across * s,
    Math.floor(tile / game.across) * s, s, s, i % game.columns * s, Math.floor(i / game.columns) * s, s, s));
}
function show(ply) {
  here = Math.max(0, Math.min(last, ply));
  plies.forEach((part, i) => part.classList.toggle("here", i === here));
  moves.forEach(move => move.classList.toggle("here", Number(move.dataset.ply) === here));
  const at = chart && chart.querySelector(".at");
  if (at) at.setAttribute("x", game.left + here * game.step);
  document.getElementById("where").textContent = moves[here].textContent;
  draw();
}
document.addEventListener("keydown", event => {
  const step = {ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last}[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  show(here + step);
  event.preventDefault();
});
document.addEventListener("click", event => {
  const to = event.target.closest("[data-ply]"), by = event.target.closest("[data-step]");
  if (to) show(Number(to.dataset.ply));
  if (by) show(here + Number(by.dataset.step) * (Math.abs(by.dataset.step) > 1 ? last : 1));
  if (chart && chart.contains(event.target)) {
    const box = chart.getBoundingClientRect(), x = (event.clientX - box.left) / box.width * game.width;
    show(Math.floor((x - game.left) / game.step));
  }
});
sheet.onload = () => show(0);
sheet.src = game.sheet;
"""


@dataclass(frozen=True)
class ToldGame:
    """A game as it is to be told. `seen` are its positions through `lens`, `judged` its moves beside what a
    search would have played (None: not known), `whys` why the worst were worse, by ply. `players` are White
    and Black, "" where that is not known; `reviewer` says who has searched, "" for nobody."""

    record: Record
    lens: Lens
    seen: tuple[Seen | None, ...]
    judged: tuple[MoveLoss | None, ...]
    whys: Mapping[int, str]
    players: tuple[str, str] = ("", "")
    reviewer: str = ""

    @property
    def names(self) -> tuple[str, str]:
        about = entry(self.record.game.name)
        return about.white, about.black

    @property
    def form(self) -> ValueFormat:
        """How its values are written."""
        return ValueFormat.of_lens(self.lens)

    @property
    def course(self) -> Course:
        return course(self.record.positions, self.seen, self.lens, WHITE, self.names)


def told_game(
    record: Record, lens: Lens, reviewed: Reviewed, players: tuple[str, str], reviewer: str
) -> ToldGame:
    """A game as its review tells it, each position evaluated for White through the lens that reviewed."""
    seen = tuple(seen_through(position, lens, WHITE) for position in record.positions)
    judged = {each.index: each for each in reviewed.judged}
    moves = tuple(judged.get(index) for index in range(len(record.plies)))
    return ToldGame(record, lens, seen, moves, reviewed.whys, players, reviewer)


def game_page(told: ToldGame, tiles: BoardSprites) -> str:
    """The page; nothing in it is loaded from anywhere."""
    about, record = entry(told.record.game.name), told.record
    players = [player or name for player, name in zip(told.players, told.names, strict=True)]
    title = f"{about.title}: {players[0]} – {players[1]}"
    marked = {judged.index: judged for judged in told.judged if judged is not None and judged.marked}
    chart = timeline(told.course, {index: judged.way for index, judged in marked.items()})
    rows = len(tiles.boards[0]) // tiles.columns
    size = f'width="{tiles.columns * tiles.side}" height="{rows * tiles.side}"'
    by = f" Searched by {escaped(told.reviewer)}." if told.reviewer else ""
    end, sided = escaped(record.position.ending), ""
    unit = told.form.units or f"the unit of {told.lens.name}"
    if is_one_sided(told.lens):
        sided = (
            f" Terms with {MARK} are one-sided: positions are evaluated for "
            f"{escaped(told.names[WHITE])}, what the search found for the player to move."
        )
    parts = [
        f"<h1>{escaped(title)}</h1>",
        f"<p class=dim>{_moves_in_words(record)}. {end} Values are for {escaped(told.names[WHITE])}, in "
        f"{escaped(unit)}.{by}{sided} Arrow keys, Home and End step through the game.</p>",
        "<noscript><p>Stepping through the game needs JavaScript.</p></noscript>",
        f"<div class=game><div class=left><canvas {size}></canvas>{_BUTTONS}<div class=moves>",
        *_moves(told, marked),
        "</div></div><div class=right>",
        *_plies(told),
        "</div></div>",
        f"<h2>The course of the game</h2>{chart.svg}",
        *_worst(told),
        _data(tiles, chart.left, chart.step, chart.width),
        f"<script>{SCRIPT}</script>",
    ]
    return page(title, parts, STYLE + page_timeline.STYLE)


def _moves_in_words(record: Record) -> str:
    count = record.number(len(record.plies) - 1) - record.number(0) + 1 if record.plies else 0
    return "1 move" if count == 1 else f"{count} moves"


_BUTTONS = (
    "<div class=bar><button data-step=-2>|&lt;</button><button data-step=-1>&lt;</button>"
    "<button data-step=1>&gt;</button><button data-step=2>&gt;|</button>"
    "<span id=where class=dim></span></div>"
)


def _data(tiles: BoardSprites, left: float, step: float, width: float) -> str:
    """What the script reads: the sheet, the boards, and where the columns of the chart are."""
    sheet = "data:image/png;base64," + base64.b64encode(tiles.sheet).decode("ascii")
    told = {"sheet": sheet, "side": tiles.side, "across": tiles.across, "columns": tiles.columns}
    told |= {"boards": tiles.boards, "left": left, "step": step, "width": width}
    return f"<script type='application/json' id=boards>{json.dumps(told, separators=(',', ':'))}</script>"


def _moves(told: ToldGame, marked: Mapping[int, MoveLoss]) -> Iterator[str]:
    record = told.record
    yield "<a data-ply=0>start</a>"
    for index in range(len(record.plies)):
        lost = " class=lost" if index in marked else ""
        yield f"<a data-ply={index + 1}><span{lost}>{escaped(record.numbered(index))}</span></a>"


def _plies(told: ToldGame) -> Iterator[str]:
    """What there is to say of each position, after the move that led to it."""
    record = told.record
    for cursor, seen in enumerate(told.seen):
        head = "The start" if cursor == 0 else escaped(record.numbered(cursor - 1))
        said = [] if cursor == 0 else list(_judgement(told, cursor - 1))
        if isinstance(seen, Breakdown):
            said.append(_breakdown(told, seen))
        else:
            said.append(f"<p>{escaped(seen or record.positions[cursor].ending)}</p>")
        yield f"<section class=ply><h2>{head}</h2>{''.join(said)}</section>"


def _judgement(told: ToldGame, index: int) -> Iterator[str]:
    """What a move lost, and why."""
    judged = told.judged[index]
    if judged is None:
        return
    whose = escaped(told.names[judged.side])
    values = [
        number_text.verdict(row.value, judged.side, told.names)
        or amount(for_side(row.value, judged.side, WHITE), told.form)
        for row in (judged.played, judged.best)
    ]
    deep = f"{number_text.plies(judged.depth)} deep"
    if judged.best.move == judged.played.move:
        yield f"<p class=dim>What the search plays, {deep}: {values[0]}.</p>"
        return
    better = escaped(_better(told, judged))
    if judged.loss == 0.0:
        yield f"<p class=dim>Worth as much as {better}, {deep}: {values[0]}.</p>"
        return
    lost = escaped(judged.words)
    text = f"{better} ({values[1]}), played {values[0]}, {deep}: {lost} for {whose}."
    if not judged.marked:
        yield f"<p class=dim>The search prefers {text}</p>"
        return
    why = told.whys.get(index, "")
    yield f"<p class=why>Better was {text}{' ' + escaped(why) if why else ''}</p>"


def _better(told: ToldGame, judged: MoveLoss) -> str:
    """What the search would have played, with its number."""
    return f"{told.record.label(judged.index)} {judged.position.notation(judged.best.move)}"


def _breakdown(told: ToldGame, seen: Breakdown) -> str:
    """The table of a position, both sides' counts by colour."""
    white, black = map(escaped, told.names)
    head = f"<tr><th>term</th><th>{white}</th><th>{black}</th><th>weight</th><th>for {white}</th></tr>"
    rows = [_row(told, seen, row) for row in seen.rows]
    value = for_side(seen.value, seen.side, WHITE)
    lacking = 0.0
    if abs(value) < number_text.LEAST_SHARE_OF_A_WIN:
        parts = (for_side(row.contribution, seen.side, WHITE) for row in seen.rows)
        lacking = told.form.lacking(value, parts)
    if lacking:
        rest = told.form.signed(lacking)
        rows.append(f"<tr><td>rounding</td><td></td><td></td><td></td><td>{rest}</td></tr>")
    total = f"<tr class=sum><td>value</td><td></td><td></td><td></td><td>{amount(value, told.form)}</td></tr>"
    return f"<div class=wide><table>{head}{''.join(rows)}{total}</table></div>"


def _row(told: ToldGame, seen: Breakdown, row: Row) -> str:
    counts: Sequence[float | None] = (row.own, row.other) if seen.side == WHITE else (row.other, row.own)
    cells = "".join(f"<td>{'' if count is None else number_text.short(count)}</td>" for count in counts)
    value = amount(for_side(row.contribution, seen.side, WHITE), told.form)
    name, tip = row.name.replace("_", " "), row.description
    if sided := explained(told.lens, row.name, seen.side, told.names):
        name, tip = f"{name} {MARK}", f"{tip} {sided}"
    weight = number_text.short(row.weight)
    head = f"<td title='{escaped(tip)}'>{escaped(name)}</td>"
    return f"<tr>{head}{cells}<td class=w>{weight}</td><td>{value}</td></tr>"


def _worst(told: ToldGame) -> Iterator[str]:
    """The moves that lost most, the worst first."""
    found = worst(told.judged, EXPLAINED)
    if not told.reviewer:
        return
    yield "<h2>What lost most</h2>"
    if not found:
        yield "<p>No move lost much.</p>"
        return
    yield "<ol class=worst>"
    for judged in found:
        why = told.whys.get(judged.index) or f"Better was {_better(told, judged)}."
        move, whose = escaped(told.record.numbered(judged.index)), escaped(told.names[judged.side])
        yield f"<li><a data-ply={judged.index + 1}><b>{move}</b></a> ({whose}): {escaped(why)}</li>"
    yield "</ol>"

"""Writes a whole game as one page of HTML that opens offline: the boards, the terms of each position, the
chart of its values, where the game was lost, and why the costliest moves were wrong. If no move was made, the
page has the board and the terms of the position.

Values are for White, except in sentences about a player's mistakes.
"""

import base64
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from arena.calibration.chance_scale import ChanceScale
from arena.html_page import Markup, joined, markup, page
from games.contract import WHITE
from games.game_tree import ROOT
from games.record import Record
from games.registry import entry
from heuristics.lens import Breakdown, Lens
from heuristics.sides import is_one_sided
from study.calibration.chance import chance_by, compared
from study.evaluation.one_sided import MARK
from study.export.board_sprites import BoardSprites
from study.export.page_terms import STYLE as TERMS_STYLE
from study.export.page_terms import terms_table
from study.export.page_timeline import STYLE as CHART_STYLE
from study.export.page_timeline import timeline
from study.export.page_variations import (
    board_of_node,
    name_of,
    remark_of,
    variation_nodes,
    variations_at,
    ways,
)
from study.export.position_report import amount
from study.format import number_text
from study.format.value_format import ValueFormat
from study.review.stretch import Stretch, stretch_of
from study.review.stretch_text import moves_of, stretch_sentence
from study.review.timeline import Course, Known, Searched, Seen, course, evaluated, read_review
from study.searches.values import for_side
from study.state.incremental_cache import at_once
from study.state.move_loss import MoveLoss, ReviewResult, listed

STYLE = """
body { max-width: 78rem; overflow-wrap: break-word; } .game { display: flex; flex-wrap: wrap; gap: 1.5rem;
  align-items: flex-start; } .left { flex: 1 1 20rem; max-width: 32rem; min-width: 0; }
.right { flex: 1 1 28rem; min-width: 0; } canvas { width: 100%; border-radius: 8px; display: block; }
.bar { display: flex; gap: .4rem; align-items: center; margin: .6rem 0; }
.bar span { flex: 1; text-align: right; } button { font: inherit; padding: .2rem .8rem; min-height: 2rem; }
details { margin-bottom: .8rem; } .moves { line-height: 1.9; margin-top: .8rem; }
.moves a, .costly a, .lead a { color: inherit; text-decoration: none; cursor: pointer;
  padding: .1rem .35rem; border-radius: 4px; white-space: nowrap; }
.moves a:hover, .costly a:hover, .lead a:hover { background: var(--line); }
.moves a.between { border-bottom: 1px solid rgb(var(--bad)); border-radius: 0; }
.moves a.here { background: var(--mark); color: var(--paper); }
.moves .variation { font-size: .85rem; opacity: .85; } .moves .variation a { white-space: normal; }
.moves .lost { text-decoration: underline 3px rgb(var(--bad)); text-underline-offset: 4px; }
.lead { font-size: 1.1rem; } .lead a { background: var(--line); font-size: .95rem; }
.costly li { margin: .6rem 0; } .costly .other b { font-weight: 400; }
.ply { display: none; } .ply.here { display: block; } .ply h2 { margin-top: 0; }
.why { border-left: 4px solid rgb(var(--bad)); padding-left: .8rem; }
@media print { .bar button, .keys { display: none; } .game { display: grid;
  grid-template-columns: 5fr 6fr; } .moves { line-height: 1.5; font-size: .85rem; }
  .moves a { padding: 0 .2rem; }
  .moves a.here { color: var(--ink); background: var(--line); } h2 { break-after: avoid; }
  .costly li, tr, canvas { break-inside: avoid; } }
"""

SCRIPT = """
const game = JSON.parse(document.getElementById("boards").textContent);
const canvas = document.querySelector("canvas"), all = q => [...document.querySelectorAll(q)];
const plies = all(".ply"), moves = all(".moves a"), plot = document.querySelector(".plot");
const dark = matchMedia("(prefers-color-scheme: dark)"), last = game.last;
const sheets = game.sheets.map(source => Object.assign(new Image(), {src: source}));
const boards = [];
for (const changes of game.boards) {
  const board = boards.length ? boards[boards.length - 1].slice() : [];
  for (let i = 0; i < changes.length; i += 2) board[changes[i]] = changes[i + 1];
  boards.push(board);
}
let here = 0, printing = false;
function draw() {
  const pen = canvas.getContext("2d"), s = game.side, sheet = sheets[dark.matches && !printing ? 1 : 0];
  if (!sheet.complete) return;
  boards[here].forEach((tile, i) => pen.drawImage(sheet, tile % game.across * s,
    Math.floor(tile / game.across) * s, s, s, i % game.columns * s, Math.floor(i / game.columns) * s, s, s));
}
function step(by) {
  show(by === -1 ? game.before[here] : by === 1 ? game.after[here] : by < 0 ? 0 : last);
}
function show(ply) {
  here = Math.max(0, Math.min(plies.length - 1, ply));
  plies.forEach((part, i) => part.classList.toggle("here", i === here));
  moves.forEach(move => move.classList.toggle("here", Number(move.dataset.ply) === here));
  if (plot) plot.querySelector(".at").style.left = 100 * Math.min(here, last) / (last + 1) + "%";
  const named = moves.find(move => Number(move.dataset.ply) === here);
  const where = document.getElementById("where");
  if (where) where.textContent = named ? named.textContent : "";
  draw();
}
document.addEventListener("keydown", event => {
  const by = {ArrowLeft: -1, ArrowRight: 1, Home: -2, End: 2}[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  step(by);
  event.preventDefault();
});
document.addEventListener("click", event => {
  const to = event.target.closest("[data-ply]"), by = event.target.closest("[data-step]");
  const fold = event.target.closest(".fold");
  if (to) show(Number(to.dataset.ply));
  if (by) step(Number(by.dataset.step));
  if (fold) {
    const open = fold.getAttribute("aria-expanded") !== "true";
    all(".fold").filter(each => each.value === fold.value).forEach(each => {
      each.setAttribute("aria-expanded", open);
      each.closest("tbody").classList.toggle("open", open);
    });
  }
  if (plot && plot.contains(event.target)) {
    const box = plot.getBoundingClientRect();
    show(Math.floor((event.clientX - box.left) / box.width * (last + 1)));
  }
});
addEventListener("beforeprint", () => { printing = true; draw(); });
addEventListener("afterprint", () => { printing = false; draw(); });
dark.addEventListener("change", draw);
sheets.forEach(sheet => sheet.addEventListener("load", draw));
const linked = () => show(parseInt(location.hash.slice(1)) || 0);
addEventListener("hashchange", linked);
linked();
"""


@dataclass(frozen=True)
class PublishedGame:
    """The data of a game's page."""

    record: Record
    lens: Lens
    seen: tuple[Seen | None, ...]
    """The static evaluations of the positions by `lens`, for White."""
    move_losses: tuple[MoveLoss | None, ...]
    """The losses of the moves; None if the review has not found one."""
    whys: Mapping[int, str]
    """Why a move was worse than the best, by ply."""
    players: tuple[str, str] = ("", "")
    """The names of White and Black; "" if they are not known."""
    reviewer: str = ""
    """The player that searched for the review; "" without a review."""
    stretch: Stretch | None = None
    """Where the game was lost, or an advantage let slip; None if there is no such stretch."""
    lost_where: str = ""
    """The sentence on the stretch, or that there is none; "" if not all moves were reviewed."""
    found: tuple[Searched | None, ...] = ()
    """What the review has found for the positions."""
    scale: ChanceScale | None = None
    """Turns values into chances (expected scores); None if the heuristic is not calibrated."""

    @property
    def names(self) -> tuple[str, str]:
        about = entry(self.record.game.name)
        return about.white, about.black

    @property
    def can_step(self) -> bool:
        """Whether the game or its variations have moves."""
        return len(self.record.tree.nodes) > 1

    @property
    def form(self) -> ValueFormat:
        """The format of its values."""
        return ValueFormat.of_lens(self.lens)

    @property
    def course(self) -> Course:
        """The course of the game for the chart: by the review where it has searched, else by static
        evaluations."""
        curve: list[Known | None] = [
            searched or seen for searched, seen in zip_longest(self.found, self.seen)
        ]
        return course(self.record.positions, curve, self.lens, WHITE, self.names)


def published_game(
    record: Record,
    lens: Lens,
    review_result: ReviewResult,
    players: tuple[str, str],
    reviewer: str,
    scale: ChanceScale | None = None,
) -> PublishedGame:
    """The data of the page of a game with its review. Each position is evaluated for White by `lens`, the
    lens of the review; `scale` belongs to this lens."""
    seen = tuple(evaluated(position, lens, WHITE) for position in record.positions)
    by_index = {each.index: each for each in review_result.move_losses}
    moves = tuple(by_index.get(index) for index in range(len(record.plies)))
    about, stretch = entry(record.game.name), stretch_of(record, review_result)
    lost_where = stretch_sentence(record, review_result, stretch, (about.white, about.black))
    looked = {each.index: each for each in review_result.looked}
    steps = read_review([looked.get(i) for i in range(len(record.plies))], lens, (about.white, about.black))
    found = tuple(at_once(steps))
    whys = review_result.whys
    return PublishedGame(
        record, lens, seen, moves, whys, players, reviewer, stretch, lost_where, found, scale
    )


def game_page(game: PublishedGame, tiles: BoardSprites) -> Markup:
    """The page as HTML. It loads nothing from elsewhere."""
    about = entry(game.record.game.name)
    players = [player or name for player, name in zip(game.players, game.names, strict=True)]
    title = f"{about.title}: {players[0]} – {players[1]}" if game.record.plies else about.title
    marked = [move_loss for move_loss in game.move_losses if move_loss is not None and move_loss.marked]
    rows = len(tiles.boards[0]) // tiles.columns
    parts = [
        markup("<h1>{}</h1>", title),
        *_lead(game),
        _about(game),
        Markup("<noscript><p>Stepping through the game needs JavaScript.</p></noscript>"),
        markup(
            "<div class=game><div class=left>"
            '<canvas width="{}" height="{}" role=img aria-label=\'The board\'></canvas>',
            tiles.columns * tiles.side,
            rows * tiles.side,
        ),
        markup("{}</div><div class=right>", _BUTTONS if game.can_step else ""),
        *_plies(game),
        *_variation_plies(game),
        Markup("</div></div><div class=moves>"),
        *_moves(game, {move_loss.index for move_loss in marked}),
        Markup("</div>"),
        *_course(game, marked),
        *_costly(game),
        _data(game.record, tiles),
        markup("<script>{}</script>", Markup(SCRIPT)),
    ]
    return page(title, parts, STYLE + TERMS_STYLE + CHART_STYLE)


def _lead(game: PublishedGame) -> Iterator[Markup]:
    """Where the game was lost, with a link to the moves there."""
    if not game.lost_where:
        return
    there = ""
    if game.stretch is not None:
        moves = moves_of(game.record, game.stretch)
        there = markup(" <a data-ply={}>{}</a>", game.stretch.start, moves)
    yield markup("<p class=lead>{}{}</p>", game.lost_where, there)


def _about(game: PublishedGame) -> Markup:
    """The paragraph that says how long the game was and how it ended, for which side and in which unit values
    are, and who searched."""
    white, unit = game.names[WHITE], game.form.units or f"the unit of {game.lens.name}"
    record = game.record
    count = record.number(len(record.plies) - 1) - record.number(0) + 1 if record.plies else 0
    said = ["1 move." if count == 1 else f"{count} moves." if count else "", record.ending]
    said.append(f"Values are for {white}, in {unit}, by {game.lens.name}.")
    if count:
        said.append("Sentences about a player's mistakes give them for that player.")
    if is_one_sided(game.lens):
        said.append(
            f"Terms with {MARK} are one-sided: positions are evaluated from {white}'s point of view, and "
            "searches evaluate from that of the player to move."
        )
    details = ""
    if game.reviewer:
        details = markup(
            "<details class=dim><summary>Details</summary>Searched by {}.</details>", game.reviewer
        )
    keys = markup(" <span class=keys>{}</span>", _KEYS) if game.can_step else ""
    return markup("<p class=dim>{}{}</p>{}", " ".join(filter(None, said)), keys, details)


_KEYS = "Arrow keys, Home and End step through the game."

_BUTTONS = Markup(
    "<div class=bar><button data-step=-2>|&lt;</button><button data-step=-1>&lt;</button>"
    "<button data-step=1>&gt;</button><button data-step=2>&gt;|</button>"
    "<span id=where class=dim></span></div>"
)


def _data(record: Record, tiles: BoardSprites) -> Markup:
    """The data of the page's script: the boards, and the sheets of tiles."""
    sheets = ["data:image/png;base64," + base64.b64encode(sheet).decode("ascii") for sheet in tiles.sheets]
    content = {"sheets": sheets, "side": tiles.side, "across": tiles.across, "columns": tiles.columns}
    content |= {"boards": list(_changes(tiles.boards)), "last": len(record.plies)}
    content["before"], content["after"] = ways(record, variation_nodes(record))
    data = Markup(json.dumps(content, separators=(",", ":")))
    return markup("<script type='application/json' id=boards>{}</script>", data)


def _changes(boards: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The changes from board to board: numbers of squares, and their new tiles, in turn."""
    before: Sequence[int | None] = [None] * len(boards[0])
    for board in boards:
        pairs = enumerate(zip(before, board, strict=True))
        yield [number for at, (old, tile) in pairs if old != tile for number in (at, tile)]
        before = board


def _moves(game: PublishedGame, marked: Collection[int]) -> Iterator[Markup]:
    """All moves. Marked ones, and those of the stretch in which the game was lost, are underlined."""
    record, stretch = game.record, game.stretch
    boards = board_of_node(record, variation_nodes(record))
    yield Markup("<a data-ply=0>start</a>")
    yield from remark_of(record.tree[ROOT].comment)
    for index in range(len(record.plies)):
        lost = " class=lost" if index in marked else ""
        between = " class=between" if stretch is not None and stretch.start <= index < stretch.end else ""
        name = name_of(record, record.line[index])
        yield markup("<a data-ply={}{}><span{}>{}</span></a>", index + 1, between, lost, name)
        yield from remark_of(record.tree[record.line[index]].comment)
        yield from variations_at(record, index, boards)
    yield from variations_at(record, len(record.plies), boards)


def _plies(game: PublishedGame) -> Iterator[Markup]:
    """The text about each position, below the move that led to it."""
    record = game.record
    for cursor, seen in enumerate(game.seen):
        head = "The start" if cursor == 0 else record.numbered(cursor - 1)
        said = [] if cursor == 0 else list(_judgement(game, cursor - 1))
        if isinstance(seen, Breakdown):
            said.append(terms_table(game.lens, seen, game.names))
        else:
            said.append(markup("<p>{}</p>", seen or record.positions[cursor].ending))
        yield markup("<section class=ply><h2>{}</h2>{}</section>", head, joined(said))


def _variation_plies(game: PublishedGame) -> Iterator[Markup]:
    """The text about positions of variations: the move that led there and its comment."""
    record = game.record
    for id in variation_nodes(record):
        said = joined(remark_of(record.tree[id].comment))
        section = "<section class=ply><h2>{}</h2><p>A variation. {}</p></section>"
        yield markup(section, name_of(record, id), said)


def _judgement(game: PublishedGame, index: int) -> Iterator[Markup]:
    """What a move lost, and why."""
    move_loss = game.move_losses[index]
    if move_loss is None:
        return
    whose = game.names[move_loss.side]
    values = [
        number_text.verdict(row.value, move_loss.side, game.names)
        or amount(for_side(row.value, move_loss.side, WHITE), game.form)
        for row in (move_loss.played, move_loss.best)
    ]
    deep = f"{number_text.plies(move_loss.depth)} deep"
    if move_loss.best.move == move_loss.played.move:
        yield markup("<p class=dim>{}</p>", f"What the search plays, {deep}: {values[0]}.")
        return
    better = _better(game, move_loss)
    if move_loss.loss == 0.0:
        yield markup("<p class=dim>{}</p>", f"Worth as much as {better}, {deep}: {values[0]}.")
        return
    chances, words = _chances(game, move_loss), move_loss.words
    said = "{}: {} instead of {}, {}.{} {}'s move {}."
    text = markup(said, better, values[1], values[0], deep, chances, whose, words)
    if not move_loss.marked:
        yield markup("<p class=dim>The search prefers {}</p>", text)
        return
    why = game.whys.get(index, "")
    yield markup("<p class=why>Better was {}{}</p>", text, f" {why}" if why else "")


def _chances(game: PublishedGame, move_loss: MoveLoss) -> str:
    """A sentence with both values as chances, after a space; "" if one has none."""
    chances = (
        chance_by(
            game.scale,
            move_loss.position,
            for_side(row.value, move_loss.side, WHITE),
            WHITE,
            move_loss.thought.nodes,
        )
        for row in (move_loss.best, move_loss.played)
    )
    said = compared(*chances)
    return f" {said}" if said else ""


def _better(game: PublishedGame, move_loss: MoveLoss) -> str:
    """What the search would have played, with its number."""
    return f"{game.record.label(move_loss.index)} {move_loss.position.notation(move_loss.best.move)}"


def _course(game: PublishedGame, marked: Sequence[MoveLoss]) -> Iterator[Markup]:
    """The chart of a game with moves."""
    if game.record.plies:
        yield markup("<h2>The course of the game</h2>{}", timeline(game.course, marked, game.stretch))


def _costly(game: PublishedGame) -> Iterator[Markup]:
    """The costliest moves, the worst first; marked ones are bold."""
    found = listed(game.move_losses)
    if not game.reviewer:
        return
    yield Markup("<h2>What cost most</h2>")
    if not found:
        yield Markup("<p>No move cost anything.</p>")
        return
    yield Markup("<ol class=costly>")
    for move_loss in found:
        why = game.whys.get(move_loss.index) or f"Better was {_better(game, move_loss)}."
        yield markup(
            "<li{}><a data-ply={}><b>{}</b></a> {}, {}. {}</li>",
            "" if move_loss.marked else " class=other",
            move_loss.index + 1,
            game.record.numbered(move_loss.index),
            game.names[move_loss.side],
            move_loss.words,
            why,
        )
    yield Markup("</ol>")

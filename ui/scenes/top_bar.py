"""The bar above the board: the game, its players, whose turn it is, and what the program does."""

from collections.abc import Callable

import pygame

from engines.table_moves import loaded_tables, plays_from_tables
from games.contract import ONGOING
from study.game.session import Session
from study.game.status import status
from ui.kit.buttons import Button
from ui.kit.sheet import Sheet
from ui.theme import Theme

LONGEST_STATUS = "your move, compiling"
LONGEST_CLOCK = "000.0 of 000.0 s"
SHORT_CLOCK = "00.0 s"
"""Texts for whose widths the bar leaves room. In a narrow window it has room only for the short clock."""

ROOMY = 900
"""If the window is at least this wide, in design pixels, the button to the rules is next to the game's name.
In a narrower window the name may get smaller, to leave the players room."""


def draw_top_bar(
    sheet: Sheet,
    rect: pygame.Rect,
    session: Session,
    back: Button,
    how_to_play: Button,
    choose_players: Callable[[], object],
) -> None:
    """Draws the bar. `how_to_play` leads to the rules, if the game has a page of rules. A click on a player's
    name calls `choose_players`."""
    surface, theme = sheet.surface, sheet.theme
    sheet.fill(rect, theme.panel)
    sheet.rule(rect.left, rect.right, rect.bottom - 1)
    gap = theme.px(8)
    place = pygame.Rect(rect.x + gap, rect.y + theme.px(4), theme.px(36), theme.px(36))
    back.draw(sheet, place)
    name = session.study.entry.title
    title = pygame.Rect(place.right + gap, rect.y, theme.width(name, 18, True), rect.height)
    left = title.right + theme.px(24)
    roomy = rect.width >= theme.px(ROOMY)
    if how_to_play.enabled and roomy:
        side = theme.px(28)
        place = pygame.Rect(title.right + gap, rect.centery - side // 2, side, side)
        how_to_play.draw(sheet, place)
        left = place.right + theme.px(12)
    right = _draw_status(surface, rect, theme, session, roomy) - theme.px(16)
    names = [player_label(session, side) for side in (0, 1)]
    edge = theme.px(44)  # the shape before a name, and the space around shape and name
    wanted = [theme.width(name, 14, True) + edge for name in names]
    room = max(2 * edge, right - left - gap)
    if sum(wanted) > room:  # shorter labels; in a narrow window, the game's name gives up room, too
        names = [player_label(session, side, short=True) for side in (0, 1)]
        wanted = [theme.width(name, 14, True) + edge for name in names]
        lacking = 0 if roomy else sum(wanted) - (right - left - gap)
        given = max(0, min(lacking, title.width - theme.width(name, 14, True)))
        title.width, left = title.width - given, left - given
        room = max(2 * edge, right - left - gap)
    sheet.label(title, name, 18 if theme.width(name, 18, True) <= title.width else 14, bold=True)
    if sum(wanted) > room:
        wanted[0] = min(wanted[0], max(room // 2, room - wanted[1]))
        wanted[1] = min(wanted[1], room - wanted[0])
    x = left
    for side in (0, 1):
        area = pygame.Rect(x, rect.y + theme.px(6), wanted[side], rect.height - theme.px(12))
        exact = (
            player_label(session, side)
            if session.study.is_person(side)
            else f"{session.study.side_name(side)}: {session.study.players[side]}"
        )
        tip = f"{exact}. {_by_tables(session, side)}Click to choose who plays on (P)."
        sheet.add(("player", side), area, tip, choose_players)
        _draw_player(sheet, area, session, side, names[side])
        x = area.right + gap


def _by_tables(session: Session, side: int) -> str:
    """For a program that plays from loaded endgame tables, a sentence that says so, with a space at its end;
    else ""."""
    there = loaded_tables(session.study.record.game.name) is not None
    return (
        "Plays from endgame tables. "
        if there and plays_from_tables(session.study.players[side], True)
        else ""
    )


def player_label(session: Session, side: int, short: bool = False) -> str:
    """A side and the name of its player; only the side if two people play. With `short` only the player: the
    shape in front shows the side."""
    name, side_name = session.players.name(side), session.study.side_name(side)
    if name == side_name:
        return name
    who = "you" if name == "You" else name
    return who if short else f"{side_name}: {who}"


def _draw_player(sheet: Sheet, area: pygame.Rect, session: Session, side: int, name: str) -> None:
    surface, theme = sheet.surface, sheet.theme
    turn = session.study.outcome == ONGOING and session.study.position.to_move == side
    over = sheet.hovered == ("player", side)
    if over or turn:
        sheet.fill(area, theme.pressed if over else theme.raised, 6)
    if turn:
        pygame.draw.rect(surface, theme.side_color(side), area, theme.px(2), border_radius=theme.px(6))
    theme.side_shape(surface, side, (area.x + theme.px(16), area.centery), theme.px(7))
    top = area.centery - theme.line_height(14) // 2
    color = theme.text_color if turn else theme.dim
    room = area.width - theme.px(38)
    theme.text(surface, (area.x + theme.px(30), top), name, 14, color, bold=turn, max_width=room)


def _draw_status(
    surface: pygame.Surface, rect: pygame.Rect, theme: Theme, session: Session, roomy: bool
) -> int:
    """Draws the program's state and its clock, each at a fixed place; returns where they begin. Without
    `roomy` it saves room for the names: a clock with a limit may cover a part of the state's place, and a
    finished game has no place for a clock."""
    doing = session.study.doing
    top = rect.centery - theme.line_height(14) // 2
    right = rect.right - theme.px(16)
    clock = LONGEST_CLOCK if roomy else "" if session.study.over and not doing.clock else SHORT_CLOCK
    end = right - theme.width(clock) - (theme.px(8) if clock else 0)
    begin = end - theme.width(LONGEST_STATUS)
    end = min(end, right - theme.width(doing.clock) - theme.px(8))
    theme.text(surface, (right, top), doing.clock, 14, theme.dim, "right")
    if doing.limit:
        done = round(rect.width * min(1.0, doing.seconds / doing.limit))
        pygame.draw.rect(surface, theme.dim, (rect.x, rect.bottom - theme.px(2), done, theme.px(2)))
    color = theme.warning if session.study.failure else theme.text_color
    theme.text(surface, (begin, top), status(session), 14, color, max_width=end - begin)
    return begin

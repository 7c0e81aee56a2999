"""The view for a projector: only the board, the open page, and a line for messages and for the
question of Decide first. It has a scale of its own."""

from functools import partial

from study.saved_games.preferences import PROJECTOR_SCALES
from ui.commands import Command, KeyLine
from ui.scenes.play.context import PlayContext

LEAST_ROOM = (480, 270)
"""Design pixels that the view needs; a smaller window is drawn at a smaller scale."""

STEP = 0.25
GROUP = "Projector"


def turn_projector(context: PlayContext) -> None:
    """Switches between this view and the usual one."""
    context.projects = not context.projects
    context.app.redraw()


def _resize(step: float, context: PlayContext) -> None:
    """Sets the next larger or smaller scale, starting from the scale that is drawn now."""
    least, most = PROJECTOR_SCALES
    from_here = min(context.app.layout.projector_scale, context.app.theme.scale)
    context.app.layout.projector_scale = max(least, min(most, round((from_here + step) / STEP) * STEP))


def _largest(context: PlayContext) -> str | None:
    wished = context.app.layout.projector_scale
    if context.app.theme.scale < wished:
        return "This window is too small for a larger scale: make it larger first (F11)."
    most = PROJECTOR_SCALES[1]
    return None if wished < most else f"{100 * most:.0f} % is the largest scale of this view."


def _smallest(context: PlayContext) -> str | None:
    least = PROJECTOR_SCALES[0]
    if min(context.app.layout.projector_scale, context.app.theme.scale) > least:
        return None
    return f"{100 * least:.0f} % is the smallest scale of this view."


# fmt: off
PROJECTOR: tuple[Command[PlayContext] | KeyLine, ...] = (
    Command("larger view", "Larger", "Draws the board and the page larger.", "+", partial(_resize, STEP),
            GROUP, _largest),
    Command("smaller view", "Smaller", "Draws the board and the page smaller.", "−", partial(_resize, -STEP),
            GROUP, _smallest),
    KeyLine("Esc, F5", "Back to the usual view", GROUP),
)
# fmt: on
"""The commands of the view for a projector. Their keys take precedence over those of the game's commands."""

"""The one list of panels, in the order in which they are offered."""

from ui.panels.candidates import CandidatesPanel
from ui.panels.evaluation import EvaluationPanel
from ui.panels.lesson_page import LessonPanel
from ui.panels.move_list import MoveListPanel
from ui.panels.panel import Panel
from ui.panels.review import ReviewPanel
from ui.panels.search_tree import SearchTreePanel
from ui.panels.suites import SuitesPanel
from ui.panels.timeline import TimelinePanel
from ui.panels.training import TrainingPanel
from ui.panels.two_heuristics import TwoHeuristicsPanel
from ui.panels.weights import WeightsPanel
from ui.panels.why_not import WhyNotPanel

PANELS: tuple[type[Panel], ...] = (
    EvaluationPanel,
    CandidatesPanel,
    MoveListPanel,
    WhyNotPanel,
    WeightsPanel,
    TwoHeuristicsPanel,
    ReviewPanel,
    SuitesPanel,
    TrainingPanel,
    TimelinePanel,
    SearchTreePanel,
    LessonPanel,
)

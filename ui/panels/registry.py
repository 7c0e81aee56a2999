"""The list of all panels, in the order of the tabs and of the Lab."""

from ui.panels.card.report_card import ReportCardPanel
from ui.panels.check.check import CheckPanel
from ui.panels.compare.two_heuristics import TwoHeuristicsPanel
from ui.panels.evaluation.evaluation import EvaluationPanel
from ui.panels.evaluation.weights import WeightsPanel
from ui.panels.exercise.exercise import ExercisePanel
from ui.panels.learned import LearnedPanel
from ui.panels.move_list import MoveListPanel
from ui.panels.moves.candidates import CandidatesPanel
from ui.panels.parts.panel import Panel
from ui.panels.practice import PracticePanel
from ui.panels.review.review import ReviewPanel
from ui.panels.review.timeline import TimelinePanel
from ui.panels.suites.suites import SuitesPanel
from ui.panels.training import TrainingPanel
from ui.panels.tree.lesson_page import LessonPanel
from ui.panels.tree.search_tree import SearchTreePanel
from ui.panels.truth.truth import TruthPanel
from ui.panels.why_not.why_not import WhyNotPanel

PANELS: tuple[type[Panel], ...] = (
    EvaluationPanel,
    CandidatesPanel,
    MoveListPanel,
    WhyNotPanel,
    WeightsPanel,
    TwoHeuristicsPanel,
    ReviewPanel,
    SuitesPanel,
    TruthPanel,
    ReportCardPanel,
    CheckPanel,
    TrainingPanel,
    LearnedPanel,
    TimelinePanel,
    SearchTreePanel,
    LessonPanel,
    ExercisePanel,
    PracticePanel,
)

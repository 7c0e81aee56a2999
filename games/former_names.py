"""Former names of modules. A person's own heuristics and players that import a former name still run."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

FORMER = {
    "arena.database_mark": "arena.databases",
    "arena.environment": "arena.training.environment",
    "arena.net_training": "arena.training.net_training",
    "arena.pettingzoo_environment": "arena.training.pettingzoo_environment",
    "arena.posts": "arena.kernel_watchdog",
    "arena.published": "arena.published_results",
    "arena.seats": "arena.kernel_players",
    "arena.table_training": "arena.training.table_training",
    "engines.commands": "engines.subprocesses.launch_command",
    "engines.kernel_child": "engines.compiling.kernel_child",
    "engines.kernel_parts": "engines.compiling.kernel_parts",
    "engines.kernel_processes": "engines.compiling.kernel_processes",
    "engines.kernels": "engines.compiling.kernels",
    "engines.kinds": "engines.player_kinds",
    "engines.last_moment": "engines.unresolved_fail_high",
    "engines.line_protocol": "engines.subprocesses.line_protocol",
    "engines.other_programs": "engines.subprocesses.subprocess_player",
    "engines.own_players": "engines.subprocesses.user_players",
    "engines.pawn": "engines.margin_unit",
    "engines.player_host": "engines.subprocesses.player_host",
    "engines.players": "engines.player_text",
    "engines.program_kinds": "engines.subprocesses.program_kinds",
    "engines.program_player": "engines.subprocesses.line_protocol_player",
    "engines.repeated_lines": "engines.repetition_pv",
    "engines.searchers": "engines.search_engine",
    "engines.several_lines": "engines.multipv",
    "engines.slack": "engines.move_noise",
    "engines.uci_kind": "engines.subprocesses.program_kinds",
    "engines.uci_player": "engines.subprocesses.uci_player",
    "games.addresses": "games.compiling.function_pointers",
    "games.chess_board": "games.chess.board",
    "games.chess_kernel": "games.chess.kernel",
    "games.chess_tables": "games.chess.tables",
    "games.compiler": "games.compiling.compiler",
    "games.draws": "games.random_stream",
    "games.epd": "games.chess.epd",
    "games.former_modules": "games.former_names",
    "games.kept_kernels": "games.compiling.kept_kernels",
    "games.kernel_key": "games.compiling.kernel_key",
    "games.linked_kernels": "games.compiling.linked_kernels",
    "games.openings": "games.chess.openings",
    "games.pgn": "games.chess.pgn",
    "games.plain_text": "games.safe_text",
    "games.rows": "games.fen_rows",
    "games.run_of_keys": "games.repetition_history",
    "heuristics.check": "heuristics.smoke_test",
    "heuristics.errands": "heuristics.abandonable_threads",
    "heuristics.own_files": "heuristics.user_files",
    "heuristics.patience": "heuristics.hang_timeout",
    "heuristics.source_file": "heuristics.module_loader",
    "heuristics.watch": "heuristics.guarded_evaluation",
    "study.activity": "study.core.activity",
    "study.aligned": "study.compare.breakdown_diff",
    "study.alone": "study.core.single_move_search",
    "study.altered": "study.core.edited_positions",
    "study.analysis": "study.game.analysis",
    "study.arithmetic": "study.core.contribution_formula",
    "study.as_played": "study.game.replayed_searches",
    "study.ask_why_not": "study.review.ask_why_not",
    "study.autosave": "study.saved_games.autosave",
    "study.balance": "study.on_board.evaluation_bar",
    "study.board_tiles": "study.export.board_sprites",
    "study.both_choices": "study.compare.paired_search",
    "study.branch": "study.why_not.compared_line",
    "study.breakdowns": "study.core.breakdowns",
    "study.candidate_table": "study.moves.candidate_table",
    "study.candidates": "study.moves.candidates",
    "study.click_paths": "study.game.move_entry",
    "study.comparison": "study.why_not.comparison",
    "study.contest": "study.tournaments.arena_session",
    "study.costs": "study.format.loss_scale",
    "study.editor_program": "study.user_files.editor_program",
    "study.facts": "study.core.incremental_cache",
    "study.features": "study.core.features",
    "study.file_lock": "study.saved_games.file_lock",
    "study.flips": "study.why_not.flip_weights",
    "study.forethought": "study.game.precompile",
    "study.game_file": "study.saved_games.game_file",
    "study.game_length": "study.saved_games.game_length",
    "study.game_page": "study.export.game_page",
    "study.game_to_open": "study.saved_games.game_to_open",
    "study.handout": "study.export.position_report",
    "study.history": "study.saved_games.saved_game_filters",
    "study.judged": "study.core.move_loss",
    "study.judged_moves": "study.review.background_review",
    "study.judged_told": "study.review.move_loss_text",
    "study.last_choices": "study.saved_games.preferences",
    "study.last_job": "study.core.background_task",
    "study.leaving_out": "study.on_board.piece_worth",
    "study.lesson": "study.tree.lesson",
    "study.line_terms": "study.moves.line_terms",
    "study.lines": "study.core.lines",
    "study.measures": "study.format.number_columns",
    "study.move_search": "study.game.move_search",
    "study.moves_on_squares": "study.on_board.moves_on_squares",
    "study.new_file": "study.user_files.new_file",
    "study.new_game": "study.user_files.new_game",
    "study.new_heuristic": "study.user_files.new_heuristic",
    "study.new_player": "study.user_files.new_player",
    "study.numbers": "study.format.number_text",
    "study.one_sided": "study.core.one_sided",
    "study.opened_game": "study.saved_games.read_game",
    "study.other_lenses": "study.core.other_lenses",
    "study.outcomes": "study.core.chance_outcome",
    "study.own_files": "study.user_files.user_files",
    "study.own_suites": "study.suites.user_suites",
    "study.page_timeline": "study.export.page_timeline",
    "study.programs": "study.game.side_engines",
    "study.questions": "study.why_not.questions",
    "study.read_file": "study.user_files.read_file",
    "study.read_game": "study.saved_games.read_game",
    "study.reveals": "study.moves.reveals",
    "study.review_run": "study.review.background_review",
    "study.rules": "study.core.rule_options",
    "study.saves": "study.saved_games.saved_games",
    "study.scan": "study.compare.scan",
    "study.scan_players": "study.compare.scan_players",
    "study.scan_positions": "study.compare.scan_positions",
    "study.scan_run": "study.compare.background_scan",
    "study.search_tree": "study.tree.search_tree",
    "study.session": "study.game.session",
    "study.settings": "study.core.settings",
    "study.shipped_files": "study.core.bundled_files",
    "study.status": "study.game.status",
    "study.study": "study.core.study",
    "study.suite_history": "study.suites.suite_history",
    "study.suite_players": "study.suites.suite_players",
    "study.suite_run": "study.suites.suite_run",
    "study.suites_at_hand": "study.suites.suite_browser",
    "study.thoughts": "study.core.search_store",
    "study.threats": "study.on_board.threats",
    "study.timeline": "study.review.timeline",
    "study.tournament_files": "study.tournaments.tournament_files",
    "study.training_curves": "study.tournaments.training_curves",
    "study.tree_recordings": "study.tree.tree_recordings",
    "study.tree_told": "study.tree.tree_text",
    "study.trusted_commands": "study.saved_games.trusted_programs",
    "study.turn_hint": "study.game.turn_hint",
    "study.two_lenses": "study.compare.heuristic_pair",
    "study.values": "study.core.values",
    "study.watched_files": "study.game.watched_files",
    "study.why_told": "study.why_not.why_not_text",
    "study.wishes": "study.core.wishes",
    "study.yaml_texts": "study.core.yaml_text",
    "heuristics.piece_square_tables": "heuristics.chess.tables",
}
"""The present name of a module, by its former name."""

ROOMS = {
    "arena.training": "arena.training.training_run",
    "study.review": "study.review.review",
    "study.suites": "study.suites.suites",
    "study.tournaments": "study.tournaments.tournaments",
    "study.why_not": "study.why_not.two_searches",
}
"""Folders that have the name of a former module, and the module that now has its content."""


FORMER_WORDS = {"looks_over": "precompute", "survey": "shared"}
"""The present words of a heuristic's file by the former ones: a decorator, and the last parameter of a
term."""


class _FormerName:
    """Finds and loads a module by a former name: the same module object as under the present name."""

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}  # by present name

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in FORMER else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(FORMER[spec.name])
        self._specs[module.__name__] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restores the spec of the present name. The module has run, but the import system gave it the former
        spec."""
        module.__spec__ = self._specs[module.__name__]


_FINDER = _FormerName()


def _looks_in(folder: str) -> Callable[[str], object]:
    """The `__getattr__` of a folder in `ROOMS`."""

    def __getattr__(name: str) -> object:
        if name.startswith("__") or find_spec(f"{folder}.{name}") is not None:  # a module of the folder
            raise AttributeError(name)
        return getattr(import_module(ROOMS[folder]), name)

    return __getattr__


def accept_former_names() -> None:
    """Makes imports of a former name give the present module."""
    if _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)  # type: ignore[arg-type]
        for folder in ROOMS:
            import_module(folder).__getattr__ = _looks_in(folder)  # type: ignore[method-assign]

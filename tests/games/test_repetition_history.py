"""The keys of earlier positions: values like any sequence, but one copy of them for a whole game."""

from hypothesis import given
from hypothesis import strategies as st

from games.chess import GAME as CHESS
from games.chess.board import ChessOptions
from games.record import Record
from games.repetition_history import NO_KEYS, RepetitionHistory

PLIES = 600
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 3)), max_size=60))
def test_they_are_as_lists_whatever_branches_off(steps):
    """Each step extends one of the existing runs by a key; all others stay unchanged."""
    runs: list[tuple[RepetitionHistory, list[int]]] = [(NO_KEYS, [])]
    for where, key in steps:
        run, keys = runs[where % len(runs)]
        runs.append((run.then(key), [*keys, key]))
    for run, keys in runs:
        assert list(run) == keys and len(run) == len(keys)
        assert [run.count(key) for key in range(5)] == [keys.count(key) for key in range(5)]
        assert run.last(3) == keys[-3:] and run.last(0) == []
        assert run == RepetitionHistory(keys) and hash(run) == hash(RepetitionHistory(keys))
        assert run != RepetitionHistory([*keys, 1])
    for one, keys in runs:
        assert [one == other for other, _ in runs] == [keys == others for _, others in runs]


def test_a_long_game_keeps_its_keys_once():
    header = {"game": "chess", "options": {"quiet_limit": 0, "repetition": 0}}
    start = Record.start(CHESS, ChessOptions(quiet_limit=0, repetition=0)).position.text
    entries = ({"move": SHUFFLE[ply % 4]} for ply in range(PLIES))
    record = Record.replay({**header, "position": start}, entries)
    assert record.position.occurrences == PLIES // 4 + 1
    segments = {id(p.earlier._segment): p.earlier._segment for p in record.positions[1:]}
    assert sum(len(segment.keys) for segment in segments.values()) == PLIES


def test_a_move_taken_back_leaves_what_was_before_shared():
    record = Record.start(CHESS)
    for text in SHUFFLE:
        record.play(record.position.parse_move(text))
    shared = record.position.earlier._segment
    record.take_back()
    record.take_back()
    record.play(record.position.parse_move("h1g1"))
    record.play(record.position.parse_move("f6g8"))
    assert record.position.earlier._segment.behind._segment is shared
    assert list(record.position.earlier) == [int(p.state.key) for p in record.positions[:-1]]

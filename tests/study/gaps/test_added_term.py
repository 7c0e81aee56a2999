"""What Try it writes: a heuristic that has the base's terms and one more, of any kind."""

import pytest

from arena.gaps.gaps import Gap
from games.contract import BadText
from heuristics.lens import Lens
from heuristics.registry import load_heuristic, load_lens, look_in, looked_in, own_files
from heuristics.smoke_test import check, sample_states
from study.gaps.added_term import write_with_term

MINE = '''"""Mine."""

from heuristics.contract import Heuristic

mine = Heuristic("mine", "chess", "", "")


@mine.difference(weight=2.0)
def kings(state, side):
    """One each."""
    return 1.0
'''


@pytest.fixture
def folder(tmp_path):
    before = looked_in()
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.py").write_text(MINE, encoding="utf-8")
    look_in(tmp_path / "own")
    yield tmp_path / "own"
    look_in(before)


def gap(name: str, heuristic: str, weight: float = 0.7) -> Gap:
    return Gap(name, name, heuristic, name, 0.14, 0.09, 0.19, 0.01, weight, (), ())


CASES = [
    ("morris", "mobile", "", "targets of their noisy moves"),  # a feature that asks the search's hints
    ("morris", "weighted", "mobile", "shut in"),  # a base whose weights are scaled
    ("chess", "location", "classical", "mobility"),  # a term with what it precomputes
    ("chess", "classical", "location", "pawns: location"),  # a name that no heuristic may have
    ("chess", "mine", "classical", "bishop pair"),  # a worth by phase, in one's own file
    ("isolation", "territory", "custom_score", "net nearby"),  # a term that takes the weights of others
    ("jungle", "hunter", "minimax", "can take"),  # of one side
]


@pytest.mark.parametrize(("game", "base", "heuristic", "name"), CASES)
def test_written_heuristic_is_the_base_and_the_term(folder, game, base, heuristic, name):
    before = load_lens(game, base)
    written = write_with_term(before, gap(name, heuristic), folder)
    file, called = written.file, written.name
    look_in(None)
    look_in(folder)
    assert {each.path.name: each.problem for each in own_files()}[file.name] == ""
    made = Lens.of(load_heuristic(game, called))
    check(made, game)
    assert made.heuristic.terms[-1].name.startswith(name) and made.weights[-1] == 0.7
    for state in sample_states(game):
        for side in (0, 1):
            *old, new = (row.contribution for row in made.breakdown(state, side).rows)
            assert old == pytest.approx([row.contribution for row in before.breakdown(state, side).rows])
            if heuristic:
                other = load_lens(game, heuristic)
                at = [term.name for term in other.heuristic.terms].index(name)
                amount = other.breakdown(state, side).rows[-len(other.heuristic.terms) + at].contribution
                assert new == pytest.approx(0.7 * amount / float(other.prepared[at]))


def test_weights_that_a_person_changed_are_carried_over(folder):
    lens = load_lens("chess", "mine").with_weight("kings", 5.0)
    written = write_with_term(lens, gap("tempo", "classical"), folder)
    file, called = written.file, written.name
    look_in(None)
    look_in(folder)
    assert load_lens("chess", called).weights.tolist() == [5.0, 0.7]
    assert MINE.split("\n", 1)[1].split("mine = ")[1].split("\n\n")[1] in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "base", "heuristic", "name"), CASES)
def test_another_weight_is_written_into_the_file(folder, game, base, heuristic, name):
    written = write_with_term(load_lens(game, base), gap(name, heuristic), folder)
    assert written.set_weight(0.35)
    text = written.file.read_text(encoding="utf-8")
    before, after = (text.split(f"weight={weight}") for weight in (0.35, 0.7))
    assert len(before) == 2 and len(after) == 1 and "weight=0.7".join(before) == written.text


def test_file_that_a_person_has_changed_keeps_its_weight(folder):
    written = write_with_term(load_lens("morris", "mobile"), gap("moves", ""), folder)
    theirs = written.text.replace("0.7", "0.6")
    written.file.write_text(theirs, encoding="utf-8")
    assert not written.set_weight(0.35) and written.file.read_text(encoding="utf-8") == theirs
    written.file.unlink()
    assert not written.set_weight(0.35) and not written.file.exists()


@pytest.mark.parametrize(
    ("game", "base", "said", "why"),
    [
        (
            "jungle",
            "greedy",
            gap("can take", "minimax"),
            "greedy has weights that belong to no term, after those of its terms",
        ),
        ("morris", "mobile", gap("moves", "", 0.0), "helps only with other weights of the present terms"),
        ("chess", "location", gap("kings", "mine"), "is defined in your own file of mine"),
    ],
)
def test_what_cannot_be_carried_over_is_said_in_a_line(folder, game, base, said, why):
    with pytest.raises(BadText, match=why):
        write_with_term(load_lens(game, base), said, folder)
    assert [file.name for file in folder.iterdir()] == ["mine.py"]

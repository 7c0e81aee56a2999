"""`main.py convert`: games between PGN, saved games and pages; complete, or with a line on what is not
kept."""

import json
from dataclasses import replace

import pytest
from test_command_line import data, run

from games.chess.pgn import PgnFile
from heuristics.registry import load_lens
from reviews import random_game
from study.lesson_files.class_pack import read_pack
from study.lesson_files.lesson_file import LessonFile, write_lesson
from study.review.reviewer import Reviewer, tasks_of, usual_searcher
from study.saved_games.game_file import GameFile
from study.saved_games.kept_searches import SearchWriter
from study.saved_games.read_game import read_game
from study.saved_games.saved_games import Saves
from study.settings.settings import Settings
from study.suites.suites import Case
from trees import comments_of

ONE = """[Event "Cup"]
[White "Ann"]
[Black "?"]
[Result "1-0"]
[WhiteElo "2000"]

1. e4 e5 2. Bc4 {why not} Nc6 1-0
"""
BROKEN = '[White "X"]\n\n1. e4 Qh9 2. d4\n'
UNKNOWN = '[White "Y"]\n[FEN "bad"]\n\n1. e4 *\n'


@pytest.fixture
def pgn(tmp_path):
    path = tmp_path / "some.pgn"
    path.write_text("\n".join((ONE, BROKEN, UNKNOWN, ONE)), encoding="utf-8")
    return path


def moves(record) -> list[str]:
    return [ply.text for ply in record.plies]


def test_a_game_goes_from_pgn_to_a_saved_game_and_back(capsys, tmp_path, pgn):
    saved, back = tmp_path / "one.plyglass", tmp_path / "back.pgn"
    assert data(capsys, "convert", str(pgn), str(saved), "--number", "1") == {
        "file": str(saved),
        "games": 1,
        "plies": 4,
        "remarks": [],
    }
    listed = Saves(tmp_path / "data").open(saved)
    assert moves(listed.record) == ["e4", "e5", "Bc4", "Nc6"] and listed.headers["WhiteElo"] == "2000"
    assert read_game(saved, Settings()).names == ("Ann", "")
    listed.file.close()
    data(capsys, "convert", str(saved), str(back))
    game = PgnFile.open(back).load(1)
    assert moves(game.record) == moves(listed.record)
    kept = {name: game.headers[name] for name in ("Event", "White", "Black", "Result", "WhiteElo")}
    assert kept == {"Event": "Cup", "White": "Ann", "Black": "?", "Result": "1-0", "WhiteElo": "2000"}


def test_of_a_file_with_broken_games_what_is_good_is_kept(capsys, tmp_path, pgn):
    out = tmp_path / "out.pgn"
    answer = data(capsys, "convert", str(pgn), str(out))
    assert (answer["games"], answer["plies"]) == (3, 9)
    assert len(answer["remarks"]) == 2 and not any("\n" in line for line in answer["remarks"])
    assert "game 2, move 1...: expected a move, found 'Qh9'" in answer["remarks"][0]
    assert answer["remarks"][1].startswith("left out: ") and "game 3, FEN: board" in answer["remarks"][1]
    file = PgnFile.open(out)
    assert [len(file.load(number).record.plies) for number in (1, 2, 3)] == [4, 1, 4]
    assert comments_of(file.load(1).record) == {3: "why not"}


def test_a_folder_takes_each_game_as_a_saved_one_by_its_number(capsys, tmp_path, pgn):
    folder = tmp_path / "games"
    folder.mkdir()
    data(capsys, "convert", str(pgn), str(folder))
    assert sorted(path.name for path in folder.iterdir()) == [f"some-0000{n}.plyglass" for n in (1, 2, 4)]
    listed = Saves(tmp_path).list()
    assert {saved.plies for saved in listed} == {4, 1}
    assert sorted(saved.result for saved in listed) == ["", "white", "white"]


def test_a_saved_game_of_any_kind_is_copied_and_becomes_a_page(capsys, tmp_path):
    record = random_game("isolation", 12, 3)
    file = Saves(tmp_path).begin(record, "human", "alphabeta:improved,depth=1")
    file.close()
    copy, page = tmp_path / "copy.plyglass", tmp_path / "page.html"
    data(capsys, "convert", str(file.path), str(copy))
    assert moves(read_game(copy, Settings()).record) == moves(record)
    words = ("--player", "alphabeta:improved,depth=1", "--seed", "1")
    answer = data(capsys, "convert", str(copy), str(page), *words)
    assert answer["plies"] == 12 and answer["bytes"] == page.stat().st_size
    assert "improved" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("some.pgn", "one.plyglass"), "expected --number N, 1 to 4, or a folder as OUT"),
        (("some.pgn", "one.plyglass", "--number", "5"), "expected a game from 1 to 4, found 5"),
        (("some.pgn", "one.plyglass", "--number", "3"), "game 3, FEN: board"),
        (
            ("some.pgn", "one.txt"),
            "expected a name that ends in one of .pgn, .plyglass, .plyglass-pack, .html",
        ),
        (("some.pgn", "no/one.pgn"), "expected a file in a folder that exists"),
        (("some.pgn", "one.pgn", "--player", "location"), "--player: expected only with a page"),
        (("page.html", "one.pgn"), "a page is only written, not read"),
        (("absent.pgn", "one.pgn"), "absent.pgn: cannot be read: no such file"),
        (("morris.plyglass", "one.pgn"), "a game of morris, which PGN cannot hold"),
    ],
)
def test_what_cannot_be_is_one_line(capsys, tmp_path, pgn, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    file = Saves(tmp_path).begin(random_game("morris", 2, 1), "human", "human")
    file.close()
    file.path.rename(tmp_path / "morris.plyglass")
    status, out, err = run(capsys, "convert", *words)
    assert status == 2 and not out and message in err and err.count("\n") == 1
    assert not (tmp_path / "one.pgn").exists() and not (tmp_path / "one.plyglass").exists()


def test_a_game_that_is_being_played_is_not_written_over(capsys, tmp_path, pgn):
    played = Saves(tmp_path).begin(random_game("chess", 2, 1), "human", "human")
    status, _, err = run(capsys, "convert", str(pgn), str(played.path), "--number", "1")
    assert status == 2 and "the game is being played" in err
    played.close()
    claimed = GameFile.claim(played.path)
    assert claimed is not None
    claimed.close()


def test_names_of_an_imported_game_stay_when_saved(tmp_path):
    record = random_game("chess", 2, 1)
    file = Saves(tmp_path).begin(record, "human", "human", headers={"White": "Ann"})
    file.close()
    assert json.loads(file.path.read_text(encoding="utf-8").splitlines()[0])["headers"] == {"White": "Ann"}
    assert Saves(tmp_path).open(file.path).headers == {"White": "Ann"}


def test_a_copied_game_keeps_its_searches_and_variations(capsys, tmp_path):
    record = random_game("isolation", 6, 3)
    file = Saves(tmp_path).begin(record, "human", "human")
    move = record.positions[2].move_text(
        next(m for m in record.positions[2].moves if m != record.plies[2].move)
    )
    file.append({"at": 2}, {"move": move})
    file.append_closely({"search": 7, "of": "the variation"})
    file.close()
    copy = tmp_path / "copy.plyglass"
    data(capsys, "convert", str(file.path), str(copy))
    found = read_game(copy, Settings())
    assert found.searches == (b'{"search":7,"of":"the variation"}',)
    assert found.record.tree[7].parent == 2 and moves(found.record) == moves(record)


def test_a_page_goes_on_with_the_review_that_the_file_has_kept(capsys, tmp_path, monkeypatch):
    record = random_game("isolation", 12, 3)
    lens = load_lens("isolation", "improved")
    reviewer = Reviewer(usual_searcher(lens, 2_000), ("White", "Black"))
    writer, kept = SearchWriter(), tasks_of(record)[:-2]
    file = Saves(tmp_path).begin(record, "human", "human")
    for task in kept:
        file.append_closely(*writer.reviewed(record.node(task.index), reviewer.look(task), 2_000, True))
    file.close()
    searched = []
    look = Reviewer.look
    monkeypatch.setattr(Reviewer, "look", lambda self, task: searched.append(task.index) or look(self, task))
    page = tmp_path / "page.html"
    data(capsys, "convert", str(file.path), str(page))
    assert searched == [10, 11] and "alphabeta:improved,nodes=2000" in page.read_text(encoding="utf-8")
    data(capsys, "convert", str(file.path), str(page), "--player", "alphabeta:improved,depth=1")
    assert searched[2:] == list(range(12)), "another player was asked for"


@pytest.fixture
def lessons(tmp_path):
    folder = tmp_path / "week"
    folder.mkdir()
    first = random_game("isolation", 6, 1)
    for name in ("b", "a"):
        position = first.positions[4]
        case = Case(f"Lesson {name}", position, position.moves[:1], ())
        write_lesson(folder / f"{name}.plyglass", LessonFile(first, 4, case))
    order = {"plyglass": "pack", "format": 1, "title": "Forks", "order": ["b.plyglass"]}
    (folder / "pack.json").write_text(json.dumps(order), encoding="utf-8")
    return folder


def refused(capsys, *words: str) -> str:
    status, out, err = run(capsys, "convert", *words)
    assert status == 2 and not out and err.count("\n") == 1
    return err


def test_a_folder_of_lessons_becomes_a_pack_and_comes_back(capsys, tmp_path, lessons):
    pack, back = tmp_path / "week.plyglass-pack", tmp_path / "back"
    answer = data(capsys, "convert", str(lessons), str(pack))
    assert answer == {"file": str(pack), "lessons": 2, "remarks": []}
    assert read_pack(pack).title == "Forks" and read_pack(pack).names == ("b.plyglass", "a.plyglass")
    back.mkdir()
    assert data(capsys, "convert", str(pack), str(back))["lessons"] == 2
    for name in ("a.plyglass", "b.plyglass"):
        assert (back / name).read_bytes() == (lessons / name).read_bytes()
    assert read_pack(back) == replace(read_pack(pack), path=back)
    assert "it is there already" in refused(capsys, str(pack), str(back))


def test_a_lesson_of_a_pack_is_extracted_by_its_number(capsys, tmp_path, lessons):
    pack, out = tmp_path / "week.plyglass-pack", tmp_path / "one.plyglass"
    data(capsys, "convert", str(lessons), str(pack))
    assert "expected --number N, 1 to 2, or a folder" in refused(capsys, str(pack), str(out))
    assert "a lesson from 1 to 2, found 3" in refused(capsys, str(pack), str(out), "--number", "3")
    data(capsys, "convert", str(pack), str(out), "--number", "2")
    assert out.read_bytes() == (lessons / "a.plyglass").read_bytes()


def test_a_lesson_of_a_pack_becomes_a_page_with_its_question(capsys, tmp_path, lessons):
    page = tmp_path / "one.html"
    assert "the number of a lesson, 1 to 2" in refused(capsys, str(lessons), str(page))
    data(capsys, "convert", str(lessons), str(page), "--number", "2", "--player", "improved,depth=1")
    assert "Lesson a" in page.read_text(encoding="utf-8")


def test_a_lesson_that_is_a_bare_position_becomes_a_page(capsys, tmp_path):
    folder, page = tmp_path / "week", tmp_path / "two.html"
    folder.mkdir()
    for number, plies in enumerate((4, 0), 1):
        game = random_game("isolation", plies, 1)
        case = Case(f"Lesson {number}", game.positions[plies], (game.positions[plies].moves[0],), ())
        write_lesson(folder / f"{number}.plyglass", LessonFile(game, plies, case))
    answer = data(capsys, "convert", str(folder), str(page), "--number", "2")
    assert (answer["games"], answer["plies"]) == (1, 0)
    text = page.read_text(encoding="utf-8")
    assert "Lesson 2" in text and "<canvas" in text and "<table" in text
    assert not any(
        words in text
        for words in ("The course of the game", "What cost most", "0 moves", "mistakes", "Arrow keys")
    )
    status, _, err = run(capsys, "review", str(folder), "--number", "2")
    assert status == 2 and "expected a game with a move" in err


def test_a_pack_of_chess_becomes_a_pgn_of_all_its_games(capsys, tmp_path):
    folder, out = tmp_path / "week", tmp_path / "week.pgn"
    folder.mkdir()
    game = random_game("chess", 6, 1)
    for number in (1, 2):
        case = Case(f"Lesson {number}", game.positions[4], (), ())
        write_lesson(folder / f"{number}.plyglass", LessonFile(game, 4, case))
    assert data(capsys, "convert", str(folder), str(out))["games"] == 2
    assert comments_of(PgnFile.open(out).load(2).record) == {4: "Lesson 2"}

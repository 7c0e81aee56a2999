"""The command that makes the pictures of README and guide."""

from pathlib import Path

import pytest

pytest.importorskip("PIL", reason="pictures are made with Pillow")

from PIL import Image

from docs import pictures

PAGES = {
    *("playing", "evaluation", "moves", "why-not", "weights", "compare", "review", "tree", "suites", "arena"),
    "truth",
    *("own-heuristics", "own-players", "learned-players", "card"),
}
"""The pages of the guide that begin with a picture."""


def test_each_guide_page_has_a_picture_of_its_own_name() -> None:
    names = [shot.name for shot in pictures.SHOTS]
    assert len(set(names)) == len(names)
    assert {shot.name for shot in pictures.SHOTS if shot.path.parent == pictures.GUIDE} >= PAGES


def test_no_picture_was_made_by_hand() -> None:
    made = {shot.path for shot in pictures.SHOTS}
    there = {
        path for folder in (pictures.GUIDE, pictures.README, pictures.COURSE) for path in folder.iterdir()
    }
    assert there == made


def test_pictures_are_small() -> None:
    """The wheel includes those of guide and course."""
    sizes = {shot.path.name: shot.path.stat().st_size for shot in pictures.SHOTS}
    assert max(sizes.values()) < 250_000 and sum(sizes.values()) < 2_500_000


def test_each_picture_of_the_course_is_shown_and_there() -> None:
    pages = "".join(page.read_text("utf-8") for page in pictures.COURSE.parent.glob("*.md"))
    taken = [shot.path for shot in pictures.SHOTS if shot.path.parent == pictures.COURSE]
    assert taken and all(path.is_file() and f"(pictures/{path.name})" in pages for path in taken)


def test_a_picture_is_made_of_the_window(tmp_path: Path) -> None:
    shot = pictures.Shot(tmp_path / "home.png", lambda camera: None, {"size": (640, 480)})
    shot.take()
    with Image.open(shot.path) as taken:
        assert taken.size == (640, 480)
        assert len(taken.convert("RGB").getcolors(1 << 24) or ()) > 50
    assert shot.path.stat().st_size < 60_000


def test_a_palette_is_taken_only_where_nobody_sees_it() -> None:
    flat = Image.new("RGB", (64, 64), (20, 30, 40))
    assert pictures.reduced(flat).mode == "P"
    many = Image.effect_noise((256, 256), 120.0)
    noise = Image.merge("RGB", (many, many.rotate(90), many.rotate(180)))
    assert pictures.reduced(noise).mode == "RGB"


def test_several_frames_are_an_animation(tmp_path: Path) -> None:
    def lead(camera):  # type: ignore[no-untyped-def]
        for theme in ("dark", "light"):
            camera.app.set("ui.theme", theme)
            camera.settle()
            camera.shoot(0.5, pointer=(40, 40))

    shot = pictures.Shot(tmp_path / "two.webp", lead, {"size": (400, 400)})
    shot.take()
    with Image.open(shot.path) as taken:
        assert taken.n_frames == 2 and taken.size == (400, 400)

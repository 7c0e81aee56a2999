"""The session of a game: what acts on its study."""

from study.game.session import Session

MOST_METHODS = 30


def test_a_session_has_few_methods_and_properties() -> None:
    own = [name for name in dir(Session) if name not in dir(object)]
    assert len([name for name in own if _acts(getattr(Session, name))]) <= MOST_METHODS, own


def _acts(value: object) -> bool:
    return callable(value) or isinstance(value, property)

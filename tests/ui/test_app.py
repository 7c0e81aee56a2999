"""The window's class stays small: what is a thing of its own has a class of its own."""

import inspect

from ui.app import App

MOST_METHODS = 30


def methods(kind: type) -> list[str]:
    """The methods of a class: properties, inherited ones and what it forwards count, too."""
    named = {name for each in kind.__mro__ if each is not object for name in vars(each)}
    found = inspect.getmembers(kind, lambda each: inspect.isroutine(each) or isinstance(each, property))
    return [name for name, _ in found if name in named]


def test_the_app_has_few_methods() -> None:
    assert len(methods(App)) <= MOST_METHODS, methods(App)
    assert not hasattr(App, "__getattr__"), "what is forwarded unseen cannot be counted"


def test_inherited_methods_and_properties_count() -> None:
    class Base:
        def one(self) -> None:
            pass

    class Below(Base):
        @property
        def two(self) -> int:
            return 2

        @staticmethod
        def three() -> None:
            pass

    assert methods(Below) == ["one", "three", "two"]

"""YAML that a person writes: no key is lost without a word."""

import ast

import pytest

from docs.architecture import modules
from games.contract import BadText
from study.text.yaml_text import compose_yaml, read_yaml

TWICE = "players:\n  a: random,seed=1\n  b: greedy\n  a: random,seed=2\n"

BOTH_PLACES = [
    (TWICE, "line 4: the key 'a' stands twice, first in line 2."),
    (
        "cases:\n- best: [a1]\n  position: x\n  best: [b2]\n",
        "line 4: the key 'best' stands twice, first in line 2.",
    ),
    (
        "engine:\n  threads: 1\nengine:\n  threads: 2\n",
        "line 3: the key 'engine' stands twice, first in line 1.",
    ),
    ("rules: {x: 1, y: 2, x: 1}", "line 1: the key 'x' stands twice, first in column 9 of this line."),
    ("a: 1\n'a': 2\n", "line 2: the key 'a' stands twice"),
    ("Bob: 1\nbob: 2\n'Bob ': 3\n", "line 3: the key 'Bob ' differs from 'Bob' in line 1 by blanks alone."),
    ("a b: 1\na  b: 2\n", "line 2: the key 'a  b' differs from 'a b' in line 1 by blanks alone."),
    ("ab: 1\na\u00a0b: 2\n", "line 2: the key 'a\\xa0b' differs from 'ab' in line 1 by blanks alone."),
]


@pytest.mark.parametrize("read", [read_yaml, compose_yaml])
@pytest.mark.parametrize(("text", "named"), BOTH_PLACES, ids=[named[:40] for _, named in BOTH_PLACES])
def test_a_key_that_stands_twice_names_both_places(text, named, read) -> None:
    with pytest.raises(BadText) as caught:
        read(text)
    assert str(caught.value).startswith(named) and "\n" not in str(caught.value)


def test_one_key_in_two_sections_is_read() -> None:
    assert read_yaml("a: {x: 1}\nb: {x: 2}\nc:\n- x: 3\n- x: 4\n") == {
        "a": {"x": 1},
        "b": {"x": 2},
        "c": [{"x": 3}, {"x": 4}],
    }


def test_a_suites_nodes_are_read_as_safely_as_its_values() -> None:
    for text, named in (
        ("a: &x [1]\nb: *x\n", "alias"),
        ("a: !!python/name:os.system x\n", "tag"),
        ("a: [", "YAML"),
    ):
        with pytest.raises(BadText, match=named):
            compose_yaml(text)


def test_every_yaml_goes_through_one_loader() -> None:
    reads = {"load", "safe_load", "load_all", "safe_load_all", "compose", "full_load", "unsafe_load"}
    found = {
        name
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in reads and ast.unparse(node.value) == "yaml"
    }
    assert found == {"study.text.yaml_text"}

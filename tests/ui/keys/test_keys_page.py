"""The guide's table of keys has the commands of every screen."""

from driving import Driver

from ui.commands import Command, KeyLine
from ui.keys_table import keys_table, screens


def test_every_command_is_in_the_table_with_its_key():
    text = keys_table()
    commands = [each for table in screens().values() for each in table if isinstance(each, Command)]
    assert len(commands) > 80
    for command in commands:
        named = command.keys or command.also
        key = f"`{named.split(', ')[0]}`" if named else "by name"
        assert f"| {key}" in text and f"| {command.label.removesuffix(' …')} | {command.tip} |" in text


def test_a_game_has_all_commands_and_keys_of_the_play_screen(tmp_path):
    driver = Driver(tmp_path)
    play = driver.play("isolation", "human", "human")
    table = list(screens()["A game"])
    assert {each.name for each in table if isinstance(each, Command)} == set(play.commands)
    listed = {(each.keys, each.label) for each in table if isinstance(each, KeyLine)}
    assert listed >= {row for panel in play.dock.panels for row in panel.keys}
    driver.close()


def test_a_mark_that_has_a_key_is_listed_with_it():
    assert "| `Ctrl+1` | Mark the move !: good move |" in keys_table()
    assert "| by name | Mark the move □: only move |" in keys_table()

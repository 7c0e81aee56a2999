"""The guide's table of keys has the commands of every screen."""

from ui.commands import Command
from ui.keys_table import keys_table, screens


def test_every_command_is_in_the_table_with_its_key():
    text = keys_table()
    commands = [each for table in screens().values() for each in table if isinstance(each, Command)]
    assert len(commands) > 80
    for command in commands:
        key = f"`{command.keys.split(', ')[0]}`" if command.keys else "by name"
        assert f"| {key}" in text and f"| {command.label.removesuffix(' …')} | {command.tip} |" in text

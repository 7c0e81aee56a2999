"""The changed options of a game's rules, in words."""

from games.contract import Options


def rules_in_force(options: Options) -> str:
    """All options that differ from their defaults: "Rules: deal mixed, without turn limit"; "" if there are
    none."""
    changed = []
    for name, field in type(options).model_fields.items():
        value = getattr(options, name)
        if value == field.default:
            continue
        words = name.replace("no_", "no-").replace("_", " ")
        if value is True:
            changed.append(words)
        elif value in (False, 0):
            changed.append(f"without {words}")
        elif isinstance(value, tuple):
            changed.append(f"{words} {' '.join(str(part) for part in value)}")
        else:
            changed.append(f"{words} {value}")
    return f"Rules: {', '.join(changed)}" if changed else ""

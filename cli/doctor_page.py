"""The results of `doctor` for people: problems first, then everything else."""

from collections.abc import Mapping
from typing import Any

from cli.plain_tables import new_console, new_table


def show_doctor(answer: Mapping[str, Any]) -> None:
    console = new_console()
    for problem in answer["problems"]:
        console.print(f"WRONG  {problem}")
    if not answer["problems"]:
        console.print("Nothing is wrong.")
    program, python, system = answer["program"], answer["python"], answer["system"]
    table = new_table("what", "found")
    table.add_row("Plyglass", f"{answer['version']}, a {program['kind']} in {program['folder']}")
    table.add_row("Python", f"{python['version']}, {python['program']}")
    table.add_row("system", f"{system['name']}, {system['processors']} processors")
    table.add_row("packages", ", ".join(f"{name} {found}" for name, found in answer["packages"].items()))
    screens = ", ".join(f"{width}x{height}" for width, height in answer["display"]["screens"])
    table.add_row("display", _device(answer["display"], screens))
    table.add_row("sound", _device(answer["sound"], ""))
    console.print(table)
    folders = new_table("folder", "files", "size", "", "", right=("files", "size"))
    for row in answer["folders"]:
        state = "" if row["writable"] else "cannot be written to"
        if not row["exists"]:
            state = state or "not made yet"
        folders.add_row(row["name"], f"{row['files']}", size_text(row["bytes"]), row["folder"], state)
    console.print(folders)
    games = new_table("game", "self-test", "seconds", "kernels kept", right=("seconds",))
    for row in answer["games"]:
        state = "failed" if row["problem"] else "passed"
        games.add_row(row["name"], state, f"{row['seconds']:.2f}", _kernels(row))
    console.print(games)


def _kernels(row: Mapping[str, Any]) -> str:
    """How many of a game's kernels are kept."""
    if row["kernels"] is None:
        return ""
    kept, missing = row["kernels"]["kept"], len(row["kernels"]["missing"])
    makes = f"; compile {row['name']} makes the others" if missing else ""
    return f"{kept} of {kept + missing}{makes}"


def _device(found: Mapping[str, Any], more: str) -> str:
    if found["problem"]:
        return str(found["problem"])
    return f"{found['driver']}, {more}" if more else str(found["driver"])


def size_text(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def show_cleared(answer: Mapping[str, Any]) -> None:
    print(f"{answer['files']} files deleted from {answer['folder']}, {size_text(answer['bytes'])}")

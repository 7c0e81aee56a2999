"""Folders that only this person can write to, so that no file in them comes from anybody else."""

import os
import stat
from pathlib import Path


def make_private(folder: Path) -> bool:
    """Makes a folder if it is missing. Returns whether only this person can read it and write there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return is_private(folder.lstat(), directory=True)
    except OSError:
        return False


def is_private(status: os.stat_result, directory: bool = False) -> bool:
    """Whether only this person can write to a file or folder, and for a folder also read it. On Windows
    True for any, because nobody else can write to the person's own folders."""
    if directory and not stat.S_ISDIR(status.st_mode):
        return False
    if os.name != "posix":
        return True
    others = 0o077 if directory else 0o022
    return status.st_uid == os.geteuid() and status.st_mode & others == 0

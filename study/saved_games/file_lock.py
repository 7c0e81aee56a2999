"""A lock on an open file, which shows other processes that it is in use. It ends with the process, and does
not prevent reading."""

import os
import sys
import time

if sys.platform == "win32":
    import msvcrt

    PLACE = 2**31 - 2
    """The byte that is locked. It lies behind the end of all our files, because Windows lets nobody else read
    a locked byte."""

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, PLACE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _is_taken(error: OSError) -> bool:
        return isinstance(error, PermissionError)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        # Not `lockf`, whose lock ends when this process closes any descriptor of the file.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _is_taken(error: OSError) -> bool:
        return isinstance(error, BlockingIOError)


TRIES, BETWEEN = 4, 0.002
"""How often to try, and seconds between: another process that only tests a lock holds it for a moment."""


def lock(descriptor: int) -> bool:
    """Takes the lock of an open file until the descriptor is closed. Returns whether it was free. On a file
    system without locks everybody gets it."""
    for left in reversed(range(TRIES)):
        try:
            _lock(descriptor)
        except OSError as error:
            if not _is_taken(error):
                return True
            if left:
                time.sleep(BETWEEN)
        else:
            return True
    return False

"""Opens a file, which a person has double-clicked, in a window that is already running.

A window listens on a channel of its own, in a folder that only this person can read: a Unix socket, or a
local port on systems without them. It accepts the path of a file and nothing else. With a port, both ends
prove that they know the channel's key, which is in the folder. If anything goes wrong, a new window opens the
file.
"""

import hashlib
import hmac
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from games.private_folder import is_private, make_private
from games.text_files import replace_file

SUFFIX = ".window"
MOST_BYTES = 1 << 16
"""The most bytes of a request."""

REQUEST_SECONDS, ANSWER_SECONDS = 2.0, 5.0
"""How long a window waits for a whole request, and how long the asking process waits for its answer."""

DIGEST = hashlib.sha256().digest_size
ASK, TAKEN = b"open ", b"taken "
HOST = "127.0.0.1"
HAS_UNIX_SOCKETS = hasattr(socket, "AF_UNIX")


class PathChannel:
    """Listens in `folder` until `close`, in a thread of its own. In that thread, `take` gets the absolute
    path of an existing file and returns whether the window opens it. Raises OSError if it cannot listen."""

    def __init__(self, folder: Path, take: Callable[[Path], bool], unix: bool = HAS_UNIX_SOCKETS) -> None:
        if not make_private(folder):
            raise PermissionError(f"{folder}: others can look into it")
        self._take = take
        self._path = folder / f"{secrets.token_hex(8)}{SUFFIX}"
        self._key = b"" if unix else secrets.token_bytes(DIGEST)
        self._socket = socket.socket(_family(unix))
        starting = self._path.with_suffix(".part")
        try:
            self._socket.bind(os.fspath(starting) if unix else (HOST, 0))
            if not unix:
                _write_private(starting, f"{self._socket.getsockname()[1]} {self._key.hex()}\n")
            self._socket.listen()
            replace_file(starting, self._path)  # only now, because who finds the file must be able to connect
        except BaseException:
            self._socket.close()
            with suppress(OSError):
                starting.unlink()
            raise
        self._closing = False
        self._thread = threading.Thread(target=self._listen, name="files to open", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops listening."""
        self._closing = True
        with suppress(OSError):  # wakes the thread, which waits for a connection
            _connected(self._path).close()
        self._thread.join(REQUEST_SECONDS + 1.0)  # it may still wait for a request
        self._socket.close()
        with suppress(OSError):
            self._path.unlink()

    def prefer(self) -> None:
        """Marks this window as the last used, so that it is asked first."""
        with suppress(OSError):
            os.utime(self._path)

    def _listen(self) -> None:
        while not self._closing:
            try:
                connection = self._socket.accept()[0]
            except OSError:  # too many open files, or closed
                time.sleep(0.1)
                continue
            with connection, suppress(OSError):
                if not self._closing:
                    self._answer(connection)

    def _answer(self, connection: socket.socket) -> None:
        request = _received(connection, MOST_BYTES, REQUEST_SECONDS)
        proof, content = request[:DIGEST], request[DIGEST:]
        if not hmac.compare_digest(proof, _proof(self._key, ASK, content)):
            return
        path = _file_named(content)
        if path is not None and self._take(path):
            connection.sendall(_proof(self._key, TAKEN, content))


def hand_over(path: Path, folder: Path) -> bool:
    """Asks the running windows to open a file, the last used window first. Returns whether a window takes
    it."""
    try:
        if not is_private(folder.lstat(), directory=True):
            return False
        channels = [entry for entry in os.scandir(folder) if entry.name.endswith(SUFFIX)]
        channels.sort(key=lambda entry: entry.stat(follow_symlinks=False).st_mtime, reverse=True)
    except OSError:
        return False
    content = os.fsencode(path.absolute())
    fits = len(content) <= MOST_BYTES - DIGEST
    return fits and any(_asked(Path(entry.path), content) for entry in channels)


def _asked(channel: Path, content: bytes) -> bool:
    """Whether the window of a channel takes a path. A channel whose window is gone is deleted."""
    try:
        connection = _connected(channel)
    except ConnectionRefusedError:
        with suppress(OSError):
            channel.unlink()
        return False
    except (OSError, ValueError, OverflowError):
        return False
    with connection, suppress(OSError, ValueError):
        key = _key(channel)
        connection.sendall(_proof(key, ASK, content) + content)
        connection.shutdown(socket.SHUT_WR)
        return hmac.compare_digest(_received(connection, DIGEST, ANSWER_SECONDS), _proof(key, TAKEN, content))
    return False


def _connected(channel: Path) -> socket.socket:
    """A connection to the window of a channel. Raises OSError or ValueError if there is none."""
    unix = channel.is_socket()
    connection = socket.socket(_family(unix))
    try:
        connection.settimeout(ANSWER_SECONDS)
        connection.connect(os.fspath(channel) if unix else (HOST, _port_and_key(channel)[0]))
    except BaseException:
        connection.close()
        raise
    return connection


def _family(unix: bool) -> int:
    return socket.AF_UNIX if unix else socket.AF_INET


def _write_private(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="ascii") as stream:
        stream.write(text)


def _port_and_key(channel: Path) -> tuple[int, bytes]:
    """The port and the key in the file of a channel without a Unix socket. Raises OSError, ValueError."""
    port, key = channel.read_text(encoding="ascii").split()
    return int(port), bytes.fromhex(key)


def _key(channel: Path) -> bytes:
    return b"" if channel.is_socket() else _port_and_key(channel)[1]


def _proof(key: bytes, what: bytes, content: bytes) -> bytes:
    return hmac.digest(key, what + content, "sha256")


def _received(connection: socket.socket, most: int, seconds: float) -> bytes:
    """Everything that the other end sends. Raises OSError if it is more than `most` bytes or takes too
    long."""
    parts: list[bytes] = []
    left, until = most, time.monotonic() + seconds
    while True:
        rest = until - time.monotonic()
        if rest <= 0:
            raise TimeoutError
        connection.settimeout(rest)
        part = connection.recv(left + 1)  # a byte more than allowed shows that there is too much
        left -= len(part)
        if left < 0:
            raise OSError(f"more than {most} bytes")
        if not part:
            return b"".join(parts)
        parts.append(part)


def _file_named(content: bytes) -> Path | None:
    """The file that a request names; None unless it is the absolute path of an existing file."""
    try:
        path = Path(os.fsdecode(content))
        return path if path.is_absolute() and path.is_file() else None
    except (OSError, ValueError):
        return None

"""The channel by which a double click reaches a running window: paths of files, from this person only."""

import os
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ui import path_channel
from ui.path_channel import DIGEST, HAS_UNIX_SOCKETS, MOST_BYTES, SUFFIX, PathChannel, hand_over

posix = pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="pg"))  # a socket's name has at most 100 bytes
    yield made / "windows"
    shutil.rmtree(made)


@pytest.fixture(params=[pytest.param(True, marks=posix), False], ids=["socket", "port"])
def listen(request, folder, monkeypatch) -> Iterator[Callable[..., tuple[PathChannel, list[Path]]]]:
    opened: list[PathChannel] = []
    monkeypatch.setattr(path_channel, "REQUEST_SECONDS", 0.3)

    def start(takes: bool = True) -> tuple[PathChannel, list[Path]]:
        taken: list[Path] = []
        channel = PathChannel(folder, lambda path: takes and taken.append(path) is None, request.param)
        opened.append(channel)
        return channel, taken

    yield start
    for channel in opened:
        channel.close()


@pytest.fixture
def game(tmp_path) -> Path:
    path = tmp_path / "ä game.plyglass"
    path.write_text("{}", encoding="utf-8")
    return path


def channels(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{SUFFIX}"))


def sent(channel: Path, content: bytes, ends: bool = True) -> bytes:
    """A window's answer to these bytes."""
    with path_channel._connected(channel) as connection:
        try:
            connection.sendall(content)
            if ends:
                connection.shutdown(socket.SHUT_WR)
            connection.settimeout(5)
            return connection.recv(1000)
        except OSError:  # the window has closed the connection
            return b""


def request(channel: Path, content: bytes) -> bytes:
    return path_channel._proof(path_channel._key(channel), path_channel.ASK, content) + content


def test_a_file_is_opened_in_the_running_window(folder, listen, game, monkeypatch):
    assert not hand_over(game, folder)  # there is no window
    _, taken = listen()
    assert hand_over(game, folder)
    monkeypatch.chdir(game.parent)
    assert hand_over(Path(game.name), folder)
    assert taken == [game, game]


def test_a_window_that_cannot_take_it_now_says_so(folder, listen, game):
    listen(takes=False)
    assert not hand_over(game, folder)
    _, taken = listen()
    assert hand_over(game, folder) and taken == [game]


def test_of_two_windows_the_one_that_was_used_last(folder, listen, game):
    first, of_first = listen()
    second, of_second = listen()
    for channel, expected in ((second, (0, 1)), (first, (1, 1))):
        for path in channels(folder):
            os.utime(path, times=(1e9, 1e9))
        channel.prefer()
        assert hand_over(game, folder) and (len(of_first), len(of_second)) == expected
    first.close()
    assert hand_over(game, folder) and len(of_second) == 2


def test_a_closed_window_leaves_nothing(folder, listen, game):
    channel, _ = listen()
    assert len(channels(folder)) == 1
    began = time.monotonic()
    channel.close()
    assert list(folder.iterdir()) == [] and not hand_over(game, folder)
    assert time.monotonic() - began < 3.0


def test_the_channel_of_a_killed_window_goes(folder, game):
    """What is left of it refuses connections, and does not get in the way of a running window."""
    folder.mkdir(mode=0o700)
    port = socket.socket()
    port.bind(("127.0.0.1", 0))
    (folder / f"port{SUFFIX}").write_text(f"{port.getsockname()[1]} {'00' * DIGEST}\n", encoding="utf-8")
    if HAS_UNIX_SOCKETS:
        left = socket.socket(socket.AF_UNIX)
        left.bind(str(folder / f"socket{SUFFIX}"))
        left.close()
    port.close()
    taken: list[Path] = []
    channel = PathChannel(folder, lambda path: taken.append(path) is None)
    for path in channels(folder):
        os.utime(path, times=(1e9, 1e9) if path == channel._path else (2e9, 2e9))
    assert hand_over(game, folder) and taken == [game]
    assert channels(folder) == [channel._path]
    channel.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x",
        b"GET / HTTP/1.1\r\n\r\n",
        bytes(range(256)) * 9,
        b"\0" * 4000,
        b"x" * MOST_BYTES,
        b"x" * 3_000_000,
    ],
    ids=["nothing", "short", "http", "bytes", "zeros", "most", "huge"],
)
def test_garbage_is_not_answered(folder, listen, game, content):
    _, taken = listen()
    assert sent(channels(folder)[0], content) == b""
    assert taken == [] and hand_over(game, folder) and taken == [game]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b".",
        b"game.plyglass",
        b"/",
        b"/no/such/file",
        b"/tmp\0",
        b"\xff\xfe",
        b"/" + b"x" * 5000,
        b"../x",
    ],
)
def test_only_absolute_paths_of_files_are_taken(folder, listen, game, monkeypatch, content):
    monkeypatch.chdir(game.parent)
    (game.parent / "game.plyglass").write_text("{}", encoding="utf-8")
    _, taken = listen()
    channel = channels(folder)[0]
    assert sent(channel, request(channel, content)) == b"" and taken == []
    assert len(sent(channel, request(channel, os.fsencode(game)))) == DIGEST and taken == [game]


@posix
def test_folders_pipes_and_devices_are_no_files(folder, listen, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    _, taken = listen()
    assert not any(hand_over(path, folder) for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")))
    assert taken == []


def test_whoever_says_nothing_does_not_keep_the_others_out(folder, listen, game):
    _, taken = listen()
    channel = channels(folder)[0]
    silent = path_channel._connected(channel)
    slow = path_channel._connected(channel)
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.05):
            try:
                slow.sendall(b"x")
            except OSError:
                return

    thread = threading.Thread(target=drip)
    thread.start()
    assert hand_over(game, folder) and taken == [game]
    stop.set()
    thread.join()
    silent.close()
    slow.close()


def test_a_port_without_its_key_is_refused(folder, game):
    taken: list[Path] = []
    channel = PathChannel(folder, lambda path: taken.append(path) is None, unix=False)
    wrong = path_channel._proof(b"\0" * DIGEST, path_channel.ASK, os.fsencode(game)) + os.fsencode(game)
    assert sent(channel._path, wrong) == b"" and taken == []
    channel.close()


def test_a_stranger_at_the_port_is_not_believed(folder, game):
    """Another program listens at the port of an ended window, and says yes to everything."""
    folder.mkdir(mode=0o700)
    stranger = socket.socket()
    stranger.bind(("127.0.0.1", 0))
    stranger.listen()
    (folder / f"port{SUFFIX}").write_text(f"{stranger.getsockname()[1]} {'01' * DIGEST}\n", encoding="utf-8")
    received: list[bytes] = []

    def answer() -> None:
        connection, _ = stranger.accept()
        received.append(path_channel._received(connection, MOST_BYTES, 2))
        connection.sendall(received[0][:DIGEST])
        connection.close()

    thread = threading.Thread(target=answer)
    thread.start()
    assert not hand_over(game, folder)
    thread.join()
    stranger.close()
    assert b"\x01" * DIGEST not in received[0]  # the key is never sent


@pytest.mark.parametrize("text", ["", "x", "99999999 00", "80 zz", "1 2 3", "\xff"])
def test_a_damaged_channel_is_skipped(folder, listen, game, text):
    _, taken = listen()
    damaged = folder / f"damaged{SUFFIX}"
    damaged.write_text(text, encoding="latin-1")
    os.utime(damaged, times=(2e9, 2e9))
    assert hand_over(game, folder) and taken == [game]


@posix
@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_folder_that_others_can_enter_is_not_used(folder, game, mode):
    channel = PathChannel(folder, lambda path: True)
    assert folder.stat().st_mode & 0o777 == 0o700 and hand_over(game, folder)
    folder.chmod(mode)
    assert not hand_over(game, folder)
    with pytest.raises(PermissionError):
        PathChannel(folder, lambda path: True)
    channel.close()


@posix
def test_a_folder_of_another_user_or_a_link_is_not_used(folder, game, monkeypatch):
    channel = PathChannel(folder, lambda path: True)
    link = folder.with_name("link")
    link.symlink_to(folder)
    assert not hand_over(game, link)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert not hand_over(game, folder)
    with pytest.raises(PermissionError):
        PathChannel(folder, lambda path: True)
    channel.close()


@posix
def test_impossible_socket_name_is_a_system_error(folder):
    """The window then opens without a channel."""
    with pytest.raises(OSError):
        PathChannel(folder / ("x" * 100), lambda path: True)

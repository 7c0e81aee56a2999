"""A real browser for tests, without a window: Chromium, controlled over two pipes in its own protocol
(https://chromedevtools.github.io/devtools-protocol/). No package is needed."""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
BECOME = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for pipe, number in zip(pipes, (3, 4)):
    os.dup2(pipe, number)
    os.close(pipe)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Becomes the browser, which reads commands from file 3 and answers in file 4."""

SECONDS = 60
"""After this time, the browser has failed."""


def find_browser() -> str:
    """The path of Playwright's Chromium, or else of one on the path; "" for none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = ""
    else:
        with sync_playwright() as playwright:
            path = playwright.chromium.executable_path
    if path and Path(path).exists():
        return path
    return next((found for command in COMMANDS if (found := shutil.which(command))), "")


class Browser:
    """A browser process with its profile in `folder`."""

    def __init__(self, executable: str, folder: Path) -> None:
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        words = [executable, *SWITCHES, f"--user-data-dir={folder}", "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", BECOME, str(theirs_in), str(theirs_out), *words],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer = b""
        self._number = 0
        self.events: list[dict] = []

    def call(self, method: str, session: str | None = None, **parameters) -> dict:
        """The answer to a command."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") != self._number:
                self.events.append(answer)
            elif "error" in answer:
                raise AssertionError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def _read(self) -> dict:
        deadline = time.monotonic() + SECONDS
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))
            part = os.read(self._in, 1 << 20) if ready else b""
            assert part, "the browser has ended, or does not answer"
            self._buffer += part
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def open(self, file: Path) -> "BrowserPage":
        """Opens a file in a new tab."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = BrowserPage(self, session)
        for domain in ("Page", "Runtime", "Log"):
            page.call(f"{domain}.enable")
        page.call("Page.navigate", url=file.absolute().as_uri())
        page.wait("document.readyState === 'complete'")
        return page

    def close(self) -> None:
        """Ends the process, and waits for its end."""
        os.close(self._out)
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)


class BrowserPage:
    """An open page."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session

    def call(self, method: str, **parameters) -> dict:
        return self._browser.call(method, self._session, **parameters)

    def run(self, script: str):
        """The value of a JavaScript expression."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        deadline = time.monotonic() + SECONDS
        while not self.run(condition):
            assert time.monotonic() < deadline, condition
            time.sleep(0.01)

    def resize(self, width: int, height: int = 900) -> None:
        """Shows the page as on a screen of that size, in CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def prefer(self, scheme: str = "light", media: str = "") -> None:
        """Shows the page as to a person who prefers a light or a dark scheme; or as `media`, such as
        "print"."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def press(self, key: str) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def click(self, selector: str) -> None:
        """Clicks the middle of an element."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        box = self.run(
            f"(box => [box.x + box.width / 2, box.y + box.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def picture(self, whole: bool = False) -> bytes:
        """A PNG of the visible part, or of the whole page."""
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=whole, format="png")
        return base64.b64decode(answer["data"])

    def pdf(self) -> bytes:
        """The page as printed, on A4."""
        answer = self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)
        return base64.b64decode(answer["data"])

    @property
    def problems(self) -> list[str]:
        """Errors and warnings so far: exceptions, the console's messages, what could not be loaded."""
        self.run("0")  # waits until earlier events have been reported
        found = []
        for event in self._browser.events:
            about = event.get("params", {})
            if event.get("sessionId") != self._session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(about["exceptionDetails"]))
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(str(about["args"]))
            elif event["method"] == "Log.entryAdded":
                found.append(about["entry"]["text"])
        return found

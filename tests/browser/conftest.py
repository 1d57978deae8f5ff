"""A headless Chromium with the pages of some games; downloads go to a folder of their own."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
DRIVERS = ("chromedriver", "chromium.chromedriver", "chromium-chromedriver")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def installed(names: tuple[str, ...]) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


@dataclass
class Browser:
    """A browser, with the questions that many tests ask."""

    driver: Any
    downloads: Path

    def open(self, page: Path, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get(page.as_uri() + fragment)
        # on a busy machine get() may return while a large page is still being read
        self.until("return document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def devtools(self, command: str, **parameters: object) -> Any:
        return self.driver.execute_cdp_cmd(command, parameters)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", selector))

    def only(self, selector: str) -> Any:
        self.until(f"return document.querySelectorAll({json.dumps(selector)}).length === 1")
        (element,) = self.all(selector)
        return element

    def until(self, script: str) -> None:
        """Wait until the script returns a true value, since some events come a moment later."""
        for _ in range(200):
            if self.run(script):
                return
            time.sleep(0.05)
        raise AssertionError(f"not within ten seconds: {script}")

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    @property
    def focus(self) -> Any:
        return self.driver.switch_to.active_element

    def accessible(self) -> list[dict[str, Any]]:
        """The nodes that a screen reader sees; the browser takes a moment to build all of them."""
        nodes: list[dict[str, Any]] = []
        unchanged = 0
        for _ in range(100):
            before, nodes = len(nodes), self.devtools("Accessibility.getFullAXTree")["nodes"]
            unchanged = unchanged + 1 if len(nodes) == before else 0
            if unchanged == 5:
                break
            time.sleep(0.1)
        return [node for node in nodes if not node.get("ignored")]

    def requested(self) -> list[str]:
        """The addresses requested since the page was opened."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def complaints(self) -> list[str]:
        """The messages on the console since the page was opened."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def look(self, scheme: str = "light", media: str = "screen") -> None:
        """Set the light or dark color scheme, and screen or print."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.devtools("Emulation.setEmulatedMedia", media=media, features=[feature])

    def size(self, width: int, height: int = 900) -> None:
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    @contextmanager
    def without_scripts(self) -> Iterator[None]:
        self.devtools("Emulation.setScriptExecutionDisabled", value=True)
        try:
            yield
        finally:
            self.devtools("Emulation.setScriptExecutionDisabled", value=False)


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    binary, driver = installed(BROWSERS), installed(DRIVERS)
    if binary is None or driver is None:
        pytest.skip("no Chromium with its chromedriver is installed")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('chromium')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chromium = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield Browser(chromium, tmp_path_factory.mktemp("downloads"))
    finally:
        chromium.quit()


@pytest.fixture
def browser(started: Browser) -> Browser:
    started.look()
    started.size(1200)
    started.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(started.downloads))
    for file in started.downloads.iterdir():
        file.unlink()
    return started

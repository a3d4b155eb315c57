"""A page at a table, driven as people do it."""

from __future__ import annotations

from typing import Any

SPOT = """() => {
  for (const spot of document.querySelectorAll("#board [data-actions]")) {
    if (spot.dataset.actions.includes(" ")) continue;
    spot.scrollIntoView({ block: "center" });
    const box = spot.getBoundingClientRect();
    const place = [box.x + box.width / 2, box.y + box.height / 2];
    const there = document.elementFromPoint(...place)?.closest("[data-actions]");
    if (there === spot) return place;
  }
  return null;
}"""
"""Where a place of the board can be clicked that means one decision."""
TIMES = """
window.answered = [];
let clicked = 0;
addEventListener("click", () => { clicked = performance.now(); }, true);
new MutationObserver(() => {
  const main = document.querySelector("#main");
  if (main?.ariaBusy === "false") window.answered.push(performance.now() - clicked);
}).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
"""
"""Notes how long each click took until its answer was shown, in milliseconds."""


class Page:
    """A page at a table; errors of its scripts and of its policy are errors of the test."""

    def __init__(self, browser: Any, link: str, **context: Any) -> None:
        self.context = browser.new_context(**context)
        self.page = self.context.new_page()
        self.page.set_default_timeout(120_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)
        self.page.add_init_script(TIMES)
        self.page.goto(link)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    def ready(self) -> None:
        """Wait until there is something to choose, or the game is over."""
        self.page.wait_for_selector("#choices button, #result:not([hidden])", state="visible")

    def is_over(self) -> bool:
        return bool(self.page.is_visible("#result"))

    def choose(self, place: int = 0) -> None:
        """Click a choice of the list, and wait for what comes of it."""
        self.after(lambda: self.page.locator("#choices button").nth(place).click())

    def click_spot(self) -> bool:
        """Click the first place of the board that means one decision."""
        place = self.page.evaluate(SPOT)
        if place is None:
            return False
        self.after(lambda: self.page.mouse.click(*place))
        return True

    def after(self, act: Any, what: str = "decide") -> None:
        """Do something, and wait until the page shows what came of it."""
        with self.page.expect_response(lambda answer: answer.url.endswith(f"/{what}")) as told:
            act()
        assert told.value.ok, told.value.text()
        self.wait("() => document.querySelector('#main').ariaBusy === 'false'")

    def wait(self, condition: str, argument: Any = None) -> None:
        self.page.wait_for_function(condition, arg=argument)

    def wait_for_text(self, selector: str, text: str) -> None:
        """Wait until an element's text begins so."""
        self.wait(
            "([which, text]) => document.querySelector(which).textContent.startsWith(text)",
            [selector, text],
        )

    def close(self) -> None:
        self.context.close()
        assert self.errors == []

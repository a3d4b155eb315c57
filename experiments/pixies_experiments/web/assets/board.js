// The drawing of the board, and what can be clicked on it.

import { $ } from "./dom.js";
import { arrange, reveal } from "./size.js";

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];
let styled = "";

/** Show a drawing: columns of SVG, and their style as text. */
export function draw({ style, columns }) {
  if (style !== styled) {
    sheet.replaceSync(style);
    styled = style;
  }
  const focused = document.activeElement?.closest?.("[data-spot]")?.dataset.spot;
  const parser = new DOMParser();
  $("board").replaceChildren(
    ...columns.map((column) => document.adoptNode(parser.parseFromString(column, "text/html").body.firstChild)),
  );
  arrange();
  reveal();
  if (focused !== undefined) {
    $("board").querySelector(`[data-spot="${CSS.escape(focused)}"][tabindex]`)?.focus();
  }
}

/** Call `chosen` with the names of the decisions of a place that is clicked. */
export function onSpot(chosen) {
  const choose = (event) => {
    const spot = event.target.closest?.("[data-actions]");
    if (spot === null || spot === undefined) return;
    event.preventDefault();
    chosen(spot.dataset.actions.split(" "));
  };
  $("board").addEventListener("click", choose);
  $("board").addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") choose(event);
  });
}

/** Mark the places that a decision is about; no name takes the marks away. */
export function hint(name = null) {
  for (const marked of $("board").querySelectorAll(".hint")) marked.classList.remove("hint");
  if (name === null) return;
  const spots = $("board").querySelectorAll(`[data-actions~="${CSS.escape(name)}"]`);
  for (const spot of spots) spot.classList.add("hint");
}

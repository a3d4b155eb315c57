// How large the board is drawn: as a whole, or so large that all of it can be read and hit.

import { $ } from "./dom.js";

const LEGIBLE = 12; // pixels that the smallest text is high
const REACH = 24; // pixels that the smallest target measures
const NARROW = matchMedia("(max-width: 60rem)");
const KEPT = "pixies-board";

let chosen = kept();
let scale = 0; // pixels per unit at which everything is legible; it never shrinks, so nothing jumps

function kept() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null; // A browser may keep nothing.
  }
}

function keep(size) {
  chosen = size;
  try {
    sessionStorage.setItem(KEPT, size);
  } catch {
    // The choice holds until the page is left.
  }
}

const isLarge = () => (chosen ?? (NARROW.matches ? "large" : "whole")) === "large";

/** Give the drawing its size, and small targets a larger surrounding that can be hit. */
export function arrange() {
  for (const old of $("board").querySelectorAll(".reach")) old.remove();
  const drawings = [...$("board").querySelectorAll("svg")].filter((drawing) => drawing.getScreenCTM() !== null);
  for (const drawing of drawings) scale = Math.max(scale, legible(drawing));
  const large = isLarge();
  for (const drawing of drawings) {
    const width = large ? `${Math.ceil(drawing.viewBox.baseVal.width * scale)}px` : "0";
    drawing.style.setProperty("min-width", width);
  }
  $("size").textContent = large ? "Show the board as a whole" : "Enlarge the board";
  for (const target of $("board").querySelectorAll("[data-actions]")) widen(target);
}

/** Pixels per unit at which the smallest text and the smallest target of a drawing are large enough. */
function legible(drawing) {
  const unit = drawing.getScreenCTM().a;
  let least = 0;
  for (const text of drawing.querySelectorAll("text")) {
    const size = Number(text.getAttribute("font-size")) * (text.getScreenCTM().a / unit);
    if (text.textContent.trim() !== "") least = Math.max(least, LEGIBLE / size);
  }
  for (const target of drawing.querySelectorAll("[data-actions]")) {
    const box = target.getBoundingClientRect();
    least = Math.max(least, (REACH * unit) / Math.min(box.width, box.height));
  }
  return least;
}

function widen(target) {
  const box = target.getBBox();
  const least = REACH / target.getScreenCTM().a;
  const width = Math.max(box.width, least);
  const height = Math.max(box.height, least);
  if (width === box.width && height === box.height) return;
  const reach = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const sides = { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
  for (const [name, value] of Object.entries(sides)) reach.setAttribute(name, value);
  reach.setAttribute("class", "reach");
  target.prepend(reach);
}

/** If the board is wider than its part of the page, show what can be chosen. */
export function reveal() {
  const frame = $("board").getBoundingClientRect();
  const boxes = [...$("board").querySelectorAll("[data-actions]")].map((target) => target.getBoundingClientRect());
  const seen = ({ left, right }) => Math.min(right, frame.right) - Math.max(left, frame.left) >= REACH;
  if (boxes.length === 0 || boxes.some(seen)) return;
  $("board").scrollLeft += boxes[0].left + boxes[0].width / 2 - frame.left - frame.width / 2;
}

$("size").addEventListener("click", () => {
  keep(isLarge() ? "whole" : "large");
  arrange();
  reveal();
});
new ResizeObserver(arrange).observe($("board"));

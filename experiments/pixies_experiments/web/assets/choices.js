// The list of legal decisions, in words.

import { hint } from "./board.js";
import { $, element } from "./dom.js";

const FEW = 12; // choices that need no field to find one

let choices = [];
let narrowed = null;
let decide = () => {};

/** What is called with a choice that was taken. */
export function onChoice(taken) {
  decide = taken;
}

/** Show other choices. */
export function offer(given) {
  // While others move there is no choice, and the focus waits at the question.
  const had = $("choices").contains(document.activeElement) || document.activeElement === $("question");
  choices = given;
  narrowed = null;
  $("filter").value = "";
  list();
  if (had) ($("choices").querySelector("button") ?? $("question")).focus();
}

/** Take the one decision of a place, or show those of it. */
export function narrow(names) {
  const meant = choices.filter((choice) => names.includes(choice.name));
  if (meant.length === 1) decide(meant[0]);
  if (meant.length < 2) return;
  narrowed = names;
  $("filter").value = "";
  list();
  $("choices").querySelector("button").focus();
}

function list() {
  const wanted = $("filter").value.toLowerCase();
  const shown = choices.filter(
    (choice) =>
      (narrowed === null || narrowed.includes(choice.name)) &&
      `${choice.words} ${choice.name}`.toLowerCase().includes(wanted),
  );
  $("filter-label").hidden = choices.length <= FEW;
  $("all").hidden = narrowed === null;
  $("choices").hidden = choices.length === 0;
  $("choices").replaceChildren(
    ...shown.map((choice) =>
      element(
        "li",
        {},
        element(
          "button",
          {
            type: "button",
            "data-name": choice.name,
            title: choice.name,
            onclick: () => decide(choice),
            onmouseenter: () => hint(choice.name),
            onmouseleave: () => hint(),
            onfocus: () => hint(choice.name),
            onblur: () => hint(),
          },
          choice.words,
          choice.probability ? element("small", {}, ` (${choice.probability})`) : null,
        ),
      ),
    ),
  );
}

$("filter").addEventListener("input", list);
$("all").addEventListener("click", () => {
  narrowed = null;
  list();
  $("choices").querySelector("button")?.focus();
});
$("choices").addEventListener("keydown", (event) => {
  const buttons = [...$("choices").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const last = buttons.length - 1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(last, to))].focus();
});

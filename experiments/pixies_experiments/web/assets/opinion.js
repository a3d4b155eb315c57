// What an agent thinks of the decision that is due.

import { $, element, player } from "./dom.js";

const percent = (share) => (share === null ? "" : `${(100 * share).toFixed(0)} %`);
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** Offer the agents that can be asked; the one that was chosen stays. */
export function offerAdvisers({ advisers, names }) {
  const before = $("adviser").value;
  if ([...$("adviser").options].map((option) => option.value).join() === advisers.join()) return;
  $("adviser").replaceChildren(...advisers.map((spec) => new Option(names[spec], spec)));
  if (advisers.includes(before)) $("adviser").value = before;
}

export function forget() {
  $("opinion").replaceChildren();
}

export function tell(text) {
  $("opinion").replaceChildren(element("p", {}, text));
}

/** Show an opinion; `decide` takes a decision of it. */
export function show(opinion, names, decide) {
  const who = names[opinion.agent] ?? opinion.agent;
  const said = [element("p", {}, `${who} would choose: `, element("strong", {}, opinion.chosen.words))];
  if (opinion.values !== null) {
    said.push(
      element("p", {}, `Expected result from ${opinion.simulations} simulations, −1 to +1:`),
      element(
        "ul",
        { className: "values" },
        ...opinion.values.map((value, seat) => element("li", {}, `${player(seat)} `, element("b", {}, signed(value)))),
      ),
    );
  }
  said.push(
    element(
      "ol",
      { className: "candidates" },
      ...opinion.candidates.map((candidate) =>
        element(
          "li",
          {},
          element("button", { type: "button", title: candidate.name, onclick: () => decide(candidate) }, candidate.words),
          element(
            "span",
            { className: "figures" },
            [
              percent(candidate.share),
              candidate.values === null ? "" : `for player ${opinion.player} ${signed(candidate.values[opinion.player])}`,
            ]
              .filter(Boolean)
              .join(", "),
          ),
          candidate.line.length === 0
            ? null
            : element(
                "details",
                {},
                element("summary", {}, "Expected line"),
                element(
                  "ol",
                  {},
                  ...candidate.line.map((step) => element("li", {}, `${player(step.player)}: ${step.words}`)),
                ),
              ),
        ),
      ),
    ),
  );
  $("opinion").replaceChildren(...said);
}

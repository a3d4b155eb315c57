// Seats, steps, the log and the end.

import { $, element, player } from "./dom.js";

/** Who sits where; in an analysis seats can be handed over. */
export function showSeats(view, handOver) {
  const people = ["human", ...view.advisers];
  $("seats").replaceChildren(
    ...view.seats.map(({ seat, who, yours }) => {
      const due = view.player === seat && view.waiting === "decision";
      const names = people.includes(who) ? people : [...people, who];
      const sits =
        view.kind === "analysis" && yours
          ? element(
              "select",
              { "aria-label": `Who plays seat ${seat}`, onchange: (event) => handOver(seat, event.target.value) },
              ...names.map((name) => new Option(name === "human" ? "you" : view.names[name], name, false, name === who)),
            )
          : element("span", {}, who === "human" ? (yours ? "you" : "a person") : view.names[who]);
      return element("li", { "aria-current": due ? "true" : null }, `Player ${seat}: `, sits);
    }),
  );
}

/** Positions at which somebody decided. */
function decisions(view) {
  return view.log.filter((entry) => entry.kind === "decision").map((entry) => entry.after - 1);
}

export function showSteps(view) {
  $("steps").hidden = view.kind !== "analysis";
  if (view.kind !== "analysis") return;
  const before = view.cursor === 0;
  const end = view.cursor === view.length;
  for (const id of ["first", "back"]) $(id).disabled = before;
  for (const id of ["last", "forward"]) $(id).disabled = end;
  $("slider").max = view.length;
  $("slider").value = view.cursor;
  $("where").textContent = `${view.cursor} of ${view.length} events`;
  $("restore").hidden = !view.varies;
}

/** Make the steps go: `go` is called with a number of events. */
export function onStep(current, go) {
  const steps = {
    first: () => 0,
    back: (view) => decisions(view).findLast((place) => place < view.cursor) ?? 0,
    forward: (view) => decisions(view).find((place) => place > view.cursor) ?? view.length,
    last: (view) => view.length,
  };
  for (const [id, target] of Object.entries(steps)) $(id).addEventListener("click", () => go(target(current())));
  $("slider").addEventListener("change", () => go(Number($("slider").value)));
}

/** The log, the latest event first; in an analysis an entry leads to the position before it. */
export function showLog(view, go) {
  $("log").replaceChildren(
    ...view.log.toReversed().map((entry) => {
      const whose = entry.kind === "chance" ? "" : `${player(entry.player)}: `;
      const text = `${whose}${entry.words}`;
      const now = entry.after !== null && entry.after === view.cursor;
      return element(
        "li",
        { className: entry.kind, title: entry.name, "aria-current": now ? "step" : null },
        view.kind === "analysis"
          ? element("button", { type: "button", onclick: () => go(entry.after - 1) }, text)
          : text,
      );
    }),
  );
  const now = $("log").querySelector("[aria-current]");
  $("log").scrollTop = now === null ? 0 : now.offsetTop - $("log").offsetTop - $("log").clientHeight / 2;
}

const signed = (score) => String(score).replace("-", "−");

export function showResult(view) {
  $("result").hidden = view.result === null;
  if (view.result === null) return;
  const first = view.result.standings.filter(({ rank }) => rank === 1).map(({ seat }) => player(seat));
  const alone = view.seats.length === 1;
  $("winners").textContent = alone ? "The game is over." : `First: ${first.join(" and ")}.`;
  const why = view.result.reason;
  $("reason").textContent = why === "" ? "" : `Why the game ended: ${why}.`;
  $("standings").replaceChildren(
    ...view.result.standings.map(({ seat, rank, score }) =>
      element("li", {}, `${alone ? "" : `${rank}. `}${player(seat)}: ${score === null ? "no score" : `score ${signed(score)}`}`),
    ),
  );
  $("ours").textContent = view.result.ours;
  $("result-details").replaceChildren(
    ...view.result.details.flatMap(([path, value]) => [element("dt", {}, path), element("dd", {}, value)]),
  );
}

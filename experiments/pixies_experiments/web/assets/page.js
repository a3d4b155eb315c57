// The page of a table: asks the server for news, shows them, sends what is chosen.

import { draw, onSpot } from "./board.js";
import { narrow, offer, onChoice } from "./choices.js";
import { $, player } from "./dom.js";
import { ask, open, Refusal, table } from "./link.js";
import { forget, offerAdvisers, show as showOpinion, tell } from "./opinion.js";
import { onStep, showLog, showResult, showSeats, showSteps } from "./panels.js";

const PAUSE = 1000; // milliseconds before a lost connection is tried again
const REST = 5000; // milliseconds before what was refused is tried again

let view = null;
let revealed = null; // seat whose secrets this browser may show now
let busy = false;

const pause = (time) => new Promise((done) => setTimeout(done, time));

function complain(reason) {
  $("problem").textContent = reason;
  $("problem").hidden = reason === "";
}

function status() {
  if (view.result !== null) return "The game is over.";
  if (view.thinking !== null) {
    const first = view.compiling ? " Its code is being compiled first, once for this machine." : "";
    return `${player(view.player)} (${view.names[view.thinking]}) is thinking …${first}`;
  }
  if (view.waiting === "chance") return view.question;
  const seat = view.seats[view.player];
  if (seat.yours && view.kind === "game") return `Your turn, player ${view.player}.`;
  return `It is the turn of player ${view.player}.`;
}

function show(next) {
  if (next.key === view?.key) return;
  view = next;
  if (!view.private && view.eyes !== null) revealed = view.eyes;
  const covered = view.private && view.eyes !== revealed;
  $("curtain").hidden = !covered;
  $("main").hidden = covered;
  document.title = `${view.title}: ${status()}`;
  $("title").textContent = view.kind === "analysis" ? `${view.title}: analysis` : view.title;
  $("status").textContent = status();
  if (covered) {
    $("curtain-title").textContent = `Now player ${view.eyes}`;
    $("reveal").textContent = `I am player ${view.eyes}`;
    $("reveal").focus();
    return;
  }
  render();
}

function render() {
  complain(view.problem ?? "");
  draw(view.drawing);
  $("deciding").hidden = view.result !== null;
  $("question").textContent = view.choices.length > 0 ? view.question : status();
  offer(view.choices);
  showSteps(view);
  showSeats(view, (seat, who) => act("seat", { seat, who }));
  showLog(view, go);
  showResult(view);
  const mine = view.choices.length > 0 && view.waiting === "decision";
  $("asking").hidden = !(mine && (view.advice || view.kind === "analysis"));
  $("analyse").hidden = view.kind === "game" && !view.advice && view.result === null;
  offerAdvisers(view);
  showSaving();
  forget();
}

/** Say what would be saved: while a game with secrets goes on, one seat's part of it. */
function showSaving() {
  const part = !view.whole_record;
  $("save").disabled = part && view.eyes === null;
  $("save").textContent = part && view.eyes !== null ? `Save what ${player(view.eyes)} saw` : "Save record";
  $("save").title = part ? "The whole record, to replay, draw or review, is there when the game is over." : "";
}

function setBusy(is) {
  busy = is;
  $("main").ariaBusy = String(is);
}

/** Send something; show what came of it. */
async function act(what, content) {
  if (busy) return;
  setBusy(true);
  try {
    const response = await ask(what, content);
    complain("");
    show(await response.json());
  } catch (error) {
    complain(error instanceof Refusal ? error.message : "The server does not answer.");
  } finally {
    setBusy(false);
  }
}

const decide = (choice) => act("decide", { action: choice.id, key: view.key, as: revealed });
const go = (to) => act("go", { to });

async function opinion() {
  const asked = view.key;
  tell("Thinking … Who is asked for the first time on a machine is compiled first.");
  $("ask").disabled = true;
  try {
    const told = await (await ask("opinion", { agent: $("adviser").value })).json();
    if (view.key === asked) showOpinion(told, view.names, decide);
  } catch (error) {
    tell(error.message);
  } finally {
    $("ask").disabled = false;
  }
}

async function lead(what, content) {
  try {
    const made = await (await ask(what, content)).json();
    open(made.id, made.token);
  } catch (error) {
    complain(error.message);
  }
}

async function save() {
  try {
    const response = await ask(`record?as=${view.eyes ?? ""}`);
    const file = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement("a"), { href: file, download: `${table}.jsonl` });
    link.click();
    URL.revokeObjectURL(file);
  } catch (error) {
    complain(error.message);
  }
}

async function rules() {
  if ($("rules-text").childElementCount === 0) {
    const told = await (await ask("rules")).json();
    const parsed = new DOMParser().parseFromString(told.html, "text/html");
    $("rules-text").replaceChildren(...parsed.body.childNodes);
  }
  $("rules").showModal();
}

/** Show news as they come, for as long as the page is open. */
async function follow() {
  for (;;) {
    try {
      const response = await ask(`view?have=${view?.key ?? ""}&as=${revealed ?? ""}`);
      if (response.status === 200) show(await response.json());
    } catch (error) {
      if (error instanceof Refusal && [403, 404].includes(error.code)) {
        $("status").textContent = "";
        complain(error.message);
        return;
      }
      const refused = error instanceof Refusal;
      $("status").textContent = refused ? error.message : "No connection to the server; trying again …";
      await pause(refused ? REST : PAUSE);
      if (view !== null) view = { ...view, key: "" };
    }
  }
}

onChoice(decide);
onSpot(narrow);
onStep(() => view, go);
$("restore").addEventListener("click", () => act("restore", {}));
$("ask").addEventListener("click", opinion);
$("analyse").addEventListener("click", () => lead("analysis", { as: view.eyes }));
$("save").addEventListener("click", save);
$("open-rules").addEventListener("click", () => rules().catch((error) => complain(error.message)));
$("open-record").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file !== undefined) await lead("replay", { record: await file.text() });
});
$("reveal").addEventListener("click", () => {
  revealed = view.eyes;
  $("curtain").hidden = true;
  $("main").hidden = false;
  render();
  ($("choices").querySelector("button") ?? $("question")).focus();
});
$("skip").addEventListener("click", () => {
  ($("choices").querySelector("button") ?? $("question")).focus();
});
follow();

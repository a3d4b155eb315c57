// The link that this page was opened with: the table and the tokens behind the #.

const given = new URLSearchParams(location.hash.slice(1));
export const table = given.get("table") ?? "";
const tokens = given.get("tokens") ?? "";

// What answers without a reason mean: those of the server when it is full, and of a proxy before it.
const MEANINGS = {
  413: "This is longer than the proxy lets through.",
  502: "The proxy does not reach the table.",
  503: "Too many connections to the table are open; close other pages of it.",
  504: "The proxy has not waited long enough for the table.",
};

/** An answer that is an error; `code` is the HTTP status. */
export class Refusal extends Error {
  constructor(code, reason) {
    super(reason);
    this.code = code;
  }
}

/** Ask the server about the table; the response, or a Refusal. */
export async function ask(what, content = undefined, signal = undefined) {
  const response = await fetch(`api/tables/${encodeURIComponent(table)}/${what}`, {
    method: content === undefined ? "GET" : "POST",
    headers: { "Pixies-Tokens": tokens },
    body: content === undefined ? undefined : JSON.stringify(content),
    signal,
  });
  if (response.ok) return response;
  let reason = MEANINGS[response.status] ?? `${response.status} ${response.statusText}`;
  try {
    reason = (await response.json()).error;
  } catch {
    // No reason was given: the code has to do.
  }
  throw new Refusal(response.status, reason);
}

/** Go to another table. */
export function open(id, token) {
  location.hash = `table=${id}&tokens=${token}`;
}

addEventListener("hashchange", () => location.reload());

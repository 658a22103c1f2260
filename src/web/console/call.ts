import { copyButton } from "../page/command.ts";
import { type Html, html } from "../page/html.ts";

/** A call of the API that a page shows, and runs where it may. */
export interface ApiCall {
  /** Unique on the page. */
  readonly id: string;
  readonly operationId: string;
  readonly method: string;
  /** As in the OpenAPI document: `/api/v1/markets/{platform}/{market_id}/detail`. */
  readonly path: string;
  /** Path and query of the call before anything is typed. */
  readonly target: string;
  readonly needsKey: boolean;
  /** The plan that a key needs, where any key is not enough. */
  readonly plan?: string | undefined;
  /** How programs read the answer. */
  readonly kind: "json" | "text" | "stream";
}

interface CallFormDeps {
  /** Where callers reach the service, without a slash at the end. */
  readonly origin: string;
  /** The path prefix of the site. */
  readonly base: string;
  /** The key the command shows; a word in its place without one. */
  readonly key?: string;
  /** In a demo, payments are pretended. */
  readonly isDemo?: boolean;
}

/** Scripts of pages with calls, in this order. */
export const CALL_ASSETS = ["console.css", "key.js", "calls.js", "answer.js", "console.js"] as const;

export const KEY_PLACEHOLDER = "YOUR_KEY";

/** What calls other than GET change. One that is missing here is shown, and never sent by a page. */
const EFFECTS: Readonly<Record<string, string>> = {
  createStreamTicket: "This creates a ticket that opens one stream.",
  createKey: "This creates a new key. It counts towards the hourly limit of new keys of your address.",
  createCheckout: "This opens a payment page for your key. Nothing is paid yet.",
  openBillingPortal: "This opens the page of your subscription. Nothing changes yet.",
};

/** The form of a call: inputs, address, command in three languages, answer. Without a script, the command alone. */
export const callForm = (call: ApiCall, deps: CallFormDeps, inputs: Html | false = false): Html =>
  html`<form class="call" autocomplete="off" novalidate data-call="${call.method} ${call.path}" data-origin="${deps.origin}" data-base="${deps.base}" data-kind="${call.kind}"${call.needsKey && html` data-keyed`}>${inputs}
<div class="run scripted"><code class="address">${call.method} ${deps.origin}${call.target}</code>${runButton(call)}${planNote(call, deps)}</div>
<div class="command"><div class="tabs scripted" role="tablist" aria-label="Language">${LANGUAGES.map((language, index) => tab(call.id, language, index === 0))}</div>
<pre id="code-${call.id}" tabindex="0" role="tabpanel" aria-label="The call"><code>${curlOf(call, deps)}</code></pre>
${copyButton(`code-${call.id}`)}</div></form>`;

const LANGUAGES = ["curl", "JavaScript", "Python"] as const;

const tab = (id: string, language: string, isChosen: boolean): Html =>
  html`<button type="button" role="tab" aria-selected="${String(isChosen)}"${!isChosen && html` tabindex="-1"`} aria-controls="code-${id}">${language}</button>`;

/** Said before the call is made, since a key of a lower plan gets a 403. */
function planNote({ plan }: ApiCall, { base, isDemo }: CallFormDeps): Html | false {
  if (plan === undefined) return false;
  return html`<span class="hint needs">Needs a key on <a href="${base}/pricing">${plan}</a>${isDemo && ", which costs nothing in this demo"}.</span>`;
}

function runButton({ method, operationId }: ApiCall): Html {
  if (method === "GET") return html`<button class="main">Run</button>`;
  const effect = EFFECTS[operationId];
  if (effect !== undefined) return html`<button class="main" data-effect="${effect}">Run …</button>`;
  return html`<span class="hint">This page does not run it, because it cannot be undone.</span>`;
}

/** The command as `curl` of calls.js writes it. */
function curlOf({ method, target, needsKey }: ApiCall, { origin, key = KEY_PLACEHOLDER }: CallFormDeps): string {
  const verb = method === "GET" ? "" : `-X ${method} `;
  return `curl ${verb}${needsKey ? `-H ${quoted(`X-API-Key: ${key}`)} ` : ""}${quoted(origin + target)}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

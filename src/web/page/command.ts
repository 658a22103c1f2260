import { type Html, html } from "./html.ts";

/** Files of pages with calls of the API to copy and to run, in this order. */
export const CALL_ASSETS = ["docs.css", "key.js", "run.js"] as const;

/** What stands for the reader's own key; key.js puts that of the tab in its place. */
export const KEY_PLACEHOLDER = "YOUR_KEY";

/** A command or program to copy; `id` is unique on the page. */
export const command = (id: string, text: string): Html => {
  const parts = text.split(KEY_PLACEHOLDER);
  return html`<div class="command"><pre tabindex="0"><code id="${id}">${parts.map(
    (part, index) => html`${index > 0 && html`<span data-own-key>${KEY_PLACEHOLDER}</span>`}${part}`,
  )}</code></pre>${copyButton(id)}</div>`;
};

/** Copies the text of the element `id`. copy.js does it. */
export const copyButton = (id: string): Html =>
  html`<p class="copy scripted"><button type="button" data-copy="${id}">Copy</button>
<span role="status" data-copied="${id}"></span></p>`;

interface ApiCall {
  readonly method: string;
  readonly url: string;
  /** None where the call needs none. */
  readonly key?: string | undefined;
}

/** The call as a command of a shell. */
export const curlOf = ({ method, url, key }: ApiCall): string =>
  [
    "curl",
    ...(method === "GET" ? [] : ["-X", method]),
    ...(key === undefined ? [] : ["-H", quoted(`X-API-Key: ${key}`)]),
    quoted(url),
  ].join(" ");

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Sends a GET with the key of this tab and shows the answer below. run.js does it. */
export const runButton = (path: string): Html =>
  html`<p class="run scripted"><button type="button" class="main" data-run="${path}">Run</button>
<span role="status"></span></p>
<pre class="result" tabindex="0" aria-label="The answer" hidden></pre>`;

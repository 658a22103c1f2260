import { type Html, html } from "./html.ts";

/** Files of pages with calls of the API to copy and to run. */
export const CALL_ASSETS = ["run.js"] as const;

/** The placeholder for the reader's key. No page knows the key itself. */
export const KEY_PLACEHOLDER = "YOUR_KEY";

/** A command or program to copy; `id` is unique on the page. */
export const command = (id: string, text: string): Html =>
  html`<div class="command"><pre tabindex="0"><code id="${id}">${text}</code></pre>${copyButton(id)}</div>`;

/** Copies the text of the element `id`. copy.js does it. */
export const copyButton = (id: string): Html =>
  html`<p class="copy scripted"><button type="button" data-copy="${id}">Copy</button>
<span role="status"></span></p>`;

interface ApiCall {
  readonly method: string;
  readonly url: string;
  /** Undefined where the call needs no key. */
  readonly key?: string | undefined;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Whether its answer is no document of JSON. */
  readonly isText?: boolean;
}

/** The call as a command of a shell. */
export const curlOf = ({ method, url, key, body }: ApiCall): string =>
  [
    "curl",
    ...(method === "GET" ? [] : ["-X", method]),
    ...(key === undefined ? [] : ["-H", quoted(`X-API-Key: ${key}`)]),
    ...(body === undefined ? [] : ["-H", "'Content-Type: application/json'", "-d", quoted(JSON.stringify(body))]),
    quoted(url),
  ].join(" ");

const headersOf = ({ key, body }: Pick<ApiCall, "key" | "body">): Readonly<Record<string, string>> => ({
  ...(key !== undefined && { "X-API-Key": key }),
  ...(body && { "Content-Type": "application/json" }),
});

/** The same with nothing but Python's own library. */
export function pythonOf({ method, url, key, body, isText }: ApiCall): string {
  const headers = headersOf({ key, body });
  const given = [
    JSON.stringify(url),
    ...(Object.keys(headers).length === 0 ? [] : [`headers=${pythonText(headers)}`]),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonText(body)}).encode()`]),
    ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : [`method="${method}"`]),
  ];
  return `import json, urllib.request

request = urllib.request.Request(
    ${given.join(",\n    ")},
)
with urllib.request.urlopen(request) as response:
    print(${isText ? "response.read().decode()" : "json.load(response)"})`;
}

/** JSON as Python writes it. */
const pythonText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|[,:]/g,
    (part) => PYTHON_WORDS[part] ?? part,
  );

const PYTHON_WORDS: Readonly<Record<string, string>> = {
  ...{ true: "True", false: "False", null: "None" },
  ...{ ",": ", ", ":": ": " },
};

/** The same as a module of JavaScript. */
export function javaScriptOf({ method, url, key, body, isText }: ApiCall): string {
  const headers = headersOf({ key, body });
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${JSON.stringify(headers)},`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}${options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`});
console.log(await response.${isText ? "text" : "json"}());`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Sends a GET with the key that its reader has signed in with and shows the answer below. run.js does it. */
export const runButton = (path: string): Html =>
  html`<p class="run scripted"><button type="button" class="main" data-run="${path}">Run</button>
<span role="status"></span></p>
<pre class="result" tabindex="0" aria-label="The answer" hidden></pre>`;

// Sends a call and shows its answer whole: status, headers, what is left of the limit, body.

/** More is held back until it is asked for. */
const MAX_SHOWN_CHARACTERS = 20_000;
/** More is left to a program. */
const MAX_READ_BYTES = 5_000_000;

const inWords = new Intl.NumberFormat("en-US");

/**
 * The panel below a call. `show` sends the call and resolves to the body of an error, or to undefined.
 * @param {HTMLFormElement} form
 */
globalThis.createAnswer = (form) => {
  const panel = document.createElement("section");
  panel.className = "answer";
  panel.setAttribute("aria-label", "Answer");
  panel.innerHTML = `<p class="state" role="status"></p><p class="hint left"></p><p class="problem" hidden></p>
<details><summary>Headers</summary><pre tabindex="0"></pre></details><pre class="result" tabindex="0" aria-label="Body of the answer"></pre>
<p class="actions"><button type="button">Copy the answer</button><button type="button">Download</button><button type="button" hidden>Show all</button><span class="hint note" role="status"></span></p>`;
  const parts = [".state", ".left", ".problem", "details", ".result", ".note"];
  const [state, left, problem, headers, body, note] = parts.map((part) => panel.querySelector(part));
  const [copy, download, all] = panel.querySelectorAll(".actions button");
  let bytes = [];
  let text = "";
  let name = "";
  let ending = "";

  const showBody = (isWhole) => {
    body.textContent = isWhole ? text : text.slice(0, MAX_SHOWN_CHARACTERS);
    const isCut = body.textContent.length < text.length;
    all.hidden = !isCut;
    const shown = `Shown: the first ${inWords.format(MAX_SHOWN_CHARACTERS)} of ${inWords.format(text.length)} characters.`;
    note.textContent = [isCut ? shown : "", ending].filter((part) => part !== "").join(" ");
  };
  all.addEventListener("click", () => {
    showBody(true);
    body.focus();
  });
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      note.textContent = "The whole answer is copied.";
    } catch {
      showBody(true);
      getSelection().selectAllChildren(body);
      note.textContent = "Selected. Copy it with Ctrl+C or ⌘C.";
    }
  });
  download.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(bytes));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  });

  /** @param {Response} response */
  const showHead = (response, took) => {
    const type = response.headers.get("Content-Type") ?? "";
    name = nameOf(response, type);
    state.textContent = `${response.status} ${response.statusText} · ${took} ms`;
    state.dataset.ok = String(response.ok);
    left.textContent = leftOf(response.headers);
    headers.querySelector("pre").textContent = [...response.headers].map((one) => one.join(": ")).join("\n");
    headers.querySelector("summary").textContent = `Headers (${[...response.headers].length})`;
  };

  return async ({ path, method, key, signal }) => {
    form.append(panel);
    [bytes, text, ending] = [[], "", ""];
    problem.hidden = true;
    state.textContent = "Waiting for the answer …";
    for (const one of [left, body, note, headers.querySelector("pre")]) one.textContent = "";
    const began = performance.now();
    try {
      const init = { method, signal, cache: "no-store", headers: key === undefined ? {} : { "X-API-Key": key } };
      const response = await fetch(path, init);
      showHead(response, Math.round(performance.now() - began));
      ending = await readBody(response, signal, (part, read) => {
        bytes.push(part);
        text += read;
        showBody(false);
      });
      const size = bytes.reduce((sum, part) => sum + part.length, 0);
      state.textContent += ` · ${inWords.format(size)} bytes`;
      const parsed = ending === "" ? parsedOf(text, response) : undefined;
      if (parsed !== undefined) text = JSON.stringify(parsed, null, 2);
      showBody(false);
      return response.ok ? undefined : showProblem(problem, parsed, form.dataset.origin);
    } catch (error) {
      if (error.name !== "AbortError") console.info(error);
      state.textContent = signal.aborted
        ? "Stopped before an answer came."
        : "The service cannot be reached. Try again.";
      state.dataset.ok = "false";
      return undefined;
    }
  };
};

/**
 * Hands on the parts of a body as they come. Says why it did not read to the end, or "".
 * @param {Response} response
 */
async function readBody(response, signal, take) {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        take(new Uint8Array(), decoder.decode());
        return "";
      }
      size += value.length;
      take(value, decoder.decode(value, { stream: true }));
      if (size <= MAX_READ_BYTES) continue;
      await reader.cancel();
      return `Reading stopped after ${inWords.format(size)} bytes. Use the command to get the whole answer.`;
    }
  } catch (error) {
    if (signal.aborted) return "Stopped.";
    console.info(error);
    return "The connection was lost. The answer is incomplete. Try again.";
  }
}

/** @param {Response} response */
function parsedOf(text, response) {
  if (!/^application\/json\b/.test(response.headers.get("Content-Type") ?? "")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Shown as it came.
    return undefined;
  }
}

/** Shows the service's sentence, its addresses as links. Returns its error. */
function showProblem(problem, parsed, origin) {
  const error = parsed?.detail ?? parsed;
  if (typeof error?.message !== "string") return undefined;
  problem.hidden = false;
  // With names of parameters at its beginning, it stays as it is.
  const text = error.errors === undefined ? asSentence(error.message) : error.message;
  problem.replaceChildren(...text.split(/(https?:\/\/[^\s;,']*[^\s;,'.])/).map((part) => linked(part, origin)));
  return error;
}

/** Only an address of this service becomes a link. */
function linked(part, origin) {
  if (!part.startsWith(`${origin}/`)) return part;
  const link = document.createElement("a");
  link.href = part;
  link.textContent = part;
  return link;
}

const asSentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

/** What is left of the nearest limit, from the headers of RFC draft "RateLimit fields". */
function leftOf(headers) {
  const [, name, left, seconds] = /^"(\w+)";r=(\d+);t=(\d+)/.exec(headers.get("RateLimit") ?? "") ?? [];
  if (name === undefined) return "";
  const [, quota] = new RegExp(`"${name}";q=(\\d+)`).exec(headers.get("RateLimit-Policy") ?? "") ?? [];
  const span = { minute: "this minute", day: "today (UTC)", month: "this month (UTC)" }[name] ?? name;
  const of = quota === undefined ? "" : ` of ${inWords.format(quota)}`;
  return `${inWords.format(left)}${of} requests left ${span}. More in ${waitOf(Number(seconds))}.`;
}

function waitOf(seconds) {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** The name the service gives a file, or one of the last part of the path. */
function nameOf(response, type) {
  const [, given] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  const [, ending = "txt"] = /(ndjson|json|csv)/.exec(type) ?? [];
  const last = new URL(response.url).pathname.split("/").at(-1) || "answer";
  return given ?? `toteboard-${last.replace(/\.json$/, "")}.${ending}`;
}

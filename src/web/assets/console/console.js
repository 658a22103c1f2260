// Forms of calls: the address and the command follow the inputs, and what may be run is run with the key of this tab.

const callForms = [...document.querySelectorAll("form.call")].map(startCall);
let chosenLanguage = "curl";

document.addEventListener("toteboard-key", () => {
  complainOfKey("");
  for (const { render } of callForms) render();
});
for (const { render } of callForms) render();

/** @param {HTMLFormElement} form */
function startCall(form) {
  const [method, path] = form.dataset.call.split(" ");
  const rows = [...form.querySelectorAll("tr[data-name]")];
  const button = form.querySelector(".run button");
  const code = form.querySelector(".command code");
  const label = button?.textContent;
  const showAnswer = createAnswer(form);
  let running;

  const call = () => {
    const given = rows.map((row) => ({ name: row.dataset.name, place: row.dataset.in, values: valuesIn(row) }));
    return { target: calls.target(path, given), kind: kindOf(form.dataset.kind, given) };
  };
  const render = () => {
    const { target, kind } = call();
    const url = form.dataset.origin + target;
    const key = "keyed" in form.dataset ? (keyToSend() ?? calls.keyPlaceholder) : undefined;
    writeText(form.querySelector(".address"), `${method} ${url}`);
    writeText(code, calls.write(chosenLanguage, { method, url, key, kind }));
    for (const tab of form.querySelectorAll("[role=tab]")) {
      const isChosen = tab.textContent === chosenLanguage;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
  };
  const send = async () => {
    if (!isComplete(form, rows)) return;
    running = new AbortController();
    button.textContent = "Stop";
    const key = "keyed" in form.dataset ? keyToSend() : undefined;
    const { target } = call();
    const error = await showAnswer({ path: form.dataset.base + target, method, key, signal: running.signal });
    running = undefined;
    button.textContent = label;
    complain(form, error);
  };

  form.addEventListener("input", ({ target }) => {
    const row = target.closest("tr[data-name]");
    if (row !== null) complainIn(row, "");
    render();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (running !== undefined) running.abort();
    else if (button?.dataset.effect !== undefined) ask(form, button.dataset.effect, send);
    else if (button !== null) send();
  });
  listenToTabs(form.querySelector("[role=tablist]"));
  return { render };
}

/** @param {HTMLElement} row of a parameter */
function valuesIn(row) {
  const boxes = [...row.querySelectorAll("input[type=checkbox]")];
  if (boxes.length > 0) return boxes.filter(({ checked }) => checked).map(({ value }) => value);
  return [row.querySelector("input, select").value];
}

/** CSV and NDJSON are text to programs. */
function kindOf(kind, given) {
  const valueFor = (name) => given.find((one) => one.name === name)?.values[0];
  if (kind === "stream" && valueFor("poll") === "1") return "text";
  return kind === "json" && ["csv", "ndjson"].includes(valueFor("format")) ? "text" : kind;
}

/** The key of this tab, if it can be sent in a header. */
function keyToSend() {
  const key = tabKey.find();
  return key !== undefined && /^[\x21-\x7e]+$/.test(key) ? key : undefined;
}

/** Whether a call can be made; what is missing is said beside its input. */
function isComplete(form, rows) {
  for (const row of rows) complainIn(row, lackOf(row));
  const first = form.querySelector("[aria-invalid=true]");
  if (first !== null) {
    first.focus();
    return false;
  }
  if (!("keyed" in form.dataset) || keyToSend() !== undefined) return true;
  complainOfKey(
    tabKey.find() === undefined
      ? "This call needs a key: paste yours here."
      : "This is not a key. Keys begin with tb_live_.",
  );
  return false;
}

function lackOf(row) {
  const input = row.querySelector("input, select");
  if (input.validity?.badInput) return "Expected a number.";
  if (row.dataset.in !== "path") return "";
  // A browser takes these for folders, and would ask for another path.
  if (/^\.{1,2}$/.test(input.value)) return "Expected an id.";
  return input.value === "" ? "Expected a value: it is part of the address." : "";
}

/** Shows an error of the service beside the inputs it names. */
function complain(form, error) {
  if (error === undefined) return;
  if (/^(missing|invalid|revoked)_api_key$/.test(error.error)) complainOfKey(error.message);
  const rowOf = (name) => form.querySelector(`tr[data-name="${CSS.escape(name)}"]`);
  for (const { parameter, message } of error.errors ?? []) {
    const row = rowOf(parameter);
    if (row !== null) complainIn(row, `${message[0].toUpperCase()}${message.slice(1)}.`);
  }
  form.querySelector("[aria-invalid=true]")?.focus();
}

function complainIn(row, message) {
  const input = row.querySelector("input:not([type=checkbox]), select, [role=group]");
  const id = `${input.id}-problem`;
  const known = document.getElementById(id);
  if (message === "") {
    known?.remove();
    input.removeAttribute("aria-invalid");
    input.setAttribute("aria-describedby", `${input.id}-values`);
    return;
  }
  const problem = known ?? document.createElement("span");
  problem.id = id;
  problem.className = "problem";
  problem.textContent = message;
  input.after(problem);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", `${id} ${input.id}-values`);
}

/** Beside the field for the key, where the page has one. */
function complainOfKey(message) {
  const field = document.querySelector("input[data-kept]");
  const problem = document.getElementById("key-problem");
  if (field === null || problem === null) return;
  problem.textContent = message === "" ? "" : `${message[0].toUpperCase()}${message.slice(1)}`;
  problem.hidden = message === "";
  if (message === "") field.removeAttribute("aria-invalid");
  else {
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
}

/** Asks before something changes. The question takes the focus, so that a second Enter runs nothing. */
function ask(form, effect, send) {
  form.querySelector(".question")?.remove();
  const question = document.createElement("div");
  question.className = "question";
  question.tabIndex = -1;
  question.setAttribute("role", "group");
  question.setAttribute("aria-label", "Run this call?");
  const text = document.createElement("p");
  text.textContent = effect;
  const buttonOf = (label, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      question.remove();
      form.querySelector(".run button").focus();
      act();
    });
    return button;
  };
  question.append(
    text,
    buttonOf("Run it", send),
    buttonOf("Cancel", () => {}),
  );
  form.querySelector(".run").after(question);
  question.focus();
}

/** Tabs of languages, which are chosen for all calls at once. */
function listenToTabs(list) {
  const tabs = [...list.children];
  const choose = (tab) => {
    chosenLanguage = tab.textContent;
    for (const { render } of callForms) render();
    tab.focus();
  };
  list.addEventListener("click", ({ target }) => {
    if (tabs.includes(target)) choose(target);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length));
  });
}

/** What was copied is no longer what is shown. */
function writeText(element, text) {
  if (element.textContent === text) return;
  element.textContent = text;
  const copied = element.closest(".command")?.querySelector("[data-copied]");
  if (copied) copied.textContent = "";
}

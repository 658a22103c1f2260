// Writes a call of the API as a command or program. Only text goes in and out, so tests run what it writes.

globalThis.calls = {
  /** What stands for a key that is not known, and for a part of the path that is missing. */
  keyPlaceholder: "YOUR_KEY",

  /**
   * Path and query of a call. Values that are empty are left out; a list is repeated.
   * @param {string} path as in the OpenAPI document
   * @param {{ name: string, place: string, values: string[] }[]} given
   */
  target(path, given) {
    const query = new URLSearchParams();
    let filled = path;
    for (const { name, place, values } of given) {
      const [first = ""] = values;
      const shown = first === "" ? name.toUpperCase() : first;
      if (place === "path") filled = filled.replace(`{${name}}`, () => encodeURIComponent(shown));
      else for (const value of values) if (value !== "") query.append(name, value);
    }
    return query.size === 0 ? filled : `${filled}?${query}`;
  },

  /**
   * The call in one of the languages. `key` is undefined where none is needed; `kind` says how the answer is read.
   * @param {string} language
   * @param {{ method: string, url: string, key?: string, kind: "json" | "text" | "stream" }} call
   */
  write(language, call) {
    if (language === "JavaScript") return writeJavaScript(call);
    return language === "Python" ? writePython(call) : writeCurl(call);
  },
};

function writeCurl({ method, url, key }) {
  const verb = method === "GET" ? "" : `-X ${method} `;
  return `curl ${verb}${key === undefined ? "" : `-H ${inShell(`X-API-Key: ${key}`)} `}${inShell(url)}`;
}

/** Between single quotes a POSIX shell reads all characters as they are, apart from the quote itself. */
const inShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** A literal of JSON is one of JavaScript and of Python too. */
const inCode = (text) => JSON.stringify(text);

function writeJavaScript({ method, url, key, kind }) {
  const options = [
    ...(method === "GET" ? [] : [`  method: ${inCode(method)},`]),
    ...(key === undefined ? [] : [`  headers: { "X-API-Key": ${inCode(key)} },`]),
  ];
  const call = options.length === 0 ? inCode(url) : `${inCode(url)}, {\n${options.join("\n")}\n}`;
  const read = kind === "json" ? "console.log(await response.json());" : "console.log(await response.text());";
  const follow = "for await (const text of response.body.pipeThrough(new TextDecoderStream())) console.log(text);";
  return `const response = await fetch(${call});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
${kind === "stream" ? follow : read}`;
}

function writePython({ method, url, key, kind }) {
  const options = [
    ...(key === undefined ? [] : [`headers={"X-API-Key": ${inCode(key)}}`]),
    ...(method === "GET" ? [] : [`method=${inCode(method)}`]),
  ];
  const request = [inCode(url), ...options].map((part) => `    ${part},`).join("\n");
  const read = kind === "json" ? "print(json.load(response))" : "print(response.read().decode())";
  const follow = 'for line in response:\n        print(line.decode(), end="")';
  return `${kind === "json" ? "import json\n" : ""}from urllib.request import Request, urlopen

request = Request(
${request}
)
with urlopen(request) as response:
    ${kind === "stream" ? follow : read}`;
}

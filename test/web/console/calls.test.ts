import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import vm from "node:vm";
import fc from "fast-check";

interface GivenValue {
  readonly name: string;
  readonly place: "path" | "query";
  readonly values: readonly string[];
}

interface WrittenCall {
  readonly method: string;
  readonly url: string;
  readonly key?: string;
  readonly kind: "json" | "text" | "stream";
}

interface Calls {
  target(path: string, given: readonly GivenValue[]): string;
  write(language: string, call: WrittenCall): string;
}

/** The script as browsers run it. */
function loadCalls(): Calls {
  const scope = vm.createContext({ URLSearchParams });
  vm.runInContext(readFileSync("src/web/assets/console/calls.js", "utf8"), scope);
  return scope.calls as Calls;
}

const calls = loadCalls();

/** What breaks out of quotes, or means something to a shell, to curl or to a program. */
const HOSTILE = [
  "' ; touch broken; '",
  '" + process.exit(1) + "',
  "$(touch broken) `touch broken` $HOME \u0024{PATH}",
  "\\' \\\" \\\\ \\n \\u0041 \\x41 {0} %s",
  "line\nline\r\n\ttab",
  "{a,b}[1-3]*?~!#&|<>()",
  "</script><b>",
  "“quotes” \u2028 \u2029 \u0007 \u007f é 漢字 🎲",
  "'''\"\"\"```",
  "a=b&c=d/../e?f#g%2F%zz+ ",
  "--config evil @file",
];

const callOf = (value: string, key?: string): WrittenCall => ({
  method: "GET",
  url: `https://toteboard.invalid${calls.target("/api/v1/markets/{id}/detail", [
    { name: "id", place: "path", values: [value] },
    { name: "q", place: "query", values: [value, "second"] },
  ])}`,
  ...(key === undefined ? {} : { key }),
  kind: "json",
});

const CASES: readonly WrittenCall[] = [
  ...HOSTILE.map((value) => callOf(value, value)),
  ...HOSTILE.map((value) => ({ ...callOf(value), method: "POST", kind: "text" as const })),
  { ...callOf("plain", "tb_live_a"), kind: "stream" },
  ...fc
    .sample(fc.string({ unit: "grapheme", minLength: 1 }), 60)
    .map((value) => callOf(value, value.replaceAll("\0", ""))),
];

interface SentCall {
  readonly url: string;
  readonly method: string;
  readonly key: string | null;
}

const expected = (): readonly SentCall[] =>
  CASES.map(({ url, method, key }) => ({ url: new URL(url).href, method, key: key ?? null }));

/** Runs a program with this input, and parses what it prints. */
function runProgram(program: string, args: readonly string[], input: string): readonly SentCall[] {
  const { stdout, stderr, status } = spawnSync(program, args, { input, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("a written call", () => {
  it("is one command to a shell, whatever its values are", () => {
    const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; printf '\\0'; }\n`;
    const commands = CASES.map((one) => calls.write("curl", one)).join("\n");
    const { stdout, status, stderr } = spawnSync("sh", { input: script + commands, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const sent = stdout
      .split("\0\0")
      .slice(0, -1)
      .map((text) => {
        const args = text.split("\0");
        const valueAfter = (flag: string): string | undefined => args[args.indexOf(flag) + 1];
        const key = args.includes("-H") ? (valueAfter("-H") ?? "").replace("X-API-Key: ", "") : null;
        return { url: args.at(-1) ?? "", method: args.includes("-X") ? valueAfter("-X") : "GET", key };
      });
    assert.deepEqual(
      sent.map((one) => ({ ...one, url: new URL(one.url).href })),
      expected(),
    );
    // Curl expands these in an address, also between quotes.
    for (const { url } of sent) assert.doesNotMatch(url, /[[\]{}]/);
  });

  it("is one program of JavaScript", async () => {
    const sent: SentCall[] = [];
    const answer = { ok: true, json: async () => ({}), text: async () => "", body: undefined };
    const fetchStub = async (url: string, init: { method?: string; headers?: Record<string, string> } = {}) => {
      sent.push({ url: new URL(url).href, method: init.method ?? "GET", key: init.headers?.["X-API-Key"] ?? null });
      return { ...answer, body: { pipeThrough: () => ["part"] } };
    };
    for (const one of CASES) {
      const program = `(async (fetch, console) => {\n${calls.write("JavaScript", one)}\n})`;
      await vm.runInNewContext(program, { TextDecoderStream: class {} })(fetchStub, { log: () => undefined });
    }
    assert.deepEqual(sent, expected());
  });

  it("is one program of Python", { skip: hasPython ? false : "no python3" }, () => {
    const programs = CASES.map((one) => calls.write("Python", one));
    const runner = `
import contextlib, io, json, sys, urllib.request
sent = []
class Answer(io.BytesIO):
    pass
def urlopen(request):
    sent.append({"url": request.full_url, "method": request.get_method(), "key": request.get_header("X-api-key")})
    return Answer(b"{}")
urllib.request.urlopen = urlopen
for program in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(program, "call.py", "exec"), {})
sys.stdout.write(json.dumps(sent))
`;
    const sent = runProgram("python3", ["-c", runner], JSON.stringify(programs));
    assert.deepEqual(
      sent.map((one) => ({ ...one, url: new URL(one.url).href })),
      expected(),
    );
  });
});

describe("the address of a call", () => {
  it("leaves out what is empty, and repeats a list", () => {
    const given = (values: readonly string[]) => [{ name: "platform", place: "query", values }] as const;
    assert.equal(calls.target("/api/v1/markets", given([""])), "/api/v1/markets");
    assert.equal(calls.target("/api/v1/markets", given([])), "/api/v1/markets");
    assert.equal(calls.target("/api/v1/markets", given(["a", "b"])), "/api/v1/markets?platform=a&platform=b");
  });

  it("names a part of the path that is missing", () => {
    const given = [{ name: "key_id", place: "path", values: [""] }] as const;
    assert.equal(calls.target("/api/v1/keys/{key_id}/rotate", given), "/api/v1/keys/KEY_ID/rotate");
  });

  it("reads back as what was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (value) => {
        const { pathname, searchParams } = new URL(callOf(value).url);
        if (/^\.{1,2}$/.test(value)) return;
        assert.equal(decodeURIComponent(pathname.split("/")[4] ?? ""), value);
        assert.deepEqual(searchParams.getAll("q"), [value, "second"]);
      }),
    );
  });
});

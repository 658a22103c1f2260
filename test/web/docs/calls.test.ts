import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { htmlUnescape } from "escape-goat";
import { createRoutes } from "../../../src/api/index.ts";
import { TAGS } from "../../../src/http/route.ts";
import { temporaryFolder } from "../../support/service/process.ts";
import { startTestService } from "../../support/service/service.ts";

const service = await startTestService({ isWholeDemo: true });

/** What a new key of a demo has none of. */
const EMPTY_AT_FIRST = ["listAlerts", "listWebhooks", "streamChanges"];
/** They name what only its owner has. */
const OF_OWN = /^(getAlert|listDeliveries)$/;

interface Call {
  readonly operationId: string;
  readonly path: string;
}

async function callsOf(page: string): Promise<readonly Call[]> {
  const text = await (await fetch(`${service.url}/docs/${page}`)).text();
  const commands = [...text.matchAll(/<code id="call-(\w+)">(curl [^<]*)<\/code>/g)];
  return commands.flatMap(([, operationId = "", command = ""]) => {
    const url = /'(http[^']+)'$/.exec(htmlUnescape(command))?.[1];
    const isGet = !command.includes("-X ");
    return url === undefined || !isGet ? [] : [{ operationId, path: url.slice(service.url.length) }];
  });
}

const isEmpty = (data: unknown): boolean =>
  Array.isArray(data) ? data.length === 0 : typeof data !== "object" || data === null || Object.keys(data).length === 0;

describe("calls that the reference prints", () => {
  it("answer something in the demo", async () => {
    const pages = await Promise.all(Object.keys(TAGS).map(callsOf));
    const calls = pages.flat().filter(({ operationId }) => !OF_OWN.test(operationId));
    const gets = createRoutes(service.config).filter(({ method }) => method === "GET");
    assert.ok(calls.length > 25 && calls.length >= gets.length - 5, `${calls.length} of ${gets.length}`);
    const nothing: string[] = [];
    const key = await service.context.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "enterprise" });
    for (const { operationId, path } of calls) {
      const reply = await fetch(service.url + path, { headers: { "X-API-Key": key.secret } });
      const text = await reply.text();
      const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true;
      const isNothing = isJson ? isEmpty(JSON.parse(text).data ?? JSON.parse(text)) : text === "";
      if (reply.status !== 200) nothing.push(`${path} ${reply.status} ${text}`);
      else if (!EMPTY_AT_FIRST.includes(operationId) && isNothing) nothing.push(`${path} has nothing`);
    }
    assert.deepEqual(nothing, []);
  });

  /** The calls of topics as programs, with a key. */
  async function programsIn(language: string): Promise<readonly string[]> {
    const { secret } = await service.context.commands.createKey({
      name: "Ada",
      email: "ada@example.org",
      tier: "free",
    });
    const text = await (await fetch(`${service.url}/docs/topics`)).text();
    const found = [...text.matchAll(new RegExp(`<code id="${language}-\\w+">([^<]*)</code>`, "g"))];
    return found.map(([, program = ""]) => htmlUnescape(program).replace("YOUR_KEY", secret));
  }

  it("answer the same in JavaScript", async () => {
    const programs = await programsIn("javascript");
    const file = join(temporaryFolder(), "calls.mjs");
    writeFileSync(file, programs.map((program) => `{\n${program}\n}`).join("\n"));
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    assert.equal(stdout.match(/ data: /g)?.length, programs.length);
    assert.equal(programs.length, 2);
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  it("answer the same in Python", { skip: hasPython ? false : "python3 is missing" }, async () => {
    const programs = await programsIn("python");
    const { stdout } = await promisify(execFile)("python3", ["-c", programs.join("\n")]);
    assert.equal(stdout.match(/^\{'data': /gm)?.length, programs.length);
  });

  it("make an alert, and say when it would have fired, of a market that there is", async () => {
    const { secret } = await service.context.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "pro" });
    const text = htmlUnescape(await (await fetch(`${service.url}/docs/alerts`)).text());
    const bodies = [...text.matchAll(/-d '(\{"type":[^']*\})' '(http[^']*)'/g)];
    assert.equal(bodies.length, 2);
    for (const [, body = "", url = ""] of bodies) {
      const headers = { "X-API-Key": secret, "Content-Type": "application/json" };
      const reply = await fetch(url, { method: "POST", headers, body });
      assert.ok([200, 201].includes(reply.status), `${body} ${await reply.text()}`);
    }
  });
});

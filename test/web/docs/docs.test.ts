import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { htmlUnescape } from "escape-goat";
import { createRoutes } from "../../../src/api/index.ts";
import { SharedClock } from "../../../src/clock.ts";
import { toRequest } from "../../../src/deliveries/messages.ts";
import { createSigningSecret } from "../../../src/domain/webhooks.ts";
import { describeWhole } from "../../../src/http/openapi/json-schema.ts";
import { exampleAnswerOf, schemaOfAnswer } from "../../../src/http/openapi/responses.ts";
import { EXAMPLE_MESSAGE } from "../../../src/http/openapi/texts.ts";
import { TAGS } from "../../../src/http/route.ts";
import { arrayOf, mapOf, nullable, number, object, string } from "../../../src/http/schema.ts";
import { createTools } from "../../../src/mcp/tool-service.ts";
import { listFields } from "../../../src/web/docs/fields.ts";
import { openTestApi } from "../../support/service/api.ts";
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

const platforms = ["kalshi", "polymarket"];

const described = createRoutes({ platforms }).map((endpoint) => ({
  id: endpoint.operationId,
  fields: listFields(describeWhole(schemaOfAnswer(endpoint), { Platform: { enum: platforms } })),
  example: endpoint.streams === undefined ? exampleAnswerOf(endpoint, platforms) : undefined,
}));

/** The paths of all values inside, as the table names them; members of maps have names of their own. */
function pathsIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsIn(one, `${path}[]`));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, one]) => pathsIn(one, path === "" ? name : `${path}.${name}`));
}

const toolSite = await openTestApi({ hasPages: true });

const site = await openTestApi({ hasPages: true });
const { text: page } = await site.get("/docs/webhooks");

/** A program as the page prints it. */
const printed = (name: string): string =>
  htmlUnescape(new RegExp(`<code id="${name.replace(".", "\\.")}">([^<]*)</code>`).exec(page)?.[1] ?? "");

const secret = createSigningSecret();
const body = JSON.stringify(EXAMPLE_MESSAGE);

function sentAt(now: number) {
  const message = {
    target: "webhook",
    address: "https://example.org/",
    messageId: "msg_1",
    type: EXAMPLE_MESSAGE.type,
  };
  const none = { chatId: null, token: null, previousSecret: null, previousExpiresAt: null };
  return toRequest({ ...message, ...none, body, secret } as never, now).headers ?? {};
}

// The printed lines go by the machine's clock.
const now = new SharedClock().now();
const CASES = [
  ["genuine", sentAt(now), body, true],
  ["changed", sentAt(now), `${body} `, false],
  ["old", sentAt(now - 301_000), body, false],
  ["of another secret", { ...sentAt(now), "webhook-signature": "v1,AAAA" }, body, false],
] as const;

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

describe("the fields of an answer", () => {
  it("are those of the example of each operation", () => {
    let compared = 0;
    for (const { id, fields, example } of described) {
      if (id === "getOpenapi") continue;
      const named = fields.map(
        ({ path }) => new RegExp(`^${path.replaceAll(/[.[\]]/g, "\\$&").replaceAll("*", "[^.[]+")}$`),
      );
      for (const path of pathsIn(example).filter((one) => one !== "")) {
        // A list of plain values is one field.
        const found = [path, path.replace(/\[\]$/, "")].some((one) => named.some((pattern) => pattern.test(one)));
        assert.ok(found, `${id}: ${path}`);
        compared += 1;
      }
    }
    assert.ok(compared > 300, String(compared));
  });

  it("are the answer itself where it has none", () => {
    const openapi = described.find(({ id }) => id === "getOpenapi");
    assert.deepEqual(
      openapi?.fields.map(({ path, type }) => [path, type]),
      [["(the answer)", "object"]],
    );
  });

  it("name what may be null, missing, a list or a map", () => {
    const leaf = object({ name: nullable(string()) });
    const tree = object(
      { parts: arrayOf(leaf), leaf: nullable(leaf), by: mapOf(number(), "By name.", {}) },
      { more: nullable(leaf) },
    );
    assert.deepEqual(
      listFields(describeWhole(tree)).map(({ path, type }) => `${path}: ${type}`),
      [
        "parts: list of objects",
        "parts[].name: string or null",
        "leaf: object or null",
        "leaf.name: string or null",
        "by: map",
        "by.*: number",
        "more: object or null, may be missing",
        "more.name: string or null",
      ],
    );
  });
});

describe("the reference of a noun", async () => {
  const site = await openTestApi({ hasPages: true });

  it("has for each operation a call in two languages, its answer, then parameters and fields", async () => {
    const routes = createRoutes({ platforms });
    const tags = new Set(routes.map(({ tag }) => tag));
    const pages = await Promise.all([...tags].map(async (tag) => (await site.get(`/docs/${tag}`)).text));
    const sections = new Map(
      pages
        .join("")
        .split('<section class="operation" aria-labelledby="')
        .map((section) => [section.slice(0, section.indexOf('"')), section]),
    );
    for (const { operationId, parameters } of routes) {
      const section = sections.get(operationId) ?? assert.fail(operationId);
      const marks = ["call-", "python-"].map((language) => `id="${language}${operationId}"`);
      const tables = [...(Object.keys(parameters).length > 0 ? ["parameters"] : []), "fields"];
      const order = [...marks, 'class="answer"', ...tables.map((name) => `prose ${name}"`)];
      const places = order.map((mark) => section.indexOf(mark));
      assert.ok(
        places.every((place, index) => place > (places[index - 1] ?? 0)),
        `${operationId}: ${places}`,
      );
    }
    assert.match(
      sections.get("getMarketHistory") ?? "",
      /<code>data[^<]*yes_price<\/code>.*>number from 0 to 1<\/td>/s,
    );
  });
});

describe("/docs/mcp", () => {
  it("names all tools", async () => {
    const { text } = await toolSite.get("/docs/mcp");
    for (const { name } of createTools(toolSite.context.config.platforms))
      assert.ok(text.includes(`id="${name}"`), name);
  });

  it("describes arguments, and puts no key into the file of a project", async () => {
    const { text: page } = await toolSite.get("/docs/mcp");
    assert.match(page, /<code>query<\/code>: [^<]*; words of the title/);
    for (const [client, source] of [
      ["cursor", "${" + "env:TOTEBOARD_KEY}"],
      ["vs-code", "${" + "input:toteboard-key}"],
    ] as const) {
      const [, pasted = ""] = new RegExp(`id="text-${client}">([^<]*)<`).exec(page) ?? [];
      assert.ok(pasted.includes(source) && !pasted.includes("YOUR_KEY"), pasted);
    }
    assert.match(page, /id="text-connectors">http:[^<]*\/mcp\?api_key=YOUR_KEY</);
  });
});

describe("/docs/webhooks", () => {
  it("prints a message, its headers and the table of tries", () => {
    assert.deepEqual(JSON.parse(printed("message")), EXAMPLE_MESSAGE);
    for (const text of ["webhook-signature", "30 min", "24 h", "410 disables"]) assert.ok(page.includes(text), text);
  });

  it("prints lines in JavaScript that tell genuine messages from others", async () => {
    const file = join(temporaryFolder(), "verify.mjs");
    writeFileSync(file, printed("verify-webhook.mjs"));
    const { isGenuine } = await import(file);
    for (const [what, headers, text, expected] of CASES) {
      assert.equal(isGenuine(secret, headers, text), expected, what);
    }
    assert.equal(isGenuine(secret, {}, body), false);
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  it("prints the same in Python", { skip: hasPython ? false : "python3 is missing" }, () => {
    const program = `${printed("verify-webhook.py")}\nimport json, sys\nfor secret, headers, body in json.load(sys.stdin):\n    print(is_genuine(secret, headers, body.encode()))\n`;
    const input = JSON.stringify(CASES.map(([, headers, text]) => [secret, headers, text]));
    const { stdout, stderr } = spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
    assert.equal(stderr, "");
    assert.deepEqual(
      stdout
        .trim()
        .split("\n")
        .map((line) => line === "True"),
      CASES.map(([, , , expected]) => expected),
    );
  });
});

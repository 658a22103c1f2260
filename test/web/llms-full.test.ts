import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRoutes } from "../../src/api/index.ts";
import { createTools } from "../../src/mcp/tools/index.ts";
import { startTestService } from "../support/service/service.ts";
import { fixedClock } from "../support/store/writer.ts";

const flags = { "pages-per-minute": "1000000", "keys-per-hour": "1000" };
const service = await startTestService({ isDemo: true, environment: {}, flags, clock: fixedClock() });
await service.ready;
const limits = { perMinute: 1_000_000, perDay: null, perMonth: null };
const owner = { name: "Test", email: "test@example.com", tier: "enterprise", limits } as const;
const text = await (await fetch(`${service.url}/llms-full.txt`)).text();
const sections = text.split(/^## /m).slice(1);

describe("/llms-full.txt", () => {
  it("has a section for every endpoint, with all of its parameters and up to three different calls", () => {
    const endpoints = createRoutes(service.context.config);
    assert.equal(sections.length, endpoints.length + 1);
    for (const { method, path, parameters } of endpoints) {
      const head = `${method} ${path.replaceAll(/:([a-z_]+)/g, "{$1}")} [`;
      const section = sections.find((one) => one.startsWith(head)) ?? assert.fail(head);
      for (const name of Object.keys(parameters)) assert.ok(section.includes(`\n- \`${name}\` (`), `${head}: ${name}`);
      const calls = callsOf(section);
      assert.ok(calls.length >= 1 && calls.length <= 3, head);
      assert.equal(new Set(calls.map((call) => /'(http[^']*)'$/.exec(call)?.[1])).size, calls.length, head);
    }
  });

  it("names all tools for assistants", () => {
    const tools = sections.at(-1) ?? "";
    for (const { name } of createTools(service.context.config.platforms))
      assert.ok(tools.includes(`\n- \`${name}\` [`), name);
  });

  for (const section of sections.slice(0, -1)) {
    const [head = ""] = section.split("\n", 1);
    it(`gives calls that work: ${head}`, async () => {
      for (const call of callsOf(section)) {
        const { secret, id } = await service.context.commands.createKey(owner);
        const status = await run(call.replace("YOUR_KEY_ID", id).replace("YOUR_KEY", secret));
        assert.ok(isRight(head, status), `${call} answered ${status}`);
      }
    });
  }
});

const callsOf = (section: string): readonly string[] =>
  section.split("\n").flatMap((line) => (line.startsWith("    curl ") ? [line.trim()] : []));

/** What is right too: this key is above pro and pays nothing, and nobody signed the event. */
const OTHERWISE: Readonly<Record<string, number>> = {
  "POST /api/v1/checkout": 409,
  "POST /api/v1/billing/portal": 404,
  "POST /api/v1/webhooks/stripe": 400,
};

const isRight = (head: string, status: number): boolean =>
  (status >= 200 && status < 300) || OTHERWISE[head.replace(/ \[.*$/, "")] === status;

/** Sends what curl would. */
async function run(call: string): Promise<number> {
  const [, url = ""] = /'(http[^']*)'$/.exec(call) ?? [];
  const method = / -X (\w+)/.exec(call)?.[1] ?? (call.includes(" -I ") ? "HEAD" : "GET");
  const headers = Object.fromEntries(
    [...call.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name, value]) => [name, value]),
  );
  const response = await fetch(url, { method, headers: headers as Record<string, string> });
  await response.arrayBuffer();
  return response.status;
}

describe("/docs/mcp", () => {
  it("describes arguments, and puts no key into the file of a project", async () => {
    const page = await (await fetch(`${service.url}/docs/mcp`)).text();
    assert.match(page, /<code>query<\/code>: [^<]*; words of the title/);
    for (const [client, source] of [
      ["cursor", "${" + "env:TOTEBOARD_KEY}"],
      ["vs-code", "${" + "input:toteboard-key}"],
    ] as const) {
      const [, pasted = ""] = new RegExp(`id="text-${client}">([^<]*)<`).exec(page) ?? [];
      assert.ok(pasted.includes(source) && !pasted.includes("YOUR_KEY"), pasted);
    }
    assert.match(page, /claude\.ai and ChatGPT cannot send a header/);
  });
});

import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, describe, it } from "node:test";
import { mcpRoutes } from "../../src/mcp/route.ts";
import { createTools } from "../../src/mcp/tools/index.ts";
import { openTestContext, startTestServer } from "../support/service/api.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";
import { type Chance, chanceOf, SEED } from "./chance.ts";
import { mutateJson } from "./mutations.ts";

const MESSAGES = Number(process.env.TEST_FUZZ_MESSAGES ?? 3000);
const AT_ONCE = 16;

const twins = () => ({
  full: [page(Array.from({ length: 20 }, (_, index) => market({ id: `${index}`, title: `Rain on day ${index}?` })))],
});
const writer = openTestWriter({ scripts: { kalshi: twins(), polymarket: twins() } });
await writer.writer.runOnce(new Set());
group(writer, [{ a: "kalshi", b: "polymarket", id: "0" }]);
const context = await openTestContext({ writer, config: { pagesPerMinute: 1_000_000_000 } });
const server = await startTestServer(context, { routes: mcpRoutes(context.config) });
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
after(() => agent.destroy());
const tools = createTools(context.config.platforms);

const METHODS = [
  "tools/list",
  "ping",
  "initialize",
  "server/discover",
  "notifications/initialized",
  "subscriptions/listen",
  "notifications/cancelled",
  "resources/list",
  "logging/setLevel",
  "x",
  "",
] as const;
const REVISIONS = ["2025-11-25", "2025-06-18", "2024-11-05", "2026-07-28", "1999-01-01", "x"] as const;
const VALUES = [
  "kalshi:1",
  "polymarket:",
  "https://kalshi.com/markets/a/b",
  "0123456789abcdef",
  "rain",
  '"',
  "-",
  "*",
  "NEAR",
  "day 1",
  "open",
  "politics",
  0,
  1,
  -1,
  1e9,
  0.5,
  true,
  null,
  [],
  {},
  "é".repeat(300),
  "\u0000",
  "%",
] as const;

describe(`generated messages to /mcp (seed ${SEED})`, () => {
  it(`are all answered, and none breaks anything (${MESSAGES})`, async (t) => {
    const chance = chanceOf(300);
    const counts = new Map<string, number>();
    const wrong: string[] = [];
    let sent = 0;
    const work = async (): Promise<void> => {
      while (sent < MESSAGES && wrong.length < 10) {
        sent++;
        const generated = generate(chance);
        const outcome = await send(generated);
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (/^(5|no answer|not JSON)/.test(outcome)) wrong.push(`${outcome}: ${generated.body.slice(0, 500)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    t.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())));
    assert.deepEqual(wrong, []);
    assert.ok((counts.get("200 result") ?? 0) > MESSAGES / 10, "many calls succeed");
    assert.deepEqual(
      context.logged.filter(({ level }) => Number(level) >= 50),
      [],
      "nothing failed inside",
    );
  });
});

interface Generated {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** A message of either era, or one that was tampered with in its values or in its text. */
function generate(chance: Chance): Generated {
  const isModern = chance.happens(0.4);
  const message = chance.happens(0.75) ? toCall(chance) : { method: chance.pick(METHODS), params: {} };
  const whole = {
    jsonrpc: "2.0",
    ...(chance.happens(0.95) ? { id: chance.happens(0.9) ? chance.below(1000) : `id${chance.below(9)}` } : {}),
    ...message,
    params: { ...message.params, ...(isModern ? { _meta: ENVELOPE } : {}) },
  };
  const revision = chance.happens(0.9) ? (isModern ? "2026-07-28" : "2025-11-25") : chance.pick(REVISIONS);
  const given = chance.happens(0.3) ? mutateJson(whole, chance, 0.1) : whole;
  const text = JSON.stringify(chance.happens(0.02) ? [given, given] : given);
  const name = "name" in message.params ? { "Mcp-Name": message.params.name } : {};
  return {
    body: chance.happens(0.05) ? text.slice(0, chance.below(text.length + 1)) : text,
    headers: {
      "Content-Type": chance.happens(0.98) ? "application/json" : "text/plain",
      ...(chance.happens(0.9) ? { "MCP-Protocol-Version": revision } : {}),
      ...(isModern && chance.happens(0.95) ? { "Mcp-Method": message.method, ...name } : {}),
      ...(chance.happens(0.95) ? { "X-API-Key": context.secret ?? "" } : {}),
    },
  };
}

/** What every request of the later era carries. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

function toCall(chance: Chance) {
  const { name, parameters } = chance.pick(tools);
  const given: Record<string, unknown> = {};
  for (const [key, parameter] of Object.entries(parameters)) {
    if (!parameter.isRequired && chance.happens(0.6)) continue;
    const known = (parameter.json.enum as readonly string[] | undefined) ?? ["rain", "kalshi:1", "kalshi:0", 3, 2];
    given[key] = chance.happens(0.8) ? chance.pick(known) : chance.pick(VALUES);
  }
  return { method: "tools/call", params: { name: chance.happens(0.98) ? name : "nothing", arguments: given } };
}

/** The status, and what kind of answer it has. */
function send({ body, headers }: Generated): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = { host: "127.0.0.1", port: server.port, method: "POST", path: "/mcp", agent };
  const sent = request(
    { ...options, headers: { ...headers, "Content-Length": Buffer.byteLength(body) } },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(describeAnswer(response.statusCode ?? 0, Buffer.concat(chunks).toString())));
    },
  );
  sent.setTimeout(20_000, () => sent.destroy(new Error("silence")));
  sent.on("error", (error) => resolve(`no answer (${error.message})`));
  sent.end(body);
  return promise;
}

function describeAnswer(status: number, text: string): string {
  if (text === "") return `${status} empty`;
  try {
    const { result, error } = JSON.parse(text);
    if (result !== undefined) return `${status} ${result.isError === true ? "refusal" : "result"}`;
    return `${status} ${error === undefined ? "detail" : "error"}`;
  } catch {
    return `not JSON: ${status} ${text.slice(0, 100)}`;
  }
}

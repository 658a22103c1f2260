import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { partsOf } from "../../src/http/schema.ts";
import { mcpRoutes } from "../../src/mcp/route.ts";
import { createTools } from "../../src/mcp/tool-service.ts";
import { openTestContext, startTestServer } from "../support/service/api.ts";
import type { Answered } from "../support/service/documented.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";
import { type Chance, chanceOf, SEED } from "./chance.ts";
import { flood, type Generated } from "./flood.ts";
import { mutateJson, WRONG_VALUES } from "./mutations.ts";

const MESSAGES = Number(process.env.TEST_FUZZ_MESSAGES ?? 3000);

const twins = () => ({
  full: [page(Array.from({ length: 20 }, (_, index) => market({ id: `${index}`, title: `Rain on day ${index}?` })))],
});
const writer = openTestWriter({ scripts: { kalshi: twins(), polymarket: twins() } });
await writer.writer.runOnce(new Set());
group(writer, [{ a: "kalshi", b: "polymarket", id: "0" }]);
const context = await openTestContext({ writer, config: { pagesPerMinute: 1_000_000_000 } });
const server = await startTestServer(context, { routes: mcpRoutes(context.config) });
const tools = createTools(context.config.platforms);

const METHODS = `tools/list ping initialize server/discover notifications/initialized subscriptions/listen
  notifications/cancelled resources/list logging/setLevel x`.split(/\s+/);
const REVISIONS = ["2025-11-25", "2025-06-18", "2024-11-05", "2026-07-28", "1999-01-01", "x"] as const;
const TEXTS = ["https://kalshi.com/markets/a/b", "0123456789abcdef", '"', "-", "*", "NEAR", "day 1", "politics", "%"];
const VALUES: readonly unknown[] = [...TEXTS, ...WRONG_VALUES];

describe(`generated messages to /mcp (seed ${SEED})`, () => {
  it(`are all answered, and none breaks anything (${MESSAGES})`, async (t) => {
    const chance = chanceOf(300);
    const { port } = server;
    const { counts, wrong } = await flood({ port, count: MESSAGES, generate: () => generate(chance), judge });
    t.diagnostic(JSON.stringify(counts));
    assert.deepEqual(wrong, []);
    assert.ok((counts["200 result"] ?? 0) > MESSAGES / 10, "many calls succeed");
    assert.deepEqual(
      context.logged.filter(({ level }) => Number(level) >= 50),
      [],
      "nothing failed inside",
    );
  });
});

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
    method: "POST",
    path: "/mcp",
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
    const known = (partsOf(parameter.schema).options as readonly string[] | undefined) ?? [
      "rain",
      "kalshi:1",
      "kalshi:0",
      3,
      2,
    ];
    given[key] = chance.happens(0.8) ? chance.pick(known) : chance.pick(VALUES);
  }
  return { method: "tools/call", params: { name: chance.happens(0.98) ? name : "nothing", arguments: given } };
}

/** The status, and what kind of answer it has. Throws where the service failed, or where the answer is not JSON. */
function judge({ status, bytes }: Answered): string {
  assert.ok(status < 500, `status ${status}`);
  if (bytes.length === 0) return `${status} empty`;
  const { result, error } = JSON.parse(bytes.toString());
  if (result !== undefined) return `${status} ${result.isError === true ? "refusal" : "result"}`;
  return `${status} ${error === undefined ? "detail" : "error"}`;
}

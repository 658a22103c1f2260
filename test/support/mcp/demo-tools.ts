import assert from "node:assert/strict";
import type { ToolResult } from "../../../src/mcp/tool-service.ts";
import { openDatabase } from "../../../src/store/database/db.ts";
import { eventually, startTestService, type TestService } from "../service/service.ts";
import { fixedClock } from "../store/writer.ts";
import { toCall } from "./client.ts";

const DEMO_TIME = Date.parse("2026-11-21T12:00:00Z");

export interface DemoTools extends TestService {
  /** Of a key without limits. */
  readonly secret: string;
  ask(name: string, given: unknown): Promise<ToolResult & { readonly structuredContent: Record<string, unknown> }>;
}

/** The demo at a fixed time, once all of its markets are matched, and its tools. */
export async function openDemoTools(): Promise<DemoTools> {
  const flags = { "pages-per-minute": "1000000", "keys-per-hour": "1000" };
  const service = await startTestService({ isDemo: true, environment: {}, flags, clock: fixedClock(DEMO_TIME) });
  await service.ready;
  const db = openDatabase(service.config.db, "read-only", undefined);
  const waiting = db.prepare("SELECT count(*) FROM match_queue").pluck();
  await eventually("all markets to be matched", () => waiting.get() === 0, { deadlineMs: 120_000 });
  db.close();
  const limits = { perMinute: 1_000_000, perDay: null, perMonth: null };
  const { secret } = await service.context.commands.createKey({
    name: "Test",
    email: "test@example.com",
    tier: "enterprise",
    limits,
  });
  return {
    ...service,
    secret,
    async ask(name, given) {
      const response = await fetch(`${service.url}/mcp`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-API-Key": secret },
        body: JSON.stringify(toCall(name, given)),
      });
      assert.equal(response.status, 200);
      return ((await response.json()) as { result: never }).result;
    },
  };
}

import assert from "node:assert/strict";
import type { ToolResult } from "../../../src/mcp/tool-service.ts";
import { startTestService, type TestService } from "../service/service.ts";
import { toCall } from "./client.ts";

export interface DemoTools extends TestService {
  /** Of a key without limits. */
  readonly secret: string;
  ask(name: string, given: unknown): Promise<ToolResult & { readonly structuredContent: Record<string, unknown> }>;
}

/** The demo and its tools. */
export async function openDemoTools(): Promise<DemoTools> {
  const flags = { "pages-per-minute": "1000000", "keys-per-hour": "1000" };
  const service = await startTestService({ isWholeDemo: true, flags });
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

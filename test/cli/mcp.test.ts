import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { mcpRoutes } from "../../src/mcp/route.ts";
import { openRemoteTools } from "../../src/mcp/tool-service.ts";
import { negotiationOf, REVISIONS, type Revision, textOf } from "../support/mcp/client.ts";
import { openTestContext, startTestServer } from "../support/service/api.ts";
import { PASSED_ON } from "../support/service/executable.ts";
import { FROM_SOURCE, leaveSettings, runMain, temporaryFolder } from "../support/service/process.ts";
import { market, page } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

leaveSettings();

const writer = openTestWriter({ scripts: { kalshi: { full: [page([market({ id: "a", title: "Rain?" })])] } } });
await writer.writer.runOnce(new Set());
const context = await openTestContext({ writer });
const server = await startTestServer(context, { routes: mcpRoutes(context.config) });

/** The official client of a `toteboard mcp` that it starts. */
async function connect(args: readonly string[], environment: Record<string, string>, revision: Revision) {
  const [command, ...rest] = FROM_SOURCE;
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: negotiationOf(revision) });
  const cwd = temporaryFolder();
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...rest, "mcp", ...args],
      env: { ...PASSED_ON, ...environment },
      cwd,
      stderr: "pipe",
    }),
  );
  after(() => client.close());
  return client;
}

describe("toteboard mcp", () => {
  for (const revision of REVISIONS) {
    it(`serves a file beside its service, in revision ${revision}`, async () => {
      const client = await connect(["--db", writer.file], {}, revision);
      assert.equal((await client.listTools()).tools.length, 9);
      const { structuredContent } = await client.callTool({ name: "get_market", arguments: { market: "kalshi:a" } });
      assert.equal((structuredContent as { title: string }).title, "Rain?");
    });

    it(`passes calls on to a service, in revision ${revision}`, async () => {
      const client = await connect(["--url", server.url], { TOTEBOARD_KEY: context.secret ?? "" }, revision);
      assert.equal((await client.listTools()).tools.length, 9);
      const found = await client.callTool({ name: "find_markets", arguments: { query: "rain" } });
      assert.equal((found.structuredContent as { total: number }).total, 1);
      const refused = await client.callTool({ name: "get_market", arguments: { market: "kalshi:b" } });
      assert.deepEqual(
        [refused.isError, /kalshi has no market 'b'/.test(JSON.stringify(refused.content))],
        [true, true],
      );
    });
  }

  it("takes the address of /mcp too, and passes on why a service refuses", async () => {
    const near = await connect(["--url", `${server.url}/mcp/`], { TOTEBOARD_KEY: context.secret ?? "" }, REVISIONS[0]);
    assert.equal((await near.listTools()).tools.length, 9);
    const tools = openRemoteTools(`${server.url}/elsewhere`, "tb_live_wrong");
    const refused = await tools.call("movers", {});
    assert.equal(refused.isError, true);
    assert.match(textOf(refused), /elsewhere/);
    assert.doesNotMatch(textOf(refused), /check that it runs/);
    const gone = await openRemoteTools("http://127.0.0.1:1", "tb_live_wrong").call("movers", {});
    assert.match(textOf(gone), /cannot be asked: .*check that it runs/);
  });

  it("says what it lacks", async () => {
    const none = await runMain("mcp", "--db", "none.db");
    assert.deepEqual([none.exitCode, none.stdout, /no database at none\.db/.test(none.stderr)], [1, "", true]);
    const odd = await runMain("mcp", "--url", "127.0.0.1:8080", "--key", "tb_live_wrong");
    assert.deepEqual([odd.exitCode, odd.stdout, /--url: expected an address such as/.test(odd.stderr)], [2, "", true]);
    const keyless = await runMain("mcp", "--url", server.url);
    assert.deepEqual([keyless.exitCode, keyless.stdout, /a key is needed/.test(keyless.stderr)], [1, "", true]);
  });
});

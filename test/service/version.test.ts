import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import manifest from "../../package.json" with { type: "json" };
import { API_VERSION } from "../../src/http/openapi/texts.ts";
import { connectClient } from "../support/mcp/client.ts";
import { runMain } from "../support/service/process.ts";
import { eventually, startTestService } from "../support/service/service.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

const { version } = manifest;

describe("the version", async () => {
  const upstream = await startUpstream({ markets: 1 });
  after(() => upstream.close());
  const service = await startTestService({ environment: { ...upstream.environment, TOTEBOARD_PLATFORMS: "kalshi" } });
  const read = async (path: string) => (await fetch(service.url + path)).text();

  it("is that of the package in all that the service says of itself", async () => {
    const { commands } = service.context;
    const { secret } = await commands.createKey({
      name: "Test",
      email: "test@example.com",
      tier: "free",
    });
    const client = await connectClient(service.url, secret, "2025-11-25");
    const [asked] = await eventually("a pass", () => upstream.log.length > 0 && upstream.log);
    const said = {
      footer: /Toteboard (\S+)<\/p><\/footer>/.exec(await read("/"))?.[1],
      feed: /<generator version="(.*?)">/.exec(await read("/feeds/movers.atom"))?.[1],
      metrics: /toteboard_build_info\{version="(.*?)"\}/.exec(await service.readMetrics())?.[1],
      status: (await service.get("/api/v1/status")).body.data.version,
      assistants: client.getServerVersion()?.version,
      platforms: /^Toteboard\/(\S+)/.exec(asked?.userAgent ?? "")?.[1],
      command: /^toteboard (2[^ +]*?)(?:\.\d{14}\+[0-9a-f]{7,})? /.exec((await runMain("--version")).stdout)?.[1],
      readme: /^Toteboard (\S+) is listening/m.exec(
        readFileSync(new URL("../../README.md", import.meta.url), "utf8"),
      )?.[1],
    };
    assert.deepEqual(said, Object.fromEntries(Object.keys(said).map((place) => [place, version])));
    const api = [
      JSON.parse(await read("/openapi.json")).info.version,
      /version (\S+)\. It is also there/.exec(await read("/docs"))?.[1],
    ];
    assert.deepEqual(api, [API_VERSION, API_VERSION]);
  });
});

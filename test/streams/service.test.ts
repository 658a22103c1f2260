import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestService } from "../support/service/service.ts";
import { readStream } from "../support/streams/streams.ts";

describe("the service with open streams", () => {
  it("ends them when it stops and logs them with what they delivered", async () => {
    const service = await startTestService({ flags: { "log-level": "info" } });
    const { id, secret } = await service.context.commands.createKey({
      name: "Ada",
      email: "ada@example.org",
      tier: "pro",
    });
    const platforms = service.config.platforms;
    const reader = await readStream({ port: service.port, platforms }, "/api/v1/stream", { "X-API-Key": secret });
    const metrics = await service.readMetrics();
    assert.match(metrics, /^toteboard_streams_open 1$/m);
    await service.close();
    await reader.ended;
    assert.deepEqual(
      reader.events.map(({ type, reason }) => [type, reason]),
      [["end", "stopping"]],
    );
    const [line] = service.logged.filter(({ route }) => route === "/api/v1/stream");
    assert.deepEqual([line?.status, line?.key_id, line?.events, line?.ended_by], [200, id, 0, "stopping"]);
  });
});

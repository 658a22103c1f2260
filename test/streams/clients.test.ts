import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { after, describe, it } from "node:test";
import { EventSource } from "eventsource";
import { startTestService } from "../support/service/service.ts";
import { market } from "../support/store/builders.ts";
import { fixedClock, temporaryFile } from "../support/store/writer.ts";
import { openLiveTest, readStream } from "../support/streams/streams.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe("clients made by others", () => {
  it("resume with eventsource over a restart, and miss nothing", async () => {
    const clock = fixedClock();
    const file = temporaryFile();
    let test = await openLiveTest({ file, clock });
    const { secret } = await test.make();
    const { port } = test.server;
    await test.list([market({ id: "a" })]);
    const sent: (string | null)[] = [];
    const source = new EventSource(`http://127.0.0.1:${port}/api/v1/stream?types=price&since=${test.last()}`, {
      fetch(url, init) {
        sent.push(new Headers(init.headers).get("last-event-id"));
        return fetch(url, { ...init, headers: { ...init.headers, "X-API-Key": secret } });
      },
    });
    after(() => source.close());
    const prices: number[] = [];
    let notify = (): void => undefined;
    source.addEventListener("price", ({ data, lastEventId }) => {
      const event = JSON.parse(data);
      assert.equal(String(event.seq), lastEventId);
      prices.push(event.data.yes_price);
      notify();
    });
    const untilPrice = async (price: number): Promise<void> => {
      while (prices.at(-1) !== price) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    };
    await once(source, "open");
    await test.list([market({ id: "a", yesPrice: 410_000 })]);
    await untilPrice(0.41);
    await test.close();
    test = await openLiveTest({ file, clock, port });
    // Before the client is back.
    await test.list([market({ id: "a", yesPrice: 420_000 })]);
    await untilPrice(0.42);
    await test.list([market({ id: "a", yesPrice: 430_000 })]);
    await untilPrice(0.43);
    assert.deepEqual(prices, [0.41, 0.42, 0.43]);
    assert.match(String(sent.at(-1)), /^\d+$/);
    source.close();
  });

  it("follow with curl -N", { skip: hasCurl ? false : "curl is missing" }, async () => {
    const test = await openLiveTest();
    const { secret } = await test.make();
    await test.list([market({ id: "a" })]);
    const url = `${test.server.url}/api/v1/stream?types=price&since=${test.last()}`;
    const curl = spawn("curl", ["-sSN", "-H", `X-API-Key: ${secret}`, "-H", "Accept: application/x-ndjson", url]);
    after(() => curl.kill());
    let text = "";
    curl.stdout.setEncoding("utf8");
    await once(curl.stdout, "data");
    curl.stdout.on("data", (chunk: string) => {
      text += chunk;
    });
    await test.list([market({ id: "a", yesPrice: 440_000 })]);
    while (!text.includes('"yes_price":0.44')) await once(curl.stdout, "data");
    test.context.hub.close();
    const [code] = await once(curl, "exit");
    assert.equal(code, 0);
    assert.match(text, /"type":"end","reason":"stopping"\}\n$/);
  });
});

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

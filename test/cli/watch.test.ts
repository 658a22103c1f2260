import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { after, describe, it } from "node:test";
import { type StreamedChange, toChangeLine } from "../../src/cli/watch.ts";
import { runProgram, startProgram } from "../support/service/process.ts";
import { market } from "../support/store/builders.ts";
import { fixedClock, temporaryFile } from "../support/store/writer.ts";
import { openLiveTest } from "../support/streams/streams.ts";

const observed_at = "2026-11-20T04:09:30.000Z";
const quotes = { yes_price: 0.62, best_bid: 0.615, best_ask: null };

describe("a change as a line", () => {
  for (const [change, line] of [
    [{ type: "heartbeat", seq: 1 }, undefined],
    [
      { type: "price", observed_at, platform: "kalshi", id: "A:B", data: quotes },
      "04:09:30  price     kalshi:A:B  62.0%  bid 61.5¢ ask –",
    ],
    [
      { type: "listed", observed_at, platform: "kalshi", id: "A", data: { ...quotes, title: "Rain?" } },
      "04:09:30  listed    kalshi:A  62.0%  bid 61.5¢ ask –  Rain?",
    ],
    [
      { type: "status", observed_at, platform: "kalshi", id: "A", data: { status: "closed", title: "Rain?" } },
      "04:09:30  status    kalshi:A  closed  Rain?",
    ],
    [
      { type: "resolved", observed_at, platform: "kalshi", id: "A", data: { outcome: "yes" } },
      "04:09:30  resolved  kalshi:A  yes",
    ],
    [
      { type: "match", observed_at, question_id: "3f9c", data: { title: "Rain?", platforms: ["kalshi", "manifold"] } },
      "04:09:30  match     3f9c  Rain?: kalshi, manifold",
    ],
    [{ type: "match", observed_at, question_id: "3f9c", data: null }, "04:09:30  match     3f9c  no longer matched"],
    [{ type: "spread", observed_at, question_id: "3f9c", data: null }, "04:09:30  spread    3f9c  gone"],
    [
      { type: "source", observed_at, platform: "kalshi", data: { last_error: null, open_markets: 7 } },
      "04:09:30  source    kalshi  7 open markets",
    ],
    [
      { type: "reset", snapshots: ["/api/v1/markets"] },
      "--:--:--  reset     changes were lost; read again: /api/v1/markets",
    ],
    [
      {
        type: "status",
        observed_at,
        platform: "kalshi",
        id: "A\n",
        data: { status: "open", title: "\u001B[2JRain\u202E?" },
      },
      "04:09:30  status    kalshi:A\\u{a}  open  \\u{1b}[2JRain\\u{202e}?",
    ],
    [{ type: "end", reason: "age" }, '--:--:--  end       reason "age"'],
  ] as const) {
    it(`of type ${change.type} is ${line ?? "none"}`, () => assert.equal(toChangeLine(change), line));
  }
});

describe("toteboard watch", () => {
  it("prints changes and goes on after a restart of the service", async () => {
    const clock = fixedClock();
    const file = temporaryFile();
    let test = await openLiveTest({ file, clock });
    const { secret } = await test.make();
    const { port } = test.server;
    await test.list([market({ id: "a" })]);
    const args = ["watch", "--url", `http://127.0.0.1:${port}`, "--types", "price", "--json"];
    const { process: program, ended } = startProgram(args, { environment: { TOTEBOARD_KEY: secret } });
    after(() => program.kill("SIGKILL"));
    const lines = createInterface({ input: program.stdout ?? Readable.from([]) })[Symbol.asyncIterator]();
    const untilChange = async (isWanted: (change: StreamedChange) => boolean): Promise<void> => {
      for (;;) {
        const { value } = await lines.next();
        if (isWanted(JSON.parse(value ?? "{}"))) return;
      }
    };
    const hasPrice = (price: number) => (change: StreamedChange) => change.data?.yes_price === price;
    await untilChange(({ type }) => type === "heartbeat");
    await test.list([market({ id: "a", yesPrice: 410_000 })]);
    await untilChange(hasPrice(0.41));
    await test.close();
    test = await openLiveTest({ file, clock, port });
    await test.list([market({ id: "a", yesPrice: 420_000 })]);
    await untilChange(hasPrice(0.42));
    program.kill("SIGINT");
    assert.equal((await ended).exitCode, 0);
  });

  it("needs a key, and says what a refusal says", async () => {
    const none = await runProgram(["watch"]);
    assert.deepEqual([none.exitCode, none.stdout], [1, ""]);
    assert.match(none.stderr, /a key is needed: set TOTEBOARD_KEY/);
    const { server } = await openLiveTest();
    const url = `http://127.0.0.1:${server.port}`;
    const wrong = await runProgram(["watch", "--url", url], {
      environment: { TOTEBOARD_KEY: "tb_live_wrong_wrong_wrong" },
    });
    assert.equal(wrong.exitCode, 1);
    assert.match(wrong.stderr, /not a valid API key/);
  });
});

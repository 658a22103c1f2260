import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { market, page } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const test = openTestWriter({
  scripts: {
    kalshi: {
      full: [page([market({ id: "alone", eventId: "e2" }), market({ id: "small" }), market({ id: "large" })])],
    },
    manifold: { full: [page([market({ id: "same", yesPrice: 900_000 }), market({ id: "unsure" })])] },
    predictit: { full: [page([market({ id: "7", volume: 0, volume24h: 0, rawVolume: null })])] },
  },
});
await test.pass();
test.write(() => test.db.exec("DELETE FROM matches; DELETE FROM near_misses"));
const server = await openTestApi({ writer: test });

const detail = async (platform: string, id: string) => {
  const reply = await server.get(`/api/v1/markets/${platform}/${id}/detail`);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
};

describe("what other platforms have of a market's question", () => {
  it("shows the same question elsewhere, from either side, the surest first", async () => {
    const keyOf = (platform: string, id: string) =>
      test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id);
    const insert = test.db.prepare("INSERT INTO matches VALUES (?, ?, ?, ?, ?)");
    test.write(() => {
      insert.run(keyOf("kalshi", "alone"), keyOf("manifold", "unsure"), 700_000, "same", '["near"]');
      insert.run(keyOf("kalshi", "alone"), keyOf("manifold", "same"), 950_000, "inverted", '["same title"]');
    });
    const { matches } = await detail("kalshi", "alone");
    const brief = matches.map((match: Record<string, unknown>) => [match.id, match.match_score, match.relation]);
    assert.deepEqual(brief, [
      ["same", 0.95, "inverted"],
      ["unsure", 0.7, "same"],
    ]);
    assert.deepEqual([matches[0].reasons, matches[0].yes_price, matches[0].play_money], [["same title"], 0.9, true]);
    const back = await detail("manifold", "same");
    assert.deepEqual(
      back.matches.map(({ platform, id }: { platform: string; id: string }) => [platform, id]),
      [["kalshi", "alone"]],
    );
  });

  it("shows what comes near to the question apart from its matches, from either side, and says what differs", async () => {
    const keyOf = (platform: string, id: string) =>
      Number(test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id));
    const insert = test.db.prepare("INSERT INTO near_misses VALUES (?, ?, ?, ?, ?, NULL)");
    const [near, other, dated, club, far] = [
      keyOf("kalshi", "large"),
      ...["unsure", "same"].map((id) => keyOf("manifold", id)),
      keyOf("predictit", "7"),
      keyOf("kalshi", "small"),
    ];
    const miss = (a: number, b: number, score: number, veto: string, reasons: readonly string[]) =>
      insert.run(Math.min(a, b), Math.max(a, b), score, veto, JSON.stringify(reasons));
    test.write(() => {
      miss(near, other ?? 0, 800_000, "date", ["refused: date: 2026 against 2027", "both: rain"]);
      miss(near, dated ?? 0, 300_000, "number", ["refused: number: 1 against 2", "same year 2026"]);
      miss(near, club ?? 0, 900_000, "entity", ["refused: entity: a against b"]);
      miss(far ?? 0, other ?? 0, 999_000, "mode", ["refused: mode: touch against settle"]);
    });
    const { matches, related } = await detail("kalshi", "large");
    assert.deepEqual(matches, []);
    assert.deepEqual(
      related.map((match: Record<string, unknown>) => [match.id, match.match_score, match.relation, match.reasons]),
      [
        ["unsure", 0.49, "related", ["different date: there 2027, here 2026"]],
        ["same", 0.3, "related", ["different figure: there 2, here 1", "same year 2026"]],
      ],
    );
    assert.deepEqual(
      (await detail("manifold", "unsure")).related.map(({ id }: { id: string }) => id),
      ["small", "large"],
    );
  });

  it("names the platforms where a reason tells the two apart, the same from either side", async () => {
    const keyOf = (platform: string, id: string) =>
      Number(test.value("SELECT market_key FROM markets WHERE platform = ? AND id = ?", platform, id));
    const [a, b] = [keyOf("kalshi", "small"), keyOf("predictit", "7")];
    const reasons = JSON.stringify(["both: zebra", "only the first: zebra", "only the second says 2027"]);
    const insert = test.db.prepare("INSERT INTO matches VALUES (?, ?, 900000, 'same', ?)");
    test.write(() => insert.run(Math.min(a, b), Math.max(a, b), reasons));
    const [, second] = a < b ? ["Kalshi", "PredictIt"] : ["PredictIt", "Kalshi"];
    const expected = [`only ${second} says 2027`];
    assert.deepEqual((await detail("kalshi", "small")).matches[0].reasons, expected);
    assert.deepEqual((await detail("predictit", "7")).matches[0].reasons, expected);
  });
});

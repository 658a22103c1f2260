import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { it } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import { withDatabase } from "../../../src/store/database/db.ts";
import { readSchemaVersion } from "../../../src/store/database/migrations.ts";
import { openTestApi } from "../../support/service/api.ts";
import { openTestWriter, temporaryFile } from "../../support/store/writer.ts";

/** A database that 1.1.0 wrote: an event on Kalshi and on Polymarket, with two markets each, and a key of the plan pro. */
const RELEASED = zstdDecompressSync(readFileSync(new URL("released-1.1.0.zst", import.meta.url)));
const SECRET = "tb_live_5cjki6jFZ7DgJsXypAio9gV5UvxktIJD2nc2JB";

it("a database of 1.1.0 is opened with its keys, markets and prices, matched by the rules of now, and kept beside", async () => {
  const file = temporaryFile();
  writeFileSync(file, RELEASED);
  const writer = openTestWriter({ file, scripts: {} });
  const copy = `${file}.schema-3`;
  assert.equal(withDatabase(copy, "read-only", undefined, readSchemaVersion), 3);
  await writer.tick();
  const api = await openTestApi({ writer });
  const read = async (path: string) => {
    const { status, json } = await api.get(path, SECRET);
    assert.equal(status, 200, path);
    return json.data;
  };
  const shown = (await read("/api/v1/markets?sort=id")).map(
    ({ platform, id, yes_price, best_ask }: Record<string, unknown>) => [platform, id, yes_price, best_ask],
  );
  assert.deepEqual(shown.toSorted(), [
    ["kalshi", "cut", 0.62, 0.63],
    ["kalshi", "hold", 0.3, 0.31],
    ["polymarket", "cut", 0.62, 0.63],
    ["polymarket", "hold", 0.3, 0.31],
  ]);
  const questions = await read("/api/v1/questions?q=fed");
  assert.deepEqual(
    questions.map(({ price, markets }: { price: number; markets: object[] }) => [price, markets.length]).toSorted(),
    [
      [0.3, 2],
      [0.62, 2],
    ],
  );
  assert.deepEqual(
    (await read("/api/v1/topics")).map(({ title }: { title: string }) => title),
    ["Fed decision in January 2027"],
  );
  const points = (await read("/api/v1/markets/kalshi/cut/history")).points;
  assert.deepEqual(
    points.map(({ yes_price }: { yes_price: number }) => yes_price),
    [0.62],
  );
  assert.deepEqual(
    (await read("/api/v1/keys")).map(({ name, tier }: { name: string; tier: string }) => [name, tier]),
    [["Ada", "pro"]],
  );
});

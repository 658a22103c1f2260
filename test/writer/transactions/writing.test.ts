import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openWriting } from "../../../src/writer/transactions.ts";
import { openTestWriter } from "../../support/store/writer.ts";

describe("a step of the writer", () => {
  const { db, clock } = openTestWriter();
  let ms = 0;
  const writing = openWriting(db, { clock: { now: () => clock.now(), worked: () => ms } });

  for (const [kind, rowMs, rows] of [
    ["step", 0, 400],
    ["step", 0.125, 96],
    ["step", 1, 50],
    ["bulk", 0, 4000],
    ["bulk", 0.125, 960],
  ] as const) {
    it(`ends after ${rows} rows that take ${rowMs} ms each${kind === "bulk" ? ", where it is a long one" : ""}`, async () => {
      const written = await writing[kind]((budget) => {
        let spent = 0;
        for (; !budget.isSpent(); spent++, ms += rowMs) budget.spend();
        return spent;
      });
      assert.equal(written, rows);
    });
  }

  it("ends after its time where it has written nothing", async () => {
    const looks = await writing.step((budget) => {
      const from = ms;
      while (!budget.isSpent()) ms++;
      return ms - from;
    });
    assert.equal(looks, 12);
  });
});

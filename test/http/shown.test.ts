import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  arrayOf,
  dateTime,
  noun,
  nounFields,
  nullable,
  type ShownFields,
  shownAs,
  string,
} from "../../src/http/schema.ts";
import { shownNames, shownPublisher } from "../../src/http/shown.ts";
import { money, price } from "../../src/http/value-schemas.ts";

interface Trade {
  readonly id: string;
  readonly paid: number;
  readonly volume: number | null;
  readonly madeAt: number | null;
  readonly isOld: boolean;
}

const tradeFields = nounFields<Trade>()({
  id: string("Its id.", "a"),
  paid: price("What was paid.", 0.5),
  volume: nullable(money("Its volume.", 5)),
  made_at: nullable(dateTime("When.")),
});
const tradeShown = {
  trade: { in: "row", value: ({ id }) => `trade:${id}` },
  paid: { in: "row" },
  volume: { in: "list" },
  made: { in: "detail", of: "made_at" },
  old: { in: "row", value: () => true, when: ({ isOld }) => isOld },
} satisfies ShownFields<Trade, keyof typeof tradeFields>;
const tradeSchema = shownAs(noun<Trade>()(tradeFields), tradeShown);
const trade: Trade = { id: "a", paid: 123_456, volume: 1_050, madeAt: Date.UTC(2026, 10, 20, 12), isOld: false };

describe("what tools show of a noun", () => {
  for (const [size, shown] of [
    ["row", { trade: "trade:a", paid: 12.35 }],
    ["list", { trade: "trade:a", paid: 12.35, volume: 11 }],
    ["detail", { trade: "trade:a", paid: 12.35, volume: 11, made: "2026-11-20T12:00Z" }],
  ] as const) {
    it(`is, as a ${size}, what its table names for that size, in short`, () => {
      assert.deepEqual(shownPublisher(tradeSchema, size)(trade), shown);
      assert.deepEqual(shownNames(tradeSchema, size), Object.keys(shown));
    });
  }

  it("has null for what is not known, and a note where it is so", () => {
    const shown = shownPublisher(tradeSchema, "detail")({ ...trade, volume: null, madeAt: null, isOld: true });
    assert.deepEqual(shown, { trade: "trade:a", paid: 12.35, volume: null, made: null, old: true });
  });

  it("follows a table that has the fields of another, and shows rows inside it in the same size", () => {
    const own = shownAs(
      noun<Trade & { readonly parts: readonly Trade[] }>()({
        ...tradeFields,
        parts: arrayOf(tradeSchema, "Its parts."),
      }),
      { ...tradeShown, parts: { in: "row" }, volume: { in: "detail" } },
    );
    assert.deepEqual(shownPublisher(own, "list")({ ...trade, parts: [trade] }), {
      trade: "trade:a",
      paid: 12.35,
      parts: [{ trade: "trade:a", paid: 12.35, volume: 11 }],
    });
  });

  it("is refused where a table names no field", () => {
    const wrong = shownAs(noun<Trade>()(tradeFields), { size: { in: "row" } });
    assert.throws(() => shownPublisher(wrong, "row"), /tools are to show 'size', which is no field/);
  });
});

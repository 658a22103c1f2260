import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getQuery } from "../../../src/store/database/queries.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const NAMES = [
  "findInProgress",
  "findAttempt",
  "findCheckout",
  "countCheckouts",
  "findSubscription",
  "findLive",
  "countGranting",
  "countSoldAt",
  "listUnfinished",
  "listUnwanted",
  "listUnchecked",
  "listTierChanges",
  "forgetEvents",
];

describe("the statements of payments", () => {
  const { db } = openTestWriter();
  for (const name of NAMES) {
    it(`${name} reads no more than it needs`, () => {
      const text = getQuery("billing", name);
      const names = [...text.matchAll(/@(\w+)/g)].map(([, parameter]) => [parameter, null]);
      const values = text.includes("?") ? [null] : [Object.fromEntries(names)];
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[];
      const scans = plan
        .map(({ detail }) => detail)
        .filter((line) => /^SCAN (?!.* USING (COVERING )?INDEX|\(sub|CONSTANT ROW)/.test(line));
      assert.deepEqual(scans, []);
    });
  }
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dayOf, firstDayOfMonth, firstDayOfNextMonth, startOfDay, toDate } from "../../src/domain/calendar.ts";

const day = (date: string): number => dayOf(Date.parse(`${date}T00:00:00Z`));

describe("the UTC calendar", () => {
  it("begins a day at midnight and ends it a millisecond before the next", () => {
    const midnight = Date.parse("2026-11-20T00:00:00.000Z");
    assert.equal(startOfDay(dayOf(midnight)), midnight);
    assert.equal(dayOf(midnight - 1), dayOf(midnight) - 1);
    assert.equal(toDate(dayOf(midnight)), "2026-11-20");
  });

  const rows: [string, string, string][] = [
    ["2026-11-20", "2026-11-01", "2026-12-01"],
    ["2026-11-01", "2026-11-01", "2026-12-01"],
    ["2026-12-31", "2026-12-01", "2027-01-01"],
    ["2027-02-28", "2027-02-01", "2027-03-01"],
    ["2028-02-28", "2028-02-01", "2028-03-01"],
    ["2028-02-29", "2028-02-01", "2028-03-01"],
    ["2100-02-28", "2100-02-01", "2100-03-01"],
  ];
  for (const [date, first, next] of rows) {
    it(`has ${date} in the month from ${first} to before ${next}`, () => {
      assert.equal(toDate(firstDayOfMonth(day(date))), first);
      assert.equal(toDate(firstDayOfNextMonth(day(date))), next);
    });
  }
});

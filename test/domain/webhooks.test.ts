import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/clock.ts";
import { createAddressRules } from "../../src/domain/addresses.ts";
import { failsTooLong, faultOfUrl, shownAddress, toRetryAfterMs, waitAfter } from "../../src/domain/webhooks.ts";
import fc from "../support/properties.ts";

const NOW = Date.parse("2026-11-20T04:09:00Z");

describe("the wait after a failed try", () => {
  it("is one of nine, and then there is none", () => {
    const waits = Array.from({ length: 12 }, (_, index) => waitAfter(index + 1, 0, () => 0));
    const hours = [2, 5, 10, 14, 20, 24].map((one) => one * HOUR_MS);
    assert.deepEqual(waits, [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...hours, undefined, undefined, undefined]);
  });

  it("is never shorter than promised or asked for, and at most a tenth longer", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat(DAY_MS),
        (tries, random, asked) => {
          const least = Math.max(waitAfter(tries, 0, () => 0) ?? 0, asked);
          const wait = waitAfter(tries, asked, () => random) ?? 0;
          assert.ok(wait >= least && wait <= Math.max(least * 1.1 + 1, asked));
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  for (const [text, ms] of [
    [undefined, 0],
    ["", 0],
    ["soon", 0],
    ["-5", 0],
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7000],
    ["64.57", 64_570],
    ["Fri, 20 Nov 2026 05:09:00 GMT", HOUR_MS],
    ["Fri, 20 Nov 2026 03:09:00 GMT", 0],
    ["99999999999", DAY_MS],
    ["9".repeat(400), DAY_MS],
  ] as const) {
    it(`is read: ${JSON.stringify(text?.slice(0, 40))}`, () => assert.equal(toRetryAfterMs(text, NOW), ms));
  }
});

describe("an address on this machine", () => {
  it("is refused with the setting that allows it", () => {
    for (const url of ["http://127.0.0.1:3000/hook", "http://127.0.0.1/hook", "http://localhost:3000/hook"]) {
      assert.match(faultOfUrl(url, createAddressRules([])) ?? "", /with TOTEBOARD_WEBHOOK_ALLOW/, url);
      assert.equal(faultOfUrl(url, createAddressRules(["127.0.0.1"])), undefined);
    }
  });
});

describe("a webhook that fails", () => {
  it("is disabled after five days and ten tries, whichever comes last", () => {
    assert.equal(failsTooLong(5 * DAY_MS, 10), true);
    assert.equal(failsTooLong(5 * DAY_MS - 1, 1000), false);
    assert.equal(failsTooLong(500 * DAY_MS, 9), false, "a clock that jumps ahead disables nothing");
  });

  it("is shown by the start of its address", () => {
    assert.equal(shownAddress("discord", "https://discord.com/api/webhooks/1/token"), "https://discord.com/…");
    assert.equal(shownAddress("webhook", "http://user.example:8080?token=x"), "http://user.example:8080/…");
    assert.equal(shownAddress("email", "ada@example.org"), "ada@example.org");
    assert.equal(shownAddress("webhook", ""), "");
  });
});

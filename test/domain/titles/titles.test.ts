import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toOutcomeTitle } from "../../../src/domain/markets.ts";
import { authorOf, splitTitle, tellApart } from "../../../src/domain/titles.ts";

describe("a title in two parts", () => {
  const TITLES: [title: string, eventTitle: string, event: string | undefined, rest: string][] = [
    ["Who wins the cup? Reds", "Who wins the cup?", "Who wins the cup?", "Reds"],
    ["Reds at Blues (Oct 8): Reds", "Reds at Blues (Oct 8)", "Reds at Blues (Oct 8)", "Reds"],
    ["Fed decision: Cut: 25 bps", "Fed decision", "Fed decision", "Cut: 25 bps"],
    ["Will the Fed cut rates?", "Fed decision", undefined, "Will the Fed cut rates?"],
    ["Will it rain?", "Will it rain?", undefined, "Will it rain?"],
    ["Fed decision in March: Cut", "Fed decision", undefined, "Fed decision in March: Cut"],
    ["Cup: ", "Cup", undefined, "Cup: "],
    ["Reds", "", undefined, "Reds"],
  ];
  for (const [title, eventTitle, event, rest] of TITLES) {
    it(`is ${event === undefined ? "one" : `'${event}' and '${rest}'`} for '${title}' of '${eventTitle}'`, () => {
      const parts = splitTitle({ title, eventTitle });
      assert.deepEqual([parts.event, parts.rest], [event, rest]);
    });
  }

  it("gives back the event and the outcome that a title was made of, and always the whole title", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1 }).filter((one) => one.trim() !== "");
    fc.assert(
      fc.property(word, word, (event, outcome) => {
        const title = toOutcomeTitle(event, outcome);
        const parts = splitTitle({ title, eventTitle: event });
        assert.deepEqual([parts.event, parts.rest], [event, outcome]);
        assert.equal(`${parts.event}${parts.joiner}${parts.rest}`, title);
        assert.deepEqual(splitTitle({ title }), { event: undefined, joiner: "", rest: title });
      }),
    );
  });
});

describe("markets of one title", () => {
  const DAY = Date.UTC(2026, 9, 8, 12);
  const row = (id: string, more: object = {}) => ({
    ...{ platform: "manifold", id, title: "Will it rain?", closesAt: DAY },
    ...{ url: "https://manifold.markets/ann/will-it-rain", ...more },
  });
  const notes = (...rows: ReturnType<typeof row>[]) => Object.fromEntries(tellApart(rows));

  it("are told apart by the day they close", () => {
    assert.deepEqual(notes(row("a"), row("b", { closesAt: DAY + 86_400_000 }), row("c", { title: "Other" })), {
      "manifold:a": "closes 8 Oct 2026",
      "manifold:b": "closes 9 Oct 2026",
    });
  });

  it("are told apart by who made them where they close on one day", () => {
    const other = row("b", { url: "https://manifold.markets/Ben/will-it-rain-2", title: "will it  rain" });
    assert.deepEqual(notes(row("a"), other), { "manifold:a": "by ann", "manifold:b": "by Ben" });
  });

  it("are told apart by the time, and by their ids where nothing else differs", () => {
    assert.deepEqual(notes(row("a"), row("b", { closesAt: DAY + 60_000 })), {
      "manifold:a": "closes 8 Oct 2026, 12:00 UTC",
      "manifold:b": "closes 8 Oct 2026, 12:01 UTC",
    });
    assert.deepEqual(notes(row("a", { closesAt: null }), row("b", { closesAt: null })), {
      "manifold:a": "id a",
      "manifold:b": "id b",
    });
  });

  it("have no note where they are one market, or on two platforms", () => {
    assert.deepEqual(notes(row("a"), row("a")), {});
    assert.deepEqual(notes(row("a"), row("b", { platform: "kalshi" })), {});
  });

  it("have an author only where the address names one", () => {
    assert.equal(authorOf(row("a")), "ann");
    for (const url of [
      "https://manifold.markets/",
      "https://manifold.markets/ann",
      "https://manifold.markets/ann/",
      "nonsense",
      "",
    ]) {
      assert.equal(authorOf({ platform: "manifold", url }), undefined, url);
    }
    assert.equal(authorOf({ platform: "kalshi", url: "https://kalshi.com/markets/x/event/y" }), undefined);
  });

  it("always have different notes", () => {
    const any = fc.record({
      platform: fc.constantFrom("manifold", "kalshi"),
      id: fc.string(),
      title: fc.constantFrom("a", "A", "b"),
      closesAt: fc.constantFrom(null, DAY, DAY + 1, DAY + 86_400_000),
      url: fc.constantFrom("https://manifold.markets/ann/x", "https://manifold.markets/ben/y", ""),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ platform, id }) => `${platform}:${id}` }), (rows) => {
        const found = tellApart(rows);
        const seen = rows.map(({ platform, id, title }) =>
          JSON.stringify([platform, title.toLowerCase(), found.get(`${platform}:${id}`)]),
        );
        assert.equal(new Set(seen).size, rows.length);
      }),
    );
  });
});

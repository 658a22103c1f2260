import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { CHANGE_TYPES } from "../../src/domain/feed.ts";
import type { Facets } from "../../src/feed/facets.ts";
import { passes, type StreamFilter } from "../../src/feed/filter.ts";
import { createGroups } from "../../src/feed/groups.ts";
import { parseTerms } from "../../src/store/titles/terms.ts";
import { toWords } from "../../src/store/titles/words.ts";

const some = <T>(...values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const type = fc.constantFrom(...CHANGE_TYPES);
const market = ["kalshi:a", "kalshi:b", "manifold:a"] as const;
const platforms = ["kalshi", "manifold"] as const;
const categories = ["politics", "sports"] as const;
const titles = [
  "Will rates fall?",
  "Who wins the cup",
  "rate of a",
  "Über cups",
  "Bitcoin over $100,000",
  "BTC to 100k",
] as const;
const plain = ["rate", "cup fall", "wins", "r", "-cup", "the cu", "ub", '"wins the"', "rates"] as const;
const searches = [...plain, "btc", "bitcoin 100k", "100,000", "100 k", "xbt", "btc -100k"] as const;

const filter: fc.Arbitrary<StreamFilter> = fc.record({
  types: fc.uniqueArray(type, { minLength: 1 }),
  named: fc.option(fc.record({ markets: some(...market), events: some("kalshi:e"), questions: some("q1", "q2") }), {
    nil: undefined,
  }),
  platform: fc.option(fc.constantFrom(...platforms), { nil: undefined }),
  category: fc.option(fc.constantFrom(...categories), { nil: undefined }),
  terms: fc.option(fc.constantFrom(...searches).map(parseTerms), { nil: undefined }),
}) as fc.Arbitrary<StreamFilter>;

const known = fc.record({ platforms: some(...platforms), categories: some(...categories), titles: some(...titles) });
const unknown = fc.constant({ platforms: undefined, categories: undefined, titles: undefined });

const facets: fc.Arbitrary<Facets> = fc
  .tuple(type, some(...market), some("kalshi:e", "kalshi:f"), some("q1", "q2"), fc.oneof(known, unknown))
  .map(([of, markets, events, questions, rest]) => ({
    ...{ type: of, subject: "s", markets, events, questions, ...rest },
    words: () => rest.titles?.map(toWords) ?? [],
  }));

it("a change finds the same filters by what it is about as by trying each", () => {
  fc.assert(
    fc.property(fc.array(filter, { maxLength: 12 }), facets, (filters, change) => {
      const groups = createGroups();
      const opened = filters.map((one) => groups.open(one));
      const byTrying = new Set(opened.filter((one) => passes(one.filter, change)));
      assert.deepEqual(new Set(groups.find(change)), byTrying);
      for (const one of opened) groups.close(one);
      assert.deepEqual(groups.find(change), []);
    }),
    { numRuns: 2000 },
  );
});

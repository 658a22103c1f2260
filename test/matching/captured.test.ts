import assert from "node:assert/strict";
import { it } from "node:test";
import { blockingKeysOf } from "../../src/domain/matching/blocking-keys.ts";
import { compare } from "../../src/domain/matching/score.ts";
import { countedOf, type WeighedProposition, weigh } from "../../src/domain/matching/weighing.ts";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { toProposition } from "../../src/domain/propositions/read-market.ts";
import { openSources } from "../../src/sources/index.ts";
import { listPayloads, payloadsMissing, readPayload } from "../support/upstream/payloads.ts";

/** A market of a captured response, as its adapter reads it. */
interface Captured {
  readonly platform: string;
  readonly title: string;
  readonly rules: string;
  readonly weighed: WeighedProposition;
  readonly keys: readonly number[];
}

/** A pair with a lower score by its titles has nothing to do with each other, unless it shares a blocking key. */
const MIN_LIKE_SCORE = 0.3;
const MIN_PAIRS = 10;

const quotesOf = (reason: string): string[] => [...reason.matchAll(/“([^”]+)”/g)].map(([, sentence = ""]) => sentence);

/** As a reason quotes it. */
const plain = (text: string): string => text.replace(/["“”]/g, "'").replace(/\s+/g, " ");

// `node --test --test-reporter=spec test/matching/captured.test.ts` prints every pair with its sentences.
it("rules of captured markets contradict each other in sentences that both really have", {
  skip: payloadsMissing,
}, (test) => {
  const ruled = readCaptured().filter(({ rules }) => rules !== "");
  const pairs = ruled.flatMap((one, index) =>
    ruled.slice(index + 1).flatMap((other) => (one.platform === other.platform ? [] : [[one, other] as const])),
  );
  const quoting = pairs.flatMap(([one, other]) => {
    const compared = compare(one.weighed, other.weighed);
    const isAlike = (compared?.score ?? 0) >= MIN_LIKE_SCORE || one.keys.some((key) => other.keys.includes(key));
    if (compared === undefined || !isAlike) return [];
    const reason = compared.explain().find((text) => quotesOf(text).length === 2);
    if (reason === undefined) return [];
    for (const [index, sentence] of quotesOf(reason).entries()) {
      const { title, rules } = index === 0 ? one : other;
      // A long sentence is cut.
      assert.ok(plain(rules).includes(sentence.replace(/…$/, "")), `the rules of '${title}' do not say: ${sentence}`);
    }
    test.diagnostic(`${one.platform}: ${one.title} | ${other.platform}: ${other.title}`);
    test.diagnostic(`    ${compared.veto ?? compared.relation}: ${reason}`);
    return [reason];
  });
  test.diagnostic(`${quoting.length} of ${pairs.length} pairs of ${ruled.length} markets with rules`);
  assert.ok(quoting.length >= MIN_PAIRS, `${quoting.length} pairs quote a sentence of each market`);
});

/** All captured markets that are questions, each once. */
function readCaptured(): Captured[] {
  const sources = openSources({});
  const read = PLATFORMS.flatMap(({ id: platform }) => {
    const listings = listPayloads(platform).map((path) =>
      sources.get(platform)?.normalise(readPayload(path), Date.UTC(2026, 0)),
    );
    const titles = new Map(listings.flatMap((one) => one?.events ?? []).map(({ id, title }) => [id, title]));
    const markets = new Map(listings.flatMap((one) => one?.markets ?? []).map((market) => [market.id, market]));
    return [...markets.values()].flatMap((market) => {
      const eventTitle = titles.get(market.eventId) ?? market.title;
      const proposition = toProposition({ ...market, eventTitle, hasLateClose: platform === "kalshi" });
      return proposition === undefined ? [] : [{ platform, market, proposition }];
    });
  });
  const counts = new Map<string, number>();
  for (const { proposition } of read) {
    for (const word of new Set(countedOf(proposition))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const corpus = { size: read.length, frequencyOf: (word: string) => counts.get(word) ?? 0 };
  return read.map(({ platform, market: { title, description }, proposition }) => ({
    platform,
    title,
    rules: description ?? "",
    weighed: weigh(proposition, corpus, { description: () => description }),
    keys: blockingKeysOf(proposition),
  }));
}

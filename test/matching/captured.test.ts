import assert from "node:assert/strict";
import { it } from "node:test";
import { blockingKeysOf } from "../../src/domain/matching/blocking-keys.ts";
import { compareRules } from "../../src/domain/matching/compare-rules.ts";
import { countedOf, type WeighedProposition, weigh } from "../../src/domain/matching/overlap.ts";
import { compare } from "../../src/domain/matching/score.ts";
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
  readonly keys: ReadonlySet<number>;
}

/** A pair with a lower score by its titles has nothing to do with each other, unless it shares a blocking key. */
const MIN_LIKE_SCORE = 0.3;
const MIN_PAIRS = 10;

it("rules of captured markets contradict each other in sentences that both really have", {
  skip: payloadsMissing,
}, (test) => {
  const captured = readCaptured();
  const ruled = captured.filter(({ rules }) => rules !== "");
  let [pairs, alike] = [0, 0];
  const quoting = new Set<string>();
  const shown = new Set<string>();
  for (const [index, one] of ruled.entries()) {
    for (const other of ruled.slice(index + 1)) {
      if (one.platform === other.platform) continue;
      pairs++;
      const compared = compare(one.weighed, other.weighed);
      const isKeyed = [...one.keys].some((key) => other.keys.has(key));
      if (!isKeyed && (compared?.score ?? 0) < MIN_LIKE_SCORE) continue;
      alike++;
      const name = `${one.platform}: ${one.title} | ${other.platform}: ${other.title}`;
      const reasons = compared?.explain() ?? [];
      const refusals = compareRules(one.weighed, other.weighed)?.refusals ?? [];
      // Of pairs that have only a word in common, what both say differs of course.
      for (const reason of compared === undefined ? [] : [...reasons, ...refusals.map((refusal) => refusal.reason)]) {
        const [ours, theirs, ...others] = [...reason.matchAll(/“([^”]+)”/g)].map(([, sentence = ""]) => sentence);
        if (ours === undefined || theirs === undefined) continue;
        assert.deepEqual(others, [], reason);
        assert.ok(plain(one.rules).includes(ours), `${name} has not: ${ours}`);
        assert.ok(plain(other.rules).includes(theirs), `${name} has not: ${theirs}`);
        if (reasons.includes(reason)) shown.add(name);
        if (!quoting.has(name)) test.diagnostic(`${name}\n    ${compared?.veto ?? compared?.relation}: ${reason}`);
        quoting.add(name);
      }
    }
  }
  test.diagnostic(
    `${captured.length} questions, ${ruled.length} with rules; ${pairs} pairs of these on two platforms,`,
  );
  test.diagnostic(
    `${alike} alike; in ${quoting.size} sentences contradict each other, ${shown.size} are shown with them`,
  );
  assert.ok(quoting.size >= MIN_PAIRS, `${quoting.size} pairs quote a sentence of each market`);
});

/** As a reason quotes it. */
const plain = (text: string): string => text.replace(/["“”]/g, "'").replace(/\s+/g, " ");

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
    weighed: weigh(proposition, corpus, () => description),
    keys: new Set(blockingKeysOf(proposition)),
  }));
}

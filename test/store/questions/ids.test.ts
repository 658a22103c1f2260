import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Membership, toGroups } from "../../../src/domain/matching/matches.ts";
import { saveGroups } from "../../../src/store/matching/pairs.ts";
import { openStore } from "../../../src/store/open.ts";
import type { Question } from "../../../src/store/questions/question.ts";
import { market, page, START } from "../../support/store/builders.ts";
import { openReader, openTestWriter } from "../../support/store/writer.ts";

const PLATFORMS = ["kalshi", "polymarket", "predictit", "manifold"] as const;
const IDS = ["a", "b", "c"] as const;
/** A market with this label is in no group. */
const ALONE = 5;

const test = openTestWriter({
  scripts: Object.fromEntries(PLATFORMS.map((one) => [one, { full: [page(IDS.map((id) => market({ id })))] }])),
});
await test.writer.runOnce(new Set());
test.write(() => test.db.exec("DELETE FROM matches; DELETE FROM match_groups; DELETE FROM spreads"));
test.write(() => test.db.exec("DELETE FROM questions"));
const markets = (
  test.rows("SELECT market_key, platform, id FROM markets ORDER BY market_key") as [number, string, string][]
).map(([marketKey, platform, id]) => ({ marketKey, platform, id }));
const nameOf = (marketKey: number) => {
  const { platform = "", id = "" } = markets.find((one) => one.marketKey === marketKey) ?? {};
  return { platform, id };
};

/** A group for each market, by its place in `markets`; platforms have no two markets in one. */
type Labels = readonly number[];

const isPossible = (labels: Labels): boolean =>
  markets.every(
    ({ platform }, place) =>
      labels[place] === ALONE ||
      markets.every(
        (other, otherPlace) =>
          otherPlace === place || other.platform !== platform || labels[otherPlace] !== labels[place],
      ),
  );

/** The same labels, less those that are taken by another market of the platform. */
function withoutTaken(labels: Labels): Labels {
  const possible: number[] = markets.map(() => ALONE);
  for (const [place, label] of labels.entries()) {
    if (isPossible(possible.with(place, label))) possible[place] = label;
  }
  return possible;
}

const label = fc.nat({ max: ALONE });

/** All groups are new, or one market has moved. */
const change: fc.Arbitrary<(labels: Labels) => Labels> = fc.oneof(
  fc.array(label, { minLength: markets.length, maxLength: markets.length }).map((labels) => () => withoutTaken(labels)),
  fc.tuple(fc.nat({ max: markets.length - 1 }), label).map(([place, next]) => (labels: Labels) => {
    const moved = labels.with(place, next);
    return isPossible(moved) ? moved : labels;
  }),
);

function toMemberships(labels: Labels, inverted: readonly boolean[]): Membership[] {
  const links = markets.flatMap(({ marketKey: a }, place) =>
    markets.flatMap(({ marketKey: b }, other) => {
      const areLinked = a < b && labels[place] === labels[other] && labels[place] !== ALONE;
      return areLinked ? [{ a, b, relation: inverted[place] === inverted[other] ? "same" : "inverted" }] : [];
    }),
  );
  return toGroups(
    markets.map((market) => ({ ...market, eventKey: market.marketKey })),
    links,
  );
}

/** What the ids should answer, from the contract alone. */
interface ExpectedQuestion {
  readonly id: string;
  readonly marketKey: number;
  /** Its market's oldest partner when that left all groups, in a group still where there was one. */
  successor: number | undefined;
}

class Model {
  /** The oldest first. */
  readonly questions: ExpectedQuestion[] = [];
  groupOf: ReadonlyMap<number, number> = new Map();
  readonly holders = new Map<number, ExpectedQuestion>();

  regroup(members: readonly Membership[], newId: (marketKey: number) => string): void {
    const before = this.groupOf;
    this.groupOf = new Map(members.map(({ marketKey, groupKey }) => [marketKey, groupKey]));
    this.holders.clear();
    for (const [groupKey, inside] of Map.groupBy(members, (member) => member.groupKey)) {
      const keys = inside.map(({ marketKey }) => marketKey).sort((a, b) => a - b);
      let holder = this.questions.find(({ marketKey }) => keys.includes(marketKey));
      if (holder === undefined) {
        const [marketKey = 0] = keys;
        holder = { id: newId(marketKey), marketKey, successor: undefined };
        this.questions.push(holder);
      }
      this.holders.set(groupKey, holder);
    }
    for (const question of this.questions) {
      const left = before.get(question.marketKey);
      if (left === undefined || this.groupOf.has(question.marketKey)) continue;
      const partners = [...before]
        .filter(([marketKey, groupKey]) => groupKey === left && marketKey !== question.marketKey)
        .map(([marketKey]) => marketKey)
        .sort((a, b) => a - b);
      question.successor = partners.find((partner) => this.groupOf.has(partner)) ?? partners[0];
    }
  }

  holderOf(marketKey: number): ExpectedQuestion | undefined {
    const groupKey = this.groupOf.get(marketKey);
    return groupKey === undefined ? undefined : this.holders.get(groupKey);
  }

  answerOf({ marketKey }: Pick<ExpectedQuestion, "marketKey">, seen = new Set<number>()): ExpectedQuestion | undefined {
    const current = this.holderOf(marketKey);
    if (current !== undefined || seen.has(marketKey)) return current;
    const next = this.questions.find((question) => question.marketKey === marketKey)?.successor;
    return next === undefined ? undefined : this.answerOf({ marketKey: next }, seen.add(marketKey));
  }
}

const listAll = (store: ReturnType<typeof openStore>): readonly Question[] =>
  store.questions.list(
    { status: "all", minVolume: 0, minGap: 0, realMoneyOnly: false, sort: "volume", order: "desc", now: START },
    { page: 1, size: 200 },
  ).questions;

const toMembers = ({ id, members }: Question) => ({
  id,
  members: members.map(({ marketKey, isInverted }) => [marketKey, isInverted]),
});

describe("the ids of questions", () => {
  const store = openReader(test.file);

  it("survive rebuilds, merges and splits, and former ones answer", () => {
    const model = new Model();
    const seen = { merges: 0, splits: 0, moved: 0, gone: 0 };
    let labels: Labels = markets.map(() => ALONE);
    const flags = fc.array(fc.boolean(), { minLength: markets.length, maxLength: markets.length });
    fc.assert(
      fc.property(change, flags, (next, inverted) => {
        const heldBefore = new Set(model.holders.values());
        labels = next(labels);
        const members = toMemberships(labels, inverted);
        test.write(() => saveGroups(test.writer.writing, markets, members, START));
        const questions = listAll(store);
        const idOf = (marketKey: number) =>
          questions.find((one) => one.members.some((member) => member.marketKey === marketKey))?.id ?? "";
        model.regroup(members, idOf);
        seen.merges += [...heldBefore].filter((one) =>
          [...model.holders.values()].every((other) => other !== one),
        ).length;
        seen.splits += [...model.holders.values()].filter((one) => !heldBefore.has(one)).length;

        assertOneEach(questions, members, model);
        for (const question of model.questions) {
          const expected = model.answerOf(question);
          const found = store.questions.find(question.id, START);
          assert.ok(found);
          if (expected === undefined) {
            assert.deepEqual(found, { formerMarket: nameOf(question.marketKey) });
            seen.gone++;
            continue;
          }
          assert.ok("found" in found);
          assert.deepEqual([found.found.id, found.isMoved], [expected.id, expected.id !== question.id]);
          seen.moved += Number(found.isMoved);
        }
        const fresh = openStore(test.file, undefined);
        try {
          assert.deepEqual(listAll(fresh).map(toMembers), questions.map(toMembers));
        } finally {
          fresh.close();
        }
      }),
      // All runs work on one database, so a smaller example would begin elsewhere.
      { numRuns: 100, endOnFailure: true },
    );
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, what);
  });

  it("stay when the matcher begins again", async () => {
    const titles = ["Will it rain in Paris in May 2027?", "Will Ada Lovelace win the 2028 election?"];
    const listing = {
      full: [page(titles.map((title, index) => market({ id: `m${index}`, eventId: `e${index}`, title })))],
    };
    const own = openTestWriter({ scripts: { kalshi: listing, polymarket: listing, manifold: listing } });
    await own.writer.runOnce(new Set());
    const ownStore = openStore(own.file, undefined);
    try {
      const before = listAll(ownStore).map(toMembers);
      assert.equal(before.length, titles.length);
      await own.writer.matcher.rebuild();
      assert.deepEqual(listAll(ownStore).map(toMembers), before);
    } finally {
      ownStore.close();
    }
  });

  it("are of no question that never was", () => {
    assert.equal(store.questions.find("0123456789abcdef", START), undefined);
  });
});

/** Each group has one question, which has its markets; directions are those of its own market. */
function assertOneEach(questions: readonly Question[], members: readonly Membership[], model: Model): void {
  const groups = Map.groupBy(members, ({ groupKey }) => groupKey);
  assert.equal(questions.length, groups.size);
  assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length);
  for (const [groupKey, inside] of groups) {
    const expected = model.holders.get(groupKey);
    const question = questions.find(({ id }) => id === expected?.id);
    assert.ok(expected !== undefined && question !== undefined, "an older id goes on");
    const own = inside.find(({ marketKey }) => marketKey === expected.marketKey);
    assert.deepEqual(
      question.members.map(({ marketKey, isInverted }) => [marketKey, isInverted]).sort(),
      inside.map(({ marketKey, isInverted }) => [marketKey, isInverted !== own?.isInverted]).sort(),
    );
  }
}

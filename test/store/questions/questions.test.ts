import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Membership, toGroups } from "../../../src/domain/matching/matches.ts";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { saveGroups } from "../../../src/store/matching/pairs.ts";
import { openStore } from "../../../src/store/open.ts";
import type { Question } from "../../../src/store/questions/question.ts";
import fc from "../../support/properties.ts";
import { DAY_MS, HOUR_MS, market, page, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openReader, openTestWriter, type TestWriter } from "../../support/store/writer.ts";

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

const ALL = { status: "all", minVolume: 0, minGap: 0, realMoneyOnly: false, sort: "volume", order: "desc" } as const;
const FIRST = { page: 1, size: 50 };

async function openWorld() {
  const listing = (yesPrice: number, more = {}) => ({
    full: [page([market({ id: "q", title: "Will the bridge open?", yesPrice, ...more })])],
  });
  const test = openTestWriter({
    scripts: {
      kalshi: listing(600_000, { title: "Bridge opening in 2027" }),
      polymarket: listing(640_000),
      predictit: listing(500_000),
      manifold: listing(900_000),
    },
  });
  await test.writer.runOnce(new Set());
  // What the matcher found on its own.
  group(test, []);
  test.write(() => test.db.exec("DELETE FROM questions"));
  const keyOf = (platform: string): number =>
    Number(test.value("SELECT market_key FROM markets WHERE platform = ?", platform));
  const save = (platforms: readonly string[], members: readonly Membership[]): void => {
    const markets = platforms.map((platform) => ({ marketKey: keyOf(platform) }));
    test.write(() => saveGroups(test.writer.writing, markets, members, START));
  };
  const join = (...platforms: readonly string[]): readonly Membership[] => {
    const markets = platforms.map((platform) => ({ platform, marketKey: keyOf(platform), eventKey: keyOf(platform) }));
    const [first] = markets;
    const links = markets
      .slice(1)
      .map(({ marketKey }) => ({ a: first?.marketKey ?? 0, b: marketKey, relation: "same" }));
    return toGroups(markets, links);
  };
  return { test, save, join, keyOf };
}

describe("a question", () => {
  it("answers by a former id when its other market is matched again later", async () => {
    const { test, save, join, keyOf } = await openWorld();
    const names = ["kalshi", "polymarket"];
    const [younger = "", older = ""] = names.toSorted((a, b) => keyOf(b) - keyOf(a));
    save(names, join(older, younger));
    const id = toQuestionId(older, "q");
    save(names, []);
    const store = openReader(test.file);
    assert.deepEqual(store.questions.find(id, START), { formerMarket: { platform: older, id: "q" } });
    save([younger, "predictit"], join(younger, "predictit"));
    const found = store.questions.find(id, START);
    assert.ok(found !== undefined && "found" in found && found.isMoved);
    assert.deepEqual(found.found.members.map(({ platform }) => platform).sort(), [younger, "predictit"].sort());
  });

  it("is found by the words of one platform among those that another asks", async () => {
    const { test, save, join } = await openWorld();
    save(["kalshi", "polymarket"], join("kalshi", "polymarket"));
    const query = { ...ALL, now: START, text: "opening", platform: "polymarket" };
    assert.equal(openReader(test.file).questions.list(query, FIRST).total, 1);
  });

  it("changes when its markets do, so that updated_since finds it", async () => {
    const { test, save, join } = await openWorld();
    const members = join("kalshi", "polymarket");
    const later = START + DAY_MS;
    test.write(() => saveGroups(test.writer.writing, [], members, later));
    const [question] = openReader(test.file).questions.list({ ...ALL, now: later }, FIRST).questions;
    assert.equal(question?.updatedAt, later);
    save(["kalshi"], []);
  });

  it("counts a closed market in the gap up to its close only", async () => {
    const { test, save, join } = await openWorld();
    const names = ["kalshi", "polymarket", "predictit"];
    save(names, join(...names));
    const closedAt = START - 2 * HOUR_MS;
    test.db.exec("UPDATE history_points SET at = at - 14400");
    const grid = { from: (START - 3 * HOUR_MS) / 1000, to: START / 1000, step: 3600 };
    // At its close time, or before it.
    for (const [closesAt, updatedAt] of [
      [closedAt, START],
      [START + DAY_MS, closedAt],
    ]) {
      test.write(() =>
        test.db.exec(`UPDATE markets SET status = 'closed', closes_at = ${closesAt} WHERE platform = 'predictit';
          UPDATE market_quotes SET updated_at = ${updatedAt}
          WHERE market_key = (SELECT market_key FROM markets WHERE platform = 'predictit')`),
      );
      const found = openReader(test.file).questions.history(toQuestionId(firstOf(test, names), "q"), grid, START);
      assert.ok(found !== undefined && "found" in found);
      assert.deepEqual(found.found.gaps, [140_000, 140_000, 40_000, 40_000]);
      assert.equal(found.found.gaps.at(-1), found.found.question.gap);
    }
  });

  it("relates to no market of a platform that is off, and not to itself", async () => {
    const { test, save, join, keyOf } = await openWorld();
    save(["kalshi", "polymarket", "manifold"], join("kalshi", "polymarket", "manifold"));
    const [a, b] = [keyOf("manifold"), keyOf("predictit")].toSorted((one, other) => one - other);
    const [c, d] = [keyOf("kalshi"), keyOf("predictit")].toSorted((one, other) => one - other);
    test.write(() => {
      const miss = test.db.prepare("INSERT OR REPLACE INTO near_misses VALUES (?, ?, 900000, 'date', ?, NULL)");
      for (const [one, other] of [
        [a, b],
        [c, d],
      ])
        miss.run(one, other, '["refused: date: 2026 against 2027"]');
    });
    const id = toQuestionId(firstOf(test, ["kalshi", "polymarket", "manifold"]), "q");
    const relatedOf = (platforms?: readonly string[]) => {
      const found = openReader(test.file, platforms).questions.find(id, START);
      return found !== undefined && "found" in found ? found.found.related.map(({ market }) => market.platform) : [];
    };
    assert.deepEqual(relatedOf(), ["predictit"]);
    assert.deepEqual(relatedOf(["kalshi", "polymarket", "manifold"]), []);
  });
});

/** The platform that was read first. */
const firstOf = ({ rows }: TestWriter, platforms: readonly string[]): string =>
  (rows("SELECT platform FROM markets ORDER BY market_key") as [string][])
    .map(([platform]) => platform)
    .find((platform) => platforms.includes(platform)) ?? "";

const party = (name: string, yesPrice: number, volume: number) =>
  market({ id: name, eventId: "race", title: `${name} win the Ohio race`, yesPrice, volume });

/** Democrats are listed first, Republicans are matched first. */
async function open(democrats: number, republicans: number) {
  const race = (change: number) => ({
    full: [page([party("Democrats", democrats + change, 90_000), party("Republicans", republicans - change, 10_000)])],
  });
  const test = openTestWriter({ scripts: { kalshi: race(0), polymarket: race(0) } });
  await test.tick();
  group(
    test,
    ["Republicans", "Democrats"].map((id) => ({ a: "kalshi", b: "polymarket", id, isInverted: false })),
  );
  const store = openReader(test.file);
  const titlesOf = (questions: readonly { readonly title: string }[]) =>
    questions.map(({ title }) => title.split(" ")[0]);
  const list = (given: { readonly text?: string; readonly isOneSided?: boolean }) => {
    const query = {
      status: "open",
      minVolume: 0,
      minGap: 0,
      realMoneyOnly: false,
      sort: "volume",
      order: "desc",
    } as const;
    const { questions, total } = store.questions.list({ ...query, ...given, now: START }, { page: 1, size: 10 });
    assert.equal(total, questions.length);
    return titlesOf(questions);
  };
  const search = async (text: string) =>
    titlesOf((await store.search.find({ text, status: "open", page: 1, limit: 10, now: START })).questions);
  return { list, search };
}

describe("the two sides of an event", async () => {
  const { list, search } = await open(400_000, 610_000);

  it("are both in a list, and one where one is asked for: the more likely, however little it is traded", () => {
    assert.deepEqual(list({}), ["Democrats", "Republicans"]);
    assert.deepEqual(list({ isOneSided: true }), ["Republicans"]);
    assert.deepEqual(list({ isOneSided: true, text: "ohio race" }), ["Republicans"]);
  });

  it("are one row of a search, but for the other side alone", async () => {
    assert.deepEqual(await search("ohio race"), ["Republicans"]);
    assert.deepEqual(await search("democrats"), ["Democrats"]);
    assert.deepEqual(list({ isOneSided: true, text: "democrats" }), ["Democrats"]);
  });

  it("of two that are as likely are the one that was listed first", async () => {
    const even = await open(500_000, 500_000);
    assert.deepEqual(await even.search("ohio race"), ["Democrats"]);
  });
});

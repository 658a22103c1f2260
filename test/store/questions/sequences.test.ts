import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Membership, toGroups } from "../../../src/domain/matching/matches.ts";
import { toQuestionId } from "../../../src/domain/questions.ts";
import { saveGroups } from "../../../src/store/matching/pairs.ts";
import { DAY_MS, HOUR_MS, market, page, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openReader, openTestWriter, type TestWriter } from "../../support/store/writer.ts";

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

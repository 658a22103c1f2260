import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { toQuestion } from "../../src/api/questions.ts";
import { toGroups } from "../../src/domain/matching/matches.ts";
import { saveGroups } from "../../src/store/matching/pairs.ts";
import fc from "../support/properties.ts";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, event, HOUR_MS, market, page, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const PLATFORMS = ["kalshi", "polymarket", "predictit", "manifold"] as const;
const CATEGORIES = ["politics", "sports", "crypto"] as const;
const QUESTIONS = 30;
const WORDS = ["rain", "snow", "wind"];
const MAX_FRESH_SECONDS = 3600;

type Row = ReturnType<typeof toQuestion>;
type Member = Row["markets"][number];

const price = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths * 1000);
const book = fc.option(price);

/** One of a question's markets. */
const record = fc.record({
  yesPrice: price,
  bestBid: book,
  bestAsk: book,
  volume: fc.oneof(fc.constant(0), fc.nat({ max: 10_000_000 })),
  volume24h: fc.nat({ max: 100_000 }),
  closesAt: fc.option(fc.integer({ min: 1, max: 60 }).map((days) => START + days * DAY_MS)),
  status: fc.constantFrom("open", "open", "open", "closed"),
  isInverted: fc.boolean(),
  isAsked: fc.boolean(),
  word: fc.constantFrom(...WORDS),
});
const world = fc.array(fc.tuple(record, record, record, record), { minLength: QUESTIONS, maxLength: QUESTIONS });

/** Questions that random ones of the platforms ask; one platform was read two hours ago. */
async function openRandom(seed: number) {
  const [drawn = []] = fc.sample(world, { numRuns: 1, seed });
  const scripts = Object.fromEntries(
    PLATFORMS.map((platform, place) => {
      const records = drawn.flatMap((members, number) => {
        const { isInverted, isAsked, word, ...given } = members[place] ?? { isAsked: false };
        const isGiven = isAsked || place < 2;
        const title = `Will it ${word} at place ${number}?`;
        return isGiven
          ? [market({ id: `q${number}`, eventId: `e${number}`, title, ...given } as Parameters<typeof market>[0])]
          : [];
      });
      const events = records.map(({ eventId }, number) =>
        event({ id: eventId, category: CATEGORIES[number % CATEGORIES.length] ?? "politics" }),
      );
      return [platform, { full: [page(records, events)] }];
    }),
  );
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  const markets = (
    test.rows("SELECT market_key, platform, id, event_key FROM markets ORDER BY market_key") as [
      number,
      string,
      string,
      number,
    ][]
  ).map(([marketKey, platform, id, eventKey]) => ({ marketKey, platform, id, eventKey }));
  const links = [...Map.groupBy(markets, ({ id }) => id)].flatMap(([id, members]) => {
    const isInverted = ({ platform }: { platform: string }) =>
      drawn[Number(id.slice(1))]?.[PLATFORMS.indexOf(platform as (typeof PLATFORMS)[number])]?.isInverted;
    const [first, ...others] = members;
    return others.map((other) => ({
      a: first?.marketKey ?? 0,
      b: other.marketKey,
      relation: first && isInverted(first) === isInverted(other) ? "same" : "inverted",
    }));
  });
  test.write(() => {
    test.db.exec("DELETE FROM matches; DELETE FROM match_groups; DELETE FROM spreads; DELETE FROM questions");
    const insert = test.db.prepare("INSERT INTO matches VALUES (?, ?, 950000, ?, '[]')");
    for (const { a, b, relation } of links) insert.run(Math.min(a, b), Math.max(a, b), relation);
    saveGroups(
      test.writer.writing,
      markets,
      toGroups(
        markets.map((market) => ({ ...market, eventKey: market.marketKey })),
        links,
      ),
      START,
    );
    test.db.prepare("UPDATE ingest_runs SET finished_at = ? WHERE platform = 'polymarket'").run(START - 2 * HOUR_MS);
  });
  const server = await openTestApi({ writer: test });
  return async (path: string) => {
    const reply = await server.get(`/api/v1${path}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
}

const isClose = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6;

/** The members that count, from the contract alone. */
function countedOf({ markets }: Row): readonly Member[] {
  const prefer = (members: readonly Member[], isPreferred: (member: Member) => boolean) => {
    const preferred = members.filter(isPreferred);
    return preferred.length > 0 ? preferred : members;
  };
  const open = prefer(markets, ({ status }) => status === "open");
  const fresh = prefer(open, ({ age_seconds: age }) => age !== null && age <= MAX_FRESH_SECONDS);
  return prefer(fresh, ({ play_money }) => !play_money);
}

function assertFigures(row: Row): void {
  for (const { relation, yes_price, price: turned } of row.markets) {
    assert.ok(isClose(turned, relation === "inverted" ? 1 - yes_price : yes_price));
  }
  const counted = countedOf(row);
  const prices = counted.map((member) => member.price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  assert.ok(row.price >= lowest - 1e-6 && row.price <= highest + 1e-6, `${row.price} of ${prices}`);
  assert.equal(row.price_source, counted[0]?.play_money ? "play_money" : "real_money");
  if (counted.length < 2) assert.equal(row.gap_cents, null);
  else assert.ok(isClose(row.gap_cents ?? -1, (highest - lowest) * 100));
  const traded = row.markets.filter(({ play_money }) => !play_money);
  for (const name of ["volume", "volume_24h"] as const) {
    assert.ok(
      isClose(
        row[name],
        traded.reduce((sum, member) => sum + member[name], 0),
      ),
    );
  }
  assert.deepEqual(
    row.platforms,
    row.markets.map(({ platform }) => platform),
  );
  assert.equal(row.status, row.markets.some(({ status }) => status === "open") ? "open" : "closed");
}

const FILTERS: readonly (readonly [query: string, passes: (row: Row) => boolean])[] = [
  ["platform=predictit", ({ platforms }) => platforms.includes("predictit")],
  ["category=sports", ({ category }) => category === "sports"],
  ["min_volume=20000", ({ volume }) => volume >= 20_000],
  ["min_gap_cents=12.5", ({ gap_cents: gap }) => gap !== null && gap >= 12.5],
  [`closing_before=${new Date(START + 9 * DAY_MS).toISOString()}`, (row) => closingOf(row) < START + 9 * DAY_MS],
  [`updated_since=${new Date(START).toISOString()}`, (row) => Date.parse(row.last_updated) >= START],
  ["q=rain", ({ markets }) => markets.some(({ title }) => title.includes("rain"))],
  [
    "q=snow&platform=kalshi",
    ({ markets }) =>
      markets.some(({ platform }) => platform === "kalshi") && markets.some(({ title }) => title.includes("snow")),
  ],
];

const closingOf = ({ close_time: time }: Row): number => (time === null ? Number.POSITIVE_INFINITY : Date.parse(time));

const VALUES: Readonly<Record<string, (row: Row) => number | null>> = {
  volume: ({ volume }) => volume,
  volume_24h: (row) => row.volume_24h,
  gap: ({ gap_cents: gap }) => gap,
  closing: ({ close_time: time }) => (time === null ? null : Date.parse(time)),
  updated: ({ last_updated: at }) => Date.parse(at),
  platforms: ({ platforms }) => platforms.length,
};

for (const seed of [1, 2]) {
  describe(`questions of random markets, seed ${seed}`, async () => {
    const get = await openRandom(seed);
    const list = async (query: string): Promise<Row[]> =>
      (await get(`/questions?page_size=200&status=all&${query}`)).data;
    const rows = await list("");
    const idsOf = (found: readonly Row[]) => found.map(({ id }) => id);

    it("have prices in their own direction, between those of the markets that count", () => {
      assert.equal(rows.length, QUESTIONS);
      for (const row of rows) assertFigures(row);
    });

    it("are the same in detail, and in all that names them", async () => {
      for (const row of rows) {
        const { data } = await get(`/questions/${row.id}`);
        const { markets, ...figures } = row;
        for (const [name, value] of Object.entries(figures)) assert.deepEqual(data[name], value, name);
        for (const [place, member] of markets.entries()) {
          for (const [name, value] of Object.entries(member)) assert.deepEqual(data.markets[place][name], value, name);
          const own = (await get(`/markets/${member.platform}/${member.id}/detail`)).data;
          assert.deepEqual([own.question_id, own.yes_price], [row.id, member.yes_price]);
          const sides = member.relation === "inverted" ? [own.best_ask, own.best_bid] : [own.best_bid, own.best_ask];
          const turn = (side: number | null) => (side !== null && member.relation === "inverted" ? 1 - side : side);
          for (const [index, side] of [member.best_bid, member.best_ask].entries()) {
            const expected = turn(sides[index]);
            assert.ok(side === null || expected === null ? side === expected : isClose(side, expected));
          }
        }
        const [first] = markets;
        const [compared] = (await get(`/compare?platform=${first?.platform}&market_id=${first?.id}`)).data;
        if (compared === undefined) continue;
        assert.equal(compared.question_id, row.id);
        const areTurned = new Set<boolean>();
        for (const one of compared.markets as { platform: string; yes_price: number; inverted: boolean }[]) {
          const member = markets.find(({ platform }) => platform === one.platform);
          assert.equal(one.yes_price, member?.yes_price);
          areTurned.add(one.inverted === (member?.relation === "inverted"));
        }
        assert.equal(areTurned.size, 1, "all or none is turned");
      }
    });

    for (const [query, passes] of FILTERS) {
      it(`are those of '${query}' that a reader would pick`, async () => {
        assert.deepEqual(idsOf(await list(query)).toSorted(), idsOf(rows.filter(passes)).toSorted());
      });
    }

    it("are open or closed by their markets", async () => {
      for (const status of ["open", "closed"]) {
        const { data } = await get(`/questions?page_size=200&status=${status}`);
        assert.deepEqual(idsOf(data).toSorted(), idsOf(rows.filter((row) => row.status === status)).toSorted());
      }
    });

    for (const [sort, read] of Object.entries(VALUES)) {
      it(`come once each in the order of ${sort}, by page and by cursor`, async () => {
        for (const order of ["asc", "desc"]) {
          const sorted = await list(`sort=${sort}&order=${order}`);
          const values = sorted.map(read);
          // Questions without the value are last in both directions.
          const rankOf = (value: number | null): number =>
            value === null ? Number.MAX_VALUE : order === "asc" ? value : -value;
          assert.deepEqual(
            values,
            values.toSorted((a, b) => rankOf(a) - rankOf(b)),
          );
          const path = `/questions?status=all&sort=${sort}&order=${order}&page_size=7`;
          const byCursor: Row[] = [];
          for (let next = ""; ; ) {
            const { data, meta } = await get(`${path}${next}`);
            byCursor.push(...data);
            if (typeof meta.next_cursor !== "string") break;
            next = `&cursor=${meta.next_cursor}`;
          }
          assert.deepEqual(idsOf(byCursor), idsOf(sorted));
          const byPage: Row[] = [];
          for (let number = 1; byPage.length < QUESTIONS; number++) {
            byPage.push(...(await get(`${path}&page=${number}`)).data);
          }
          assert.deepEqual(idsOf(byPage), idsOf(sorted));
        }
      });
    }
  });
}

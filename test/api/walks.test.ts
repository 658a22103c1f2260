import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTestApi } from "../support/service/api.ts";
import { DAY_MS, event, MINUTE_MS, market, page, START } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { openTestWriter } from "../support/store/writer.ts";

const PLATFORMS = ["kalshi", "manifold", "polymarket"] as const;
/** In no order, so that what is stored first is not first by id. */
const IDS = ["m5", "m10", "b", "Z", "m1", "a", "m2", "x"];

/** In the order of ids, new rows come last: a walk would never end if they always came faster than it reads. */
const MAX_ROUNDS_WITH_NEW = 3;

/** Markets of events of their own with the same ids; each round has other figures, the first ones some more ids. */
function listingOf(platform: string, round: number) {
  const ids = [
    ...IDS,
    ...Array.from({ length: Math.min(round, MAX_ROUNDS_WITH_NEW) }, (_, index) => [
      `A${index}`,
      `m${index}0`,
      `zz${index}`,
    ]).flat(),
  ];
  const records = [...new Set(ids)].map((id, index) => {
    const chance = (index * 7 + round * 13 + platform.length * 5) % 97;
    const figures = { yesPrice: 10_000 * (chance + 1), volume: 1000 * ((chance * 31) % 89), volume24h: chance * 10 };
    const closesAt = index % 2 === 0 ? null : START + (chance + 2) * DAY_MS;
    return market({ id, eventId: id, title: `Will ${id} win?`, closesAt, ...figures });
  });
  return page(
    records,
    records.map(({ id, title }) => event({ id, title })),
  );
}

async function openWalked() {
  const scripts = Object.fromEntries(PLATFORMS.map((platform) => [platform, { full: [listingOf(platform, 0)] }]));
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  group(
    test,
    IDS.map((id) => ({ a: "kalshi", b: "polymarket", id })),
  );
  let round = 0;
  return {
    server: await openTestApi({ writer: test }),
    /** Another pass, in which every price and volume moves and new rows come before, between and behind the others. */
    async move(): Promise<void> {
      round++;
      for (const platform of PLATFORMS) Object.assign(scripts[platform] ?? {}, { full: [listingOf(platform, round)] });
      test.clock.advance(MINUTE_MS);
      await test.writer.runOnce(new Set(PLATFORMS));
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

const nameOf = ({ platform = "", id }: Row): string => `${platform}:${id}`;

/** All rows of a walk by cursor, with a step between its pages. */
async function walk(
  get: Awaited<ReturnType<typeof openTestApi>>["get"],
  path: string,
  step: () => Promise<void>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const reply = await get(`${path}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    assert.equal(reply.status, 200, reply.text);
    rows.push(...reply.json.data);
    cursor = reply.json.meta.next_cursor;
    await step();
  }
  return rows;
}

const nothing = async (): Promise<void> => {};

describe("a walk by cursor in the order of ids", () => {
  for (const noun of ["markets", "events", "questions"]) {
    for (const order of ["asc", "desc"]) {
      it(`has every row of ${noun} once, ${order}, while all figures move and others come`, async () => {
        const { server, move } = await openWalked();
        const path = `/api/v1/${noun}?sort=id&order=${order}&page_size=5`;
        const before = (await walk(server.get, path, nothing)).map(nameOf);
        assert.equal(before.length, noun === "questions" ? IDS.length : PLATFORMS.length * IDS.length);
        assert.deepEqual((await walk(server.get, `${path}&q=win`, nothing)).map(nameOf), before, "by their words");
        const walked = (await walk(server.get, path, move)).map(nameOf);
        assert.equal(new Set(walked).size, walked.length, "none comes twice");
        assert.deepEqual(
          before.filter((name) => !walked.includes(name)),
          [],
          "none is missed",
        );
        const after = (await walk(server.get, path, nothing)).map(nameOf);
        assert.deepEqual(
          walked,
          after.filter((name) => walked.includes(name)),
          "in one order, whatever moves",
        );
      });
    }
  }
});

describe("questions with equal values", () => {
  const fields = { volume: "volume", gap: "gap_cents", closing: "close_time", updated: "last_updated" };
  for (const [sort, field] of Object.entries(fields)) {
    it(`of ${sort} are by platform and id, those without a value last`, async () => {
      const { server } = await openWalked();
      for (const order of ["asc", "desc"]) {
        const rows = await walk(server.get, `/api/v1/questions?sort=${sort}&order=${order}&page_size=7`, nothing);
        const sign = order === "asc" ? 1 : -1;
        const numberOf = (row: Row): number =>
          typeof row[field] === "string" ? Date.parse(row[field]) : Number(row[field]);
        const rankOf = (row: Row): number => (row[field] === null ? Number.MAX_VALUE : sign * numberOf(row));
        const expected = rows.toSorted(
          (a, b) => rankOf(a) - rankOf(b) || Number(nameOf(a) > nameOf(b)) - Number(nameOf(a) < nameOf(b)),
        );
        assert.deepEqual(rows.map(nameOf), expected.map(nameOf), order);
      }
    });
  }
});

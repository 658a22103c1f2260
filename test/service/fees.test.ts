// What 200 markets cost, by every rule of fees, reckoned here in whole fractions: API, pages, files, tools and spreads agree.

import assert from "node:assert/strict";
import { dirname } from "node:path";
import { describe, it } from "node:test";
import { FEE_KINDS, type Fee, type FeeKind } from "../../src/domain/platforms.ts";
import { type Micros, ONE } from "../../src/domain/prices.ts";
import { toCall } from "../support/mcp/client.ts";
import { startTestService } from "../support/service/service.ts";
import { market, page } from "../support/store/builders.ts";
import { group } from "../support/store/groups.ts";
import { fixedClock, openTestWriter } from "../support/store/writer.ts";

const QUESTIONS = 100;
const CONTRACTS = 100n;
const PLATFORMS = ["kalshi", "polymarket"] as const;
/** As published: Kalshi rounds an order up to the cent, Polymarket to 5 places. */
const ROUNDING = { kalshi: { unit: 10_000n, isUp: true }, polymarket: { unit: 10n, isUp: false } } as const;
type Platform = (typeof PLATFORMS)[number];

interface Given {
  readonly id: string;
  readonly platform: Platform;
  readonly ask: Micros;
  readonly bid: Micros;
  readonly fee: Fee;
}

let seed = 11;
const draw = (count: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % count;
};

const RATES = [0, 1_000, 17_500, 35_000, 40_000, 50_000, 70_000, 72_345, 100_000] as const;

function drawFee(): Fee {
  const feeRate = RATES[draw(RATES.length)] ?? 0;
  const kind = FEE_KINDS[1 + draw(FEE_KINDS.length - 1)] ?? "none";
  return { feeKind: feeRate === 0 ? "none" : kind, feeRate, feeSource: "market" };
}

const given: readonly Given[] = Array.from({ length: QUESTIONS }, (_, number) =>
  PLATFORMS.map((platform): Given => {
    // Kalshi asks less than Polymarket bids, so that each question is a spread.
    const ask = 20_000 + draw(400) * 1_000 + (platform === "kalshi" ? 0 : 500_000);
    return { id: `q${number}`, platform, ask, bid: ask - 10_000, fee: drawFee() };
  }),
).flat();

const roundUp = (value: bigint, unit: bigint): bigint => ((value + unit - 1n) / unit) * unit;
const roundNear = (value: bigint, unit: bigint): bigint => ((2n * value + unit) / (2n * unit)) * unit;

/** The fee of an order of 100 at a price, in millionths, from whole numbers alone. */
function feeOf({ platform, fee }: Given, price: Micros): { readonly paid: bigint; readonly ofWin: bigint } {
  const [at, rest, rate] = [BigInt(price), BigInt(ONE - price), BigInt(fee.feeRate)];
  const shares: Readonly<Record<FeeKind, bigint>> = {
    none: 0n,
    quadratic: at * rest,
    price: at * BigInt(ONE),
    profit: rest * BigInt(ONE),
  };
  // Of each contract in units of 10^-18 dollars.
  const exact = shares[fee.feeKind] * rate * CONTRACTS;
  const { unit, isUp } = ROUNDING[platform];
  const round = isUp ? roundUp : roundNear;
  const charged = round(exact, unit * 10n ** 12n) / 10n ** 12n;
  return fee.feeKind === "profit" ? { paid: 0n, ofWin: charged } : { paid: charged, ofWin: 0n };
}

/** What 100 contracts of a side cost, in cents; and what each dollar of their payout costs. */
function costOf(one: Given, side: "yes" | "no") {
  const price = side === "yes" ? one.ask : ONE - one.bid;
  const { paid, ofWin } = feeOf(one, price);
  const cost = Number(BigInt(price) * CONTRACTS + paid) / 1e4;
  return {
    ...{ price: price / ONE, cost, fee: Number(paid) / 1e4, winFee: Number(ofWin) / 1e4 },
    total: cost / (100 * Number(CONTRACTS) - Number(ofWin) / 1e4),
  };
}

const test = openTestWriter({
  scripts: Object.fromEntries(
    PLATFORMS.map((platform) => [
      platform,
      {
        full: [
          page(
            given
              .filter((one) => one.platform === platform)
              .map(({ id, ask, bid, fee }) =>
                market({
                  ...{ id, eventId: `e-${id}`, title: `Does it happen in ${id}?`, fee },
                  ...{ yesPrice: ask - 5_000, bestBid: bid, bestAsk: ask },
                }),
              ),
          ),
        ],
      },
    ]),
  ),
});
await test.writer.runOnce(new Set());
group(
  test,
  Array.from({ length: QUESTIONS }, (_, number) => ({ a: "kalshi", b: "polymarket", id: `q${number}` })),
);

describe("200 markets with every rule of fees", async () => {
  const flags = { db: test.file, "pages-per-minute": "1000000" };
  const service = await startTestService({ folder: dirname(test.file), flags, clock: fixedClock(test.clock.now()) });
  const limits = { perMinute: 1_000_000, perDay: null, perMonth: null };
  const owner = { name: "Test", email: "test@example.com", tier: "enterprise", limits } as const;
  const { secret } = await service.context.commands.createKey(owner);
  const byName = new Map(given.map((one) => [`${one.platform}:${one.id}`, one]));
  const find = (platform: string, id: string): Given =>
    byName.get(`${platform}:${id}`) ?? assert.fail(`${platform}:${id}`);
  const questions = (await service.get(`/api/v1/questions?page_size=${QUESTIONS}`)).body.data;
  const isClose = (found: unknown, expected: number, what: string, by = 0.51e-6): void =>
    assert.ok(Math.abs(Number(found) - expected) <= by, `${what}: ${found} for ${expected}`);

  it("cost the same in a question and in its file", async () => {
    assert.equal(questions.length, QUESTIONS);
    const csv = await fetch(`${service.url}/api/v1/questions?page_size=${QUESTIONS}&format=csv`, {
      headers: { "X-API-Key": secret },
    });
    const [head = "", ...lines] = (await csv.text()).trim().split("\r\n");
    const names = head.split(",");
    const rows = lines.map((line) => {
      const cells = toCells(line);
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
    });
    let compared = 0;
    for (const question of questions) {
      for (const one of question.markets) {
        for (const side of ["yes", "no"] as const) {
          const what = `${one.platform}:${one.id} ${side}`;
          const expected = costOf(find(one.platform, one.id), side);
          const offer = one[`buy_${side}`];
          isClose(offer.ask, expected.price, what);
          isClose(offer.fee, expected.fee / 1e4, what);
          isClose(offer.win_fee, expected.winFee / 1e4, what);
          isClose(offer.cost, expected.total, what, 2e-6);
          const row = rows.find((cells) => cells.market_platform === one.platform && cells.market_id === one.id);
          isClose(row?.[`market_buy_${side}_cost`], expected.total, `file ${what}`, 2e-6);
          compared++;
        }
      }
    }
    assert.equal(compared, 4 * QUESTIONS);
  });

  it("cost the same in details, books, tools and pages", async () => {
    for (const { platform, id, fee } of given) {
      const { body } = await service.get(`/api/v1/markets/${platform}/${id}/detail`);
      const { feeKind: kind, feeRate, feeSource: source } = fee;
      assert.deepEqual(body.data.fee, { kind, rate: feeRate / ONE, source });
    }
    for (const question of questions.slice(0, 25)) {
      const pages = {
        yes: await (await fetch(`${service.url}/questions/${question.id}?side=yes`)).text(),
        no: await (await fetch(`${service.url}/questions/${question.id}?side=no`)).text(),
      };
      for (const one of question.markets) {
        const tool = await ask("get_market", { market: `${one.platform}:${one.id}` });
        for (const side of ["yes", "no"] as const) {
          const what = `${one.platform}:${one.id} ${side}`;
          const expected = costOf(find(one.platform, one.id), side);
          const cents = centsOf(pages[side], `${one.platform}:${one.id}`);
          assert.ok(Math.abs(cents - expected.total * 100) <= 0.0052, `page ${what}: ${cents} for ${expected.total}`);
          const shown = tool.structuredContent[`buy_${side}`] ?? assert.fail(what);
          assert.ok(Math.abs(shown.cost - expected.total * 100) <= 0.0052, `tool ${what}: ${shown.cost}`);
        }
      }
    }
  });

  it("leave the same of each spread", async () => {
    const { body } = await service.get("/api/v1/arbitrage?all=true&min_confidence=low&min_spread=0&page_size=200");
    assert.equal(body.data.length, QUESTIONS);
    for (const found of body.data) {
      let left = 1;
      for (const leg of found.legs) {
        const { price, fee, winFee } = costOf(find(leg.platform, leg.market_id), leg.side);
        isClose(leg.price, price, found.id);
        isClose(leg.fee, (fee + winFee) / 1e4, `${leg.platform}:${leg.market_id} ${leg.side}`);
        left -= price + (fee + winFee) / 1e4;
      }
      assert.ok(Math.abs(found.net_spread_cents - left * 100) <= 0.00501, `${found.net_spread_cents} for ${left}`);
    }
  });

  async function ask(name: string, input: unknown) {
    const response = await fetch(`${service.url}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": secret },
      body: JSON.stringify(toCall(name, input)),
    });
    assert.equal(response.status, 200);
    return ((await response.json()) as { result: { structuredContent: Record<string, { cost: number }> } }).result;
  }
});

/** The cells of a line of CSV. */
const toCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

/** What the page of a question shows in the line of a market, in cents. */
const centsOf = (html: string, name: string): number =>
  Number(new RegExp(`data-row="offer:${name}">.*?<strong[^>]*>([\\d.]+)¢`, "s").exec(html)?.[1]);

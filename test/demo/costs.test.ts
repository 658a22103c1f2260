// What 100 questions of the demo cost, reckoned here from what is published: asks, bids and the platforms' own fee rules.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { toQuestion } from "../../src/api/questions.ts";
import { openDemoTools } from "../support/mcp/demo-tools.ts";

const QUESTIONS = 100;
const CONTRACTS = 100;
/** docs.polymarket.com/trading/fees: the rate of taking an offer, by category. */
const POLYMARKET: Readonly<Record<string, number>> = {
  ...{ crypto: 0.07, sports: 0.05, finance: 0.04, politics: 0.04, technology: 0.04, world: 0, other: 0.05 },
};

type Side = "yes" | "no";

type Question = ReturnType<typeof toQuestion>;
type Member = Question["markets"][number];

/** A sum of floats that is whole but for its error is not rounded up. */
const ceil = (value: number): number => Math.ceil(value - 1e-9);

/** What each dollar of payout costs in an order of 100; undefined where nothing is offered. */
function costOf({ platform, price, best_bid: bid, best_ask: ask }: Member, side: Side, category: string) {
  const hasBook = bid !== null || ask !== null;
  const [yes, no] = hasBook ? [ask, bid === null ? null : 1 - bid] : [price, 1 - price];
  const paid = side === "yes" ? yes : no;
  if (paid === null || paid <= 0 || paid >= 1) return undefined;
  const odds = CONTRACTS * paid * (1 - paid);
  const fees: Readonly<Record<string, number>> = {
    kalshi: ceil(0.07 * odds * 100) / 100,
    polymarket: Math.round((POLYMARKET[category] ?? POLYMARKET.other ?? 0) * odds * 1e5) / 1e5,
  };
  // 10% of the profit, taken when it wins.
  const winFee = platform === "predictit" ? 0.1 * (1 - paid) * CONTRACTS : 0;
  return { total: (paid * CONTRACTS + (fees[platform] ?? 0)) / (CONTRACTS - winFee), canWin: hasBook };
}

/** The index of the cheapest real offer; the first of equals. */
function cheapestOf(question: Question, side: Side): number | undefined {
  const costs = question.markets.map((market, index) => ({
    index,
    market,
    cost: costOf(market, side, question.category),
  }));
  const real = costs.flatMap(({ index, market, cost }) =>
    cost?.canWin === true && !market.play_money ? [{ index, total: Math.round(cost.total * 1e6) }] : [],
  );
  return real.toSorted((a, b) => a.total - b.total || a.index - b.index)[0]?.index;
}

describe("what a contract costs on each platform", async () => {
  const demo = await openDemoTools();
  const pages = await Promise.all(
    [1, 2].map((page) => demo.get(`/api/v1/questions?status=open&page_size=${QUESTIONS / 2}&page=${page}`)),
  );
  const questions: readonly Question[] = pages.flatMap(({ body }) => body.data);

  it("is the same on the page, in the API, in tools, in files and in comparisons, and one market wins", async (t) => {
    assert.equal(questions.length, QUESTIONS);
    let compared = 0;
    const isSame = (given: unknown, expected: number | undefined, what: string, exact = 1e-6): void => {
      compared++;
      if (expected === undefined) assert.equal(given, null, what);
      else assert.ok(Math.abs(Number(given) - expected) <= exact, `${what}: ${given} for ${expected}`);
    };
    const files = await Promise.all(
      [1, 2].map((page) => readCsv(`/api/v1/questions?status=open&page_size=100&format=csv&page=${page}`)),
    );
    const rows = new Map(files.flat().map((row) => [`${row.id} ${row.market_platform}:${row.market_id}`, row]));
    for (const question of questions) {
      const [yes, no, answer, comparison] = await Promise.all([
        readText(`/questions/${question.id}?side=yes`),
        readText(`/questions/${question.id}?side=no`),
        demo.ask("get_question", { question: question.id }),
        demo.get(`/api/v1/compare?platform=${question.markets[0]?.platform}&market_id=${question.markets[0]?.id}`),
      ]);
      for (const [side, html] of [
        ["yes", yes],
        ["no", no],
      ] as const) {
        const winner = cheapestOf(question, side);
        for (const [index, market] of question.markets.entries()) {
          const name = `${market.platform}:${market.id}`;
          const what = `${question.id} ${name} ${side}`;
          const expected = costOf(market, side, question.category)?.total;
          const listed = market[`buy_${side}`];
          isSame(listed?.cost ?? null, expected, `list ${what}`);
          const [other] = comparison.body.data[0].markets.filter(
            (one: Member) => `${one.platform}:${idOf(one)}` === name,
          );
          isSame(other[`buy_${side}`]?.cost ?? null, expected, `compare ${what}`);
          const file = rows.get(`${question.id} ${name}`)?.[`market_buy_${side}_cost`];
          isSame(file === "" ? null : file, expected, `file ${what}`);
          const cell = lineOf(html, name);
          isSame(cell.cents, expected && expected * 100, `page ${what}`, 0.00501);
          assert.deepEqual([listed?.best ?? false, cell.isBest], [index === winner, index === winner], what);
        }
        const won = winner === undefined ? null : question.markets[winner];
        assert.equal(answer.structuredContent[`cheapest_${side}`], won && `${won?.platform}:${won?.id}`, question.id);
      }
    }
    assert.ok(compared > 16 * QUESTIONS);
    t.diagnostic(`${compared} costs of ${questions.length} questions are the same`);
  });

  const readText = async (path: string): Promise<string> => (await fetch(`${demo.url}${path}`)).text();

  const idOf = (one: object): string => String("market_id" in one ? one.market_id : "id" in one ? one.id : "");

  /** Names and ids here hold no commas or quotes. */
  async function readCsv(path: string): Promise<readonly Record<string, string>[]> {
    const reply = await fetch(`${demo.url}${path}`, { headers: { "X-API-Key": demo.secret } });
    const [head = [], ...lines] = (await reply.text()).trim().split("\r\n").map(toCells);
    return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ""])));
  }
});

/** The cells of a line of CSV. */
const toCells = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

/** What the page of a question shows in the line of a market, for the side that it was asked for. */
function lineOf(html: string, name: string): { readonly cents: number | null; readonly isBest: boolean } {
  const [, classes = "", cents] =
    new RegExp(`<li([^>]*) data-row="offer:${name}">.*?<strong[^>]*>([\\d.]+)¢`, "s").exec(html) ?? [];
  return { cents: cents === undefined ? null : Number(cents), isBest: classes.includes("best") };
}

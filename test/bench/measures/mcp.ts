import { mix } from "../../../src/demo/chance.ts";
import type { Contender } from "../contenders/contender.ts";
import { countMarkets, LARGE_PLATFORMS } from "../data/catalogue.ts";
import { idOf } from "../data/pages.ts";
import { drawOne, drawWord } from "../data/words.ts";
import { questionPaths } from "../load/question-requests.ts";
import { medianOf } from "../load/rounds.ts";
import { summarise, type Timed } from "../load/sequence.ts";
import type { Findings } from "../report.ts";
import { programsOf, type Setting, startOne } from "../setting.ts";

const CALLS = 300;
const MAX_MS = 15;
const CATEGORIES = ["politics", "sports", "crypto", "economics"] as const;

/** The 99th percentile of calls of each tool, one at a time, each different from all before. */
export async function measureMcp(setting: Setting): Promise<Findings> {
  const [program] = programsOf(setting).slice(-1);
  if (program === undefined) return {};
  const contender = await startOne(setting, program.name, program.program);
  try {
    const all = callsOf(setting);
    // So that the first tool is not charged with what every process does once.
    for (const calls of Object.values(all)) await askAll(contender, calls.slice(-20));
    const found: [string, Timed[]][] = [];
    for (const [tool, calls] of Object.entries(all)) found.push([tool, await bestOf(contender, calls, setting.rounds)]);
    const whole = summarise(found.flatMap(([, times]) => times));
    return {
      targets: [{ what: "call of a tool: p99", measured: whole.p99Ms, unit: "ms", atMost: MAX_MS }],
      notes: found.map(([tool, times]) => {
        const { p50Ms, p99Ms, maxMs } = summarise(times);
        return `${tool}: ${times.length} calls, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, longest ${maxMs.toFixed(1)} ms`;
      }),
    };
  } finally {
    await contender.stop();
  }
}

type Call = readonly [name: string, given: Readonly<Record<string, unknown>>];

/** The median of some rounds leaves out what else the machine had to do. */
async function bestOf(contender: Contender, calls: readonly Call[], rounds: number): Promise<Timed[]> {
  const found: Timed[][] = [];
  for (let round = 0; round < Math.min(3, rounds); round++) found.push(await askAll(contender, calls));
  return (found[0] ?? []).map(({ path }, index) => ({
    path,
    ms: medianOf(found.map((times) => times[index]?.ms ?? 0)),
  }));
}

async function askAll({ url, headers }: Contender, calls: readonly Call[]): Promise<Timed[]> {
  const times: Timed[] = [];
  for (const [name, given] of calls) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });
    const startedAt = performance.now();
    const type = { "Content-Type": "application/json" };
    const response = await fetch(`${url}/mcp`, { method: "POST", headers: { ...headers, ...type }, body });
    const text = await response.text();
    times.push({ path: `${name} ${body}`, ms: performance.now() - startedAt });
    if (text.includes('"isError":true') || response.status !== 200)
      throw new Error(`${body} answered ${text.slice(0, 300)}`);
  }
  return times;
}

function callsOf(setting: Setting): Readonly<Record<string, readonly Call[]>> {
  const { one } = questionPaths(setting.file, CALLS);
  const questions = one.map((path) => path.split("/").at(-1) ?? "");
  const kalshi = countMarkets("kalshi", { ...setting, round: 0 });
  const markets = times((key) => `kalshi:${idOf.kalshi(mix(key, 9) % kalshi)}`);
  const words = (key: number): string => `${drawWord(key, 1)} ${drawWord(key, 2)}`;
  return {
    find_questions: times((key) => [
      "find_questions",
      key % 3 === 0 ? { page: 1 + (key % 50), sort: "gap" } : { query: words(key) },
    ]),
    find_markets: times((key) => [
      "find_markets",
      { query: key % 2 === 0 ? drawWord(key, 3) : words(key), page: 1 + (key % 3) },
    ]),
    get_question: questions.map((question) => ["get_question", { question }]),
    get_market: markets.map((market) => ["get_market", { market }]),
    get_event: markets.map((event) => ["get_event", { event }]),
    "price_history of a market": markets.map((of) => ["price_history", { of, hours: 720, points: 100 }]),
    "price_history of a question": questions.map((of) => ["price_history", { of, hours: 720, points: 100 }]),
    find_spreads: times((key) => ["find_spreads", { min_spread: (key % 60) / 10, page: 1 + (key % 5) }]),
    movers: times((key) => [
      "movers",
      {
        ...(key % 3 === 0 ? {} : { category: drawOne(CATEGORIES, key, 4) }),
        ...(key % 2 === 0 ? {} : { platform: drawOne(LARGE_PLATFORMS, key, 5) }),
      },
    ]),
  };
}

const times = <T>(make: (key: number) => T): T[] => Array.from({ length: CALLS }, (_, index) => make(index + 1));

import { setTimeout as delay } from "node:timers/promises";
import { mix } from "../../../src/demo/chance.ts";
import { type Contender, readCpuMicros } from "../contenders/contender.ts";
import { countGroups, countMarkets, LARGE_PLATFORMS, marketOfGroup } from "../data/catalogue.ts";
import { WATCHED } from "../data/filling.ts";
import { idOf } from "../data/pages.ts";
import { drawOne, drawWord, questionOf } from "../data/words.ts";
import { questionListPaths, questionPaths } from "../load/question-requests.ts";
import { coldPaths, searchPaths } from "../load/requests.ts";
import { medianOf } from "../load/rounds.ts";
import { askEach, summarise, type Timed } from "../load/sequence.ts";
import type { Findings } from "../report.ts";
import { type Setting, startAllOurs } from "../setting.ts";

const API = "/api/v1";
const REQUESTS = 500;
/** Most different requests to an endpoint in a round. */
const MAX_REQUESTS = 1000;

/** Longer than an answer is kept, so that the same request is cold again. */
const COLD_AGAIN_MS = 11_000;
const MAX_ROUNDS = 3;

const MAX_MS = 15;

/** The 99th percentile of answers that no cache has, one request at a time, each different from all before. */
export async function measureEndpoints(setting: Setting): Promise<Findings> {
  const contenders = await startAllOurs(setting);
  try {
    // So that the first endpoint is not charged with what every process does once.
    for (const contender of contenders) await askEach(contender, listPaths().slice(0, 50));
    const found = new Map<string, Round[]>();
    for (let round = 0; round < Math.min(setting.rounds, MAX_ROUNDS); round++) {
      if (round > 0) await delay(COLD_AGAIN_MS);
      for (const [endpoint, paths] of Object.entries(pathsOf(setting))) {
        for (const contender of contenders) {
          const what = `${endpoint}: cold p99, ${contender.name}`;
          found.set(what, [...(found.get(what) ?? []), await askAll(contender, spread(paths, MAX_REQUESTS))]);
        }
      }
    }
    return {
      targets: [...found].map(([what, rounds]) => ({
        what,
        measured: medianOf(rounds.map(({ times }) => summarise(times).p99Ms)),
        unit: "ms",
        atMost: MAX_MS,
      })),
      notes: [...found].map(([what, rounds]) => describe(what, rounds)),
    };
  } finally {
    for (const one of contenders) await one.stop();
  }
}

interface Round {
  readonly times: readonly Timed[];
  readonly cpuMs: number;
}

async function askAll(contender: Contender, paths: readonly string[]): Promise<Round> {
  const before = readCpuMicros(contender.pid);
  const times = await askEach(contender, paths);
  return { times, cpuMs: (readCpuMicros(contender.pid) - before) / 1000 / paths.length };
}

/** The best of the rounds for each request leaves out what else the machine had to do. */
function describe(what: string, rounds: readonly Round[]): string {
  const [first] = rounds;
  const best = (first?.times ?? []).map(({ path, ms }, index) => ({
    path,
    ms: Math.min(ms, ...rounds.map(({ times }) => times[index]?.ms ?? ms)),
  }));
  const all = summarise(rounds.flatMap(({ times }) => times));
  const { p50Ms, p99Ms, maxMs, slowest } = summarise(best);
  return (
    `${what}: ${best.length} requests, ${medianOf(rounds.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms of processor ` +
    `time each; best of ${rounds.length}: p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, longest ` +
    `${maxMs.toFixed(1)} ms (${slowest}); longest of all ${all.maxMs.toFixed(1)} ms`
  );
}

function pathsOf(setting: Setting): Readonly<Record<string, readonly string[]>> {
  const { one, history } = questionPaths(setting.file, REQUESTS);
  return {
    questions: questionListPaths(1000),
    "one question": one,
    "question history 720 h": history,
    markets: coldPaths(1000),
    search: searchPaths(1000),
    arbitrage: arbitragePaths(),
    compare: comparePaths(setting),
    "history 720 h": historyPaths(setting),
    analytics: analyticsPaths(),
    detail: detailPaths(setting),
    popular: LARGE_PLATFORMS.flatMap((platform) =>
      Array.from({ length: 100 }, (_, index) => `${API}/markets/popular?platform=${platform}&limit=${index + 1}`),
    ),
  };
}

/** At most `most` of them, spread evenly over the list. */
function spread<T>(list: readonly T[], most: number): T[] {
  const every = Math.max(1, list.length / most);
  return list.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
}

const listPaths = (): string[] =>
  Array.from({ length: REQUESTS }, (_, index) => `${API}/markets?min_volume=${index}&page_size=10`);

function arbitragePaths(): string[] {
  const paths = new Set<string>();
  for (let key = 1; paths.size < REQUESTS; key++) {
    const query = new URLSearchParams({
      min_spread: String((mix(key, 1) % 60) / 10),
      min_match_score: String(0.8 + (mix(key, 2) % 20) / 100),
      real_money_only: String(mix(key, 3) % 2 === 0),
      sort: drawOne(["spread", "net", "confidence", "volume"], key, 4),
      page: String(1 + (mix(key, 5) % 5)),
    });
    if (mix(key, 6) % 3 === 0) query.set("platform", drawOne(LARGE_PLATFORMS, key, 7));
    paths.add(`${API}/arbitrage?${query}`);
  }
  return [...paths];
}

/** By market, by words of a question that has partners, and by any words. */
function comparePaths({ markets, madeAt }: Setting): string[] {
  const groups = countGroups({ markets, madeAt, round: 0 });
  const paths = new Set<string>();
  for (let key = 1; paths.size < REQUESTS; key++) {
    const group = mix(key, 1) % groups;
    const words = questionOf(mix(group, 77)).replace(/[?:]/g, "").split(" ");
    const from = mix(key, 2) % words.length;
    const query: Record<string, string>[] = [
      { platform: "kalshi", market_id: idOf.kalshi(marketOfGroup("kalshi", group)) },
      { q: words.slice(from, from + 3).join(" ") },
      { q: drawWord(key, 3) },
    ];
    const chosen = query[mix(key, 4) % query.length] ?? {};
    if (chosen.q === undefined || chosen.q.length > 1) {
      paths.add(`${API}/compare?${new URLSearchParams({ ...chosen, limit: String(1 + (key % 100)) })}`);
    }
  }
  return [...paths];
}

/** One in five of the market with the most points, raw or as candles. */
function historyPaths(setting: Setting): string[] {
  const { platform, id } = WATCHED;
  const intervals = ["raw", "raw", "5m", "15m", "1h", "6h", "1d"] as const;
  const kalshi = countMarkets("kalshi", { ...setting, round: 0 });
  const paths = new Set<string>();
  for (let key = 1; paths.size < REQUESTS; key++) {
    const market = key % 5 === 0 ? id : idOf.kalshi(mix(key, 1) % kalshi);
    const hours = 720 - (mix(key, 2) % 20);
    paths.add(`${API}/markets/${platform}/${market}/history?hours=${hours}&interval=${drawOne(intervals, key, 3)}`);
  }
  return [...paths];
}

function detailPaths(setting: Setting): string[] {
  const kalshi = countMarkets("kalshi", { ...setting, round: 0 });
  const numbers = new Set(Array.from({ length: REQUESTS }, (_, key) => mix(key, 9) % kalshi));
  return [...numbers].map((number) => `${API}/markets/kalshi/${idOf.kalshi(number)}/detail`);
}

function analyticsPaths(): string[] {
  const shares = Array.from({ length: 365 }, (_, day) => `${API}/analytics/platform-share?days=${day + 1}`);
  const buckets = LARGE_PLATFORMS.flatMap((platform) =>
    ["open", "closed", "all"].flatMap((status) =>
      ["true", "false"].map(
        (money) =>
          `${API}/analytics/volume-distribution?platform=${platform}&status=${status}&real_money_only=${money}`,
      ),
    ),
  );
  return [...shares, ...buckets];
}

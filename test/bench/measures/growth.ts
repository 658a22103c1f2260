import { Agent } from "node:http";
import { mix } from "../../../src/demo/chance.ts";
import type { Contender } from "../contenders/contender.ts";
import { openBenchDatabase } from "../data/database.ts";
import { idOf } from "../data/pages.ts";
import { searchPaths } from "../load/requests.ts";
import { medianOf } from "../load/rounds.ts";
import { ask, askEach, walkCursors } from "../load/sequence.ts";
import type { Findings, Target } from "../report.ts";
import { programsOf, type Setting, startOne } from "../setting.ts";

const REQUESTS = 500;
const API = "/api/v1";

/** What ten times the markets cost a reader: the same requests to both, in turns, medians of the rounds' medians. */
export async function measureGrowth(setting: Setting): Promise<Findings> {
  const [program] = programsOf(setting).slice(-1);
  if (program === undefined) return {};
  const [least, most] = setting.sizes;
  const started: Contender[] = [];
  try {
    for (const markets of setting.sizes) {
      const own = { ...setting, ...(await openBenchDatabase(markets)), markets };
      started.push(await startOne(own, program.name, program.program));
    }
    const [small, large] = started;
    if (small === undefined || large === undefined) return {};
    const targets: Target[] = [];
    const notes: string[] = [];
    for (const [what, measureOne] of Object.entries(READS)) {
      const times = { small: [] as number[], large: [] as number[] };
      for (let round = 0; round < setting.rounds; round++) {
        times.small.push(await measureOne(small, round, least));
        times.large.push(await measureOne(large, round, least));
      }
      const [few, many] = [medianOf(times.small), medianOf(times.large)];
      targets.push({ what: `${most} ÷ ${least} markets: ${what}`, measured: many / few, unit: "×", atMost: 1.5 });
      notes.push(`${what}: median ${few.toFixed(2)} ms with ${least} markets, ${many.toFixed(2)} ms with ${most}`);
    }
    const alike = await timeAlike(small, large);
    targets.push({ what: `${most} ÷ ${least} markets: search, answers of one length`, ...alike.target });
    return { targets, notes: [...notes, alike.note] };
  } finally {
    for (const one of started) await one.stop();
  }
}

/** Median ms of some hundred reads; each round asks what no round before has asked. */
const READS: Readonly<Record<string, (contender: Contender, round: number, least: number) => Promise<number>>> = {
  "markets by cursor": async (contender, round) =>
    medianOf((await walkCursors(contender, `${API}/markets?page_size=${100 + round}`, REQUESTS)).map(({ ms }) => ms)),
  search: (contender, round) =>
    timeEach(
      contender,
      searchPaths(2 * REQUESTS)
        .filter((_, index) => index % 2 === round % 2)
        .map((path) => `${path}&limit=${20 + round}`),
    ),
  detail: (contender, round, least) =>
    timeEach(
      contender,
      marketsOf(round, least, (id) => `${API}/markets/kalshi/${id}/detail`),
    ),
  history: (contender, round, least) =>
    timeEach(
      contender,
      marketsOf(round, least, (id) => `${API}/markets/kalshi/${id}/history?hours=${720 - round}`),
    ),
};

/** Answers this much longer or shorter count as of one length. */
const ALIKE_SHARE = 0.2;

/**
 * Searches that both answer at the same length. Of all of them, those over few markets find a row or two, where the others
 * fill a page: that is more to read and to write, not a slower search.
 */
async function timeAlike(small: Contender, large: Contender) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [few, many]: [number[], number[]] = [[], []];
  try {
    for (const path of searchPaths(2 * REQUESTS).map((one) => `${one}&limit=60`)) {
      const [a, b] = [await ask(agent, small, path), await ask(agent, large, path)];
      const length = a.text().length;
      if (Math.abs(b.text().length - length) > length * ALIKE_SHARE) continue;
      few.push(a.ms);
      many.push(b.ms);
    }
  } finally {
    agent.destroy();
  }
  const [least, most] = [medianOf(few), medianOf(many)];
  return {
    target: { measured: most / least, unit: "×", atMost: 1.5 },
    note: `search, ${few.length} answers of one length: median ${least.toFixed(2)} ms and ${most.toFixed(2)} ms`,
  };
}

const timeEach = async (contender: Contender, paths: readonly string[]): Promise<number> =>
  medianOf((await askEach(contender, paths)).map(({ ms }) => ms));

/** Markets that both databases have. */
const marketsOf = (round: number, least: number, toPath: (id: string) => string): string[] =>
  Array.from({ length: REQUESTS }, (_, index) => toPath(idOf.kalshi(mix(index, round) % (least / 2))));

import type { Contender } from "../contenders/contender.ts";
import type { Load } from "../load/load.ts";
import { coldPaths, keepPaths } from "../load/requests.ts";
import { takeTurns } from "../load/rounds.ts";
import { describeRatio, type Findings, ratioOf } from "../report.ts";
import { FASTIFY, type Setting, startAllOurs, startRivals } from "../setting.ts";

const SCENARIO = "cold";
const DISTINCT_PATHS = 60_000;
/** More than are answered in a round, so that no request comes twice within what a cache would keep. */
const PATHS_A_ROUND = 20_000;

/** Every request another filter, page or query, against what somebody would write who serves the same file. */
export async function measureCold(setting: Setting): Promise<Findings> {
  const { folder, seconds, connections } = setting;
  const all: Contender[] = [];
  try {
    const [first, ...before] = await startAllOurs(setting);
    if (first === undefined) return {};
    // No request comes twice: cached answers would only take memory.
    all.push(first, ...before, ...(await startRivals(setting, [FASTIFY])));
    const pathFile = keepPaths(folder, SCENARIO, coldPaths(DISTINCT_PATHS));
    const loadOf = (round: number): Load => ({ pathFile, from: (round + 1) * PATHS_A_ROUND, seconds, connections });
    const entries = all.map((contender) => ({ contender, loadOf }));
    const rows = await takeTurns(setting, SCENARIO, entries);
    const measured = ratioOf(rows, first.name, FASTIFY);
    return {
      rows,
      targets: [{ what: `${SCENARIO}: ${first.name} ÷ ${FASTIFY}`, measured, unit: "×", atLeast: 20 }],
      notes: all.slice(1).map(({ name }) => describeRatio(rows, first.name, name)),
    };
  } finally {
    for (const one of all) await one.stop();
  }
}

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
  const { folder, seconds } = setting;
  const all = [...(await startAllOurs(setting)), ...(await startRivals(setting, [FASTIFY]))];
  const pathFile = keepPaths(folder, SCENARIO, coldPaths(DISTINCT_PATHS));
  const loadOf = (round: number): Load => ({ pathFile, from: (round + 1) * PATHS_A_ROUND, seconds });
  const rows = await takeTurns(
    setting,
    SCENARIO,
    all.map((contender) => ({ contender, loadOf })),
  );
  for (const one of all) await one.stop();
  const [first, ...others] = all.map(({ name }) => name);
  if (first === undefined) return {};
  const measured = ratioOf(rows, first, FASTIFY);
  return {
    rows,
    targets: [{ what: `${SCENARIO}: ${first} ÷ ${FASTIFY}`, measured, unit: "×", atLeast: 20 }],
    notes: others.map((other) => describeRatio(rows, first, other)),
  };
}

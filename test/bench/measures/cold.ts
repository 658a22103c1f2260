import type { Contender } from "../contenders/contender.ts";
import type { Load } from "../load/load.ts";
import { coldPaths, keepPaths, plainPaths } from "../load/requests.ts";
import { takeTurns } from "../load/rounds.ts";
import { describeRatio, type Findings, type Row, ratioOf, type Target } from "../report.ts";
import { EXPRESS, FASTIFY, FASTIFY_KEPT, type Setting, startAllOurs, startRivals } from "../setting.ts";

const DISTINCT_PATHS = 60_000;
/** More than are answered in a round, so that no request comes twice within what a cache would keep. */
const PATHS_A_ROUND = 20_000;

/**
 * Every request another filter, page or query, against what somebody would write who serves the same file; and again
 * with only such requests as one index answers for everybody, where what is around the query counts most.
 */
export async function measureCold(setting: Setting): Promise<Findings> {
  const { folder, seconds, connections } = setting;
  const rows: Row[] = [];
  const targets: Target[] = [];
  const notes: string[] = [];
  const all: Contender[] = [];
  try {
    const ours = await startAllOurs(setting);
    // No request comes twice: cached answers would only take memory.
    all.push(...ours, ...(await startRivals(setting, [FASTIFY, FASTIFY_KEPT, EXPRESS])));
    const scenarios = [
      { scenario: "cold", paths: coldPaths(DISTINCT_PATHS), atLeast: 20 },
      { scenario: "cold plain", paths: plainPaths(), atLeast: 2 },
    ];
    for (const { scenario, paths, atLeast } of scenarios) {
      const pathFile = keepPaths(folder, scenario, paths);
      const loadOf = (round: number): Load => ({ pathFile, from: (round + 1) * PATHS_A_ROUND, seconds, connections });
      const found = await takeTurns(
        setting,
        scenario,
        all.map((contender) => ({ contender, loadOf })),
      );
      rows.push(...found);
      for (const { name } of ours) {
        for (const rival of [FASTIFY, FASTIFY_KEPT]) {
          const measured = ratioOf(found, name, rival);
          targets.push({ what: `${scenario}: ${name} ÷ ${rival}`, measured, unit: "×", atLeast });
          notes.push(describeRatio(found, name, rival));
        }
      }
    }
    return { rows, targets, notes };
  } finally {
    for (const one of all) await one.stop();
  }
}

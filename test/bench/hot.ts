import { capture, headerOf, keepFor } from "./capture.ts";
import { type Contender, rivalOf, startContender } from "./contender.ts";
import type { Load } from "./load.ts";
import { type Findings, type Row, ratioOf, type Target } from "./report.ts";
import { takeTurns } from "./rounds.ts";
import { type Setting, startAllOurs } from "./setting.ts";

const PATH = "/api/v1/markets";
const BARE = "bare node:http";

/** The same request again and again: in full, compressed, and when the caller has the answer already. */
export async function measureHot(setting: Setting): Promise<Findings> {
  const ours = await startAllOurs(setting);
  try {
    const [first] = ours;
    if (first === undefined) return {};
    const tag = headerOf(await capture(first, PATH), "etag");
    const variants: readonly { scenario: string; headers: Record<string, string>; wanted?: number }[] = [
      { scenario: "hot", headers: {}, wanted: 0.85 },
      { scenario: "hot gzip", headers: { "Accept-Encoding": "gzip" } },
      { scenario: "hot 304", headers: { "If-None-Match": tag ?? "" }, wanted: 0.6 },
    ];
    const rows: Row[] = [];
    const targets: Target[] = [];
    const notes: string[] = [];
    for (const { scenario, headers, wanted } of variants) {
      const found = await compare(setting, scenario, headers, ours);
      rows.push(...found);
      for (const { name } of ours) {
        const measured = ratioOf(found, name, BARE);
        notes.push(
          `${scenario}: ${name} ÷ ${BARE} ${measured.toFixed(3)}, by processor time ${toCpuRatio(found, name)}`,
        );
        if (wanted === undefined) continue;
        targets.push({ what: `${scenario}: ${name} ÷ ${BARE}`, measured, unit: "×", atLeast: wanted });
      }
    }
    return { rows, targets, notes };
  } finally {
    for (const one of ours) await one.stop();
  }
}

/** How many times as many answers a second of processor time gives; other work on the machine hardly changes it. */
function toCpuRatio(rows: readonly Row[], name: string): string {
  const cpuOf = (wanted: string): number => rows.find(({ contender }) => contender === wanted)?.cpuMicros ?? Number.NaN;
  return (cpuOf(BARE) / cpuOf(name)).toFixed(3);
}

/** Us against a bare server that sends what we answered, byte for byte. */
async function compare(
  { folder, rounds, seconds, connections }: Setting,
  scenario: string,
  headers: Record<string, string>,
  ours: readonly Contender[],
): Promise<Row[]> {
  const [first] = ours;
  if (first === undefined) return [];
  const captured = keepFor(folder, scenario.replaceAll(" ", "-"), await capture(first, PATH, headers));
  const bare = await startContender({ name: BARE, command: rivalOf("bare", captured), folder, headers: first.headers });
  try {
    const load: Load = { path: PATH, headers, seconds, connections };
    const entries = [bare, ...ours].map((contender) => ({ contender, loadOf: () => load }));
    return await takeTurns(scenario, entries, rounds);
  } finally {
    await bare.stop();
  }
}

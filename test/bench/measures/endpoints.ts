import { setTimeout as delay } from "node:timers/promises";
import { askEach, describe, shareOf, type Timed } from "../load/ask.ts";
import { pathsOf } from "../load/requests.ts";
import type { Findings } from "../report.ts";
import { type Setting, startAllOurs } from "../setting.ts";

/** Longer than an answer is kept, so that the same request is cold again. */
const COLD_AGAIN_MS = 11_000;
const WARM_UP_REQUESTS = 50;
/** Up to this many markets, a fifth of them open, nothing takes longer than the first figure; of more, than the second. */
const FEW_MARKETS = 30_000;
const [MAX_MS_OF_FEW, MAX_MS] = [8, 25];

/** The 99th percentile of answers that no cache has, one request at a time, each different from all before. */
export async function measureEndpoints(setting: Setting): Promise<Findings> {
  const contenders = await startAllOurs(setting);
  const paths = pathsOf(setting);
  // So that the first endpoint is not charged with what every process does once.
  const warmUp = Array.from({ length: WARM_UP_REQUESTS }, (_, volume) => `/api/v1/markets?min_volume=${volume}`);
  for (const contender of contenders) await askEach(contender, warmUp);
  /** The best of the rounds for each request leaves out what else the machine had to do. */
  const best = new Map<string, Timed[]>();
  for (let round = 0; round < setting.rounds; round++) {
    if (round > 0) await delay(COLD_AGAIN_MS);
    for (const [endpoint, asked] of Object.entries(paths)) {
      for (const contender of contenders) {
        const what = `${endpoint}, ${contender.name}`;
        const times = await askEach(contender, asked);
        const before = best.get(what) ?? times;
        best.set(
          what,
          times.map(({ path, ms }, index) => ({ path, ms: Math.min(ms, before[index]?.ms ?? ms) })),
        );
      }
    }
  }
  for (const one of contenders) await one.stop();
  return {
    targets: [...best].map(([what, times]) => ({
      what: `${what}: cold p99`,
      measured: shareOf(times, 0.99),
      unit: "ms",
      atMost: setting.markets > FEW_MARKETS ? MAX_MS : MAX_MS_OF_FEW,
    })),
    notes: [...best].map(([what, times]) => `${what}: ${times.length} requests, ${describe(times)}`),
  };
}

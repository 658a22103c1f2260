import { thresholdOf } from "../../domain/alerts.ts";
import { ageOf } from "../../domain/freshness.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { Db } from "../../store/database/db.ts";
import { openPlatformReads } from "../../store/runs.ts";
import type { AlertIndex } from "./alert-index.ts";
import { ARMED, type Judging, secondsOf } from "./judging.ts";

/** The caller holds the transaction. */
export function openSourceAlerts(
  db: Db,
  index: AlertIndex,
  { active, look, now, pageOf, seconds }: Judging,
  platforms: readonly string[],
): () => void {
  const findReads = openPlatformReads(db);

  /** How old the data of platforms is. */
  const lookAtSources = (): void => {
    for (const alert of active(index.listOf("source.stale"), "source.stale")) {
      for (const platform of platforms) {
        if (alert.scope.platform !== undefined && alert.scope.platform !== platform) continue;
        const { lastSuccessAt } = findReads(platform);
        const age = ageOf(lastSuccessAt, now());
        if (lastSuccessAt === null || age === undefined) continue;
        const isArmed = (alert.since - lastSuccessAt) / 1000 < thresholdOf(alert.rule);
        const minutes = Math.floor(age / 60_000);
        const sighting = { at: seconds(), value: age / 1000, observed: minutes, baseline: null, isHeld: false };
        const told = () => ({
          title: getPlatform(platform).name,
          url: pageOf("/status") ?? "",
          members: { source: { platform, last_success_at: new Date(lastSuccessAt).toISOString() } },
        });
        look(alert, platform, () => ({ ...ARMED, isArmed, from: secondsOf(alert.since) }), sighting, told);
      }
    }
  };
  return lookAtSources;
}

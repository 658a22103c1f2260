import { SharedClock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { type Finding, ok, problem } from "./finding.ts";

const TIMEOUT_MS = 10_000;
const CLOCK_TOLERANCE_MS = 60_000;
/** This program is not older. */
const MIN_TIME = Date.UTC(2026, 0, 1);

/** Checks that the platforms answer, and compares this machine's clock with theirs. */
export async function checkNetwork(config: Config, isOffline: boolean): Promise<Finding[]> {
  const clock = new SharedClock();
  if (isOffline || !config.ingests) return [checkClock(clock.now(), undefined)];
  const { reachPlatforms } = await import("../../writer/reach.ts");
  const [reached, theirs] = await Promise.all([
    reachPlatforms(config, TIMEOUT_MS, clock.now()),
    readPlatformClock(config),
  ]);
  const platforms = reached.map(({ platform, markets, milliseconds, reason }): Finding => {
    const seconds = (milliseconds / 1000).toFixed(1);
    if (markets !== undefined && markets > 0)
      return ok(platform, `${markets} markets on its first page, in ${seconds} s`);
    return problem(platform, `not reached: ${reason ?? "no market on its first page"}`);
  });
  return [checkClock(clock.now(), theirs), ...platforms];
}

function checkClock(now: number, theirs: number | undefined): Finding {
  const check = "clock";
  const shown = new Date(now).toISOString();
  if (now < MIN_TIME) return problem(check, `${shown} is in the past`);
  if (theirs === undefined) return ok(check, `${shown}, not compared`);
  const seconds = Math.round((now - theirs) / 1000);
  if (Math.abs(now - theirs) <= CLOCK_TOLERANCE_MS) return ok(check, `${shown}, ${seconds} s off`);
  return problem(check, `${shown} is ${seconds} s off: set the clock, best by NTP`);
}

/** The time of the first platform that sends one, to the second. */
async function readPlatformClock({ platforms, urls }: Config): Promise<number | undefined> {
  for (const platform of platforms) {
    try {
      const address = urls[platform] ?? getPlatform(platform).site;
      const signal = AbortSignal.timeout(TIMEOUT_MS / 2);
      const response = await fetch(address, { method: "HEAD", redirect: "manual", signal });
      const theirs = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(theirs)) return theirs;
    } catch {
      // The check of that platform reports it.
    }
  }
  return undefined;
}

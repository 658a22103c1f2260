import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openSources } from "../../src/sources/index.ts";
import type { Listing, Source } from "../../src/sources/source.ts";
import { UpstreamError, type UpstreamErrorCode } from "../../src/sources/upstream-error.ts";
import { type Answer, openTestWriter, type Script } from "../support/store/writer.ts";
import {
  type Catalogue,
  LISTINGS,
  UPSTREAM_PLATFORMS,
  type UpstreamPlatform,
} from "../support/upstream/upstream-listings.ts";
import { type Chance, chanceOf, SEED } from "./chance.ts";
import { mutateJson } from "./mutations.ts";

const DAY_MARKETS = 48;
const STEP_MS = 5 * 60_000;
const STEPS = 288;

const PATHS: Readonly<Record<UpstreamPlatform, string>> = {
  polymarket: "/events/keyset",
  kalshi: "/events",
  manifold: "/v0/search-markets",
  predictit: "/api/marketdata/all/",
};

/** An open listing as the platform gives it, on one page. */
const listingOf = (platform: UpstreamPlatform, catalogue: Catalogue): unknown =>
  LISTINGS[platform](PATHS[platform], new URLSearchParams("limit=100000"), catalogue).body;

const openSource = (platform: string): Source => openSources({}).get(platform) ?? assert.fail(platform);

/** Markets that hold what no market can, whatever a platform sent. */
const STORED_BADLY = `
  SELECT platform, id FROM markets JOIN market_quotes USING (market_key)
  WHERE (yes_price IS NOT NULL AND yes_price NOT BETWEEN 0 AND 1000000)
    OR (best_bid IS NOT NULL AND best_bid NOT BETWEEN 0 AND 1000000)
    OR (best_ask IS NOT NULL AND best_ask NOT BETWEEN 0 AND 1000000)
    OR volume < 0 OR volume_24h < 0 OR volume > 9007199254740991
    OR length(trim(title)) = 0 OR length(id) = 0 OR url NOT LIKE 'https://%'
    OR closes_at NOT BETWEEN -62135596800000 AND 253402300799999
  LIMIT 5`;

/** A time-out, also of an answer that drips; a reset or an answer cut short; limits, failures, and what is no answer. */
const FAILURES: readonly UpstreamErrorCode[] = [
  "timeout",
  "connection",
  "http_429",
  "http_500",
  "http_503",
  "http_404",
  "not_json",
  "too_large",
  "unexpected",
  "redirect",
  "paging",
];

const FAULTS = ["failure", "cut short", "wrong types", "empty", "ten times", "drifted"] as const;

describe(`a day on which platforms fail (seed ${SEED})`, () => {
  it("breaks nothing, stores nothing bad, and ends with all platforms read", async (t) => {
    const chance = chanceOf(200);
    const scripts = Object.fromEntries(
      UPSTREAM_PLATFORMS.map((platform): [string, Script] => [platform, { full: [] }]),
    );
    const test = openTestWriter({ scripts, passes: { full: "*/5 * * * *", active: null, resolved: null } });
    const met = new Map<string, number>();
    for (let step = 0; step < STEPS; step++) {
      for (const platform of UPSTREAM_PLATFORMS) {
        const source = openSource(platform);
        const isWell = step < 5 || step > STEPS - 40 || chance.happens(0.6);
        const fault = isWell ? undefined : chance.pick(FAULTS);
        if (fault !== undefined) met.set(fault, (met.get(fault) ?? 0) + 1);
        const script = scripts[platform] ?? assert.fail(platform);
        script.full = answersOf(source, platform, { step, fault, chance, now: test.clock.now() });
      }
      await test.tick();
      test.clock.advance(STEP_MS);
      if (step % 12 === 0) assert.deepEqual(test.rows(STORED_BADLY), [], `in hour ${step / 12}`);
    }
    assert.deepEqual(
      test.logged.filter(({ level }) => Number(level) >= 50),
      [],
    );
    assert.equal(test.value("PRAGMA integrity_check"), "ok");
    for (const platform of UPSTREAM_PLATFORMS) {
      const [status, error] = test.rows(LAST_RUN, platform)[0] as [string, string | null];
      const open = Number(test.value("SELECT count(*) FROM markets WHERE platform = ? AND status = 'open'", platform));
      // A listing that had grown tenfold is not believed at once when it is as small as before.
      const isRight = status === "ok" || (error ?? "").startsWith("listing_shrank");
      assert.deepEqual(
        [isRight, open >= DAY_MARKETS - 1],
        [true, true],
        `${platform} ended ${status} (${error}), ${open} open`,
      );
    }
    const runs = test.rows("SELECT status, count(*) FROM ingest_runs GROUP BY 1 ORDER BY 1");
    t.diagnostic(`faults offered: ${JSON.stringify(Object.fromEntries(met))}; passes: ${JSON.stringify(runs)}`);
  });
});

const LAST_RUN = "SELECT status, error FROM ingest_runs WHERE platform = ? ORDER BY run_key DESC LIMIT 1";

interface Moment {
  readonly step: number;
  readonly fault: (typeof FAULTS)[number] | undefined;
  readonly chance: Chance;
  readonly now: number;
}

/** What a pass meets at that moment: a page, or pages and errors. */
function answersOf(
  source: Source,
  platform: UpstreamPlatform,
  { step, fault, chance, now }: Moment,
): readonly Answer[] {
  const read = (markets: number, change = (body: unknown): unknown => body): Listing => {
    const body = listingOf(platform, { markets, round: step });
    return source.normalise(change(JSON.parse(JSON.stringify(body))), now);
  };
  const failure = (): Error => new UpstreamError(chance.pick(FAILURES), "stand.in");
  switch (fault) {
    case "failure":
      return [failure()];
    case "cut short":
      return [read(DAY_MARKETS / 2), failure()];
    case "wrong types":
      return [read(DAY_MARKETS, (body) => mutateJson(body, chance, chance.pick([0.01, 0.1, 0.5])))];
    case "empty":
      return [read(0)];
    case "ten times":
      return [read(DAY_MARKETS * 10)];
    case "drifted":
      return [read(DAY_MARKETS, (body) => renameFields(body, chance))];
    default:
      return [read(DAY_MARKETS)];
  }
}

/** As a new version of the platform's API might: one field in ten has another name. */
function renameFields(body: unknown, chance: Chance): unknown {
  const renamed = new Map<string, string>();
  const nameOf = (key: string): string => {
    const known = renamed.get(key) ?? (chance.happens(0.1) ? `${key}_v2` : key);
    renamed.set(key, known);
    return known;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [nameOf(key), walk(member)]));
  };
  return walk(body);
}

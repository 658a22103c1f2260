import { openKalshi } from "../../../src/sources/kalshi/kalshi.ts";
import { DAILY, openTestWriter } from "../store/writer.ts";
import { scriptedFetcher } from "./scripted-fetcher.ts";

/** The day in the tickers of games. */
export const DAY = "26NOV03";
export const EVENT = `KXGAME-${DAY}CHIMIA`;

/** A market of a game that has settled. */
export const settled = (label: string, event = EVENT) => ({
  ticker: `${event}-${label}`,
  event_ticker: event,
  market_type: "binary",
  title: `${label} wins`,
  yes_sub_title: label,
  status: "finalized",
  result: label === "Miami" ? "yes" : "no",
  last_price_dollars: "0.5000",
  volume_fp: "100.00",
  close_time: "2026-11-04T03:00:00Z",
  settlement_ts: "2026-11-04T04:00:00Z",
});

/** A game with two markets. */
export const game = (id = EVENT, more: object = {}) => ({
  event_ticker: id,
  series_ticker: "KXGAMES",
  title: "Chicago at Miami",
  sub_title: "CHI at MIA (Nov 3)",
  category: "Sports",
  mutually_exclusive: true,
  markets: [settled("Chicago", id), settled("Miami", id)],
  ...more,
});

/** What the stand-in for Kalshi has. */
export interface SettledKalshi {
  readonly settled: unknown[];
  /** By ticker; an error is thrown. */
  readonly events: Map<string, unknown>;
  /** Markets that only the historical listing has. */
  readonly historical: unknown[];
  /** Pages of the listing of settled events. */
  readonly settledEvents: unknown[][];
}

/** A writer that reads Kalshi, which lists nothing as open. */
export function openKalshiWriter(given: Partial<SettledKalshi> = {}, file?: string) {
  const platform: SettledKalshi = {
    settled: [settled("Chicago"), settled("Miami")],
    events: new Map([[EVENT, game()]]),
    historical: [],
    settledEvents: [],
    ...given,
  };
  const { fetcher, asked } = scriptedFetcher((url) => {
    const [, ticker] = /\/events\/(.+)$/.exec(url.pathname) ?? [];
    if (ticker !== undefined) {
      const event = platform.events.get(ticker) ?? null;
      if (event instanceof Error) throw event;
      return event === null ? null : { event };
    }
    if (url.pathname.endsWith("/historical/markets")) return { markets: platform.historical };
    if (url.pathname.endsWith("/markets")) {
      return { markets: url.searchParams.get("status") === "settled" ? platform.settled : [], cursor: "" };
    }
    if (url.searchParams.get("status") !== "settled") return { events: [], cursor: "" };
    const page = Number(url.searchParams.get("cursor") ?? 0);
    const isLast = page + 1 >= platform.settledEvents.length;
    return { events: platform.settledEvents[page] ?? [], cursor: isLast ? "" : `${page + 1}` };
  });
  const bound = { ...fetcher, until: () => fetcher };
  const source = openKalshi({});
  const polled = { source, fetcher: bound, slowFetcher: bound, passes: DAILY };
  const test = openTestWriter({ platforms: [polled], ...(file === undefined ? {} : { file }) });
  const lookedUp = (): string[] =>
    asked.flatMap(({ pathname }) => /\/events\/(?<id>.+)$/.exec(pathname)?.groups?.id ?? []);
  /** Runs the passes that are due, and then what waits for them. */
  const afterPasses = async (): Promise<void> => {
    await test.tick();
    await test.tick();
  };
  return { ...test, platform, lookedUp, asked, afterPasses };
}

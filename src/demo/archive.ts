import { DAY_MS, HOUR_MS } from "../clock.ts";
import { createCatalogue } from "./catalogue.ts";
import { priceAt, volumeAt } from "./figures.ts";
import { createWalk } from "./walk.ts";

/** A stored market. */
export interface ArchivedMarket {
  readonly platform: string;
  readonly id: string;
  /** Millionths. */
  readonly yesPrice: number;
  /** Cents over its lifetime. */
  readonly volume: number;
  /** Epoch milliseconds; null or missing where the platform does not say. */
  readonly createdAt?: number | null;
}

interface ArchivePoint {
  /** Epoch seconds. */
  readonly at: number;
  readonly yesPrice: number;
  readonly volume: number;
}

/**
 * The past of the demo's markets, as the stand-ins' history endpoints answer it: 30 days of points, every six hours and
 * hourly in the last two days. Times strictly rise, volume never falls, and the last point is the stored market at `now`
 * (epoch milliseconds). A market that the demo of `startsAt` does not list has the last point only.
 */
export function createArchive(
  seed: number,
  now: number,
  startsAt: number = now,
): (market: ArchivedMarket) => ArchivePoint[] {
  const times = timesBefore(now);
  const walk = createWalk(seed, times.length + 1);
  const markets = createCatalogue(startsAt).events.flatMap((event) => event.markets);
  const listed = new Map(markets.map((market) => [`${market.platform}/${market.id}`, market]));
  return (market) => {
    const last = { at: Math.floor(now / 1000), yesPrice: market.yesPrice, volume: market.volume };
    const source = listed.get(`${market.platform}/${market.id}`);
    if (source === undefined) return [last];
    const prices = (at: number): number => priceAt(walk, source, at);
    const shift = logOdds(market.yesPrice / 1e6) - logOdds(prices(now));
    const finalVolume = volumeAt(source, now);
    const from = Math.max(market.createdAt ?? source.event.topic.opensAt, now - 30 * DAY_MS);
    const points: ArchivePoint[] = [];
    for (const at of times) {
      if (at < from || at >= now) continue;
      const share = finalVolume === 0 ? 0 : volumeAt(source, at) / finalVolume;
      points.push({
        at: Math.floor(at / 1000),
        yesPrice: Math.round(1e6 * fromLogOdds(logOdds(prices(at)) + shift)),
        volume: Math.round(market.volume * share),
      });
    }
    return [...points, last];
  };
}

/** Whole hours, none so close to `now` that it shares its second. */
function timesBefore(now: number): number[] {
  const lastHour = Math.floor((now - 1000) / HOUR_MS) * HOUR_MS;
  const times: number[] = [];
  for (let at = lastHour; at > now - 30 * DAY_MS; at -= now - at < 2 * DAY_MS ? HOUR_MS : 6 * HOUR_MS) times.push(at);
  return times.reverse();
}

/** The log odds of a price; those of 0 and 1, which settled markets have, are bounded. */
const logOdds = (price: number): number => {
  const within = Math.min(0.9999, Math.max(0.0001, price));
  return Math.log(within / (1 - within));
};

const fromLogOdds = (odds: number): number => 1 / (1 + Math.exp(-odds));

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../clock.ts";
import { priceAt, volumeAt } from "./figures.ts";
import { createCatalogue } from "./listings.ts";
import { settle } from "./settlement.ts";
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
 * The past of the demo's markets, as the sample platforms tell it: 30 days of points, every six hours and
 * hourly in the last two days, more often for those that are traded most; then what a settled one pays. Times strictly
 * rise, volume never falls, and the last point is the stored market at `now` (epoch milliseconds). A market that the demo
 * of `startsAt` does not list has the last point only.
 */
export function createArchive(
  seed: number,
  now: number,
  startsAt: number = now,
): (market: ArchivedMarket) => ArchivePoint[] {
  const times = timesBefore(now, HOUR_MS, 6 * HOUR_MS);
  const denseTimes = timesBefore(now, 20 * MINUTE_MS, 2 * HOUR_MS);
  const walk = createWalk(seed, { maxTicks: denseTimes.length + 2, maxTopics: 4 });
  const markets = createCatalogue(startsAt).events.flatMap((event) => event.markets);
  const listed = new Map(markets.map((market) => [`${market.platform}/${market.id}`, market]));
  return (market) => {
    const last = { at: Math.floor(now / 1000), yesPrice: market.yesPrice, volume: market.volume };
    const source = listed.get(`${market.platform}/${market.id}`);
    if (source === undefined) return [last];
    const { topic, edition } = source.event;
    const { at: settledAt, payouts } = settle(topic, seed);
    const finalVolume = volumeAt(source, now);
    const from = Math.max(market.createdAt ?? topic.opensAt, now - 30 * DAY_MS);
    const points: ArchivePoint[] = [];
    const add = (at: number, price: number): void => {
      const share = finalVolume === 0 ? 0 : volumeAt(source, at) / finalVolume;
      const point = {
        at: Math.floor(at / 1000),
        yesPrice: Math.round(1e6 * price),
        volume: Math.round(market.volume * share),
      };
      if (at < from || point.at >= last.at) return;
      const before = points.at(-1);
      // Where a price stands still, the volume is written once a day, and once an hour lately.
      const span = now - at > 2 * DAY_MS ? DAY_MS : HOUR_MS;
      const isSame = before?.yesPrice === point.yesPrice;
      if (isSame && (before.volume === point.volume || isWithinOne(span, before.at * 1000, at))) return;
      points.push(point);
    };
    const every = source.dailyVolume < MIN_DENSE_VOLUME ? times : denseTimes;
    for (const at of every) if (at < topic.closesAt) add(at, priceAt(walk, source, at));
    if (topic.closesAt < now) add(topic.closesAt, priceAt(walk, source, topic.closesAt));
    if (settledAt < now) {
      const payout = payouts[source.index] ?? 0;
      add(settledAt, edition.isInverted ? 1 - payout : payout);
    }
    return [...points, last];
  };
}

const isWithinOne = (spanMs: number, one: number, other: number): boolean =>
  Math.floor(one / spanMs) === Math.floor(other / spanMs);

/** Steps of the last two days and of those before. None is so close to `now` that it shares its second. */
function timesBefore(now: number, lately: number, before: number): number[] {
  const times: number[] = [];
  for (let at = Math.floor((now - 1000) / lately) * lately; at > now - 30 * DAY_MS; ) {
    times.push(at);
    at -= now - at < 2 * DAY_MS ? lately : before;
  }
  return times.reverse();
}

/** Dollars a day from which a market's past has several prices an hour. */
const MIN_DENSE_VOLUME = 12_000;

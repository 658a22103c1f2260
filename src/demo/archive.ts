import { DAY_MS, HOUR_MS, MINUTE_MS, MONTHS, toDate } from "../clock.ts";
import { type MarketRecord, type Outcome, UNPUBLISHED } from "../domain/markets.ts";
import { ONE } from "../domain/prices.ts";
import { readEmbedded } from "../embedded.ts";
import { hashText, mix, unit } from "./chance.ts";
import { priceAt, volumeAt } from "./figures.ts";
import { rowsOf } from "./format.ts";
import { type ListedMarket, toSlug } from "./listings.ts";
import type { PlatformId } from "./topic.ts";
import { createWalk, settle } from "./walk.ts";

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
 * rise, volume never falls, and the last point is the stored market at `now` (epoch milliseconds). A market that is not
 * `listed` has the last point only.
 */
export function createArchive(
  listed: readonly ListedMarket[],
  seed: number,
  now: number,
): (market: ArchivedMarket) => ArchivePoint[] {
  const times = timesBefore(now, HOUR_MS, 6 * HOUR_MS);
  const denseTimes = timesBefore(now, 20 * MINUTE_MS, 2 * HOUR_MS);
  const walk = createWalk(seed);
  const byId = new Map(listed.map((market) => [`${market.platform}/${market.id}`, market]));
  return (market) => {
    const last = { at: Math.floor(now / 1000), yesPrice: market.yesPrice, volume: market.volume };
    const source = byId.get(`${market.platform}/${market.id}`);
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

/**
 * A row of past.json: a question that comes again every so many days, each time about one of its subjects, open for `days`
 * until this hour; only in these months.
 */
type PastSeries = Readonly<Record<"key" | "title" | "tags" | "platforms" | "subjects", string>> &
  Readonly<Record<"every" | "days" | "hour" | "months", string>>;

/** A resolved market with the prices it had, the oldest first. */
interface PastResult {
  readonly platform: PlatformId;
  readonly tags: readonly string[];
  readonly record: MarketRecord & { readonly resolvedAt: number };
  readonly points: readonly ArchivePoint[];
}

const PAST_DAYS = 730;
const STEPS = 16;

/**
 * How a platform's prices differ from the chances: by this factor and sum in log odds, so that Kalshi is right,
 * Polymarket is too sure of itself, and Manifold and PredictIt are not sure enough.
 */
const BIASES: Readonly<Record<PlatformId, readonly [factor: number, sum: number]>> = {
  kalshi: [1, 0],
  polymarket: [1.25, 0],
  manifold: [0.6, 0.15],
  predictit: [0.75, -0.25],
};

/** Dollars in all, roughly. */
const VOLUMES: Readonly<Record<PlatformId, number>> = {
  polymarket: 60_000,
  kalshi: 40_000,
  manifold: 900,
  predictit: 0,
};

/** What resolved in the two years before `now` (epoch milliseconds), question by question. */
export function* listPast(seed: number, now: number): Generator<readonly PastResult[]> {
  const today = Math.floor(now / DAY_MS);
  for (const series of rowsOf(
    JSON.parse(readEmbedded("src/demo/data/past.json")),
  ) as unknown as readonly PastSeries[]) {
    const months = series.months.split(",");
    for (let day = today - PAST_DAYS; day < today - 1; day++) {
      const month = new Date(day * DAY_MS).getUTCMonth() + 1;
      if (day % Number(series.every) !== 0 || (series.months !== "" && !months.includes(String(month)))) continue;
      yield resultsOf(series, day, mix(hashText(`${series.key}${day}`), seed));
    }
  }
}

function resultsOf(series: PastSeries, day: number, key: number): readonly PastResult[] {
  const subjects = series.subjects.split(";");
  const date = new Date(day * DAY_MS);
  const text = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const title = series.title.replace("{name}", subjects[key % subjects.length] ?? "").replace("{date}", text);
  const closesAt = day * DAY_MS + Number(series.hour) * HOUR_MS;
  const openFor = Number(series.days) * DAY_MS;
  // Chances move up as often as down and by the same, so that what happens follows from them at any time.
  const chances = [0.1 + 0.8 * unit(mix(key, 1))];
  for (let step = 1; step < STEPS; step++) {
    const last = chances.at(-1) ?? 0.5;
    chances.push(last + (unit(mix(key, step + 10)) < 0.5 ? -0.4 : 0.4) * last * (1 - last));
  }
  const isYes = unit(mix(key, 2)) < (chances.at(-1) ?? 0.5);
  return (series.platforms.split(",") as PlatformId[]).map((platform, index) => {
    const own = mix(key, 100 + index);
    const volume = Math.round(VOLUMES[platform] * (0.2 + 2 * unit(mix(own, 1)) ** 3) * 100);
    const points = chances.map((chance, step) => ({
      // Ever more often towards the end.
      at: Math.floor((closesAt - openFor * 0.6 ** step) / 1000) + (step === 0 ? 1 : 0),
      yesPrice: toPrice(chance, platform),
      volume: Math.round((volume * step) / STEPS),
    }));
    const outcome = outcomeOf(isYes, { key, own, isFirst: index === 0 });
    const settlementPrice = { yes: ONE, no: 0, split: ONE / 2, void: null, unknown: null }[outcome];
    const id = toId(series, { platform, day, own });
    const record = {
      ...UNPUBLISHED,
      ...{ id, eventId: id, title, status: "closed" as const, outcome, settlementPrice, volume, closesAt },
      ...{ yesPrice: settlementPrice ?? points.at(-1)?.yesPrice ?? null, priceSource: "settlement" as const },
      ...{
        url: toUrl(platform, id, title),
        createdAt: closesAt - openFor,
        resolvedAt: closesAt + (20 + (key % 90)) * 60_000,
      },
    };
    return { platform, tags: series.tags.split(","), record, points };
  });
}

function toPrice(chance: number, platform: PlatformId): number {
  const [factor, sum] = BIASES[platform];
  const odds = Math.exp(Math.log(chance / (1 - chance)) * factor + sum);
  return Math.min(0.99, Math.max(0.01, Math.round((odds / (1 + odds)) * 100) / 100)) * ONE;
}

/** One in 150 is void or split; of one in 80, the first platform reads what happened in another way. */
function outcomeOf(isYes: boolean, { key, own, isFirst }: { key: number; own: number; isFirst: boolean }): Outcome {
  if (mix(own, 3) % 150 === 0) return mix(own, 4) % 2 === 0 ? "void" : "split";
  const isOther = isFirst && mix(key, 3) % 80 === 0;
  return isYes === isOther ? "no" : "yes";
}

/** In each platform's form, apart from what it lists now. */
function toId({ key }: PastSeries, { platform, day, own }: { platform: PlatformId; day: number; own: number }): string {
  if (platform === "kalshi") return `KX${key}-${toDate(day).slice(2).replaceAll("-", "")}`;
  if (platform === "manifold") return `past${own.toString(36)}`;
  return String((platform === "polymarket" ? 10_000_000 : 100_000) + (own % 80_000_000));
}

function toUrl(platform: PlatformId, id: string, title: string): string {
  if (platform === "kalshi") return `https://kalshi.com/markets/${id.toLowerCase()}`;
  if (platform === "polymarket") return `https://polymarket.com/event/${toSlug(title)}`;
  if (platform === "manifold") return `https://manifold.markets/market/${id}`;
  return `https://www.predictit.org/markets/detail/${id}`;
}

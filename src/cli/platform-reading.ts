// `toteboard doctor --platforms`: what a page of each platform was read as, to be compared with the platform by eye.

import { SharedClock, toIso } from "../clock.ts";
import { readConfig } from "../config.ts";
import { downText } from "../domain/freshness.ts";
import { type MarketRecord, type MarketStatus, statusAt } from "../domain/markets.ts";
import { toCentsText } from "../domain/orders.ts";
import { type Fee, feeOfPlatform, feeText, getPlatform, PLATFORMS } from "../domain/platforms.ts";
import { fromMicros } from "../domain/prices.ts";
import { toTerminal } from "../errors.ts";
import type { FirstPage } from "../writer/ingest/polled-platform.ts";
import { type Arguments, printAnswer, readChoice } from "./command.ts";

/** A first page may hold thousands of markets, and Kalshi is asked for its series before. */
const TIMEOUT_MS = 30_000;
/** Of each platform. */
const MAX_SHOWN = 5;

/** A market as it would be published. */
interface MarketReading {
  readonly market: MarketRecord;
  readonly status: MarketStatus;
  readonly isTradable: boolean;
  readonly fee: Fee;
}

interface PlatformReading {
  readonly platform: string;
  /** Why its page is of no use; null where it is. */
  readonly error: string | null;
  readonly seconds: number;
  readonly markets: readonly MarketReading[];
  /** Records that are no market, and those that are none yet. */
  readonly skipped: number;
  readonly unopened: number;
}

/** Prints it of all platforms that are on, or of those named; gives the exit code. */
export async function reportReading(args: Arguments): Promise<number> {
  const names = args.operands.flatMap((operand) => operand.split(","));
  const known = PLATFORMS.map(({ id }) => id);
  for (const name of names) readChoice("platforms", name, known);
  const config = readConfig(names.length > 0 ? { ...args.flags, platforms: names.join(",") } : args.flags);
  const { readFirstPages } = await import("../writer/ingest/polled-platform.ts");
  const now = new SharedClock().now();
  const readings = (await readFirstPages(config, TIMEOUT_MS, now)).map((page) => toReading(page, now));
  printAnswer(args, readings.map(toJson), readings.flatMap(toLines).map(toTerminal).join("\n"));
  return readings.some(({ error }) => error !== null) ? 1 : 0;
}

function toReading({ platform, listing, milliseconds, reason }: FirstPage, now: number): PlatformReading {
  const { markets, events, rejected, unopened } = listing ?? { markets: [], events: [], rejected: [], unopened: [] };
  const categories = new Map(events.map(({ id, category }) => [id, category]));
  return {
    platform,
    error: markets.length > 0 ? null : (reason ?? "no market on its first page"),
    seconds: Math.round(milliseconds / 100) / 10,
    markets: markets.map((market) => {
      const status = statusAt(market, now);
      const fee = market.fee ?? feeOfPlatform(platform, categories.get(market.eventId) ?? "other");
      return { market, status, isTradable: market.isTradable && status === "open", fee };
    }),
    skipped: rejected.length,
    unopened: unopened.length,
  };
}

/** The most traded market of each event, the most traded first, and others where there are fewer events. */
function chooseShown({ markets }: PlatformReading): readonly MarketReading[] {
  const ranked = markets.toSorted(({ market: a }, { market: b }) => b.volume24h - a.volume24h || b.volume - a.volume);
  const firsts = new Map(ranked.toReversed().map((reading) => [reading.market.eventId, reading]));
  const isFirst = (reading: MarketReading): boolean => firsts.get(reading.market.eventId) === reading;
  return [...ranked.filter(isFirst), ...ranked.filter((reading) => !isFirst(reading))].slice(0, MAX_SHOWN);
}

function countsOf({ markets, skipped, unopened }: PlatformReading) {
  const open = markets.filter(({ status }) => status === "open");
  const halted = open.filter(({ isTradable }) => !isTradable);
  return { markets: markets.length, open: open.length, halted: halted.length, skipped, unopened };
}

const toJson = (reading: PlatformReading) => ({
  platform: reading.platform,
  error: reading.error,
  seconds: reading.seconds,
  counts: countsOf(reading),
  markets: chooseShown(reading).map(({ market, status, isTradable, fee }) => ({
    id: market.id,
    title: market.title,
    url: market.url,
    status,
    tradable: isTradable,
    price: market.yesPrice === null ? null : fromMicros(market.yesPrice),
    fee: { kind: fee.feeKind, rate: fromMicros(fee.feeRate), source: fee.feeSource },
    closes_at: market.closesAt === null ? null : toIso(market.closesAt),
  })),
});

function toLines(reading: PlatformReading): string[] {
  const { platform, error, seconds } = reading;
  if (error !== null) return [`PROBLEM  ${downText(platform, error)}`, ""];
  const { markets, open, halted, skipped, unopened } = countsOf(reading);
  const counts = `${open} open (${halted} halted), ${markets - open} closed, ${skipped} skipped, ${unopened} not yet open`;
  return [
    `${getPlatform(platform).name}: ${markets} markets on its first page, in ${seconds} s: ${counts}`,
    ...chooseShown(reading).flatMap((one) => [
      `  ${one.market.title}`,
      `    ${describe(one)}`,
      `    ${one.market.url}`,
    ]),
    "",
  ];
}

/** "open, tradable, 63.5¢, fee 4% of price × (1 − price) by the market, closes 2026-12-31T00:00:00.000Z" */
function describe({ market, status, isTradable, fee }: MarketReading): string {
  const { yesPrice, closesAt } = market;
  const isOpen = status === "open";
  return [
    status,
    ...(isOpen ? [isTradable ? "tradable" : "halted"] : []),
    yesPrice === null ? "no price" : toCentsText(yesPrice),
    `fee ${feeText(fee)} ${fee.feeSource === "platform" ? "by our table" : `by the ${fee.feeSource}`}`,
    closesAt === null ? "no end" : `${isOpen ? "closes" : "closed"} ${toIso(closesAt)}`,
  ].join(", ");
}

import { type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedMarket } from "../listings.ts";
import { countIn, secondsIn } from "./pages.ts";

const MAX_CANDLES = 5000;
/** How often the price is looked at in a candle: between these it stands still or nobody sees it move. */
const SAMPLES = 8;

/** Kalshi's candlesticks of `period_interval` minutes, named by their inclusive end in epoch seconds. */
export function toCandles(demo: DemoState, market: ListedMarket, query: URLSearchParams, now: number): unknown[] {
  const periodMs = countIn(query, "period_interval", 60, 1440) * 60_000;
  const to = Math.min(secondsIn(query, "end_ts") ?? now, now);
  const from = Math.max(secondsIn(query, "start_ts") ?? to - 30 * 86_400_000, market.event.topic.opensAt);
  const candles: unknown[] = [];
  for (let end = Math.ceil(from / periodMs) * periodMs; end <= to && candles.length < MAX_CANDLES; end += periodMs) {
    candles.push(toCandle(demo, market, end, periodMs));
  }
  return candles;
}

function toCandle(demo: DemoState, market: ListedMarket, end: number, periodMs: number): unknown {
  const samples = Array.from({ length: SAMPLES + 1 }, (_, index) =>
    figuresAt(demo, market, end - periodMs + (index * periodMs) / SAMPLES),
  );
  const [first, last] = [samples[0], samples[SAMPLES]];
  const volume = (last?.volume ?? 0) - (first?.volume ?? 0);
  return {
    end_period_ts: end / 1000,
    yes_bid: rangeOf(samples, "bid"),
    yes_ask: rangeOf(samples, "ask"),
    price: volume > 0 ? rangeOf(samples, "last") : NO_TRADE,
    volume_fp: Math.max(0, volume).toFixed(2),
    open_interest_fp: ((last?.volume ?? 0) * 0.31).toFixed(2),
  };
}

const NO_TRADE = { open_dollars: null, low_dollars: null, high_dollars: null, close_dollars: null };

function rangeOf(samples: readonly Figures[], name: "bid" | "ask" | "last"): Record<string, string> {
  const values = samples.map((sample) => sample[name]);
  return {
    open_dollars: (values[0] ?? 0).toFixed(4),
    low_dollars: Math.min(...values).toFixed(4),
    high_dollars: Math.max(...values).toFixed(4),
    close_dollars: (values.at(-1) ?? 0).toFixed(4),
  };
}

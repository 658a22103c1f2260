import { DAY_MS, HOUR_MS } from "../clock.ts";
import type { Category } from "../domain/categories/names.ts";
import { brownian, mix } from "./chance.ts";

export const PLATFORMS = ["polymarket", "kalshi", "manifold", "predictit"] as const;
export type PlatformId = (typeof PLATFORMS)[number];

/**
 * How the outcomes of a topic relate: exactly one comes true (race), each implies those before it (ladder), or they are
 * independent (set).
 */
type Shape = "race" | "ladder" | "set";

export interface DemoOutcome {
  /** Unique within the topic. Equal keys in two topics name the same person, place or figure. */
  readonly key: string;
  readonly label: string;
  readonly short: string;
  readonly chance: number;
}

/** How one platform words a topic. In its texts, `{label}` and `{short}` stand for the outcome. */
export interface Edition {
  readonly platform: PlatformId;
  readonly title: string;
  readonly question: string;
  readonly label: string;
  /** Kalshi's event ticker; empty elsewhere. */
  readonly ticker: string;
  /** True when yes here is no in the topic. */
  readonly isInverted: boolean;
  /** How many outcomes are listed, from the first. */
  readonly first: number;
  /** True when each outcome is a question of its own (Manifold). */
  readonly isSplit: boolean;
}

/** Outcomes that are sums of the outcomes of a race: for each, the positions of its parts. */
export interface OutcomeSums {
  readonly race: DemoTopic;
  readonly parts: readonly (readonly number[])[];
}

/** A question that one or more platforms list. Times are epoch milliseconds. */
export interface DemoTopic {
  readonly key: string;
  readonly hash: number;
  /** Prices and endings follow from it. Topics that share it move together, so that the likelier one stays likelier. */
  readonly path: number;
  readonly isDeadline: boolean;
  /** The topics with earlier deadlines on its path: what comes true by then is true here. */
  readonly earlier: readonly DemoTopic[];
  readonly sums: OutcomeSums | null;
  /** The path that decides it; null where chances wander by themselves. */
  readonly figure: FigureLadder | null;
  readonly category: Category;
  readonly shape: Shape;
  readonly outcomes: readonly DemoOutcome[];
  readonly editions: readonly Edition[];
  readonly opensAt: number;
  readonly closesAt: number;
  /** How far log odds wander in a day: 0.05 is calm, 0.5 is wild. */
  readonly volatility: number;
  /** Whether it is decided while people trade, as a game is. */
  readonly isLive: boolean;
  /** Cents between Polymarket's price and those of other books; 0 for the usual few tenths. */
  readonly gap: number;
  /** Dollars traded a day over all outcomes on the platform that trades it most. */
  readonly size: number;
  readonly tags: readonly string[];
  /** What has to be true for an outcome, with `{label}` and `{short}`. */
  readonly claim: string;
  readonly source: { readonly name: string; readonly url: string } | null;
  /** What happens when it is called off: a name in rules.json. */
  readonly postponed: string;
  readonly ending: "usual" | "split" | "void";
}

/** The text with the outcome's names put in. */
export const fill = (text: string, outcome: DemoOutcome): string =>
  text.replaceAll("{label}", outcome.label).replaceAll("{short}", outcome.short);

// The path of one figure, such as the price of Bitcoin. All ladders on it follow: what it is at the end, and what it touches.

/** A ladder on a figure, in the figure's own unit. */
interface FigureLadder {
  /** Ladders with the same key have one path. */
  readonly key: number;
  /** What the figure is at the start of the demo, in epoch milliseconds. */
  readonly spot: number;
  readonly startsAt: number;
  /** How far it moves in a day, usually. */
  readonly daily: number;
  readonly marks: readonly number[];
  /** Whether a mark counts once it was reached at any time, or only at the end. */
  readonly isTouch: boolean;
}

interface PathMoment {
  readonly seed: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

const TICK_MS = 30_000;

/**
 * The figure at a time. It comes to its start from below, so that no mark above was reached before: what has been touched
 * would be settled.
 */
function figureAt({ key, spot, startsAt, daily }: FigureLadder, { seed, at }: PathMoment): number {
  const own = mix(key, seed);
  const moved = brownian(own, at / TICK_MS) - brownian(own, startsAt / TICK_MS);
  return spot + daily * (at < startsAt && moved > 0 ? -0.4 * moved : moved);
}

/** How likely each mark is, from what the figure is and the time that is left. */
export function chancesOfFigure(ladder: FigureLadder, closesAt: number, { seed, at }: PathMoment): readonly number[] {
  const { daily, isTouch, marks } = ladder;
  const now = figureAt(ladder, { seed, at });
  const spread = daily * Math.sqrt(Math.max(closesAt - at, MIN_LEFT_MS) / DAY_MS);
  const highest = isTouch ? highestUntil(ladder, { seed, at }) : now;
  return marks.map((mark) => {
    if (!isTouch) return shareAbove((mark - now) / spread);
    // A path that stands below a mark reaches it twice as often as it ends above.
    return highest >= mark ? 1 : Math.min(1, 2 * shareAbove((mark - now) / spread));
  });
}

/** What each mark pays. */
export function payoutsOfFigure(ladder: FigureLadder, closesAt: number, seed: number): number[] {
  const end = { seed, at: closesAt };
  const reached = ladder.isTouch ? highestUntil(ladder, end) : figureAt(ladder, end);
  return ladder.marks.map((mark) => (reached >= mark ? 1 : 0));
}

/** Even in the last minutes nobody knows the last tick. */
const MIN_LEFT_MS = 10 * 60_000;

/** The highest of the figure at whole hours since the start, and now. */
function highestUntil(ladder: FigureLadder, { seed, at }: PathMoment): number {
  let highest = figureAt(ladder, { seed, at });
  for (let hour = ladder.startsAt; hour < at; hour += HOUR_MS)
    highest = Math.max(highest, figureAt(ladder, { seed, at: hour }));
  return highest;
}

/** The share of a normal distribution above so many spreads, to three digits. */
const shareAbove = (spreads: number): number => 1 / (1 + Math.exp(1.5976 * spreads + 0.070566 * spreads ** 3));

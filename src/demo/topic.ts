import type { Category } from "../domain/categories/names.ts";
import type { FigureLadder } from "./figure-path.ts";

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

/** A topic that looks like the same question and is not; `kind` names the difference. */
interface NearTopic {
  readonly topic: string;
  readonly kind: string;
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
  readonly near: readonly NearTopic[];
  readonly ending: "usual" | "split" | "void";
}

/** The text with the outcome's names put in. */
export const fill = (text: string, outcome: DemoOutcome): string =>
  text.replaceAll("{label}", outcome.label).replaceAll("{short}", outcome.short);

import { GAP_SHARES, gapOf } from "../../../src/demo/figures.ts";
import type { DemoCatalogue, ListedMarket } from "../../../src/demo/listings.ts";
import type { DemoTopic, PlatformId } from "../../../src/demo/topic.ts";
import { toOutcomeTitle } from "../../../src/domain/markets.ts";

export interface MarketRef {
  readonly platform: PlatformId;
  readonly id: string;
  readonly title: string;
}

/** Two markets on two platforms that ask the same question; inverted when yes on one is no on the other. */
export interface SamePair {
  readonly topic: string;
  readonly outcome: string;
  readonly a: MarketRef;
  readonly b: MarketRef;
  readonly isInverted: boolean;
  /** Cents between the two prices, the inverted side flipped; 0 for the usual few tenths. */
  readonly gap: number;
}

export interface Links {
  readonly same: readonly SamePair[];
}

/** The pairs that matching has to find in the catalogue. */
export function linksOf(catalogue: DemoCatalogue): Links {
  const byTopic = new Map<string, ListedMarket[]>(catalogue.topics.map((topic) => [topic.key, []]));
  for (const market of catalogue.events.flatMap((event) => event.markets))
    byTopic.get(market.event.topic.key)?.push(market);
  const of = (topic: string): readonly ListedMarket[] => byTopic.get(topic) ?? [];
  return {
    same: catalogue.topics.flatMap((topic) => samePairs(topic, of(topic.key))),
  };
}

function samePairs(topic: DemoTopic, markets: readonly ListedMarket[]): SamePair[] {
  return pairsOf(markets, markets)
    .filter(([left, right]) => left.index === right.index && left.platform < right.platform)
    .map(([left, right]) => ({
      topic: topic.key,
      outcome: left.outcome.key,
      a: toRef(left),
      b: toRef(right),
      isInverted: left.event.edition.isInverted !== right.event.edition.isInverted,
      gap: Math.abs(gapOf(topic, left.index) * (GAP_SHARES[left.platform] - GAP_SHARES[right.platform])),
    }));
}

const pairsOf = (lefts: readonly ListedMarket[], rights: readonly ListedMarket[]) =>
  lefts.flatMap((left) =>
    rights.filter((right) => right.platform !== left.platform).map((right) => [left, right] as const),
  );

const toRef = ({ platform, id, question, label, event }: ListedMarket): MarketRef => ({
  platform,
  id,
  title: platform === "polymarket" || label === event.title ? question : toOutcomeTitle(event.title, label),
});

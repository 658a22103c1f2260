import { hashText, mix, unit } from "./chance.ts";
import type { Identify } from "./identifiers.ts";
import { type Edition, fill, type PlatformId, type Topic, type TopicOutcome } from "./topic.ts";

/** A topic's events: one for each edition, or one for each outcome of a split edition. */
export const listTopic = (topic: Topic, identify: Identify): ListedEvent[] =>
  topic.editions.flatMap((edition) => {
    const outcomes = [...topic.outcomes.entries()].slice(0, edition.first);
    const parts = edition.isSplit ? outcomes.map((entry) => [entry]) : [outcomes];
    return parts.map((part) => toEvent(topic, edition, part, identify));
  });

/** Lower-case words with hyphens, as in an address. */
export const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 90);

type OutcomeEntries = readonly (readonly [index: number, outcome: TopicOutcome])[];

function toEvent(topic: Topic, edition: Edition, part: OutcomeEntries, identify: Identify): ListedEvent {
  const { platform } = edition;
  const first = part[0]?.[1];
  const title = edition.isSplit && first !== undefined ? fill(edition.title, first) : edition.title;
  // From the text, dates included: tomorrow's question never gets today's id.
  const key = `${platform}/${title}/${edition.ticker || edition.question}`;
  const id = identify(edition, key, null);
  const markets: ListedMarket[] = [];
  const event: ListedEvent = { platform, id, slug: toSlug(title), title, topic, edition, markets, hash: hashText(key) };
  for (const [index, outcome] of part) {
    const own = identify(edition, `${key}/${outcome.key}`, fill(edition.label, outcome));
    markets.push(
      toMarket(event, { id: idOf(event, own, part.length === 1), index, outcome, isOnly: part.length === 1 }),
    );
  }
  return event;
}

type OutcomeListing = Pick<ListedMarket, "id" | "index" | "outcome"> & { readonly isOnly: boolean };

function toMarket(event: ListedEvent, { id, index, outcome, isOnly }: OutcomeListing): ListedMarket {
  const { platform, title, edition, topic } = event;
  const hash = mix(mix(event.hash, hashText(outcome.key)), 1);
  const isUnnamed = isOnly && /^\{(label|short)\}$/.test(edition.label);
  // The edge could be many times the price of a long shot.
  const isMiddling = outcome.chance > 0.12 && outcome.chance < 0.88;
  return {
    platform,
    id,
    event,
    outcome,
    index,
    question: fill(edition.question, outcome),
    label: isUnnamed ? title : fill(edition.label, outcome),
    dailyVolume: toDailyVolume(topic, outcome, platform, hash),
    edge: isMiddling ? edition.edge : 0,
    jitter: toJitter(event, hash),
    hash,
  };
}

/** All rungs of a ladder have the same: their order is that of their chances. */
function toJitter(
  { platform, topic, edition }: Pick<ListedEvent, "platform" | "topic" | "edition">,
  hash: number,
): number {
  const isRung = topic.shape === "ladder" || topic.isDeadline || topic.sums !== null;
  const share = unit(mix(isRung ? mix(topic.path, hashText(platform)) : hash, 3)) - 0.5;
  return share * (platform === "manifold" ? 5 : 0.5) * (isRung && edition.isInverted ? -1 : 1);
}

function idOf(event: ListedEvent, own: string, isOnly: boolean): string {
  if (event.platform === "kalshi") return `${event.id}-${own}`;
  if (event.platform === "manifold") return isOnly ? event.id : `${event.id}.${own}`;
  return own;
}

function toDailyVolume(topic: Topic, outcome: TopicOutcome, platform: ListedEvent["platform"], hash: number): number {
  const roots = topic.outcomes.reduce((sum, { chance }) => sum + Math.sqrt(chance), 0);
  const daily = (topic.size * Math.sqrt(outcome.chance)) / roots;
  if (platform === "polymarket") return daily;
  if (platform === "kalshi") return daily * (0.3 + 0.6 * unit(mix(hash, 7)));
  return platform === "manifold" ? 40 + daily * 0.3 : 0;
}

/** A yes/no contract as one platform lists it. */
export interface ListedMarket {
  readonly platform: PlatformId;
  /** As the sources publish it. */
  readonly id: string;
  readonly event: ListedEvent;
  readonly outcome: TopicOutcome;
  /** Position of the outcome in its topic. */
  readonly index: number;
  /** The market's own question or title. */
  readonly question: string;
  readonly label: string;
  /** Dollars, contracts or mana. */
  readonly dailyVolume: number;
  /** Cents between its price and its topic's. */
  readonly edge: number;
  /** Further cents between them, a few tenths or, on Manifold, up to 2.5. */
  readonly jitter: number;
  readonly hash: number;
}

/** A topic, or one question of it, as one platform lists it. */
export interface ListedEvent {
  readonly platform: PlatformId;
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly topic: Topic;
  readonly edition: Edition;
  readonly markets: readonly ListedMarket[];
  readonly hash: number;
}

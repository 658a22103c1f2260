import { createCalendar } from "./calendar.ts";
import { hashText, mix } from "./chance.ts";
import { climateTopics } from "./topics/climate.ts";
import { cryptoTopics } from "./topics/crypto.ts";
import { cultureTopics } from "./topics/culture.ts";
import { economicsTopics } from "./topics/economics.ts";
import { financeTopics } from "./topics/finance.ts";
import { otherTopics } from "./topics/other.ts";
import { politicsTopics } from "./topics/politics.ts";
import { scienceTopics } from "./topics/science.ts";
import { sportsTopics } from "./topics/sports.ts";
import { technologyTopics } from "./topics/technology.ts";
import { worldTopics } from "./topics/world.ts";
import { type Edition, fill, type PlatformId, type Topic, type TopicOutcome } from "./topics.ts";

/** A yes/no contract as one platform lists it. */
export interface ListedMarket {
  readonly platform: PlatformId;
  /** As the adapters publish it. */
  readonly id: string;
  readonly event: ListedEvent;
  readonly outcome: TopicOutcome;
  /** Position of the outcome in its topic. */
  readonly index: number;
  /** The market's own question or title. */
  readonly question: string;
  readonly label: string;
  readonly hash: number;
}

/** A topic, or on Manifold one question of it, as one platform lists it. */
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

export interface Catalogue {
  readonly startedAt: number;
  readonly topics: readonly Topic[];
  readonly events: readonly ListedEvent[];
}

/** All that the four platforms list in a demo that starts at `startedAt` (epoch milliseconds). */
export function createCatalogue(startedAt: number): Catalogue {
  const calendar = createCalendar(startedAt);
  const topics = [
    politicsTopics,
    sportsTopics,
    cryptoTopics,
    economicsTopics,
    financeTopics,
    scienceTopics,
    technologyTopics,
    cultureTopics,
    climateTopics,
    worldTopics,
    otherTopics,
  ].flatMap((list) => list(calendar));
  const identify = createIdentifier();
  const events = topics.flatMap((topic) =>
    topic.editions.flatMap((edition) => partsOf(topic, edition).map((part) => toEvent(topic, edition, part, identify))),
  );
  return { startedAt, topics, events };
}

export const marketsOf = (catalogue: Catalogue, platform: PlatformId): ListedMarket[] =>
  eventsOf(catalogue, platform).flatMap((event) => event.markets);

export const eventsOf = (catalogue: Catalogue, platform: PlatformId): ListedEvent[] =>
  catalogue.events.filter((event) => event.platform === platform);

/** Lower-case words with hyphens, as in an address. */
export const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 90);

interface Part {
  readonly outcomes: readonly (readonly [index: number, outcome: TopicOutcome])[];
  readonly suffix: string;
}

/** The outcomes that an edition lists, in one event or in one each. */
function partsOf(topic: Topic, edition: Edition): Part[] {
  const outcomes = [...topic.outcomes.entries()].slice(0, edition.first);
  if (!edition.isSplit) return [{ outcomes, suffix: "" }];
  return outcomes.map((entry) => ({ outcomes: [entry], suffix: `/${entry[1].key}` }));
}

type Identify = (edition: Edition, key: string, outcome: string | null) => string;

function toEvent(topic: Topic, edition: Edition, part: Part, identify: Identify): ListedEvent {
  const key = `${edition.platform}/${topic.key}${part.suffix}`;
  const first = part.outcomes[0]?.[1];
  const title = edition.isSplit && first !== undefined ? fill(edition.title, first) : edition.title;
  const markets: ListedMarket[] = [];
  const event: ListedEvent = {
    platform: edition.platform,
    id: identify(edition, key, null),
    slug: toSlug(title),
    title,
    topic,
    edition,
    markets,
    hash: hashText(key),
  };
  const isPlain = part.outcomes.length === 1;
  for (const [index, outcome] of part.outcomes) {
    const marketKey = `${key}/${outcome.key}`;
    const label = isPlain && /^\{(label|short)\}$/.test(edition.label) ? title : fill(edition.label, outcome);
    const own = identify(edition, marketKey, fill(edition.label, outcome));
    markets.push({
      platform: edition.platform,
      id: idOf(event, own, isPlain),
      event,
      outcome,
      index,
      question: fill(edition.question, outcome),
      label,
      hash: mix(hashText(marketKey), 1),
    });
  }
  return event;
}

function idOf(event: ListedEvent, own: string, isPlain: boolean): string {
  if (event.platform === "kalshi") return `${event.id}-${own}`;
  if (event.platform === "manifold") return isPlain ? event.id : `${event.id}.${own}`;
  return own;
}

/** Ids in each platform's own form, derived from keys so that they stay what they are, and never given twice. */
function createIdentifier(): Identify {
  const taken = new Set<string>();
  return (edition, key, outcome) => {
    for (let round = 0; ; round++) {
      const id = toId(edition, key, outcome, round);
      const scoped =
        edition.platform === "kalshi" && outcome !== null ? `${edition.ticker}-${id}` : `${edition.platform}/${id}`;
      if (taken.has(scoped)) continue;
      taken.add(scoped);
      return id;
    }
  };
}

function toId(edition: Edition, key: string, outcome: string | null, round: number): string {
  const hash = mix(hashText(key), round);
  const isEvent = outcome === null;
  if (edition.platform === "polymarket")
    return String(isEvent ? 100_000 + (hash % 900_000) : 1_000_000 + (hash % 9_000_000));
  if (edition.platform === "predictit") return String(isEvent ? 8000 + (hash % 2000) : 30_000 + (hash % 70_000));
  if (edition.platform === "manifold") return toLetters(key, round);
  const repeat = round === 0 ? "" : String(round + 1);
  if (isEvent) return `${edition.ticker}${repeat}`;
  return `${
    outcome
      .toUpperCase()
      .replace(/[^A-Z0-9.]/g, "")
      .slice(0, 12) || "YES"
  }${repeat}`;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const toLetters = (key: string, round: number): string =>
  Array.from({ length: 10 }, (_, index) => LETTERS[mix(hashText(key), round * 10 + index) % LETTERS.length]).join("");

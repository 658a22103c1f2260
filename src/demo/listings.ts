import { hashText, mix, unit } from "./chance.ts";
import { readTopics } from "./reader.ts";
import { type DemoOutcome, type DemoTopic, type Edition, fill, type PlatformId } from "./topic.ts";

export interface DemoCatalogue {
  readonly topics: readonly DemoTopic[];
  readonly events: readonly ListedEvent[];
}

/** All that the four platforms list in a demo that starts at `startedAt` (epoch milliseconds). */
export function createCatalogue(startedAt: number): DemoCatalogue {
  const topics = readTopics(startedAt);
  const identify = createIdentifier();
  return { topics, events: topics.flatMap((topic) => listTopic(topic, identify)) };
}

/** A topic's events: one for each edition, or one for each outcome of a split edition. */
const listTopic = (topic: DemoTopic, identify: Identify): ListedEvent[] =>
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
    .slice(0, 40)
    .replace(/-$/, "");

type OutcomeEntries = readonly (readonly [index: number, outcome: DemoOutcome])[];

function toEvent(topic: DemoTopic, edition: Edition, part: OutcomeEntries, identify: Identify): ListedEvent {
  const { platform } = edition;
  const [first] = part;
  const title = edition.isSplit && first !== undefined ? fill(edition.title, first[1]) : edition.title;
  // From the text, dates included: tomorrow's question never gets today's id.
  const key = `${platform}/${title}/${edition.ticker || edition.question}`;
  const id = identify(edition, key, null);
  const markets: ListedMarket[] = [];
  const event: ListedEvent = { platform, id, slug: toSlug(title), title, topic, edition, markets, hash: hashText(key) };
  const isOnly = part.length === 1;
  const isUnnamed = isOnly && /^\{(label|short)\}$/.test(edition.label);
  for (const [index, outcome] of part) {
    const label = fill(edition.label, outcome);
    const own = identify(edition, `${key}/${outcome.key}`, label);
    const hash = mix(mix(event.hash, hashText(outcome.key)), 1);
    markets.push({
      ...{ platform, event, outcome, index, hash },
      id: idOf(event, own, isOnly),
      question: fill(edition.question, outcome),
      label: isUnnamed ? title : label,
      dailyVolume: toDailyVolume(event, outcome, hash),
    });
  }
  return event;
}

/** As the sources publish it, from the outcome's own id. */
function idOf({ platform, id }: ListedEvent, own: string, isOnly: boolean): string {
  if (platform === "kalshi") return `${id}-${own}`;
  if (platform === "manifold") return isOnly ? id : `${id}.${own}`;
  return own;
}

function toDailyVolume({ platform, topic }: ListedEvent, outcome: DemoOutcome, hash: number): number {
  const roots = topic.outcomes.reduce((sum, { chance }) => sum + Math.sqrt(chance), 0);
  const daily = (topic.size * Math.sqrt(outcome.chance)) / roots;
  if (platform === "polymarket") return daily;
  if (platform === "kalshi") return daily * (0.3 + 0.6 * unit(mix(hash, 7)));
  return platform === "manifold" ? 40 + daily * 0.3 : 0;
}

/** A yes/no contract as one platform lists it. */
export interface ListedMarket {
  readonly platform: PlatformId;
  readonly id: string;
  readonly event: ListedEvent;
  readonly outcome: DemoOutcome;
  /** Position of the outcome in its topic. */
  readonly index: number;
  /** The market's own question or title. */
  readonly question: string;
  readonly label: string;
  /** Dollars, contracts or mana. */
  readonly dailyVolume: number;
  readonly hash: number;
}

/** A topic, or one question of it, as one platform lists it. */
export interface ListedEvent {
  readonly platform: PlatformId;
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly topic: DemoTopic;
  readonly edition: Edition;
  readonly markets: readonly ListedMarket[];
  readonly hash: number;
}

/** The id of an event, or of the outcome of one given its label. */
type Identify = (edition: Edition, key: string, outcome: string | null) => string;

/** Makes ids in each platform's form. The same keys give the same ids; no id is given twice. */
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

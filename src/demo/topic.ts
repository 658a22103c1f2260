import { DAY_MS } from "../clock.ts";
import type { Category } from "../domain/categories/names.ts";
import { hashText } from "./chance.ts";

export type PlatformId = "polymarket" | "kalshi" | "manifold" | "predictit";

/**
 * How the outcomes of a topic relate: at most one comes true (race), each implies those before it (ladder), or they are
 * independent (set).
 */
type Shape = "race" | "ladder" | "set";

export interface TopicOutcome {
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

/** How one platform words a topic. In `question` and `label`, `{label}` and `{short}` stand for the outcome. */
export interface Edition {
  readonly platform: PlatformId;
  readonly title: string;
  readonly question: string;
  readonly label: string;
  /** Kalshi's event ticker; empty elsewhere. */
  readonly ticker: string;
  /** Cents between this platform's price and the topic's. */
  readonly edge: number;
  /** True when yes here is no in the topic. */
  readonly isInverted: boolean;
  /** How many outcomes are listed, from the first. */
  readonly first: number;
  /** True when each outcome is a question of its own (Manifold). */
  readonly isSplit: boolean;
}

/** Outcomes that are sums of the outcomes of a race: for each, the positions of its parts. */
interface OutcomeSums {
  readonly race: Topic;
  readonly parts: readonly (readonly number[])[];
}

/** A question that one or more platforms list. Times are epoch milliseconds. */
export interface Topic {
  readonly key: string;
  readonly hash: number;
  /** Prices and endings follow from it. Topics that share it move together, so that the likelier one stays likelier. */
  readonly path: number;
  readonly isDeadline: boolean;
  /** The topics with earlier deadlines on its path: what comes true by then is true here. */
  readonly earlier: readonly Topic[];
  readonly sums: OutcomeSums | null;
  readonly category: Category;
  readonly shape: Shape;
  readonly outcomes: readonly TopicOutcome[];
  readonly editions: readonly Edition[];
  readonly opensAt: number;
  readonly closesAt: number;
  /** How far log odds wander in a day: 0.05 is calm, 0.5 is wild. */
  readonly pulse: number;
  /** Dollars traded a day over all outcomes on the platform that trades it most. */
  readonly size: number;
  readonly tags: readonly string[];
  readonly rules: string;
  readonly near: readonly NearTopic[];
  readonly ending: "usual" | "split" | "void";
}

export interface TopicSpec {
  readonly key: string;
  readonly category: Category;
  readonly closesAt: number;
  /** For a yes/no question; others have `outcomes`. */
  readonly chance?: number;
  readonly outcomes?: readonly TopicOutcome[];
  readonly shape?: Shape;
  /** Days since the opening, counted from the start of the demo or an earlier close. */
  readonly ageDays?: number;
  /** Topics with the same name for it share their path; they need the same pulse. Without one, the path is its own. */
  readonly path?: string;
  /** Whether it asks if something happens by its close, which is then true of later deadlines on its path too. */
  readonly isDeadline?: boolean;
  readonly sums?: OutcomeSums;
  readonly pulse?: number;
  readonly size?: number;
  readonly tags?: readonly string[];
  readonly near?: readonly NearTopic[];
  readonly ending?: Topic["ending"];
}

type EditionOptions = Partial<Pick<Edition, "question" | "edge" | "isInverted" | "first">>;

/** A topic with defaults for all that is missing; `now` is the start of the demo, after the topic opened. */
export function defineTopic(now: number, spec: TopicSpec, ...editions: readonly Edition[]): Topic {
  const hash = hashText([spec.key.replace(/-?\d+$/, ""), editions[0]?.title, editions[0]?.question].join("/"));
  const path = spec.sums?.race.path ?? (spec.path === undefined ? hash : hashText(spec.path));
  const age = spec.ageDays ?? 20 + (hash % 200);
  return {
    key: spec.key,
    hash,
    path,
    isDeadline: spec.isDeadline ?? false,
    earlier: [],
    sums: spec.sums ?? null,
    category: spec.category,
    shape: spec.shape ?? (spec.outcomes === undefined ? "set" : "race"),
    outcomes: spec.outcomes ?? [{ key: "yes", label: "Yes", short: "Yes", chance: spec.chance ?? 0.5 }],
    editions,
    opensAt: Math.min(spec.closesAt, now) - Math.round((age + (hash % 1000) / 1000) * DAY_MS),
    closesAt: spec.closesAt,
    pulse: spec.pulse ?? 0.06 + (path % 97) / 400,
    size: spec.size ?? 50 * 2 ** (((hash >>> 7) % 80) / 10),
    tags: spec.tags ?? [],
    rules: `Resolves to what is the case when the market closes on ${new Date(spec.closesAt).toUTCString()}. An example of the demo.`,
    near: spec.near ?? [],
    ending: spec.ending ?? "usual",
  };
}

/** The same topics; each deadline knows the earlier ones on its path. */
export function linkDeadlines(topics: readonly Topic[]): Topic[] {
  const linked = new Map<Topic, Topic>();
  const byClose = topics.filter(({ isDeadline }) => isDeadline).sort((left, right) => left.closesAt - right.closesAt);
  for (const topic of byClose) {
    const earlier = [...linked.values()].filter((one) => one.path === topic.path && one.closesAt < topic.closesAt);
    linked.set(topic, { ...topic, earlier });
  }
  return topics.map((topic) => linked.get(topic) ?? topic);
}

/** On Polymarket: an event, and a question for each outcome. */
export const polymarket = (title: string, question = title, options: EditionOptions = {}): Edition => ({
  ...PLAIN,
  platform: "polymarket",
  title,
  question,
  ...options,
});

/** On Kalshi: an event ticker, the event's title, and a label for each outcome. */
export const kalshi = (ticker: string, title: string, label = "{short}", options: EditionOptions = {}): Edition => ({
  ...PLAIN,
  platform: "kalshi",
  ticker,
  title,
  question: title,
  label,
  ...options,
});

/** On Manifold: one question, with the outcomes as its answers when there are several. */
export const manifold = (title: string, label = "{label}", options: EditionOptions = {}): Edition => ({
  ...PLAIN,
  platform: "manifold",
  title,
  question: title,
  label,
  ...options,
});

/** On Manifold: a question of its own for each outcome. */
export const manifoldEach = (question: string, options: EditionOptions = {}): Edition => ({
  ...manifold(question, "{label}", options),
  isSplit: true,
});

/** On PredictIt: a market and a contract for each outcome. */
export const predictit = (title: string, label = "{label}", options: EditionOptions = {}): Edition => ({
  ...PLAIN,
  platform: "predictit",
  title,
  question: title,
  label,
  ...options,
});

/** The text with the outcome's names put in. */
export const fill = (text: string, outcome: TopicOutcome): string =>
  text.replaceAll("{label}", outcome.label).replaceAll("{short}", outcome.short);

const PLAIN = {
  label: "{label}",
  ticker: "",
  edge: 0,
  isInverted: false,
  first: Number.POSITIVE_INFINITY,
  isSplit: false,
} as const;

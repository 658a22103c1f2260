import type { DemoState, Figures } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import { readData } from "../reader.ts";
import { type DemoTopic, fill, type PlatformId } from "../topic.ts";

/** A JSON object of a platform's answers. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** How one platform shows what it lists, in the form that its adapter reads. */
export interface DemoPlatform {
  /** Whether its listing of all that is open has markets in this phase. */
  lists(phase: Figures["phase"]): boolean;
  /** False where results reach back no further than asked for. */
  readonly listsAllResults: boolean;
  /** A body with whole events. `others` are records to add that are no yes/no questions. */
  toBody(demo: DemoState, events: readonly ListedEvent[], now: number, others: readonly unknown[]): unknown;
  /** Records that the adapter must skip. They belong to no topic and never change. */
  readonly oddities: readonly unknown[];
  /** False where its listing has no picture of events. */
  readonly hasPictures: boolean;
}

/** What a platform says of how a market is decided, and of what happens when what it is about is called off. */
interface DemoRules {
  readonly claim: string;
  readonly rest: string;
}

/** The rules of a market, in the words of its platform. */
export function rulesOf({ platform, outcome, event }: ListedMarket): DemoRules {
  return toRules(event.topic, platform, {
    claim: fill(event.topic.claim, outcome),
    isTurned: event.edition.isInverted,
  });
}

/** The rules of all outcomes of an event together. */
export function eventRulesOf({ platform, topic, edition, markets }: ListedEvent): string {
  const [only] = markets.length === 1 ? markets : [];
  const claim =
    only === undefined ? topic.claim.replaceAll(/\{(label|short)\}/g, "(outcome)") : fill(topic.claim, only.outcome);
  const rules = toRules(topic, platform, { claim, isTurned: edition.isInverted });
  return `${rules.claim} ${rules.rest}`;
}

function toRules(
  { source, postponed }: DemoTopic,
  platform: PlatformId,
  { claim, isTurned }: { readonly claim: string; readonly isTurned: boolean },
): DemoRules {
  const yes = isTurned ? "No" : "Yes";
  const calledOff = POSTPONED[postponed]?.[platform] ?? "";
  const name = source?.name ?? "what I see myself";
  const rest = (words: string): string => `${words} ${name}. ${calledOff}`.trim();
  if (platform === "kalshi")
    return { claim: `If ${claim}, then the market resolves to ${yes}.`, rest: rest("Verified from") };
  if (platform === "manifold") return { claim: `Resolves ${yes.toUpperCase()} if ${claim}.`, rest: rest("I go by") };
  return { claim: `Resolves to "${yes}" if ${claim}.`, rest: rest("Source:") };
}

const POSTPONED = readData("rules");

/** Records that are no yes/no questions, which a source must skip. They belong to no topic and never change. */

/** Three outcomes in one market. */
export const THREE_WAY_GAME = {
  id: "99",
  title: "Regatta of the Three Lakes",
  markets: [
    { id: "990", question: "Which crew wins the Regatta of the Three Lakes?", outcomes: '["North", "South", "A tie"]' },
  ],
} as const;

/** A contract that pays a share of a figure. */
export const SCALAR_EVENT = {
  event_ticker: "KXCOMETTAIL-30",
  series_ticker: "KXCOMETTAIL",
  title: "Length of the next bright comet's tail",
  category: "Space",
  markets: [{ ticker: "KXCOMETTAIL-30-S", market_type: "scalar", yes_sub_title: "Degrees of sky", status: "active" }],
} as const;

/** A poll and a figure. */
export const QUESTIONS_OF_OTHER_KINDS = [
  { id: "pOLLofHats0", createdTime: 1_700_000_000_000, question: "Which hat suits a heron?", outcomeType: "POLL" },
  {
    id: "fIGUREofBee",
    createdTime: 1_700_000_100_000,
    question: "How many kilos of honey will my hives give next year?",
    outcomeType: "PSEUDO_NUMERIC",
  },
] as const;

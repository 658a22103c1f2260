import type { ListedEvent, ListedMarket } from "./listings.ts";
import { readData } from "./reader.ts";
import { type DemoTopic, fill, type PlatformId } from "./topic.ts";

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

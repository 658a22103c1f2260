import type { EventDetail } from "../../store/events.ts";
import type { EventMarket } from "../../store/markets.ts";

/** A market of an event under a name that stands beside the event's title. */
export interface EventOutcome {
  readonly market: EventMarket;
  readonly label: string;
}

export const OUTCOME_SORTS = ["price", "volume"] as const;
export type OutcomeSort = (typeof OUTCOME_SORTS)[number];

/** The outcomes of an event, the highest first. */
export function listOutcomes({ title, markets }: EventDetail, sort: OutcomeSort): readonly EventOutcome[] {
  const [first, second] = sort === "price" ? [priceOf, volumeOf] : [volumeOf, priceOf];
  return labelOutcomes(title, markets).toSorted((a, b) => first(b) - first(a) || second(b) - second(a));
}

/** Markets of an event with their names. Outcomes of one name get their whole titles. */
export function labelOutcomes(title: string, markets: readonly EventMarket[]): readonly EventOutcome[] {
  const named = markets.map((market) => ({ market, label: toLabel(market, title) }));
  const byLabel = Map.groupBy(named, ({ label }) => label);
  return named.map(({ market, label }) => ({
    market,
    label: byLabel.get(label)?.length === 1 ? label : market.title,
  }));
}

/** What a market adds to the title of its event. */
function toLabel({ outcomeLabel, title }: EventMarket, eventTitle: string): string {
  if (outcomeLabel !== null && outcomeLabel.trim() !== "") return outcomeLabel;
  const rest = title.startsWith(eventTitle) ? title.slice(eventTitle.length).replace(/^[\s:?–-]+/, "") : "";
  return rest === "" ? title : rest;
}

const priceOf = ({ market }: EventOutcome): number => market.yesPrice;
const volumeOf = ({ market }: EventOutcome): number => market.volume;

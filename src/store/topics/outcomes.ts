import { orientPrice } from "../../domain/arbitrage.ts";
import type { MarketStatus, Outcome } from "../../domain/markets.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { orientOutcome, type QuestionOffers, withOffers } from "../../domain/questions.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { type ListedMember, listMembers, readFigures } from "../questions/figures.ts";

/** A listed market of a topic. */
export type TopicMarket = SqlRow<"topics", "markets">;

/** What yes of an outcome is worth and costs on one platform. */
export interface TopicOffer {
  readonly platform: string;
  /** Of the market. */
  readonly id: string;
  readonly url: string;
  /** Of yes of the outcome. */
  readonly price: Micros;
  /** Of each dollar that yes of the outcome pays, fees included; null where nobody offers it. */
  readonly cost: Micros | null;
  /** Whether it costs least there. */
  readonly isBest: boolean;
  /** Whether the market's own yes is the no of the outcome. */
  readonly isInverted: boolean;
  readonly isStale: boolean;
}

/** What a topic may end with: a question of several platforms, or a market of one. */
export interface TopicOutcome {
  readonly name: string;
  /** Null where one platform alone asks it. */
  readonly questionId: string | null;
  /** The most traded of its markets. */
  readonly platform: string;
  readonly id: string;
  readonly price: Micros;
  readonly priceChange24h: Micros | null;
  readonly status: MarketStatus;
  /** Null while it is open, and where its markets do not agree. */
  readonly outcome: Outcome | null;
  readonly isStale: boolean;
  /** Of real money. */
  readonly volume: Cents;
  readonly volume24h: Cents;
  /** One of each platform. */
  readonly offers: readonly TopicOffer[];
  /** The markets that make its price are among them. */
  readonly members: readonly ListedMember[];
}

/** An outcome as far as it is ordered and compared with others. */
export interface DraftOutcome {
  /** Of the topic; a question may have others beside. */
  readonly markets: readonly TopicMarket[];
  readonly questionKey: number | null;
  readonly isOpen: boolean;
  readonly price: Micros;
  readonly priceChange24h: Micros | null;
  readonly volume: Cents;
}

/** What a topic with these markets may end with: open ones first, the likeliest first. */
export const listOutcomes = (markets: readonly TopicMarket[]): DraftOutcome[] =>
  [...Map.groupBy(markets, ({ questionKey, marketKey }) => questionKey ?? -marketKey).values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : toDraft(first, [first, ...others])))
    .sort(
      (a, b) => Number(b.isOpen) - Number(a.isOpen) || b.price - a.price || b.volume - a.volume || ageOf(a) - ageOf(b),
    );

const ageOf = ({ markets }: DraftOutcome): number => markets[0]?.marketKey ?? 0;

function toDraft(first: TopicMarket, markets: readonly TopicMarket[]): DraftOutcome {
  const { questionKey, questionPrice, questionStatus, questionChange, questionVolume } = first;
  return {
    markets,
    questionKey,
    isOpen: (questionStatus ?? first.status) === "open",
    price: questionPrice ?? first.yesPrice,
    priceChange24h: questionKey === null ? first.change24h : questionChange,
    volume: questionVolume ?? realMoneyOf(first, first.volume),
  };
}

const realMoneyOf = ({ platform }: { readonly platform: string }, amount: Cents): Cents =>
  isRealMoney(platform) ? amount : 0;

/** An outcome, and the event whose words name it where it has a market there. */
interface AskedOutcome {
  readonly draft: DraftOutcome;
  readonly leadingKey: number;
  /** Whether the topic has no other. */
  readonly isOnly: boolean;
}

/** Reads outcomes, in their order. Figures are up to date; the caller holds the transaction. */
export function readOutcomes(db: Db, asked: readonly AskedOutcome[]): TopicOutcome[] {
  const questionKeys = [...new Set(asked.flatMap(({ draft }) => draft.questionKey ?? []))];
  const figures = new Map(readFigures(db, questionKeys).map((row) => [row.questionKey, row]));
  const questionMembers = listMembers(db, questionKeys);
  const membersOf = ({ questionKey, markets }: DraftOutcome): readonly ListedMember[] =>
    questionKey === null ? markets.map(toMember) : (questionMembers.get(questionKey) ?? []);
  const keys = JSON.stringify(asked.flatMap(({ draft }) => membersOf(draft).map(({ marketKey }) => marketKey)));
  const quotes = new Map(
    prepare(db, "topics", "quotes")
      .all({ keys })
      .map((row) => [row.marketKey, row]),
  );
  return asked.map((one) => {
    const { draft } = one;
    const members = membersOf(draft).flatMap((member) => {
      const quote = quotes.get(member.marketKey);
      return quote === undefined ? [] : [{ ...member, quote }];
    });
    const question = draft.questionKey === null ? undefined : figures.get(draft.questionKey);
    const [most] = members.toSorted(byTrade);
    return {
      ...{ price: draft.price, priceChange24h: draft.priceChange24h, volume: draft.volume },
      name: nameOf(members, one),
      questionId: question?.id ?? null,
      platform: most?.platform ?? "",
      id: most?.quote.id ?? "",
      status: draft.isOpen ? "open" : "closed",
      outcome: endOf(members),
      isStale: question === undefined ? members.some(({ isStale }) => isStale) : question.isStale === 1,
      volume24h: question?.volume24h ?? members.reduce((sum, one) => sum + realMoneyOf(one, one.volume24h), 0),
      offers: toOffers(members),
      members,
    };
  });
}

interface QuotedOutcomeMember extends ListedMember {
  readonly quote: SqlRow<"topics", "quotes">;
}

/** A market that no other platform asks. */
const toMember = (market: TopicMarket): ListedMember => ({
  ...market,
  questionKey: 0,
  isInverted: false,
  isOpen: market.status === "open",
  price: orientPrice(market.yesPrice, false),
  priceChange24h: market.change24h,
  isStale: market.isStale === 1,
});

/** In real money first, then the most traded, then the oldest. */
const byTrade = (a: ListedMember, b: ListedMember): number =>
  Number(isRealMoney(b.platform)) - Number(isRealMoney(a.platform)) || b.volume - a.volume || a.marketKey - b.marketKey;

/** As the leading event calls it, else the most traded market that asks the same. */
function nameOf(members: readonly QuotedOutcomeMember[], { leadingKey, isOnly }: AskedOutcome): string {
  const asking = members.filter(({ isInverted }) => !isInverted).toSorted(byTrade);
  const labelled = asking.filter(({ quote }) => quote.outcomeLabel !== null);
  const named = labelled.find(({ eventKey }) => eventKey === leadingKey) ?? labelled[0];
  return named?.quote.outcomeLabel ?? (isOnly ? "Yes" : (asking[0]?.quote.title ?? ""));
}

function endOf(members: readonly QuotedOutcomeMember[]): Outcome | null {
  const ends = new Set(members.flatMap(({ quote, isInverted }) => orientOutcome(quote.outcome, isInverted) ?? []));
  return ends.size === 1 ? ([...ends][0] ?? null) : null;
}

/** Of two sides of a game on one platform, the one where yes costs less. */
function toOffers(members: readonly QuotedOutcomeMember[]): TopicOffer[] {
  const offered = withOffers(members.map(({ quote, isInverted, isStale }) => ({ ...quote, isInverted, isStale })));
  const offers = members.map(({ platform, price, isInverted, isStale, quote }, place): TopicOffer => {
    const { buyYes }: QuestionOffers = offered[place] ?? { buyYes: null, buyNo: null };
    const { id, url } = quote;
    return {
      platform,
      id,
      url,
      price,
      cost: buyYes?.total ?? null,
      isBest: buyYes?.isBest ?? false,
      isInverted,
      isStale,
    };
  });
  return PLATFORMS.flatMap(({ id }) => {
    const own = offers.filter(({ platform }) => platform === id);
    return (
      own.toSorted((a, b) => costOrMost(a) - costOrMost(b) || Number(a.isInverted) - Number(b.isInverted))[0] ?? []
    );
  });
}

const costOrMost = ({ cost }: TopicOffer): number => cost ?? Number.MAX_SAFE_INTEGER;

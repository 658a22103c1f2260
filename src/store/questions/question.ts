import { orientPrice, orientQuotes } from "../../domain/arbitrage.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import {
  averageChanges,
  figuresOf,
  listCounted,
  orientChanges,
  type PriceChanges,
  type QuestionFigures,
  type QuestionOffers,
  withOffers,
} from "../../domain/questions.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { type Moved, withPriceChanges } from "../history/changes.ts";
import type { AgedMarket } from "../markets.ts";
import { findGroups, type Group, type GroupMember } from "../matching/groups.ts";
import type { MarketName } from "../matching/reviews.ts";

/** A market of a question. Prices of its own side are as its platform shows them; changes are those of `price`. */
export interface QuestionMember extends AgedMarket, QuestionOffers {
  readonly marketKey: number;
  readonly bestBid: Micros | null;
  readonly bestAsk: Micros | null;
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
  /** Whether the question has its title. */
  readonly isTitled: boolean;
  /** Of yes in the question's direction. */
  readonly price: Micros;
  /** The highest bid and the lowest ask for it. */
  readonly bid: Micros | null;
  readonly ask: Micros | null;
  /** The probability that it asks the same as the market that gives the title. */
  readonly score: Micros;
  /** Why it asks the same; empty for that market. */
  readonly reasons: readonly string[];
  readonly isOpen: boolean;
}

/** One question that markets of at least two platforms ask. Times are epoch milliseconds. */
export interface Question extends QuestionFigures, PriceChanges {
  readonly questionKey: number;
  readonly id: string;
  /** When its markets last became more, fewer or others. */
  readonly changedAt: number;
  /** That of a market with its direction, on a real-money platform where there is one. */
  readonly title: string;
  /** Of that market. */
  readonly eventTitle: string;
  /** By platform. */
  readonly members: readonly QuestionMember[];
  /** How old the oldest price is that counts for its price, in milliseconds; undefined for what was never read. */
  readonly ageMs: number | undefined;
}

/**
 * Reads questions by their keys, in that order; those that fewer than two markets of shown platforms ask are left out. `now` is
 * epoch milliseconds; the caller holds the transaction.
 */
export const readQuestions = (
  db: Db,
  questionKeys: readonly number[],
  now: number,
  realMoneyOnly = false,
): Question[] => readGroupedQuestions(db, questionKeys, now, realMoneyOnly).map(({ question }) => question);

/** The same, with the group of each. */
export function readGroupedQuestions(db: Db, questionKeys: readonly number[], now: number, realMoneyOnly = false) {
  if (questionKeys.length === 0) return [];
  const rows = prepare(db, "questions", "byKeys").all({ keys: JSON.stringify(questionKeys) });
  const groups = findGroups(
    db,
    rows.map(({ groupKey }) => groupKey),
  );
  const hidden = prepare(db, "questions", "hiddenPlatforms").pluck().all();
  const isListed = ({ platform, yesPrice }: GroupMember): boolean =>
    yesPrice !== null && !hidden.includes(platform) && (!realMoneyOnly || isRealMoney(platform));
  const members = [...groups.values()].flatMap((group) => group.members.filter(isListed));
  const listed = new Map(withPriceChanges(db, members, now).map((member) => [member.marketKey, member]));
  return rows.flatMap((row) => {
    const group = groups.get(row.groupKey);
    const question = group && toQuestion(row, group, listed);
    return group === undefined || question === undefined ? [] : [{ question, group, groupKey: row.groupKey }];
  });
}

type QuestionRow = SqlRow<"questions", "byKeys">;

/** Undefined where fewer than two of its markets are listed, by market key in `listed`. */
function toQuestion(
  row: QuestionRow,
  group: Group,
  listed: ReadonlyMap<number, Moved<GroupMember>>,
): Question | undefined {
  const titled = findTitled(group, ({ marketKey }) => listed.has(marketKey));
  const titledKey = titled?.marketKey ?? row.marketKey;
  const members = group.members.flatMap(({ marketKey }) => {
    const member = listed.get(marketKey);
    return member === undefined ? [] : [toMember(member, group, titledKey)];
  });
  const figures = figuresOf(row, members);
  if (figures === undefined) return undefined;
  const counted = listCounted(members);
  const ages = counted.flatMap(({ ageMs }) => ageMs ?? []);
  return {
    ...figures,
    ...averageChanges(counted),
    questionKey: row.questionKey,
    id: row.id,
    changedAt: row.changedAt,
    title: titled?.title ?? "",
    eventTitle: titled?.eventTitle ?? "",
    members: withOffers(members),
    ageMs: ages.length === 0 ? undefined : Math.max(...ages),
  };
}

/** The market whose title its question has; one that is shown, where there is one. */
export function findTitled(group: Group, isShown: (member: GroupMember) => boolean): GroupMember | undefined {
  const asking = group.members.filter(({ isInverted }) => !isInverted);
  const shown = asking.filter(isShown);
  // Does not depend on which platform was read first.
  return (shown.length > 0 ? shown : asking).toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}

const rankOf = ({ platform }: GroupMember): number =>
  PLATFORMS.findIndex(({ id }) => id === platform) + (isRealMoney(platform) ? 0 : PLATFORMS.length);

function toMember(
  member: Moved<GroupMember>,
  group: Group,
  titledKey: number,
): Omit<QuestionMember, keyof QuestionOffers> {
  const { marketKey, isInverted } = member;
  const yesPrice = member.yesPrice ?? 0;
  return {
    ...member,
    yesPrice,
    isInverted,
    isOpen: member.status === "open",
    isTitled: marketKey === titledKey,
    price: orientPrice(yesPrice, isInverted),
    ...orientQuotes(member),
    score: group.scoreOf(titledKey, marketKey),
    ...orientChanges(member, isInverted),
    reasons: marketKey === titledKey ? [] : group.reasonsOf(titledKey, marketKey),
  };
}

/** What became of a question's id. */
export type QuestionLookup =
  | { readonly questionKey: number; readonly isMoved: boolean; readonly market: MarketName }
  /** The market it began with, once its markets are no longer matched. */
  | { readonly formerMarket: MarketName };

/** Finds the question that an id names now; undefined for one that never was. The caller holds the transaction. */
export function lookUpQuestion(db: Db, id: string): QuestionLookup | undefined {
  const asked = prepare(db, "questions", "byId").get({ id });
  if (asked === undefined) return undefined;
  const ofMarket = prepare(db, "questions", "ofMarket");
  const market = { platform: asked.platform, id: asked.marketId };
  const seen = new Set<number>();
  let marketKey: number | null = asked.marketKey;
  while (marketKey !== null && !seen.has(marketKey)) {
    seen.add(marketKey);
    const { questionKey, successorMarketKey } = ofMarket.get({ marketKey });
    if (questionKey !== null) return { questionKey, isMoved: questionKey !== asked.questionKey, market };
    marketKey = successorMarketKey;
  }
  return { formerMarket: market };
}

/** Finds the key of the question that an id names now. The caller holds the transaction. */
export function findQuestionKey(db: Db, id: string): number | undefined {
  const found = lookUpQuestion(db, id);
  return found === undefined || "formerMarket" in found ? undefined : found.questionKey;
}

/** Finds the key of its group. The caller holds the transaction. */
export function findGroupKey(db: Db, id: string): number | undefined {
  const questionKey = findQuestionKey(db, id);
  if (questionKey === undefined) return undefined;
  return prepare(db, "questions", "groupOf").pluck().get({ questionKey }) ?? undefined;
}

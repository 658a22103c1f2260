import { orientPrice, orientQuotes } from "../../domain/arbitrage.ts";
import { averageChanges, orientChanges, type PriceChanges } from "../../domain/movement.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import { listCounted, type QuestionOffers, withOffers } from "../../domain/questions.ts";
import type { Db } from "../database/db.ts";
import { type Moved, openPriceChanges } from "../history/changes.ts";
import type { AgedMarket } from "../markets.ts";
import { findGroups, type Group, type GroupMember } from "../matching/groups.ts";
import type { QuestionSummary, SummarizedMember } from "./summaries.ts";
import type { Summaries } from "./summarizer.ts";

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
export interface Question extends Omit<QuestionSummary, "question" | "members">, PriceChanges {
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

/** Reads the titles and markets of questions, in the order given. The caller holds the transaction. */
export function openQuestionReader(
  db: Db,
): (summaries: readonly QuestionSummary[], moment: Pick<Summaries, "now">) => Question[] {
  const readMoves = openGroupMoves(db);
  return (summaries, { now }) => {
    const groups = findGroups(
      db,
      summaries.map(({ question }) => question.groupKey),
    );
    const moved = readMoves(groups.values(), now);
    return summaries.flatMap((summary) => {
      const group = groups.get(summary.question.groupKey);
      return group === undefined ? [] : [toQuestion(summary, group, moved)];
    });
  };
}

/** Members of groups by market key, with age and moves of their prices in the direction of each market. */
export type MovedMembers = ReadonlyMap<number, Moved<GroupMember>>;

/** Reads how old the prices of groups are, and how far they moved. The caller holds the transaction. */
export function openGroupMoves(db: Db): (groups: Iterable<Group>, now: number) => MovedMembers {
  const addChanges = openPriceChanges(db);
  return (groups, now) => {
    const members = [...groups].flatMap((group) => group.members);
    return new Map(addChanges(members, now).map((member) => [member.marketKey, member]));
  };
}

/** A question of a group that was read with it. */
export function toQuestion(
  { question, members, ...figures }: QuestionSummary,
  group: Group,
  moved: MovedMembers,
): Question {
  const { questionKey, id, changedAt } = question;
  const shown = new Map(members.map((member) => [member.marketKey, member]));
  const titled = findTitled(group, ({ marketKey }) => shown.has(marketKey));
  const titledKey = titled?.marketKey ?? question.marketKey;
  const asked = group.members.flatMap(({ marketKey }) => {
    const [member, summarized] = [moved.get(marketKey), shown.get(marketKey)];
    return member === undefined || summarized === undefined ? [] : [toMember(member, summarized, group, titledKey)];
  });
  const counted = listCounted(asked);
  const ages = counted.flatMap(({ ageMs }) => ageMs ?? []);
  return {
    ...figures,
    ...averageChanges(counted),
    questionKey,
    id,
    changedAt,
    title: titled?.title ?? "",
    eventTitle: titled?.eventTitle ?? "",
    members: withOffers(asked),
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
  { isInverted, isOpen }: SummarizedMember,
  group: Group,
  titledKey: number,
): Omit<QuestionMember, keyof QuestionOffers> {
  const { marketKey } = member;
  const yesPrice = member.yesPrice ?? 0;
  return {
    ...member,
    yesPrice,
    isInverted,
    isOpen,
    isTitled: marketKey === titledKey,
    price: orientPrice(yesPrice, isInverted),
    ...orientQuotes({ ...member, isInverted }),
    score: group.scoreOf(titledKey, marketKey),
    ...orientChanges(member, isInverted),
    reasons: marketKey === titledKey ? [] : group.reasonsOf(titledKey, marketKey),
  };
}

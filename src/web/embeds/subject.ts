import { getMarketDetail } from "../../api/detail.ts";
import { getEvent } from "../../api/events.ts";
import { getQuestion } from "../../api/question-id.ts";
import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { SETTLED } from "../../store/price-ages.ts";
import { readCourses } from "../charts/courses.ts";
import type { ChartLine } from "../charts/lines-chart.ts";
import { endOf } from "../charts/marks.ts";
import { endingOf, listOutcomes } from "../markets/market-table.ts";
import type { ShownAge } from "../page/figures.ts";
import { resultOf } from "../questions/question-table.ts";

/** A market, an event or a question as other sites show it. */
export interface Subject {
  readonly title: string;
  /** Of its event; missing for an event itself. */
  readonly eventTitle?: string;
  /** Of its page below the site: `/markets/kalshi/KXFED`. */
  readonly path: string;
  /** How it ended: "resolved: yes"; undefined while it is open. */
  readonly ending: string | undefined;
  /** The price that stands for it; null for an event, which has one for each outcome. */
  readonly price: Micros | null;
  /** Of that price. */
  readonly age: ShownAge;
  /** Of that price in 24 hours; null where it is not known. */
  readonly change: Micros | null;
  /** A question's platforms or an event's likeliest outcomes, with a price each; one for a market. */
  readonly rows: readonly SubjectRow[];
  /** How many more outcomes an event has. */
  readonly moreRows: number;
  /** Prices over the last 7 days, up to the close where it is closed; a line for each row. Times are epoch seconds. */
  readonly course: { readonly times: readonly number[]; readonly lines: readonly ChartLine[] };
  /** When the oldest price that counts was read, in epoch milliseconds; of a closed one, when it last changed. */
  readonly readAt: number | null;
}

export interface SubjectRow {
  readonly label: string;
  /** Set where each row is a platform. */
  readonly platform?: string | undefined;
  readonly price: Micros | null;
  readonly age: ShownAge;
  readonly change: Micros | null;
}

const MAX_OUTCOMES = 4;

/** Throws AppError market_not_found. */
export async function readMarket(context: Context, platform: string, id: string): Promise<Subject> {
  const market = await getMarketDetail(context, platform, id);
  const { title, eventTitle, yesPrice: price, priceChange24h: change } = market;
  const row = { label: getPlatform(platform).name, platform, price, age: market, change };
  return {
    ...{ title, eventTitle, price, age: market, change, rows: [row], moreRows: 0 },
    path: `/markets/${platform}/${encodeURIComponent(id)}`,
    ending: endingOf(market),
    course: await readCourse(context, [{ platform, id, endedAt: endOf(market, context.clock.now()) }], [row]),
    readAt: readAtOf(market),
  };
}

/** Throws AppError question_not_found. A former id gives the question it is now. */
export async function readQuestion(context: Context, askedId: string): Promise<Subject> {
  const now = context.clock.now();
  const { found: question } = await getQuestion(context, askedId);
  const members = oneOfEachPlatform(question.members);
  const rows = members.map((member) => ({
    label: getPlatform(member.platform).name,
    platform: member.platform,
    price: member.price,
    age: member,
    change: member.priceChange24h,
  }));
  const isOpen = question.status === "open";
  const result = resultOf(question);
  return {
    title: question.title,
    eventTitle: question.eventTitle,
    path: `/questions/${question.id}`,
    ending: isOpen ? undefined : result === undefined ? "closed" : `resolved: ${result}`,
    price: question.price,
    age: question,
    change: null,
    rows,
    moreRows: 0,
    course: await readCourse(
      context,
      members.map((member) => ({ ...member, endedAt: endOf(member, now) })),
      rows,
    ),
    readAt: isOpen ? (question.ageMs === undefined ? null : now - question.ageMs) : question.updatedAt,
  };
}

/** Throws AppError event_not_found. */
export async function readEvent(context: Context, platform: string, id: string): Promise<Subject> {
  const event = await getEvent(context, platform, id);
  const now = context.clock.now();
  const outcomes = listOutcomes(event).slice(0, MAX_OUTCOMES);
  const details = await Promise.all(outcomes.map(({ market }) => getMarketDetail(context, platform, market.id)));
  const rows = outcomes.map(({ market, label }, index) => ({
    label,
    price: market.yesPrice,
    age: market,
    change: details[index]?.priceChange24h ?? null,
  }));
  const reads = details.flatMap((detail) => readAtOf(detail) ?? []);
  return {
    title: event.title,
    path: `/events/${platform}/${encodeURIComponent(id)}`,
    ending: event.status === "open" ? undefined : "closed",
    ...{ price: null, age: SETTLED, change: null, rows },
    moreRows: Math.max(0, event.markets.length - rows.length),
    course: await readCourse(
      context,
      outcomes.map(({ market }, index) => ({
        ...{ platform, id: market.id },
        endedAt: endOf(details[index] ?? market, now),
      })),
      rows,
    ),
    readAt: reads.length === 0 ? null : Math.min(...reads),
  };
}

const readAtOf = ({ status, readAt, updatedAt }: { status: string; readAt: number | null; updatedAt: number }) =>
  status === "open" ? readAt : updatedAt;

type Ended = Omit<Parameters<typeof readCourses>[1][number], "isOpen">;

/** A line for each row, from the archive alone: no platform is asked for what it lacks. */
async function readCourse(
  context: Context,
  markets: readonly Ended[],
  rows: readonly SubjectRow[],
): Promise<Subject["course"]> {
  const stored = markets.map((market) => ({ ...market, isOpen: false }));
  const { times, prices } = await readCourses(context, stored, "7d");
  return { times, lines: rows.map(({ label, platform }, index) => ({ label, platform, prices: prices[index] ?? [] })) };
}

import type { Context } from "../../context.ts";
import { toCentsText, toSummary } from "../../domain/orders.ts";
import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import { oneOfEachPlatform, orientOutcome } from "../../domain/questions.ts";
import type { BoardRow, BoardSubject } from "../../store/board/board.ts";
import type { BoardResult } from "../../store/board/results.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Question } from "../../store/questions/question.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import { resultText } from "../board/tables.ts";
import { volume24hOf } from "../markets/market-table.ts";
import { cents, changeText, percent, stamp } from "../page/figures.ts";
import { marketPath, questionPath } from "../page/links.ts";
import { questionVolume } from "../questions/question-table.ts";
import { ALL_SPREADS, FREE_SPREADS, findSpreads, GONE } from "../spreads/spreads.ts";
import { dayOf, type FeedEntry, toPlainText } from "./atom.ts";

/** Entries of a feed at most. */
const MAX_ENTRIES = 50;

/** What the board is asked for. */
interface BoardInput {
  readonly platforms: readonly string[];
  readonly category?: string | undefined;
}

/** The biggest movers of the board. What moves for days has one entry a day, by when it last changed. */
export async function listMovers(context: Context, input: BoardInput): Promise<readonly FeedEntry[]> {
  const { movers } = await findBoard(context, input);
  return movers.map((row) => toMover(context, row));
}

/** The latest results of the board: one of each event. */
export async function listResolved(context: Context, input: BoardInput): Promise<readonly FeedEntry[]> {
  const { results } = await findBoard(context, input);
  return results.map((result) => toResolved(context, result));
}

interface FeedSearch {
  readonly q: string;
  readonly platform?: string | undefined;
}

/** The open markets with these words that changed last: the best hits would never have a new one among them. */
export async function listFound(context: Context, { q, platform }: FeedSearch): Promise<readonly FeedEntry[]> {
  const query = { text: q, platform, status: "open", minVolume: 0, sort: "updated", order: "desc" } as const;
  const { markets } = await context.store.markets.list(query, { page: 1, size: MAX_ENTRIES });
  return markets.map((market) => {
    const { price, figures, ...subject } = subjectOf(context, { market });
    return { ...subject, title: withFigure(subject.title, price), summary: figures };
  });
}

/** The spreads that the page of spreads shows without a key. One that goes on for days has an entry a day. */
export async function listSpreads(context: Context, platforms: readonly string[]): Promise<readonly FeedEntry[]> {
  const { opportunities } = await findSpreads(context, platforms, {
    size: context.pagesPlan.showsAll() ? ALL_SPREADS : FREE_SPREADS,
  });
  return opportunities.map((found) => toSpread(context, found));
}

/** The absolute address of a path that already has the site's prefix. */
export const toPageUrl = ({ site }: PageContext, path: string): string => new URL(path, site.origin()).href;

const findBoard = ({ store, clock }: Context, input: BoardInput) =>
  store.board.find({ ...input, limit: MAX_ENTRIES, now: clock.now() });

function toMover(context: Context, row: BoardRow): FeedEntry {
  const { price, figures, ...subject } = subjectOf(context, row);
  const moved = row.priceChange24h === null ? "" : ` (${changeText(row.priceChange24h)} in 24 h)`;
  return {
    ...subject,
    // A new day is a new entry, and what falls after it rose is news at the same price too.
    news: `${subject.news} ${dayOf(subject.updatedAt)} ${Math.sign(row.priceChange24h ?? 0)}`,
    idParts: ["mover", ...subject.idParts, dayOf(subject.updatedAt)],
    title: withFigure(subject.title, `${price}${moved}`),
    summary: figures,
  };
}

function toResolved(context: Context, result: BoardResult): FeedEntry {
  const { price: _price, figures: _figures, ...subject } = subjectOf(context, result);
  const text = resultText(result);
  const { resolvedAt } = result;
  const outcomes = outcomesOf(result).join(", ");
  return {
    ...subject,
    news: `${subject.title} ${outcomes} ${resolvedAt}`,
    idParts: ["resolved", ...subject.idParts],
    title: withFigure(subject.title, text === "differs" ? "resolved differently by platforms" : `resolved ${text}`),
    summary: `${outcomes}. Resolved ${stamp(resolvedAt)} UTC.`,
    updatedAt: resolvedAt,
    publishedAt: resolvedAt,
  };
}

/** What each platform says, in the direction of the title. */
function outcomesOf(result: BoardResult): readonly string[] {
  if ("market" in result) return [`${getPlatform(result.market.platform).name}: ${resultText(result)}`];
  return result.resolved.map(
    ({ platform, outcome, isInverted }) =>
      `${getPlatform(platform).name}: ${orientOutcome(outcome, isInverted) ?? "unknown"}`,
  );
}

function toSpread(context: Context, found: Opportunity): FeedEntry {
  const { titled, questionId, orders, cost, payout, profit, roiPercent, confidence, size } = found;
  const updatedAt = Math.max(...orders.map(({ market }) => market.updatedAt));
  const path = questionId === null ? marketPath(context, titled) : questionPath(context, { id: questionId });
  const title = withFigure(toPlainText(titled.title), `profit ${toCentsText(profit)}`);
  const figures = `Cost ${toCentsText(cost)}, payout ${toCentsText(payout)}, profit ${toCentsText(profit)}, ROI ${roiPercent}%`;
  const summary = `${toSummary(orders)}. ${figures}. Confidence ${confidence}.${size === 0 ? ` ${GONE}` : ""}`;
  return {
    // The id of the opportunity has numbers of rows in it.
    idParts: ["spread", ...orders.flatMap(({ market }) => [market.platform, market.id]), dayOf(updatedAt)],
    title,
    summary,
    news: `${title} ${summary}`,
    updatedAt,
    pageUrl: toPageUrl(context, path),
    markets: orders.map(({ market }) => market),
    category: titled.category,
  };
}

/** A title and what is said of it: "Rain: profit 2¢", but "Will it rain? Profit 2¢". */
const withFigure = (title: string, figure: string): string =>
  /[?!.…]$/.test(title) ? `${title} ${figure.replace(/^./, (first) => first.toUpperCase())}` : `${title}: ${figure}`;

/** What a feed needs to name a page. */
type PageContext = Pick<Context, "site">;

/** What every entry about a question or a market says of it. */
const subjectOf = (context: PageContext, subject: BoardSubject) =>
  "question" in subject ? ofQuestion(context, subject.question) : ofMarket(context, subject.market);

type SubjectParts = Pick<FeedEntry, "idParts" | "title" | "news" | "updatedAt" | "pageUrl" | "markets" | "category"> & {
  /** "61%" */
  readonly price: string;
  /** Prices of each platform, volume and close, in sentences. */
  readonly figures: string;
};

function ofQuestion(context: PageContext, question: Question): SubjectParts {
  const { id, title, category, updatedAt, price, gap, volume24h, closesAt } = question;
  const prices = oneOfEachPlatform(question.members).map(
    (member) => `${getPlatform(member.platform).name} ${percent(member.price)}`,
  );
  const gapText = gap === null ? "" : `, gap ${cents(gap)}`;
  const volume = questionVolume(question, volume24h);
  const volumeText = volume === "–" ? "" : ` ${volume} traded in 24 h.`;
  return {
    idParts: ["question", id],
    title: toPlainText(title),
    news: JSON.stringify([title, prices, closesAt]),
    category,
    updatedAt,
    pageUrl: toPageUrl(context, questionPath(context, { id })),
    markets: question.members.toSorted((a, b) => Number(b.isTitled) - Number(a.isTitled)),
    price: percent(price),
    figures: `${prices.join(", ")}${gapText}.${volumeText}${closeText(closesAt)}`,
  };
}

function ofMarket(context: PageContext, market: StoredMarket): SubjectParts {
  const { platform, id, title, category, updatedAt, yesPrice, closesAt } = market;
  const volume = volume24hOf(market);
  const volumeText = volume === "–" ? "" : ` ${volume} ${isRealMoney(platform) ? "" : "of play money "}traded in 24 h.`;
  return {
    idParts: ["market", platform, id],
    title: toPlainText(title),
    news: JSON.stringify([title, percent(yesPrice), closesAt]),
    category,
    updatedAt,
    pageUrl: toPageUrl(context, marketPath(context, market)),
    markets: [market],
    price: percent(yesPrice),
    figures: `${getPlatform(platform).name} ${percent(yesPrice)}.${volumeText}${closeText(closesAt)}`,
  };
}

const closeText = (closesAt: number | null): string => (closesAt === null ? "" : ` Closes ${stamp(closesAt)} UTC.`);

import type { Context } from "../../context.ts";
import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import { oneOfEachPlatform } from "../../domain/questions/questions.ts";
import type { BoardSubject } from "../../store/board/board.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Question } from "../../store/questions/question.ts";
import { volume24hOf } from "../markets/market-table.ts";
import { cents, percent, stamp } from "../page/figures.ts";
import { marketPath, questionPath } from "../page/links.ts";
import { questionVolume } from "../questions/question-table.ts";
import type { FeedEntry } from "./feed.ts";
import { toPlainText } from "./text.ts";

/** What a feed needs to name a page. */
type PageContext = Pick<Context, "site">;

/** The absolute address of a path that already has the site's prefix. */
export const toPageUrl = ({ site }: PageContext, path: string): string => new URL(path, site.origin()).href;

/** What every entry about a question or a market says of it. */
export const subjectOf = (context: PageContext, subject: BoardSubject) =>
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

import { listOpportunities } from "../api/arbitrage.ts";
import { toIso } from "../clock.ts";
import type { Context } from "../context.ts";
import { DEFAULT_LISTING } from "../domain/arbitrage.ts";
import { toCentsText, toSummary } from "../domain/orders.ts";
import { getPlatform, isRealMoney } from "../domain/platforms.ts";
import { oneOfEachPlatform, orientOutcome } from "../domain/questions.ts";
import { moverFloor, pageCategory, searchText, toMoverFloor } from "../http/filters.ts";
import { choice, type Input, optional, type Parameters, required } from "../http/parameters.ts";
import { withQuery } from "../http/query.ts";
import type { Route } from "../http/route.ts";
import { createLru } from "../lru.ts";
import type { StoredMarket } from "../store/markets.ts";
import type { Question } from "../store/questions/question.ts";
import type { Opportunity } from "../store/spreads/arbitrage.ts";
import type { LatestResult, QuestionOrMarket } from "../store/topics/movers.ts";
import { VERSION } from "../version.ts";
import { volume24hOf } from "./markets/markets.ts";
import { capitalized, cents, changeText, percent, stamp } from "./page/figures.ts";
import { type Html, html } from "./page/html.ts";
import { FEED_TYPE, type FeedLink, feedPath, pathTo } from "./page/layout.ts";
import { marketPath, opportunityPath, questionPath } from "./page/links.ts";
import type { PublicPages } from "./page/public-page.ts";
import { questionVolume } from "./questions/questions.ts";
import { FREE_SPREADS, GONE } from "./spreads.ts";
import { readWatched, toIdsText, watchedIds } from "./watchlist.ts";

/** A feed at /feeds/NAME.atom. */
interface FeedDefinition<P extends Parameters> extends Pick<WebFeed, "name" | "title" | "subtitle"> {
  readonly parameters: P;
  /** The path of the page that shows the same. */
  readonly pagePath: string;
  list(context: Context, input: Input<P>): Promise<WebFeed["entries"]>;
  /** Its parameters as text, where they are none. */
  queryOf?(input: Input<P>): Readonly<Record<string, string>>;
}

/** Feeds of what pages show without a key, for feed readers. */
export function feedPages(pages: PublicPages, platforms: readonly string[]): readonly Route[] {
  const platform = optional(choice({ description: "Only this platform.", values: platforms }));
  const filters = { platform, category: pageCategory };
  const topicQuery = ({ clock }: Context, { platform: only, category }: Input<typeof filters>) => ({
    ...{ platforms: only === undefined ? platforms : [only], category, limit: MAX_ENTRIES, now: clock.now() },
  });
  return [
    feed(pages, {
      name: "movers",
      title: "Biggest movers",
      subtitle: "The questions and markets whose prices moved most in 24 hours, one of each event.",
      parameters: { ...filters, min_volume_24h: moverFloor },
      pagePath: "/",
      // What moves for days has one entry a day, by when it last changed.
      async list(context, { min_volume_24h: floor, ...input }) {
        const query = { ...topicQuery(context, input), minVolume24h: toMoverFloor(floor) };
        return (await context.store.topics.listMovers(query)).map((mover) => toMover(context, mover));
      },
    }),
    feed(pages, {
      name: "resolved",
      title: "Results",
      subtitle: "Resolved questions and markets, one of each event.",
      parameters: filters,
      pagePath: "/",
      list: async (context, input) =>
        (await context.store.topics.listResults(topicQuery(context, input))).map((one) => toResolved(context, one)),
    }),
    feed(pages, {
      name: "search",
      title: "Open markets",
      subtitle: "Open markets with these words in the title.",
      parameters: { q: required(searchText("Words of a title.")), platform },
      pagePath: "/search",
      // Those that changed last: the best hits would never have a new one among them.
      async list(context, { q: text, platform }) {
        const now = context.clock.now();
        const query = { text, platform, status: "open", minVolume: 0, sort: "updated", order: "desc", now } as const;
        const { markets } = await context.store.markets.list(query, { page: 1, size: MAX_ENTRIES });
        return markets.map((market) => toPriced(context, { market }));
      },
    }),
    feed(pages, {
      name: "watchlist",
      title: "Watchlist",
      subtitle: "Questions and markets that are watched.",
      parameters: { ids: required(watchedIds(platforms)) },
      pagePath: "/watchlist",
      async list(context, { ids }) {
        const { questions, markets } = await readWatched(context, ids);
        const subjects = [...questions.map((question) => ({ question })), ...markets.map((market) => ({ market }))];
        return subjects.map((one) => toPriced(context, one));
      },
      queryOf: ({ ids }) => ({ ids: toIdsText(ids) }),
    }),
    feed(pages, {
      name: "spreads",
      title: "Best spreads",
      subtitle: "The best spreads between real-money platforms.",
      parameters: {},
      pagePath: "/arbitrage",
      // Those of the page without a key. One that goes on for days has an entry a day.
      async list(context) {
        const { opportunities } = await listOpportunities(context, platforms, {
          ...{ sort: DEFAULT_LISTING.sort, min_confidence: DEFAULT_LISTING.minConfidence },
          size: context.pagesPlan.showsAll ? MAX_ENTRIES : FREE_SPREADS,
        });
        return opportunities.map((found) => toSpread(context, found));
      },
    }),
  ];
}

const MAX_ENTRIES = 50;

function feed<P extends Parameters>({ page }: PublicPages, definition: FeedDefinition<P>): Route {
  const { name, title, subtitle, parameters, pagePath, list, queryOf } = definition;
  const keepSteady = openSteadyEntries();
  return page({
    path: `/feeds/${name}.atom`,
    parameters,
    async render(context, input) {
      const query = queryOf?.(input) ?? (input as Readonly<Record<string, string | undefined>>);
      const words = query.q === undefined ? "" : `: ${query.q}`;
      const text = toAtom(context, {
        ...{ name, query, title: `Toteboard – ${title}${words}` },
        subtitle: context.store.isDemo ? `Sample data of a demo. ${subtitle}` : subtitle,
        pageUrl: toPageUrl(context, pathTo(context, withQuery(pagePath, query))),
        entries: keepSteady(await list(context, input)),
      });
      return { text, type: `${FEED_TYPE}; charset=utf-8`, headers: HEADERS };
    },
  });
}

/** Readers may keep it for a few minutes, and programs in pages of other origins may read it: it needs no key. */
const HEADERS = {
  "Cache-Control": "public, max-age=300",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/** Most entries of a feed that are remembered, for all its parameters together. */
const MAX_REMEMBERED = 2000;

/**
 * Entries as they were when something in them last was news: a price in whole percents, not the volume. So an entry is as
 * of its `updated` (RFC 4287, 4.2.15), and a reader who has it gets 304. A new process begins with entries as they are.
 */
function openSteadyEntries() {
  const known = createLru<string, FeedEntry>(MAX_REMEMBERED);
  return (entries: readonly FeedEntry[]): readonly FeedEntry[] =>
    entries
      .map((entry) => {
        const key = JSON.stringify(entry.idParts);
        const before = known.get(key);
        if (before?.news === entry.news) return before;
        known.set(key, entry);
        return entry;
      })
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
}

function toPriced(context: PageContext, subject: QuestionOrMarket): FeedEntry {
  const { price, figures, ...rest } = subjectOf(context, subject);
  return { ...rest, title: withFigure(rest.title, price), summary: figures };
}

/** The absolute address of a path that already has the site's prefix. */
const toPageUrl = ({ site }: PageContext, path: string): string => new URL(path, site.origin()).href;

function toMover(context: Context, mover: QuestionOrMarket): FeedEntry {
  const { price, figures, ...subject } = subjectOf(context, mover);
  const { priceChange24h } = "question" in mover ? mover.question : mover.market;
  const moved = priceChange24h === null ? "" : ` (${changeText(priceChange24h)} in 24 h)`;
  return {
    ...subject,
    // Each day makes a new entry. A rise that becomes a fall is news, even at the same price.
    news: `${subject.news} ${dayOf(subject.updatedAt)} ${Math.sign(priceChange24h ?? 0)}`,
    idParts: ["mover", ...subject.idParts, dayOf(subject.updatedAt)],
    title: withFigure(subject.title, `${price}${moved}`),
    summary: figures,
  };
}

/** An outcome in the direction of the title, "differs" where platforms disagree, else "unknown". */
const resultText = ({ outcome, resolved }: LatestResult): string =>
  outcome ?? (resolved.length > 1 ? "differs" : "unknown");

function toResolved(context: Context, result: LatestResult): FeedEntry {
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
function outcomesOf(result: LatestResult): readonly string[] {
  if ("market" in result) return [`${getPlatform(result.market.platform).name}: ${resultText(result)}`];
  return result.resolved.map(
    ({ platform, outcome, isInverted }) =>
      `${getPlatform(platform).name}: ${orientOutcome(outcome, isInverted) ?? "unknown"}`,
  );
}

function toSpread(context: Context, found: Opportunity): FeedEntry {
  const { titled, orders, cost, payout, profit, roiPercent, confidence, size } = found;
  const updatedAt = Math.max(...orders.map(({ market }) => market.updatedAt));
  const path = opportunityPath(context, found);
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
    platforms: orders.map(({ market }) => market.platform),
    category: titled.category,
  };
}

/** A title and what is said of it: "Rain: profit 2¢", but "Will it rain? Profit 2¢". */
const withFigure = (title: string, figure: string): string =>
  /[?!.…]$/.test(title) ? `${title} ${capitalized(figure)}` : `${title}: ${figure}`;

type PageContext = Pick<Context, "site">;

/** What every entry about a question or a market says of it. */
const subjectOf = (context: PageContext, subject: QuestionOrMarket) =>
  "question" in subject ? ofQuestion(context, subject.question) : ofMarket(context, subject.market);

type SubjectParts = Pick<
  FeedEntry,
  "idParts" | "title" | "news" | "updatedAt" | "pageUrl" | "platforms" | "category"
> & {
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
    platforms: question.members
      .toSorted((a, b) => Number(b.isTitled) - Number(a.isTitled))
      .map(({ platform }) => platform),
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
    platforms: [platform],
    price: percent(yesPrice),
    figures: `${getPlatform(platform).name} ${percent(yesPrice)}.${volumeText}${closeText(closesAt)}`,
  };
}

const closeText = (closesAt: number | null): string => (closesAt === null ? "" : ` Closes ${stamp(closesAt)} UTC.`);

/** What a feed says. Addresses are absolute, times epoch milliseconds. */
interface WebFeed extends Pick<FeedLink, "name" | "query"> {
  readonly title: string;
  readonly subtitle: string;
  readonly pageUrl: string;
  /** The newest first. */
  readonly entries: readonly FeedEntry[];
}

interface FeedEntry {
  /** What names it in every database: no host and no row is part of it. */
  readonly idParts: readonly string[];
  readonly title: string;
  /** Plain text. */
  readonly summary: string;
  /** What is news in it: where this stays equal, readers keep the entry that they have. */
  readonly news: string;
  /** When that last changed, as far as it is known. */
  readonly updatedAt: number;
  /** Missing for what has no such moment. */
  readonly publishedAt?: number;
  readonly pageUrl: string;
  /** Those of its markets, that of the title first. */
  readonly platforms: readonly string[];
  readonly category: string;
}

/** A feed as Atom 1.0 (RFC 4287). The escapes of HTML are those of XML. */
const toAtom = ({ site, clock }: Context, feed: WebFeed): string =>
  html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${toTag("feed", feedPath(feed))}</id>
<title>${toPlainText(feed.title)}</title>
<subtitle>${toPlainText(feed.subtitle)}</subtitle>
<updated>${toIso(updatedAtOf(feed, clock.now()))}</updated>
<generator version="${VERSION}">Toteboard</generator>
<link rel="self" type="${FEED_TYPE}" href="${site.origin()}${feedPath(feed)}"/>
<link rel="alternate" type="text/html" href="${feed.pageUrl}"/>
${feed.entries.map(toEntry)}</feed>
`.text;

/** The UTC day of a moment, as part of an id: what goes on for days has an entry a day. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Text of platforms for feed readers, on one line. Left out is what XML 1.0 forbids (section 2.2), other control
 * characters, and marks that turn the direction of the text after them: they would reach beyond the title.
 */
export const toPlainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();

/** When anything in a feed last changed; the day's beginning for one without entries, so that it stays a day. */
const updatedAtOf = ({ entries }: WebFeed, now: number): number =>
  entries.length === 0 ? Date.parse(dayOf(now)) : Math.max(...entries.map(({ updatedAt }) => updatedAt));

/**
 * A tag URI (RFC 4151). It stays the same when the service moves to another host, and in a database that was built again.
 * The authority names the program, so that two services give one market one id.
 */
const toTag = (...parts: readonly string[]): string =>
  `tag:toteboard,2026:${parts.map((part) => encodeURIComponent(part.toWellFormed())).join("/")}`;

const toEntry = (entry: FeedEntry): Html => html`<entry>
<id>${toTag(...entry.idParts)}</id>
<title>${toPlainText(entry.title)}</title>
<updated>${toIso(entry.updatedAt)}</updated>
${
  entry.publishedAt !== undefined && html`<published>${toIso(entry.publishedAt)}</published>\n`
}${[...new Set(entry.platforms)].map(toAuthor)}<category term="${entry.category}"/>
<link rel="alternate" type="text/html" href="${entry.pageUrl}"/>
<summary>${toPlainText(entry.summary)}</summary>
</entry>
`;

function toAuthor(platform: string): Html {
  const { name, site } = getPlatform(platform);
  return html`<author><name>${name}</name><uri>${site}</uri></author>\n`;
}

import { toMarketQuery } from "../api/markets.ts";
import { getTopic, topicPath as pathOfTopic, pathTopicId } from "../api/topics.ts";
import type { Context } from "../context.ts";
import { freshnessOf } from "../domain/freshness.ts";
import { getPlatform, isRealMoney } from "../domain/platforms.ts";
import { ONE } from "../domain/prices.ts";
import { AppError } from "../errors.ts";
import { pathEventId, pathPlatform } from "../http/filters.ts";
import { withQuery } from "../http/query.ts";
import type { Route } from "../http/route.ts";
import type { TopicOffer, TopicOutcome } from "../store/topics/figures.ts";
import type { Topic } from "../store/topics/topics.ts";
import { gauge, sparkline } from "./charts/chart.ts";
import { rangeParameter } from "./charts/courses.ts";
import {
  capitalized,
  cents,
  centsHundredths,
  closing,
  counted,
  listedChange,
  money,
  percent,
  span,
} from "./page/figures.ts";
import { type Html, html } from "./page/html.ts";
import { pathTo } from "./page/layout.ts";
import { eventFile, fileAnchor, marketPath, outcomeOnly, platformTag, questionPath } from "./page/links.ts";
import type { Followed } from "./page/live.ts";
import type { PublicPages } from "./page/public-page.ts";
import { dataTable, num, words } from "./page/table.ts";

/** They lead on: a topic has no page but those of its outcomes. */
export const topicPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/topics/:topic_id",
    parameters: { topic_id: pathTopicId },
    async render(context, { topic_id: id }) {
      const topic = await getTopic(context, id);
      const [lead] = topic.outcomes;
      if (topic.id !== id || lead === undefined) return { seeOther: topicPath(context, topic) };
      return { seeOther: outcomePath(context, lead) };
    },
  }),
  page({
    path: "/events/:platform/:event_id",
    parameters: { platform: pathPlatform(platforms), event_id: pathEventId, range: rangeParameter },
    async render(context, { platform, event_id: id, range }) {
      const topic = await context.store.topics.find(platform, id, context.clock.now());
      if (topic === undefined) throw new AppError("event_not_found", `${platform} has no event with this id`);
      const [lead] = topic.outcomes;
      const path = lead === undefined ? topicPath(context, topic) : outcomePath(context, lead);
      return { seeOther: withQuery(path, { platform: lead?.questionId == null ? undefined : platform, range }) };
    },
  }),
];

/** The page of an outcome: its question, or the only market that asks it. */
export const outcomePath = (context: Pick<Context, "site">, { questionId, platform, id }: TopicOutcome): string =>
  questionId === null ? marketPath(context, { platform, id }) : questionPath(context, { id: questionId });

/** The path of a topic, which leads to its likeliest outcome. */
export const topicPath = (context: Pick<Context, "site">, { id }: { readonly id: string }): string =>
  pathTo(context, pathOfTopic(id));

/** The outcome that a page is about. */
export type OnPage = (outcome: TopicOutcome) => boolean;

/** Tabs of a page: more outcomes are in the table alone. */
const MAX_TABS = 6;

/** The likeliest outcomes of a topic with their chances, each with a page of its own. */
export function outcomeTabs(context: Context, { outcomes }: Topic, isCurrent: OnPage): Html | false {
  if (outcomes.length < 2) return false;
  const first = outcomes.slice(0, MAX_TABS);
  const current = outcomes.find(isCurrent);
  const shown = current === undefined || first.includes(current) ? first : [...first.slice(0, -1), current];
  return html`<nav class="tabs outcomes" aria-label="Outcomes">${shown.map(
    (outcome) =>
      html`<a href="${outcomePath(context, outcome)}"${isCurrent(outcome) && html` aria-current="page"`} \
title="${outcome.name}"><bdi>${outcome.name}</bdi> \
<strong data-key="tab:${outcome.platform}:${outcome.id}">${percent(outcome.price)}</strong></a>`,
  )}${outcomes.length > shown.length && html`<a href="#outcomes">${outcomes.length - shown.length} more</a>`}</nav>`;
}

const MAX_OUTCOMES = 50;

/** All outcomes of a topic with what yes costs on each platform; `marked` is the platform that was asked for. */
export function outcomeSection(context: Context, topic: Topic, marked: string | undefined): Html | false {
  const { outcomes, title, events } = topic;
  if (outcomes.length < 2) return false;
  const platforms = [...new Set([...topic.platforms, ...events.map(({ platform }) => platform)])];
  // Manifold asks many outcomes one by one: the file of one of them is not that of all.
  const whole = events.filter(({ marketCount }) => marketCount > 1);
  return html`<section aria-labelledby="outcomes"><h2 id="outcomes">All outcomes: <bdi>${title}</bdi></h2>
${topic.status === "open" && html`<p class="sub">Below each price is what yes costs there, fees included.</p>`}
${dataTable<TopicOutcome>(
  {
    ...{ label: "Outcomes and platforms", scrollClass: "matrix" },
    rowName: ({ platform, id }) => `outcome:${platform}:${id}`,
    foot: topic.isExclusive && topic.status === "open" && sumRow(topic, platforms),
  },
  outcomes.slice(0, MAX_OUTCOMES),
  [
    words(
      "Outcome",
      (
        outcome,
      ) => html`<a href="${outcomePath(context, outcome)}" class="title" dir="auto">${outcomeOnly(outcome.name, title)}</a>\
${outcome.status === "closed" && html` <span class="play">${outcome.outcome ?? "closed"}</span>`}`,
    ),
    num("Chance", ({ price }) => ({ content: percent(price), className: "yes" })),
    num("24 h", ({ priceChange24h }) => listedChange(priceChange24h)),
    ...platforms.map((platform) => ({
      ...words<TopicOutcome>(platformTag(platform), (outcome) => priceCell(outcome, platform)),
      ...{ className: platform === marked ? "num marked" : "num", short: getPlatform(platform).name },
    })),
    num("Volume", ({ volume }) => money(volume)),
  ],
)}
<p class="more">${outcomes.length > MAX_OUTCOMES && `and ${counted(outcomes.length - MAX_OUTCOMES, "more outcome")} · `}${whole.map(
    (event, index) =>
      html`${index > 0 && " · "}${getPlatform(event.platform).name} ${fileAnchor(context, eventFile(event), {
        title: `All outcomes on ${getPlatform(event.platform).name}`,
      })}`,
  )}</p></section>`;
}

/** What yes of all outcomes costs on a platform: at most one of them pays $1. */
const sumRow = ({ outcomes }: Topic, platforms: readonly string[]): Html =>
  html`<tfoot><tr><th scope="row" colspan="3">Yes on every outcome, of which one at most pays $1</th>${platforms.map(
    (platform) => {
      const open = outcomes.filter(({ status }) => status === "open");
      const costs = open.map(({ offers }) => offers.find((one) => one.platform === platform)?.cost ?? null);
      const sum = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
      return html`<td class="num" data-label="${getPlatform(platform).name}">${sum === null ? "–" : centsHundredths(sum)}</td>`;
    },
  )}<td></td></tr></tfoot>`;

/** The price of yes there, and below it what it costs with fees. */
function priceCell({ offers }: TopicOutcome, platform: string) {
  const offer = offers.find((one) => one.platform === platform);
  if (offer === undefined) return "–";
  const isCheapest = offer.isBest && offers.filter(({ cost }) => cost !== null).length > 1;
  const isOver = offer.isStale || !isRealMoney(platform);
  const content = html`${percent(offer.price)}${
    offer.cost !== null &&
    html`<span class="sub">${isCheapest && html`<span class="mark">best</span> `}${centsHundredths(offer.cost)}</span>`
  }`;
  const className = [isCheapest && "best", isOver && "over"].filter(Boolean).join(" ");
  return { content, className, key: `outcome:${platform}:${offer.id}` };
}

interface GridView {
  /** Each has a column. */
  readonly platforms: readonly string[];
  readonly now: number;
  /** Whether all rows have ended. */
  readonly isOver?: boolean;
}

/** Topics, a row each; live.js keeps their order while somebody points at them. The page needs board.css. */
export async function topicGrid(context: Context, topics: readonly Topic[], view: GridView): Promise<Html> {
  const { platforms, now, isOver = false } = view;
  const leads = isOver ? [] : await readLeads(context, topics, now);
  return html`<table class="grid${isOver && " ended"}" data-steady>
<caption class="hide">Events with their likeliest outcome, and its price by platform</caption>
<thead><tr><th scope="col">Event</th><th scope="col" class="num">${isOver ? "Result" : "Chance"}</th>${
    !isOver &&
    html`<th scope="col" class="num">24 h</th><th scope="col" class="course"><span class="hide">Course</span></th>`
  }${platforms.map((platform) => html`<th scope="col" class="num">${platformHead(context, platform, now)}</th>`)}
<th scope="col" class="num">${isOver ? "Volume" : "24 h volume"}</th><th scope="col" class="num">${isOver ? "Ended" : "Closes"}</th></tr></thead>
<tbody>${topics.map((topic, index) => topicRow(context, topic, { ...view, ...leads[index] }))}</tbody></table>`;
}

/** The names of platforms; one whose prices are no present ones says so here. */
function platformHead({ store, config }: Context, platform: string, now: number): Html {
  const [reads] = store.sources.listReads([platform]);
  const name = html`<span class="tag p-${platform}">${getPlatform(platform).name}</span>`;
  if (reads === undefined || freshnessOf(reads, now, config.ingests) === "live") return name;
  const age = reads.lastSuccessAt === null ? "not read yet" : `${span(now - reads.lastSuccessAt)} old`;
  return html`${name} <span class="aged">${age}</span>`;
}

/** A topic with the price of its likeliest outcome over a day, and what the market with that price asks. */
function topicRow(
  context: Context,
  topic: Topic,
  { platforms, now, isOver, course = [], asked }: GridView & Awaited<ReturnType<typeof readLeads>>[number],
): Html {
  const { id, outcomes, closesAt, volume, volume24h } = topic;
  const [lead] = outcomes;
  return html`<tr data-row="${id}">${titleCell(context, topic, asked)}
<td class="num yes" data-key="${id}">${lead && (topic.status === "closed" ? resultOf(outcomes) : chanceOf(lead))}</td>${
    !isOver &&
    html`<td class="num">${listedChange(lead?.priceChange24h ?? null)}</td><td class="course">${sparkline(course)}</td>`
  }${platforms.map((platform) => offerCell(platform, lead))}
<td class="num">${money(isOver ? volume : volume24h)}</td>\
<td class="num">${closing(closesAt, now)}</td></tr>\n`;
}

/** Mark of the category, title, and the likeliest outcomes in one line. */
function titleCell(context: Context, topic: Topic, asked: string | undefined): Html {
  const { title, category, outcomes, outcomesCount, platforms } = topic;
  const [lead] = outcomes;
  // What a star beside the topic watches.
  const watched = lead && (lead.questionId ?? `${lead.platform}:${lead.id}`);
  const hasNames = outcomesCount > 1 || (lead !== undefined && lead.name !== ONLY_NAME);
  const line = hasNames
    ? html`${outcomes.map((outcome) => html`<span class="answer"><bdi>${outcome.name}</bdi> ${percent(outcome.price)}</span>`)}${
        outcomesCount > outcomes.length && html`<span>${outcomesCount - outcomes.length} more</span>`
      }`
    : html`<span>${asked !== undefined && asked !== title ? asked : capitalized(category)}</span><span>${counted(platforms.length, "platform")}</span>`;
  return html`<th scope="row"><span class="initial c-${category}" aria-hidden="true">${category.slice(0, 2)}</span>\
<a href="${lead === undefined ? topicPath(context, topic) : outcomePath(context, lead)}" class="title" dir="auto" data-watch="${watched}">${title}</a>\
<span class="sub">${line}</span></th>`;
}

const chanceOf = ({ price, isStale }: TopicOutcome): Html =>
  html`<strong${isStale && html` class="aged"`}>${percent(price)}</strong>${gauge(price / ONE)}`;

/** What the only outcome is called that has no name of its own. */
const ONLY_NAME = "Yes";

/** One rung of a ladder is no result where others resolved yes too: the line below the title has them. */
function resultOf([lead, next]: readonly TopicOutcome[]): string | false {
  if (lead === undefined) return false;
  const { name, outcome } = lead;
  if (outcome === "yes") return next?.outcome === "yes" ? "Several" : name;
  if (outcome === "no") return name === ONLY_NAME ? "No" : `Not ${name}`;
  return outcome === null || outcome === "unknown" ? "not known" : `${outcome}: ${name}`;
}

/** The topic with the outcome first that moved most. */
export const leadByMove = (topic: Topic): Topic => {
  const { moved, outcomes } = topic;
  if (moved === null) return topic;
  return { ...topic, outcomes: [moved, ...outcomes.filter((one) => one !== moved)].slice(0, outcomes.length) };
};

/** The price of the outcome on a platform, in its direction; the cheapest is marked. */
function offerCell(platform: string, lead: TopicOutcome | undefined): Html {
  const offer = lead?.offers.find((one) => one.platform === platform);
  if (offer === undefined) return html`<td class="num none" data-label="${getPlatform(platform).name}">–</td>`;
  const isCheapest = offer.isBest && (lead?.offers.length ?? 0) > 1;
  const names = [isCheapest && "best", (offer.isStale || !isRealMoney(platform)) && "over"].filter(Boolean).join(" ");
  return html`<td class="num ${names}" data-label="${getPlatform(platform).name}" data-key="${platform}:${offer.id}" \
title="${meaningOf(offer)}"><span>${percent(offer.price)}</span>${isCheapest && html`<span class="hide">, cheapest</span>`}</td>`;
}

function meaningOf({ platform, cost, isBest, isInverted }: TopicOffer): string {
  const { name } = getPlatform(platform);
  const price =
    cost === null ? `not offered on ${name}` : `${cents(cost)} on ${name} with fees${isBest ? ", the cheapest" : ""}`;
  return isInverted ? `${price}. Its own market asks the opposite` : price;
}

/** What the most traded market of each likeliest outcome asks, and its prices over a day. */
async function readLeads(context: Context, topics: readonly Topic[], now: number) {
  const leads = topics.flatMap(({ outcomes: [lead] }) => lead ?? []);
  const ids = leads.map(({ platform, id }) => ({ platform, id }));
  const query = toMarketQuery({ ids, status: "all", min_volume: 0, sort: "closing" }, now);
  const { markets } = context.store.markets.list(query, { page: 1, size: Math.max(1, ids.length) });
  const moved = await context.store.movements.ofMarkets(markets, now);
  const found = new Map(
    markets.map(({ platform, id, title }, index) => [
      `${platform}:${id}`,
      { title, course: moved[index]?.course ?? [] },
    ]),
  );
  return topics.map(({ outcomes: [lead] }) => {
    const market = found.get(`${lead?.platform}:${lead?.id}`);
    if (lead === undefined || market === undefined) return {};
    return isLedByOpposite(lead)
      ? { course: market.course.map((price) => ONE - price) }
      : { course: market.course, asked: market.title };
  });
}

/** Whether yes of its most traded market is no of the outcome. */
export const isLedByOpposite = ({ platform, id, offers }: TopicOutcome): boolean =>
  offers.some((one) => one.isInverted && one.platform === platform && one.id === id);

/** What a page of topics follows: the outcomes that it shows. */
export const followedOf = (topics: readonly Topic[]): Followed => {
  const shown = topics.flatMap(({ outcomes }) => outcomes);
  return {
    questions: shown.flatMap(({ questionId, status }) => (questionId === null ? [] : [{ id: questionId, status }])),
    markets: shown,
  };
};

import { toMarketQuery } from "../../api/markets.ts";
import type { Context } from "../../context.ts";
import { freshnessOf } from "../../domain/freshness.ts";
import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import type { TopicOffer, TopicOutcome } from "../../store/topics/outcomes.ts";
import type { Topic } from "../../store/topics/topic.ts";
import { gauge, sparkline } from "../charts/chart.ts";
import { capitalized, cents, closing, counted, listedChange, money, percent, span } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { Followed } from "../page/live.ts";
import { outcomePath, topicPath } from "../topics/outcomes.ts";

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
  const reads = new Map(context.store.sources.listReads(platforms).map((one) => [one.platform, one]));
  return html`<table class="grid${isOver && " ended"}" data-steady>
<caption class="hide">Events with their likeliest outcome, and its price by platform</caption>
<thead><tr><th scope="col">Event</th><th scope="col" class="num">${isOver ? "Result" : "Chance"}</th>${
    !isOver &&
    html`<th scope="col" class="num">24 h</th><th scope="col" class="course"><span class="hide">Course</span></th>`
  }${platforms.map((platform) => html`<th scope="col" class="num">${platformHead(context, platform, reads.get(platform), now)}</th>`)}
<th scope="col" class="num">${isOver ? "Volume" : "24 h volume"}</th><th scope="col" class="num">${isOver ? "Ended" : "Closes"}</th></tr></thead>
<tbody>${topics.map((topic, index) => topicRow(context, topic, { ...view, isOver, ...leads[index] }))}</tbody></table>`;
}

type Reads = Parameters<typeof freshnessOf>[0];

/** The name of a platform; one whose prices are no present ones says so here. */
function platformHead({ config }: Context, platform: string, reads: Reads | undefined, now: number): Html {
  const name = html`<span class="tag p-${platform}">${getPlatform(platform).name}</span>`;
  if (reads === undefined || freshnessOf(reads, now, config.ingests) === "live") return name;
  const age = reads.lastSuccessAt === null ? "not read yet" : `${span(now - reads.lastSuccessAt)} old`;
  return html`${name} <span class="aged">${age}</span>`;
}

interface RowView extends GridView {
  /** The price of its likeliest outcome over a day. */
  readonly course?: readonly Micros[];
  /** What the market with that price asks. */
  readonly asked?: string;
}

function topicRow(
  context: Context,
  topic: Topic,
  { platforms, now, isOver = false, course = [], asked }: RowView,
): Html {
  const { id, outcomes, closesAt, volume, volume24h } = topic;
  const [lead] = outcomes;
  return html`<tr data-row="${id}">${titleCell(context, topic, asked)}
<td class="num yes" data-key="${id}">${lead && (topic.status === "closed" ? resultOf(lead) : chanceOf(lead))}</td>${
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
  const hasNames = outcomesCount > 1 || (lead !== undefined && lead.name !== ONLY_NAME);
  const line = hasNames
    ? html`${outcomes.map((outcome) => html`<span class="answer"><bdi>${outcome.name}</bdi> ${percent(outcome.price)}</span>`)}${
        outcomesCount > outcomes.length && html`<span>${outcomesCount - outcomes.length} more</span>`
      }`
    : html`<span>${asked !== undefined && asked !== title ? asked : capitalized(category)}</span><span>${counted(platforms.length, "platform")}</span>`;
  return html`<th scope="row"><span class="initial c-${category}" aria-hidden="true">${category.slice(0, 2)}</span>\
<a href="${lead === undefined ? topicPath(context, topic) : outcomePath(context, lead)}" class="title" dir="auto" data-watch="${watchName(lead)}">${title}</a>\
<span class="sub">${line}</span></th>`;
}

/** What a star beside the topic watches: its likeliest outcome. */
const watchName = (lead: TopicOutcome | undefined): string =>
  lead === undefined ? "" : (lead.questionId ?? `${lead.platform}:${lead.id}`);

const chanceOf = ({ price, isStale }: TopicOutcome): Html =>
  html`<strong${isStale && html` class="aged"`}>${percent(price)}</strong>${gauge(price / ONE)}`;

/** What the only outcome is called that has no name of its own. */
const ONLY_NAME = "Yes";

function resultOf({ name, outcome }: TopicOutcome): string {
  if (outcome === "yes") return name;
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
    const isInverted = lead.offers.some(
      ({ platform, id, isInverted }) => isInverted && platform === lead.platform && id === lead.id,
    );
    return isInverted
      ? { course: market.course.map((price) => ONE - price) }
      : { course: market.course, asked: market.title };
  });
}

/** What a page of topics follows: the outcomes that it shows. */
export const followedOf = (topics: readonly Topic[]): Followed => {
  const shown = topics.flatMap(({ outcomes }) => outcomes);
  return {
    questions: shown.flatMap(({ questionId, status }) => (questionId === null ? [] : [{ id: questionId, status }])),
    markets: shown,
  };
};

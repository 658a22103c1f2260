import { createAddressLimit } from "../../access/address-limit.ts";
import type { Context } from "../../context.ts";
import { STATUSES } from "../../http/filters.ts";
import { choice, optional, text, withDefault } from "../../http/parameters.ts";
import { type Route, route } from "../../http/route.ts";
import type { StoredEvent } from "../../store/events.ts";
import {
  counted,
  eventPath,
  type Html,
  html,
  marketPath,
  money,
  type PublicPages,
  pathTo,
  percent,
  platformTag,
  toDocument,
} from "../page/index.ts";
import { marketTable } from "./market-table.ts";

/** Hits of each kind on the page; there is no second page. */
const HITS = 20;
const SUGGESTIONS = 8;
/** Typing sends more requests than reading. */
const SUGGESTIONS_PER_PAGE = 3;

const words = text({ description: "Words of a title.", min: 1, max: 200 });

export const searchPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/search",
    summary: "Events and markets by title",
    parameters: {
      q: optional(words),
      platform: optional(choice({ description: "Only this platform.", values: ["", ...platforms] })),
      status: withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "open"),
    },
    async render(context, { q = "", platform = "", status }) {
      const main = html`<h1>Search</h1>
${filterForm(context, platforms, { q, platform, status })}
${q.trim() === "" ? html`<p class="empty">Type what a title should contain, or <a href="${pathTo(context, "/markets")}">browse all markets</a>.</p>` : await hits(context, { q, platform, status })}`;
      return toDocument(context, { title: q === "" ? "Search" : `Search: ${q}`, main }, "/search");
    },
  }),
  suggestionsRoute(),
];

interface SearchForm {
  readonly q: string;
  readonly platform: string;
  readonly status: (typeof STATUSES)[number];
}

async function hits(context: Context, { q, platform, status }: SearchForm): Promise<Html> {
  const filter = { platform: platform === "" ? undefined : platform, status };
  const { events, markets, eventsFound, marketsFound, isCapped } = await context.store.search.find({
    text: q,
    ...filter,
    limit: HITS,
  });
  const found = `${isCapped ? "More than " : ""}${counted(marketsFound, "market")} and ${counted(eventsFound, "event")}`;
  return html`<p class="note" role="status">${found}${marketsFound + eventsFound > 0 && `, the best ${HITS} of each`}.</p>
${markets.length > 0 && html`<section aria-labelledby="markets"><h2 id="markets">Markets</h2>${marketTable(context, markets, "Markets found")}</section>`}
${events.length > 0 && html`<section aria-labelledby="events"><h2 id="events">Events</h2><ul class="list">${events.map((event) => eventLine(context, event))}</ul></section>`}`;
}

const eventLine = (
  context: Context,
  { id, title, platform, category, marketCount, totalVolume, status }: StoredEvent,
): Html =>
  html`<li><a href="${eventPath(context, { platform, id })}">${title}</a> <span class="sub">${platformTag(platform)} · ${category} · ${counted(marketCount, "market")} · ${money(totalVolume)} · ${status}</span></li>`;

const filterForm = (context: Context, platforms: readonly string[], wanted: SearchForm): Html =>
  html`<form class="bar" role="search" action="${pathTo(context, "/search")}">
<div class="words"><label for="words">Words</label><input id="words" type="search" name="q" value="${wanted.q}" maxlength="200" required autocomplete="off" data-suggest="${pathTo(context, "/search/suggestions")}"></div>
<label>Platform <select name="platform">${["", ...platforms].map((id) => option(id, id === "" ? "all" : id, wanted.platform))}</select></label>
<label>State <select name="status">${STATUSES.map((id) => option(id, id, wanted.status))}</select></label>
<button class="main">Search</button></form>`;

const option = (value: string, label: string, chosen: string): Html =>
  html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;

/** A fragment of a page: suggestions for the text typed so far. */
function suggestionsRoute(): Route {
  const limit = createAddressLimit();
  return route({
    method: "GET",
    path: "/search/suggestions",
    summary: "Suggestions for a search",
    tier: "open",
    cache: "clock",
    parameters: { q: withDefault(words, "") },
    admit: ({ clock, config }, address) =>
      limit.admit(address, clock.now(), config.pagesPerMinute * SUGGESTIONS_PER_PAGE),
    async handler(context, { q }) {
      const { markets } = await context.store.search.find({
        text: q,
        platform: undefined,
        status: "open",
        limit: SUGGESTIONS,
      });
      const lines = markets.map(
        (market, index) =>
          html`<a role="option" id="suggestion-${index}" aria-selected="false" href="${marketPath(context, market)}" tabindex="-1">${market.title} <span class="sub">${platformTag(market.platform)} ${percent(market.yesPrice)}</span></a>`,
      );
      return { text: html`${lines}`.text, type: "text/html; charset=utf-8" };
    },
  });
}

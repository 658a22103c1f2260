import { createAddressLimit } from "../../access/address-limit.ts";
import type { Context } from "../../context.ts";
import { CATEGORIES } from "../../domain/categories/names.ts";
import { STATUSES, searchText } from "../../http/filters.ts";
import { choice, flag, type Input, inForm, optional, wholeNumber, withDefault } from "../../http/parameters.ts";
import { type Route, route } from "../../http/route.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Question } from "../../store/questions/question.ts";
import { chosenOf, filterForm, filterWords, refuseFilters, toFields } from "../browse/filters.ts";
import { counted, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo, toDocument } from "../page/layout.ts";
import { marketPath, platformTag, questionPath } from "../page/links.ts";
import type { PublicPages } from "../page/public-page.ts";
import { titleParts } from "../page/titles.ts";
import { MAX_PAGES, type SearchForm, searchResults } from "./results.ts";

export const words = searchText("Words of a title.");

/** What the page and its file take. */
export const searchParameters = (platforms: readonly string[]) => ({
  q: inForm(optional(words)),
  platform: optional(choice({ description: "Only this platform.", values: ["", ...platforms] })),
  category: optional(choice({ description: "Only this category.", values: ["", ...CATEGORIES] })),
  status: withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "open"),
  real_money_only: withDefault(flag({ description: "Leave out play-money markets." }), false),
  page: inForm(withDefault(wholeNumber({ description: "Which page, counted from 1.", min: 1, max: MAX_PAGES }), 1)),
});

export function searchPages({ page }: PublicPages, platforms: readonly string[]): readonly Route[] {
  const parameters = searchParameters(platforms);
  const names = ["q", "platform", "category", "status", "real_money_only"];
  const words = { ...filterWords(platforms), q: { label: "Words", type: "search" } } as const;
  const form = { path: "/search", title: "Search", fields: toFields(parameters, names, words), assets: ["browse.css"] };
  const kind = "search";
  return [
    page({
      path: "/search",
      summary: "Questions, events and markets by title",
      parameters,
      refuse: refuseFilters({ ...form, parameters, kind }),
      async render(context, input) {
        const { q = "" } = input;
        const { part, feeds } =
          q.trim() === "" ? { part: nothingAsked(context), feeds: [] } : await searchResults(context, readForm(input));
        const main = html`<h1>Search</h1>
${filterForm({ action: pathTo(context, "/search"), fields: form.fields, kind }, chosenOf(parameters, input))}
${part}`;
        const title = q === "" ? "Search" : `Search: ${q}`;
        return toDocument(context, { title, main, assets: ["browse.css"], feeds }, "/search");
      },
    }),
    suggestionsRoute(),
  ];
}

const nothingAsked = (context: Context): Html =>
  html`<p class="empty">Type words of a title, or <a href="${pathTo(context, "/markets")}">browse all markets</a>.</p>`;

export const readForm = ({
  q = "",
  platform = "",
  category = "",
  status,
  real_money_only: isReal,
  page,
}: Input<ReturnType<typeof searchParameters>>): SearchForm => ({ q, platform, category, status, isReal, page });

const SUGGESTIONS = 8;
/** So that a market without partners is seen beside the questions. */
const QUESTIONS = 6;
/** Typing sends more requests than reading. */
const SUGGESTIONS_PER_PAGE = 3;

/** A fragment of a page: the best hits for the text typed so far, as the search page orders them. */
function suggestionsRoute(): Route {
  const limit = createAddressLimit();
  return route({
    path: "/search/suggestions",
    summary: "Suggestions for a search",
    tier: "open",
    cache: "clock",
    parameters: { q: inForm(withDefault(words, "")) },
    admit: ({ clock, config }, address) =>
      limit.admit(address, clock.now(), { perMinute: config.pagesPerMinute * SUGGESTIONS_PER_PAGE }),
    async handler(context, { q }) {
      const found = await context.store.search.find({
        text: q,
        status: "open",
        isGrouped: true,
        limit: SUGGESTIONS,
        questions: QUESTIONS,
        now: context.clock.now(),
      });
      const lines = [...found.questions, ...found.markets].slice(0, SUGGESTIONS);
      const meant = found.corrected ?? found.suggestion;
      const options = [
        ...(meant === undefined
          ? []
          : [
              html` href="${pathTo(context, "/search")}?${String(new URLSearchParams({ q: meant }))}" tabindex="-1">${meant} \
<span class="sub">did you mean this?</span>`,
            ]),
        ...lines.map((one) => lineOf(context, one)),
      ];
      const fragment = options
        .slice(0, SUGGESTIONS)
        .map((one, index) => html`<a role="option" id="suggestion-${index}" aria-selected="false"${one}</a>`);
      return { text: html`${fragment}`.text, type: "text/html; charset=utf-8" };
    },
  });
}

/** A question, or a market that no other platform asks: what follows the name of the element. */
function lineOf(deps: PageDeps, found: Question | StoredMarket): Html {
  const [path, note, price] =
    "members" in found
      ? [questionPath(deps, found), `on ${counted(found.members.length, "platform")}`, found.price]
      : [marketPath(deps, found), platformTag(found.platform), found.yesPrice];
  return html` href="${path}" tabindex="-1">${titleParts(found)} <span class="sub">${percent(price)} · ${note}</span>`;
}

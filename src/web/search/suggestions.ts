import { createAddressLimit } from "../../access/address-limit.ts";
import { text, withDefault } from "../../http/parameters.ts";
import { type Route, route } from "../../http/route.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Question } from "../../store/questions/question.ts";
import { counted, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo } from "../page/layout.ts";
import { marketPath, platformTag, questionPath } from "../page/links.ts";
import { titleParts } from "../page/titles.ts";

const SUGGESTIONS = 8;
/** So that a market without partners is seen beside the questions. */
const QUESTIONS = 6;
/** Typing sends more requests than reading. */
const SUGGESTIONS_PER_PAGE = 3;

/** A fragment of a page: the best hits for the text typed so far, as the search page orders them. */
export function suggestionsRoute(): Route {
  const limit = createAddressLimit();
  const words = text({ description: "Words of a title.", min: 1, max: 200 });
  return route({
    path: "/search/suggestions",
    summary: "Suggestions for a search",
    tier: "open",
    cache: "clock",
    parameters: { q: withDefault(words, "") },
    admit: ({ clock, config }, address) =>
      limit.admit(address, clock.now(), config.pagesPerMinute * SUGGESTIONS_PER_PAGE),
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

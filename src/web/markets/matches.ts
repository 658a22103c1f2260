import { IMPLIED_RELATIONS, implies } from "../../domain/matching/relations.ts";
import { type Micros, ONE } from "../../domain/prices.ts";
import type { MarketDetail } from "../../store/detail.ts";
import type { MatchedMarket } from "../../store/matching/matched-markets.ts";
import { counted, percent, percentOfNo, points, toScoreText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, platformTag } from "../page/links.ts";
import { titleLink } from "../page/titles.ts";
import { volumeOf } from "./market-table.ts";

/** Matches on other platforms, then related markets. */
export function matchCards(deps: PageDeps, market: MarketDetail): Html {
  const { matches, related } = market;
  return html`<section aria-labelledby="elsewhere"><h2 id="elsewhere">The same question elsewhere</h2>
${
  matches.length === 0
    ? html`<p class="empty">No market on another platform matches this one.</p>`
    : html`${MEANING}${cards(deps, market, matches)}`
}</section>
${
  related.length > 0 &&
  html`<section aria-labelledby="near">\
<h2 id="near">Similar, but not the same</h2>\n${cards(deps, market, related.slice(0, MAX_RELATED))}${
    related.length > MAX_RELATED && rest(deps, market, related.slice(MAX_RELATED))
  }</section>`
}`;
}

const MEANING = html`<p class="note">“Match” is the probability that both markets ask the same question.</p>\n`;

/** Markets like it that are shown at once. */
const MAX_RELATED = 6;

const rest = (deps: PageDeps, market: MarketDetail, matches: readonly MatchedMarket[]): Html =>
  html`\n<details><summary>${counted(matches.length, "more similar market")}</summary>${cards(deps, market, matches)}</details>`;

const cards = (deps: PageDeps, market: MarketDetail, matches: readonly MatchedMarket[]): Html =>
  html`<ul class="cards">${matches.map((match) => card(deps, market, match))}</ul>`;

const RELATIONS: Readonly<Record<string, string>> = {
  same: "Yes here means yes there.",
  inverted: "The opposite: yes here means no there.",
  ...Object.fromEntries(IMPLIED_RELATIONS.map((relation) => [relation, implies(relation).text])),
};

function card(deps: PageDeps, { yesPrice }: MarketDetail, match: MatchedMarket): Html {
  const compared = yesPrice === null ? undefined : comparison(yesPrice, match);
  return html`<li class="card" data-row="${match.platform}:${match.id}"><h3>${titleLink(marketPath(deps, match), match)}</h3>
<p class="sub">${platformTag(match.platform)} · ${match.status} · volume ${volumeOf(match)}</p>
<p class="pair"><strong data-key="${match.platform}:${match.id}">${percent(match.yesPrice)}</strong>${
    compared !== undefined && html` <span class="sub">${compared}</span>`
  }</p>
${
  match.relation !== "related" &&
  html`<p>${RELATIONS[match.relation] ?? match.relation} <span class="sub">${toScoreText(isMatch(match), match.score)}</span></p>`
}
<ul class="reasons">${match.reasons.map((reason) => html`<li>${reason}</li>`)}</ul></li>`;
}

const isMatch = ({ relation }: MatchedMarket): boolean => relation === "same" || relation === "inverted";

/** The difference of the prices; undefined for related markets, where it means nothing. */
function comparison(yesPrice: Micros, match: MatchedMarket): string | undefined {
  if (match.relation === "same") return gap(match.yesPrice - yesPrice, "here");
  if (match.relation !== "inverted") return undefined;
  const noPrice = ONE - match.yesPrice;
  return `no ${percentOfNo(match.yesPrice)}, ${gap(noPrice - yesPrice, "yes here")}`;
}

function gap(difference: Micros, here: string): string {
  if (Math.abs(difference) < 500) return `the same as ${here}`;
  return `${points(Math.abs(difference))} ${difference > 0 ? "higher" : "lower"} than ${here}`;
}

import { spreadConfidence, spreadSort, spreadType } from "../../api/arbitrage.ts";
import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { getPlan } from "../../domain/accounts/plans.ts";
import {
  ARBITRAGE_SORTS,
  type ArbitrageSort,
  CONFIDENCES,
  type Confidence,
  DEFAULT_LISTING,
  TYPE_FILTERS,
  type TypeFilter,
} from "../../domain/arbitrage.ts";
import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import { choice, inForm, type Kind, optional, withDefault } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import {
  createAddresses,
  emptyNote,
  type FilterField,
  filterForm,
  foundLine,
  pageLinks,
  pageNumber,
  refuseFilters,
} from "../browse/browse.ts";
import { feedAnchor } from "../page/feed-link.ts";
import { count } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import { livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readMatchNotes } from "../page/source-notes.ts";
import { ALL_SPREADS, FREE_SPREADS, findSpreads, legsOf, SPREADS_FEED, spreadList } from "./spreads.ts";

const NEEDED = getPlan("pro");

export function arbitragePages({ page }: PublicPages, platforms: readonly string[]): readonly Route[] {
  const parameters = {
    type: withDefault(spreadType, DEFAULTS.type),
    min_confidence: withDefault(spreadConfidence, DEFAULTS.min_confidence),
    platform: inForm(optional(spreadPlatform(platforms))),
    sort: withDefault(spreadSort, DEFAULTS.sort),
    page: pageNumber,
  };
  const refused = { path: "/arbitrage", title: "Arbitrage", parameters, fields: fieldsOf(platforms), assets: ASSETS };
  return [
    page({
      path: "/arbitrage",
      summary: "The best spreads between platforms",
      parameters,
      refuse: refuseFilters({ ...refused, kind: "choices" }),
      async render(context, given, { key }) {
        const main = await spreadsPage(context, platforms, given, key);
        return toDocument(context, { title: "Arbitrage", main, assets: ASSETS, feeds: [SPREADS_FEED] }, "/arbitrage");
      },
    }),
  ];
}

const ASSETS = ["browse.css", "spreads.css"];

/** Which spreads the form asks for; the members have the names of its fields. */
interface SpreadChoice {
  readonly type: TypeFilter;
  readonly min_confidence: Confidence;
  readonly sort: ArbitrageSort;
  /** Undefined for any. */
  readonly platform?: string | undefined;
}

const DEFAULTS = {
  type: DEFAULT_LISTING.type,
  min_confidence: DEFAULT_LISTING.minConfidence,
  sort: DEFAULT_LISTING.sort,
} as const satisfies SpreadChoice;

/** Spreads are between platforms that trade real money. */
const spreadPlatform = (platforms: readonly string[]): Kind<string> =>
  choice({ description: "Only spreads with an order on this platform.", values: platforms.filter(isRealMoney) });

/** All spreads, page by page; the few best where the visitor's plan has no more. */
async function spreadsPage(
  context: Context,
  platforms: readonly string[],
  given: SpreadChoice & { readonly page: number },
  key: Key | undefined,
): Promise<Html> {
  const now = context.clock.now();
  const showsAll = context.pagesPlan.showsAll();
  const { page, ...shown } = showsAll ? given : { ...given, sort: DEFAULTS.sort, page: 1 };
  const size = showsAll ? ALL_SPREADS : FREE_SPREADS;
  const { type, min_confidence: confidence, platform: onPlatform, sort } = shown;
  const filter = { type, confidence, onPlatform, sort, page, size };
  const { opportunities, total } = await findSpreads(context, platforms, filter);
  const path = pathTo(context, "/arbitrage");
  const chosen = chosenSpreads(shown);
  const to = createAddresses(path, {}, chosen);
  const part = { noun: "spread", page, size, total };
  const file = createAddresses(
    pathTo(context, "/arbitrage.csv"),
    {},
    chosen,
  )({
    page: page === 1 ? undefined : String(page),
  });
  const spreads =
    opportunities.length === 0
      ? total > 0
        ? emptyNote(part, { to, path, canWiden: false })
        : await nothingNote(context, platforms)
      : html`${showsAll && html`<p class="found">${foundLine(part)}</p>`}
${spreadList(context, opportunities, now)}
${showsAll ? pageLinks(part, to) : total > size && html`<p class="note">${size} of ${count(total)} spreads are shown ${key === undefined ? "without a key" : "on your plan"}.</p>`}`;
  // The few best are always the best.
  const fields = fieldsOf(platforms).filter(({ name }) => showsAll || name !== "sort");
  return html`${INTRODUCTION}
${filterForm({ action: path, fields, kind: "choices" }, chosen)}
${livePart(context, now, { markets: legsOf(opportunities) }, spreads)}
<p class="more">${
    opportunities.length > 0 && html`<a href="${file}" download>These as CSV</a> · `
  }${feedAnchor(context, SPREADS_FEED)}</p>
${!showsAll && allSection(context, key)}`;
}

/** How to see all spreads. */
const allSection = (context: Context, key: Key | undefined): Html => {
  const plans = html`<a class="button" href="${pathTo(context, "/pricing")}">Plans and prices</a>`;
  return html`<section class="narrow" aria-labelledby="all"><h2 id="all">See all spreads</h2>
${
  key === undefined
    ? html`<p>This needs a key on ${NEEDED.name}.</p>
<p class="actions"><a class="button main" href="${pathTo(context, "/keys")}#sign-in">Sign in with a key</a> ${plans}</p>`
    : html`<p>This needs a key on ${NEEDED.name}, and yours is on ${getPlan(key.tier).name}.</p>
<p class="actions">${plans}</p>`
}</section>`;
};

/** What differs from the defaults, as parameters. */
const chosenSpreads = ({ platform, ...shown }: SpreadChoice): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...(["type", "min_confidence", "sort"] as const).flatMap((name) =>
      shown[name] === DEFAULTS[name] ? [] : [[name, shown[name]]],
    ),
    ...(platform === undefined ? [] : [["platform", platform]]),
  ]);

const INTRODUCTION = html`<h1>Arbitrage</h1>
<p class="lead">The same question at different prices, or two questions where one answer follows from the other.</p>
<details class="how"><summary>How to read these</summary><p>Each spread is two orders for one contract each. One of the two always
pays 100¢. Cost is both prices plus the published fees. Profit is 100¢ minus the cost. ROI is profit in percent of cost.
Confidence says how sure the match and the prices are. Feasibility says how much is traded. YES and NO are those of each
platform's own market. Size is the number of contracts that both order books offer at these prices. Only real-money platforms
count, with prices read within the last hour.</p></details>`;

/** What a page without spreads says. */
const nothingNote = async (context: Context, platforms: readonly string[]): Promise<Html> =>
  html`${NOTHING}${await readMatchNotes(context, platforms.filter(isRealMoney))}`;

const NOTHING = html`<p class="empty">No spread of a cent or more fits these filters right now.</p>`;

const TYPES: Readonly<Record<TypeFilter, string>> = {
  same: "the same question",
  implied: "one answer follows from the other",
  all: "both",
};

const SORTS: Readonly<Record<ArbitrageSort, string>> = {
  confidence: "confidence, then profit",
  net: "profit",
  spread: "spread before fees",
  volume: "volume of the smaller market",
};

/** What the fields of the form are called. */
const LABELS = {
  type: "Spreads between",
  min_confidence: "Lowest confidence",
  platform: "With an order on",
  sort: "Sort by",
} as const;

/** The fields that choose spreads. */
const fieldsOf = (platforms: readonly string[]): readonly FilterField[] => [
  { name: "type", label: LABELS.type, type: "choice", options: TYPE_FILTERS.map((id) => [id, TYPES[id]]) },
  {
    name: "min_confidence",
    label: LABELS.min_confidence,
    type: "choice",
    options: CONFIDENCES.map((id) => [id, id]),
    standard: DEFAULTS.min_confidence,
  },
  {
    name: "platform",
    label: LABELS.platform,
    type: "choice",
    options: [["", "any platform"], ...platforms.filter(isRealMoney).map((id) => [id, getPlatform(id).name] as const)],
  },
  { name: "sort", label: LABELS.sort, type: "choice", options: ARBITRAGE_SORTS.map((id) => [id, SORTS[id]]) },
];

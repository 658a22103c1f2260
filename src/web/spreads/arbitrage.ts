import { countRequest } from "../../access/limit.ts";
import { spreadConfidence, spreadSort, spreadType } from "../../api/arbitrage.ts";
import type { Context } from "../../context.ts";
import { getPlan, includesTier } from "../../domain/accounts/plans.ts";
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
import { AppError } from "../../errors.ts";
import { choice, inForm, type Kind, optional, withDefault } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Document, Route } from "../../http/route.ts";
import { upgradeUrlOf } from "../../site.ts";
import {
  createAddresses,
  emptyNote,
  type FilterField,
  filterField,
  filterForm,
  foundLine,
  pageLinks,
  pageNumber,
  refuseFilters,
} from "../browse/browse.ts";
import { feedAnchor } from "../page/feed-link.ts";
import { count } from "../page/figures.ts";
import { complaint, findField, identify, keyField, readField, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo, toDocument } from "../page/layout.ts";
import { livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readMatchNotes } from "../page/source-notes.ts";
import { ALL_SPREADS, FREE_SPREADS, findSpreads, legsOf, SPREADS_FEED, spreadList } from "./spreads.ts";

const NEEDED = getPlan("pro");

export function arbitragePages({ page, form }: PublicPages, platforms: readonly string[]): readonly Route[] {
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
      render: async (context, given) =>
        toArbitrageDocument(
          context,
          context.pagesPlan.showsAll()
            ? await openPage(context, platforms, given)
            : await freePage(context, platforms, { ...given, sort: DEFAULTS.sort }),
        ),
    }),
    form({
      path: "/arbitrage",
      summary: "All spreads, for a pro key",
      async submit(context, fields, caller) {
        const shown = readShown(fields, platforms);
        const key = await identify(context, fields, caller);
        if (!includesTier(key.tier, "pro")) {
          throw new AppError(
            "tier_required",
            `this needs a key on ${NEEDED.name}, but your key is on ${getPlan(key.tier).name}`,
          );
        }
        const { access, clock, site } = context;
        countRequest(access.counters, key, clock.running(), upgradeUrlOf(site));
        return fullPage(context, platforms, shown);
      },
      refuse: (context, error, fields) => freePage(context, platforms, repeatShown(fields, platforms), error),
      toDocument: toArbitrageDocument,
    }),
  ];
}

const ASSETS = ["browse.css", "key.js", "spreads.css"];

const toArbitrageDocument = (context: Context, page: Page): Document =>
  toDocument(context, { ...page, assets: ASSETS, feeds: [SPREADS_FEED] }, "/arbitrage");

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

/** What the fields ask for; a missing or empty field has its default. Throws AppError validation_error, which names the field. */
const readShown = (fields: Query, platforms: readonly string[]): SpreadChoice =>
  toChoice(platforms, (name, kind) =>
    textOf(fields, name) !== "" ? readField(fields, name, LABELS[name], kind) : undefined,
  );

/** The same for a form that was refused: an invalid field has its default. */
const repeatShown = (fields: Query, platforms: readonly string[]): SpreadChoice =>
  toChoice(platforms, (name, kind) => findField(fields, name, kind));

const toChoice = (
  platforms: readonly string[],
  read: <T>(name: keyof SpreadChoice, kind: Kind<T>) => T | undefined,
): SpreadChoice => ({
  type: read("type", spreadType) ?? DEFAULTS.type,
  min_confidence: read("min_confidence", spreadConfidence) ?? DEFAULTS.min_confidence,
  sort: read("sort", spreadSort) ?? DEFAULTS.sort,
  platform: read("platform", spreadPlatform(platforms)),
});

async function freePage(
  context: Context,
  platforms: readonly string[],
  shown: SpreadChoice,
  error?: AppError,
): Promise<Page> {
  const now = context.clock.now();
  const { opportunities, total } = await findSpreads(context, platforms, toFilter(shown));
  const spreads = html`${total === 0 ? await nothingNote(context, platforms) : spreadList(context, opportunities, now)}
${total > FREE_SPREADS && html`<p class="note">${FREE_SPREADS} of ${count(total)} spreads are shown without a key.</p>`}`;
  const chosen = chosenSpreads({ ...shown, sort: DEFAULTS.sort });
  const toFile = createAddresses(pathTo(context, "/arbitrage.csv"), {}, chosen);
  // The answer to a form cannot be read again.
  const isLive = error === undefined;
  const main = html`${INTRODUCTION}
${isLive ? livePart(context, now, { markets: legsOf(opportunities) }, spreads) : spreads}
<p class="more">${total > 0 && html`<a href="${toFile()}" download>These as CSV</a> · `}${feedAnchor(context, SPREADS_FEED)}</p>
${keyForm(context, shown, platforms, error)}`;
  return { title: "Arbitrage", main };
}

/** Everything, where the pages need no key. */
async function openPage(
  context: Context,
  platforms: readonly string[],
  { page, ...shown }: SpreadChoice & { readonly page: number },
): Promise<Page> {
  const now = context.clock.now();
  const { opportunities, total } = await findSpreads(context, platforms, {
    ...toFilter(shown),
    ...{ sort: shown.sort, size: ALL_SPREADS, page },
  });
  const path = pathTo(context, "/arbitrage");
  const to = createAddresses(path, {}, chosenSpreads(shown));
  const part = { noun: "spread", page, size: ALL_SPREADS, total };
  const toFile = createAddresses(pathTo(context, "/arbitrage.csv"), {}, chosenSpreads(shown));
  const file = toFile({ page: page === 1 ? undefined : String(page) });
  const spreads =
    opportunities.length === 0
      ? total > 0
        ? emptyNote(part, { to, path, canWiden: false })
        : await nothingNote(context, platforms)
      : html`<p class="found">${foundLine(part)}</p>
${spreadList(context, opportunities, now)}
${pageLinks(part, to)}`;
  const main = html`${INTRODUCTION}
${filterForm({ action: path, fields: fieldsOf(platforms), kind: "choices" }, chosenSpreads(shown))}
${livePart(context, now, { markets: legsOf(opportunities) }, spreads)}
<p class="more">${
    opportunities.length > 0 && html`<a href="${file}" download>These as CSV</a> · `
  }${feedAnchor(context, SPREADS_FEED)}</p>`;
  return { title: "Arbitrage", main };
}

/** What differs from the defaults, as parameters. */
const chosenSpreads = ({ platform, ...shown }: SpreadChoice): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...(["type", "min_confidence", "sort"] as const).flatMap((name) =>
      shown[name] === DEFAULTS[name] ? [] : [[name, shown[name]]],
    ),
    ...(platform === undefined ? [] : [["platform", platform]]),
  ]);

async function fullPage(context: Context, platforms: readonly string[], shown: SpreadChoice): Promise<Page> {
  const { opportunities, total } = await findSpreads(context, platforms, {
    ...toFilter(shown),
    sort: shown.sort,
    size: ALL_SPREADS,
  });
  const main = html`${INTRODUCTION}
${total === 0 ? await nothingNote(context, platforms) : spreadList(context, opportunities, context.clock.now())}
${
  total > 0 &&
  html`<p class="note">${count(opportunities.length)} of ${count(total)} spreads are shown. The API lists all \
of them and has filters.</p>`
}
${keyForm(context, shown, platforms)}`;
  return { title: "Arbitrage", main };
}

const toFilter = ({ type, min_confidence: confidence, platform: onPlatform }: SpreadChoice) => ({
  type,
  confidence,
  onPlatform,
});

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

const keyForm = (context: Context, shown: SpreadChoice, platforms: readonly string[], error?: AppError): Html =>
  html`<section class="narrow" aria-labelledby="all"><h2 id="all">See the best ${ALL_SPREADS}</h2>
<form method="post" action="${pathTo(context, "/arbitrage")}">
${complaint(context, "key", error, "/arbitrage")}
${keyField(
  "key",
  error?.code === "validation_error" ? undefined : error,
  `This needs a key on ${NEEDED.name} and counts as one request. ` +
    "Your key is sent to this server only and is not stored.",
)}
${fieldsOf(platforms).map((field) => filterField(field, chosenSpreads(shown)[field.name]))}
<p class="actions"><button class="main">Show</button> <a class="button" href="${pathTo(context, "/pricing")}">Plans and prices</a></p>
</form></section>`;

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

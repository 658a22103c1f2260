import { spreadType } from "../../api/arbitrage/index.ts";
import type { Context } from "../../context.ts";
import { ARBITRAGE_SORTS, type ArbitrageSort, TYPE_FILTERS, type TypeFilter } from "../../domain/arbitrage.ts";
import { getPlan, includesTier } from "../../domain/plans.ts";
import { AppError } from "../../errors.ts";
import { withDefault } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Document, Route } from "../../http/route.ts";
import {
  complaint,
  count,
  type Html,
  html,
  identify,
  keyField,
  type Page,
  type PublicPages,
  pathTo,
  textOf,
  toDocument,
} from "../page/index.ts";
import { FREE_SPREADS, findSpreads, spreadDetails } from "./spreads.ts";

/** Spreads shown with a pro key. */
const LINES = 50;
const NEEDED = getPlan("pro");

export const arbitragePages = ({ page, form }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/arbitrage",
    summary: "The best spreads between platforms",
    parameters: { type: withDefault(spreadType, DEFAULTS.type) },
    render: async (context, { type }) =>
      toArbitrageDocument(context, await freePage(context, platforms, { ...DEFAULTS, type })),
  }),
  form({
    path: "/arbitrage",
    summary: "All spreads, for a pro key",
    async submit(context, fields, caller) {
      const { tier } = await identify(context, fields, caller);
      if (!includesTier(tier, "pro")) {
        throw new AppError("tier_required", `this needs a key on ${NEEDED.name}, and yours is on ${tier}`);
      }
      return fullPage(context, platforms, shownOf(fields));
    },
    refuse: (context, error, fields) => freePage(context, platforms, shownOf(fields), error),
    toDocument: toArbitrageDocument,
  }),
];

const toArbitrageDocument = (context: Context, page: Page): Document =>
  toDocument(context, { ...page, assets: ["key.js"] }, "/arbitrage");

/** Which spreads the form asks for. */
interface ShownSpreads {
  readonly type: TypeFilter;
  readonly sort: ArbitrageSort;
}

const DEFAULTS: ShownSpreads = { type: "same", sort: "net" };

const shownOf = (fields: Query): ShownSpreads => ({
  type: TYPE_FILTERS.find((type) => type === textOf(fields, "type")) ?? DEFAULTS.type,
  sort: ARBITRAGE_SORTS.find((sort) => sort === textOf(fields, "sort")) ?? DEFAULTS.sort,
});

async function freePage(
  context: Context,
  platforms: readonly string[],
  shown: ShownSpreads,
  error?: AppError,
): Promise<Page> {
  const { opportunities, total } = await findSpreads(context, platforms, { type: shown.type });
  const main = html`${INTRODUCTION}
${total === 0 ? NOTHING : spreadDetails(context, opportunities)}
${total > FREE_SPREADS && html`<p class="note">${FREE_SPREADS} of ${count(total)} spreads are shown without a key.</p>`}
${keyForm(context, shown, error)}`;
  return { title: "Arbitrage", main };
}

async function fullPage(context: Context, platforms: readonly string[], shown: ShownSpreads): Promise<Page> {
  const { opportunities, total } = await findSpreads(context, platforms, { ...shown, size: LINES });
  const main = html`${INTRODUCTION}
${total === 0 ? NOTHING : spreadDetails(context, opportunities)}
<p class="note">${count(opportunities.length)} of ${count(total)} spreads. The API lists all of them and takes filters.</p>
${keyForm(context, shown)}`;
  return { title: "Arbitrage", main };
}

const INTRODUCTION = html`<h1>Arbitrage</h1>
<p class="lead">The same question at different prices, or two of which one answer follows from the other's. Each row is two orders, one of which always pays 100¢. The spread
is 100¢ minus the cost of both. Net is the spread minus the published fees, for one contract. YES and NO are those of each
platform's own market. Only real-money platforms and prices read within the last hour are used.</p>`;

const NOTHING = html`<p class="empty">No question has a spread of a cent or more right now.</p>`;

const TYPES: Readonly<Record<TypeFilter, string>> = {
  same: "the same question",
  implied: "one answer follows from the other",
  all: "both",
};

const keyForm = (context: Context, shown: ShownSpreads, error?: AppError): Html =>
  html`<section class="narrow" aria-labelledby="all"><h2 id="all">See the best ${LINES}</h2>
<form method="post" action="${pathTo(context, "/arbitrage")}">
${complaint(context, "key", error, "/arbitrage")}
${keyField("key", error, `Needs a key on ${NEEDED.name}. Counts as one request. Sent to this server only and not stored.`)}
<label for="type">Spreads between</label>
<select id="type" name="type">${TYPE_FILTERS.map(
    (type) => html`<option value="${type}"${type === shown.type && html` selected`}>${TYPES[type]}</option>`,
  )}</select>
<label for="sort">Sort by</label>
<select id="sort" name="sort">${ARBITRAGE_SORTS.map(
    (sort) => html`<option${sort === shown.sort && html` selected`}>${sort}</option>`,
  )}</select>
<p class="actions"><button class="main">Show</button> <a class="button" href="${pathTo(context, "/pricing")}">Plans and prices</a></p>
</form></section>`;

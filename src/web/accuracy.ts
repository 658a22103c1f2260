import { judgedFilters, RULES, readRecord, toJudgedQuery } from "../api/accuracy.ts";
import type { Context } from "../context.ts";
import { type Bin, type Criterion, HORIZONS, type Score } from "../domain/accuracy.ts";
import { CATEGORIES } from "../domain/categories/names.ts";
import { pageCategory } from "../http/filters.ts";
import { inForm, type Parameters } from "../http/parameters.ts";
import { withQuery } from "../http/query.ts";
import type { Route } from "../http/route.ts";
import type { HorizonScore, NamedScore, PlatformScore } from "../store/accuracy.ts";
import type { Question } from "../store/questions/question.ts";
import { chosenOf, type FilterWords, filterForm, platformChoices, refuseFilters, toFields } from "./browse/filters.ts";
import { type Axes, boxPath, CHART_ASSETS, drawChart, shareOf, swatch, valueTicks } from "./charts/chart.ts";
import { count, counted } from "./page/figures.ts";
import { type Html, html } from "./page/html.ts";
import { pathTo, toDocument } from "./page/layout.ts";
import { categoryTag, platformTag } from "./page/links.ts";
import type { PublicPages } from "./page/public-page.ts";
import { dataTable, num, type TableColumn, words } from "./page/table.ts";

const PATH = "/accuracy";
const ASSETS = ["browse.css", ...CHART_ASSETS];

export function accuracyPages({ page }: PublicPages, platforms: readonly string[]): readonly Route[] {
  const parameters = inForms({ ...judgedFilters(platforms), category: pageCategory });
  const fields = toFields(parameters, Object.keys(parameters), wordsOf(platforms));
  return [
    page({
      path: PATH,
      parameters,
      tier: "pro",
      cache: "data",
      refuse: refuseFilters(fields),
      async render(context, input) {
        const query = toJudgedQuery(platforms, { ...input, category: input.category && [input.category] });
        const { bins, split } = await context.store.accuracy.calibrate(query);
        const { platforms: scores, horizons, categories } = await context.store.accuracy.score(query);
        const form = { action: pathTo(context, PATH), fields };
        const chosen = chosenOf(parameters, input);
        const main = html`<h1>${TITLE}</h1>
<p class="lead">If prices are right, 70 of 100 markets priced at 70% resolve yes.</p>
${filterForm(form, chosen)}
${
  bins.length === 0
    ? html`<p class="empty">No market with such a price has resolved yet. Prices are kept from when this service first saw a market.</p>`
    : html`${calibrationSection(bins, split)}
${platformSection(scores)}
${horizonSection(horizons)}
${categorySection(categories)}`
}
${MEANING}
<p class="more">As JSON: ${apiLink(context, "getCalibration", "calibration")} · ${apiLink(context, "getAccuracy", "accuracy")} · \
${apiLink(context, "listDisagreements", "disagreements")}</p>
<p class="more">As CSV: ${fileLink(context, "calibration", chosen)} · ${fileLink(context, "platforms", chosen)} · \
${fileLink(context, "disagreements", { ...chosen, criterion: undefined, weight: undefined, min_volume: undefined })}</p>`;
        return toDocument(context, { title: TITLE, main, assets: ASSETS }, "/analytics");
      },
    }),
  ];
}

const TITLE = "Accuracy";

const MEANING = html`<section class="narrow prose" aria-labelledby="meaning"><h2 id="meaning">What these figures say, and what not</h2>
<p>A Brier score is the mean squared difference between price and outcome. 0 is best, and 0.25 is what a price of 50% always
gets. A platform with easy questions has a low score whatever its prices are worth. Only the last columns of the table by
platform compare the same questions, at prices of the same day. Nor are these all questions: platforms choose what they list,
and a market counts only where its price at that time is known.</p>
<p>A market whose outcome came early is judged from that moment back, when more was known than a day or a week before its
close. Play money is traded with less at stake. An interval holds the true figure in 95 of 100 such tables, with all markets
of one event counted as one witness.</p>
<p>${RULES}</p></section>`;

const apiLink = (context: Context, operation: string, name: string): Html =>
  html`<a href="${pathTo(context, "/docs/analytics")}#${operation}"><code>${name}</code></a>`;

const fileLink = (context: Context, name: string, chosen: Readonly<Record<string, string | undefined>>): Html =>
  html`<a href="${pathTo(context, withQuery(`${PATH}/${name}.csv`, chosen))}" download>${name}</a>`;

/** Of the API: an empty field counts as missing, a wrong category is an error. */
const inForms = <P extends Parameters>(parameters: P): P =>
  Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, inForm(one)])) as P;

const CRITERION_NAMES: Readonly<Record<Criterion, string>> = {
  life_25: "at a quarter of its life",
  life_50: "at half of its life",
  life_75: "at three quarters",
  life_mean: "mean over its life",
  last: "the last one",
  "1h": "an hour before the end",
  "4h": "4 hours before",
  "12h": "12 hours before",
  "1d": "a day before",
  "3d": "3 days before",
  "7d": "a week before",
  "14d": "2 weeks before",
  "30d": "30 days before",
  "60d": "60 days before",
  "90d": "90 days before",
  "180d": "180 days before",
};

const wordsOf = (platforms: readonly string[]): FilterWords => ({
  platform: { label: "Platform", choices: platformChoices("all", platforms) },
  category: { label: "Category", choices: { "": "all", ...Object.fromEntries(CATEGORIES.map((one) => [one, one])) } },
  criterion: { label: "Price", choices: CRITERION_NAMES },
  weight: { label: "Each market counts", choices: { none: "alike", volume: "by volume", duration: "by time open" } },
  min_volume: { label: "Lowest volume in $" },
  from: { label: "Ended from" },
  to: { label: "Ended before" },
});

const AXES: Axes = { x: [0, 1], y: [0, 1] };
/** Of the bar of the fullest bin. */
const COUNT_HEIGHT = 0.12;
const inPercent = (value: number): string => `${Math.round(value * 100)}%`;
const tenths = (value: number): string => `${(value * 100).toFixed(1)}%`;

/** Bins as a curve with its intervals, beside the line on which prices are right. */
function calibrationSection(bins: readonly Bin[], split: number): Html {
  const most = Math.max(...bins.map(({ n }) => n));
  const shapes = [
    ...bins.map(
      ({ from, to, n }) =>
        html`<path class="count" d="${boxPath([from + 0.005, to - 0.005], [0, (COUNT_HEIGHT * n) / most], AXES)}"/>`,
    ),
    html`<path class="mean" d="M0 240L720 0"/>`,
    ...bins.map(({ from, to, low, high }) => html`<path class="band" d="${boxPath([from, to], [low, high], AXES)}"/>`),
    ...bins.map(
      ({ from, to, yesShare }) => html`<path class="share" d="${boxPath([from, to], [yesShare, yesShare], AXES)}"/>`,
    ),
  ];
  const total = bins.reduce((sum, { n }) => sum + n, 0);
  const weight = bins.reduce((sum, bin) => sum + bin.weight, 0);
  const meanShare = bins.reduce((sum, bin) => sum + bin.weight * bin.yesShare, 0) / weight;
  return html`<section class="panel" aria-labelledby="calibration"><h2 id="calibration">Price and outcome</h2>
${drawChart({
  name: "calibration",
  legend: [
    { label: html`${swatch("share", "line")} resolved yes`, value: `${tenths(meanShare)} of ${count(total)}` },
    { label: html`${swatch("band")} 95% interval` },
    { label: html`${swatch("mean", "line")} as priced` },
    { label: html`${swatch("count")} number of markets` },
  ],
  points: bins.map(({ from, to, n, yesShare }) => ({
    share: shareOf((from + to) / 2, AXES.x),
    values: [`${tenths(yesShare)} of ${count(n)}`],
    at: `${inPercent(from)} to ${inPercent(to)}`,
  })),
  atRest: "at any price",
  plots: [
    {
      summary: `Share that resolved yes by price, of ${count(total)} markets.`,
      xTicks: valueTicks(AXES.x, inPercent),
      yTicks: valueTicks(AXES.y, inPercent),
      shapes,
    },
  ],
  caption:
    split === 0
      ? ""
      : `${counted(split, "market")} paid part to yes and part to no, and ${split === 1 ? "is" : "are"} left out.`,
})}
<details><summary>The same as a table</summary>${dataTable("Price and outcome", bins, [
    words("Price", ({ from, to }) => `${inPercent(from)} to ${inPercent(to)}`),
    num("Markets", ({ n }) => count(n)),
    num("Mean price", ({ meanPrice }) => tenths(meanPrice)),
    num("Resolved yes", ({ yesShare }) => tenths(yesShare)),
    num("95% interval", ({ low, high }) => `${tenths(low)} to ${tenths(high)}`),
  ])}</details></section>`;
}

const score = (value: number | null): string => (value === null ? "–" : value.toFixed(3));

const platformSection = (scores: readonly PlatformScore[]): Html =>
  html`<section class="panel" aria-labelledby="platforms"><h2 id="platforms">By platform</h2>
${dataTable({ label: "Accuracy by platform", classes: "thirds" }, scores, [
  words("Platform", ({ name }) => platformTag(name)),
  num("Markets", ({ n }) => count(n)),
  num("Coverage", ({ coverage }) => inPercent(coverage)),
  ...brierColumns<PlatformScore>(),
  num("Reliability", ({ reliability }) => score(reliability)),
  num("Skill", ({ skill }) => score(skill)),
  num("Against others", ({ relativeBrier }) => (relativeBrier === null ? "–" : signed(relativeBrier))),
  num("Questions", ({ relativeN }) => count(relativeN)),
])}
<p class="hint">Coverage is the share of a platform's resolved markets whose price at that time is known. Reliability says how
far outcomes are from prices, squared; 0 is best. Skill says how much better the score is than always naming the share of yes; 1 is
best. “Against others” is the score minus the mean of all platforms, on questions that several priced on the same day; below 0 is
better.</p></section>`;

const brierColumns = <S extends Score>(): readonly TableColumn<S>[] => [
  num("Brier score", ({ brier }) => score(brier)),
  num("95% interval", ({ brierLow, brierHigh }) =>
    brierLow === null ? "–" : `${score(brierLow)} to ${score(brierHigh)}`,
  ),
];

/** Brier scores with their intervals alone. */
const brierTable = <S extends NamedScore>(label: string, scores: readonly S[], name: TableColumn<S>): Html =>
  dataTable(label, scores, [name, num("Markets", ({ n }) => count(n)), ...brierColumns<S>()]);

const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(4)}`;

/** From the longest to the shortest. */
const TIMES_BEFORE = (Object.keys(HORIZONS) as (keyof typeof HORIZONS)[]).toReversed();

/** The Brier score of each platform at moments before the end. */
function horizonSection(horizons: readonly HorizonScore[]): Html {
  const platforms = [...Map.groupBy(horizons, ({ name }) => name)].toSorted(([a], [b]) => a.localeCompare(b));
  return html`<section class="panel" aria-labelledby="horizons"><h2 id="horizons">Brier score by time before the end</h2>
${dataTable("Brier score by time before the end", platforms, [
  words("Platform", ([platform]) => platformTag(platform)),
  ...TIMES_BEFORE.map((name) => ({
    ...num<(typeof platforms)[number]>(name, ([, found]) =>
      scoreText(found.find(({ criterion }) => criterion === name)),
    ),
    meaning: CRITERION_NAMES[name],
  })),
])}</section>`;
}

const scoreText = (found: Score | undefined): Html =>
  html`${score(found?.brier ?? null)}${found !== undefined && html`<span class="sub">${count(found.n)}</span>`}`;

const categorySection = (scores: readonly NamedScore[]): Html =>
  html`<section class="panel" aria-labelledby="categories"><h2 id="categories">Brier score by category</h2>
${brierTable(
  "Brier score by category",
  scores,
  words("Category", ({ name }) => categoryTag(name)),
)}</section>`;

/** How right the platforms of a question were on those like it, where pages show the plan of such figures. */
export async function recordTable(
  context: Context,
  question: Question,
  platforms: readonly string[],
): Promise<Html | false> {
  if (!context.pagesPlan.showsAll) return false;
  const scores = await readRecord(context.store, question, platforms);
  if (scores.length === 0) return false;
  const { category } = question;
  return html`<p>This is how near prices of ${category} were to what happened, by platform.</p>
${brierTable(
  `Accuracy on ${category}`,
  scores,
  words("Platform", ({ name }) => platformTag(name)),
)}
<p class="hint">Prices are those a day before the end; 0 is best, 0.25 is what 50% always gets.
<a href="${pathTo(context, `/accuracy?category=${category}`)}">What this says, and what not</a></p>`;
}

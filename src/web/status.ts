import { readStatus } from "../api/status.ts";
import { dayOf, toDate } from "../clock.ts";
import type { Context } from "../context.ts";
import {
  type DayOfPasses,
  errorText,
  type Freshness,
  fillPassDays,
  freshnessOf,
  gradePasses,
  PASS_DAYS,
  type PassGrade,
  successPercent,
  sumPassDays,
} from "../domain/freshness.ts";
import { MIN_MATCH_SCORE } from "../domain/matching/matches.ts";
import { getPlatform } from "../domain/platforms.ts";
import type { Route } from "../http/route.ts";
import type { CopyStatus } from "../store/database/copy.ts";
import type { PassDay, SourceStatus } from "../store/sources.ts";
import { VERSION } from "../version.ts";
import { smallBars } from "./charts/chart.ts";
import { ago, ahead, count, counted, fileSize, span } from "./page/figures.ts";
import { type Html, html } from "./page/html.ts";
import { pathTo, toDocument } from "./page/layout.ts";
import { platformTag } from "./page/links.ts";
import { livePart, sign } from "./page/live.ts";
import type { PublicPages } from "./page/public-page.ts";
import { sourceNotes } from "./page/source-notes.ts";
import { dataTable, fact, num, words } from "./page/table.ts";

const WORDS = {
  ok: "All data is up to date",
  degraded: "Some data is out of date",
  starting: "Starting: not every platform has been read yet",
} as const;

const MEANINGS: Readonly<Record<Freshness, string>> = {
  live: "The prices are up to date.",
  stale: "Three passes were missed, the last one failed, or passes are off.",
  delayed: "The platform has been stale for an hour or more.",
  unknown: "The platform has not been read yet.",
};

export const statusPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/status",
    parameters: {},
    async render(context) {
      const { now, status, trouble, clockStep, sources, passDays, database, matching, startedAt } =
        await readStatus(context);
      const mirror = context.mirror?.figures(now);
      const main = html`<h1>Status</h1>
${livePart(
  context,
  now,
  {},
  html`<p class="lead">${sign(status, `${WORDS[status]}.`)}${trouble !== undefined && html` ${troubleText(trouble)}`}</p>
${
  clockStep !== undefined &&
  html`<p>This machine's clock went ${clockStep.ms < 0 ? "back" : "ahead"} by ${span(clockStep.ms)}, ${ago(clockStep.at, now)}.</p>`
}
${
  context.config.isReadOnly &&
  html`<p>This is a standby: it answers from a copy. Changes go to <a href="${context.config.primaryUrl ?? ""}">the primary</a>.</p>`
}
${sourceNotes(context, sources, { isEmpty: database.markets === 0, on: "status" })}
${sourceTable(context, sources, now)}
<dl class="facts">
${fact("Markets", count(database.markets))}
${fact("Events", count(database.events))}
${fact("Matched pairs", count(context.store.sources.countMatches()))}
${fact("Database", fileSize(database.sizeBytes))}
${context.copy !== undefined && fact("Copy", copyText(context.copy.status()))}
${mirror !== undefined && fact("Mirror", `${mirror.state}${mirror.lagSeconds === undefined ? "" : `, ${span(mirror.lagSeconds * 1000)} behind`}`)}
${fact("Started", ago(startedAt, now))}
${fact("Version", VERSION)}
</dl>
${passSection(platforms, passDays, dayOf(now))}`,
)}
<div class="panels explained"><div>${auditSection(matching)}</div>
<div>${statesSection()}</div></div>
<p class="more">As JSON: <a href="${pathTo(context, "/docs/service#getStatus")}"><code>GET /api/v1/status</code></a></p>`;
      return toDocument(context, { title: "Status", main, assets: ["status.css"] }, "/status");
    },
  }),
];

const sourceTable = (context: Context, sources: readonly SourceStatus[], now: number): Html =>
  dataTable({ label: "Sources", classes: "sources", rowName: ({ platform }) => platform }, sources, [
    words("Platform", ({ platform }) => platformTag(platform)),
    words("State", (source) => sign(freshnessOf(source, now, context.config.ingests))),
    words("Last read", ({ lastSuccessAt }) => ago(lastSuccessAt, now)),
    words("Last tried", ({ lastAttemptAt }) => ago(lastAttemptAt, now)),
    words("Next pass", ({ nextRunAt }) => (nextRunAt === null ? "–" : ahead(nextRunAt, now))),
    { ...words("Fast lane", ({ lane }) => laneText(lane, now)), meaning: LANE_MEANING },
    num("Open markets", ({ openMarkets }) => count(openMarkets)),
    num("All markets", ({ markets }) => count(markets)),
    words("Last error", ({ lastError }) =>
      lastError === null ? { content: "none", className: "clear" } : errorText(lastError),
    ),
  ]);

/** How many markets are in the fast lane, and how old the oldest of their quotes is. */
function laneText({ markets, oldestAt }: SourceStatus["lane"], now: number): Html | string {
  if (markets === 0) return "–";
  return html`${counted(markets, "market")}<span class="sub">oldest price ${
    oldestAt === null ? "not read yet" : ago(oldestAt, now)
  }</span>`;
}

type Matching = Awaited<ReturnType<typeof readStatus>>["matching"];

const auditSection = ({ bands, missed, compared, disagreed }: Matching): Html =>
  html`<section aria-labelledby="right"><h2 id="right">How accurate the matches are</h2>
<p>A score is the probability that both markets ask the same question. Matches have ${MIN_MATCH_SCORE} or more. The operator decides
which are right.</p>
${
  compared > 0 &&
  html`<p>Of ${counted(compared, "question")} that resolved on two platforms or more, ${count(disagreed)} \
(${((100 * disagreed) / compared).toFixed(1)}%) resolved differently.</p>`
}
${missed > 0 && html`<p>The operator confirmed ${counted(missed, "pair")} that ${missed === 1 ? "was" : "were"} no match.</p>`}</section>
${
  bands.some(({ right, wrong }) => right + wrong > 0) &&
  html`<div>${dataTable("How accurate the matches are, by score", bands, [
    words("Score", (band) => (band === bands.at(-1) ? "all" : `${band.from}–${band.to}`), "name"),
    num("Right", ({ right }) => count(right)),
    num("Wrong", ({ wrong }) => count(wrong)),
    num("Undecided", ({ undecided }) => count(undecided)),
  ])}</div>`
}
`;

const statesSection = (): Html => html`<section aria-labelledby="states"><h2 id="states">States</h2>
<dl class="terms">${Object.entries(MEANINGS).map(
  ([word, meaning]) => html`<div><dt><span class="dot ${word}"></span>${word}</dt><dd>${meaning}</dd></div>`,
)}</dl></section>`;

const troubleText = (trouble: string): string =>
  trouble === "writer_unresponsive"
    ? "Nothing can be saved now, because the writer thread does not answer."
    : `The database has a problem: ${trouble}.`;

/** How far the copy by Litestream is behind, or why nobody knows. */
const copyText = ({ behindSeconds, trouble }: CopyStatus): string =>
  `${behindSeconds === undefined ? "not known" : `${span(behindSeconds * 1000)} behind`}${trouble === undefined ? "" : ` (${trouble})`}`;

/** What the fast lane is. */
export const LANE_MEANING = "Markets of open pages and of the best spreads: their prices are read every few seconds.";

/** The height of a day without a pass, of 1. */
const NO_PASS = 0.1;

const GRADES: Readonly<Record<PassGrade, string>> = {
  good: "99% or more succeeded",
  fair: "90% or more",
  bad: "less than 90%",
  none: "no pass that day",
};

/** A row of bars for each platform, one bar a day. `today` is a day since 1970. */
function passSection(platforms: readonly string[], passDays: readonly PassDay[], today: number): Html {
  const rows = platforms.map((platform) => ({
    platform,
    days: fillPassDays(
      passDays.filter((one) => one.platform === platform),
      today,
    ),
  }));
  return html`<section aria-labelledby="passes"><h2 id="passes">Passes of the last ${PASS_DAYS} days</h2>
<p class="sub">A pass reads one platform. Each bar is a day (UTC): its height is the share of passes that succeeded.</p>
<ul class="passes">${rows.map(({ platform, days }) => passRow(platform, days))}</ul>
<ul class="legend passes-legend">${Object.entries(GRADES).map(
    ([grade, words]) => html`<li>${smallBars([barOf(SAMPLES[grade as PassGrade])])}${words}</li>`,
  )}</ul></section>`;
}

const SAMPLES: Readonly<Record<PassGrade, DayOfPasses>> = {
  good: { day: 0, passes: 1, succeeded: 1 },
  fair: { day: 0, passes: 100, succeeded: 92 },
  bad: { day: 0, passes: 100, succeeded: 50 },
  none: { day: 0, passes: 0, succeeded: 0 },
};

function passRow(platform: string, days: readonly DayOfPasses[]): Html {
  const words = describePasses(days);
  return html`<li data-row="passes:${platform}"><div class="head">\
<span>${platformTag(platform)}</span><span class="sub">${words}</span></div>
${smallBars(
  days.map((one) => ({ ...barOf(one), title: describeDay(one) })),
  `${getPlatform(platform).name}: ${words}.`,
)}
<div class="ends" aria-hidden="true"><span>${PASS_DAYS} days ago</span><span>today</span></div></li>`;
}

/** A bad day has a third of the height at least, so that it can be pointed at. */
function barOf(day: DayOfPasses) {
  const percent = successPercent(day);
  return { name: gradePasses(day), share: percent === null ? NO_PASS : (1 + (2 * percent) / 100) / 3 };
}

/** "98.7% of 12,345 passes on 12 days succeeded" */
function describePasses(days: readonly DayOfPasses[]): string {
  const sum = sumPassDays(days);
  const percent = successPercent(sum);
  if (percent === null) return "no pass yet";
  return `${percent}% of ${counted(sum.passes, "pass", "passes")} on ${counted(sum.days, "day")} succeeded`;
}

function describeDay({ day, passes, succeeded }: DayOfPasses): string {
  if (passes === 0) return `${toDate(day)}: no pass`;
  return `${toDate(day)}: ${count(succeeded)} of ${counted(passes, "pass", "passes")} succeeded`;
}

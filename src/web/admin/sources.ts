import { readStatus } from "../../api/status.ts";
import type { Context } from "../../context.ts";
import { errorText, freshnessOf } from "../../domain/freshness.ts";
import { oddityText } from "../../domain/oddities.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { AppError } from "../../errors.ts";
import type { Route } from "../../http/route.ts";
import type { PastRun, SourceStatus } from "../../store/sources.ts";
import { ago, ahead, count, counted, span } from "../page/figures.ts";
import { textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo, sentence } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { sign } from "../page/live.ts";
import { dataTable, factList, num, words } from "../page/table.ts";
import { LANE_MEANING } from "../status.ts";
import type { AdminPages } from "./admin-pages.ts";

const PASSES_PER_KIND = 6;

export const sourcePages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: "/admin/sources",
    parameters: {},
    render: (context) => sourcesPage(context),
  }),
  form({
    path: "/admin/sources/read",
    section: "/admin/sources",
    async submit(context, fields) {
      const platform = textOf(fields, "platform");
      try {
        await context.commands.readPlatform({ platform });
      } catch (error) {
        // Its section answers why not, such as that it was read just now.
        if (!(error instanceof AppError) || !context.config.platforms.includes(platform)) throw error;
        return { ...(await sourcesPage(context, { platform, error })), status: error.status };
      }
      context.log.info({ platform }, "the operator has a platform read");
      return { seeOther: `${pathTo(context, "/admin/sources")}#${platform}` };
    },
  }),
];

async function sourcesPage(
  context: Context,
  refused?: { readonly platform: string; readonly error: AppError },
): Promise<Page> {
  const { sources, now } = await readStatus(context);
  const main = html`<p class="lead">A pass reads one platform: all open markets (full), recent changes (active) or \
recent outcomes (resolved).</p>
${sources.map((source) => sourceSection(context, source, now, refused?.platform === source.platform && refused.error))}`;
  return { title: "Sources", main };
}

/** Has a platform read now. The answer is in its section. */
export const readButton = (context: Context, platform: string): Html =>
  html`<form class="read" method="post" action="${pathTo(context, "/admin/sources/read")}#${platform}">\
<button name="platform" value="${platform}">Read now<span class="hide">: ${getPlatform(platform).name}</span></button></form>`;

function sourceSection(context: Context, source: SourceStatus, now: number, refused: AppError | false): Html {
  const { store, config } = context;
  const { platform } = source;
  const { site, attribution } = getPlatform(platform);
  const underWay = context.passes.find(platform);
  const passes = store.sources.listPasses(platform, PASSES_PER_KIND);
  const times = config.passes[platform];
  return html`<section class="source" aria-labelledby="${platform}">\
<h2 id="${platform}">${platformTag(platform)} <span class="state">${sign(freshnessOf(source, now, config.ingests))}</span></h2>
${readButton(context, platform)}
${refused && html`<p class="problem" role="alert">${sentence(refused.message)}</p>`}
${source.lastError !== null && html`<p class="problem">Last error: ${errorText(source.lastError)}.</p>`}
${factList([
  ["Last read", ago(source.lastSuccessAt, now)],
  [
    "Next pass",
    underWay !== undefined
      ? html`running, ${counted(underWay.markets, "market")} so far`
      : source.nextRunAt === null
        ? "–"
        : ahead(source.nextRunAt, now),
  ],
  ["Full passes, by cron", times === undefined ? "–" : html`<code>${times.full}</code>`],
  ["Open markets", count(source.openMarkets)],
  ["All markets", count(source.markets)],
  [
    html`<abbr title="${LANE_MEANING}">Fast lane</abbr>`,
    source.lane.markets === 0 ? "–" : counted(source.lane.markets, "market"),
  ],
])}
${passes.length === 0 ? html`<p class="empty">No pass has finished yet.</p>` : passTable(platform, passes, now)}
${skippedList(passes.find(({ kind }) => kind === "full"))}
${oddityTable(source)}
<p class="sub">Terms: ${attribution} <a href="${site}" rel="noopener noreferrer">${new URL(site).host}</a></p></section>`;
}

const passTable = (platform: string, passes: readonly PastRun[], now: number): Html =>
  dataTable(`Passes over ${getPlatform(platform).name}`, passes, [
    words("Pass", ({ kind }) => kind),
    words("Started", ({ startedAt }) => ago(startedAt, now)),
    words("Result", resultOf),
    num("Duration", ({ startedAt, finishedAt }) => duration(finishedAt - startedAt)),
    num("Pages", ({ pages }) => count(pages)),
    num("Markets", ({ markets }) => count(markets)),
    num("New", ({ inserted }) => count(inserted)),
    num("Changed", ({ changed }) => count(changed)),
    num("Missing", ({ missing }) => count(missing)),
    num("Skipped", ({ rejected }) => count(rejected)),
    words("Error", ({ error }) =>
      error === null ? { content: "–", className: "clear" } : { content: errorText(error), className: "note" },
    ),
  ]);

/** Below 10 s with tenths of a second. */
const duration = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : span(ms));

const resultOf = ({ status }: PastRun): Html =>
  status === "ok" ? html`ok` : html`<strong class="failed">${status}</strong>`;

/** What of the last full pass is seldom so. */
const oddityTable = ({ platform, oddities }: SourceStatus): Html | false =>
  oddities.length > 0 &&
  dataTable(`Unusual rows of the last full pass over ${getPlatform(platform).name}`, oddities, [
    words("Rows", oddityText, "name"),
    num("Share", ({ isUnusual, percent }) =>
      isUnusual ? html`<strong class="failed">${percent}%</strong>` : `${percent}%`,
    ),
    num("Usual, at most", ({ usualPercent }) => `${usualPercent}%`),
  ]);

function skippedList(pass: PastRun | undefined): Html | false {
  const reasons = Object.entries(pass?.rejections ?? {});
  if (reasons.length === 0) return false;
  return html`<h3>Skipped in the last full pass</h3>
<ul class="list">${reasons.map(
    ([reason, { count: records, ids }]) =>
      html`<li>${counted(records, "record")} ${skipText(reason)}${
        ids.length > 0 && html`, such as ${ids.map((id, index) => html`${index > 0 && ", "}<code>${id}</code>`)}`
      }</li>`,
  )}</ul>`;
}

const SKIP_REASONS: Readonly<Record<string, readonly [name: string, meaning: string]>> = {
  not_binary: ["not yes/no", "a poll, a combination or another kind that has no single price"],
  malformed: ["unreadable", "without a readable id, title or event"],
  archived: ["archived", "hidden by the platform"],
};

function skipText(reason: string): string {
  const [name, meaning] = SKIP_REASONS[reason] ?? [reason];
  return meaning === undefined ? name : `${name} (${meaning})`;
}

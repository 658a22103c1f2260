import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { orientOutcome } from "../../domain/questions.ts";
import type { Route } from "../../http/route.ts";
import { refOf } from "../../http/shown.ts";
import type { Disagreement, MatchedResult } from "../../store/accuracy.ts";
import type { MatchReport } from "../../store/matching/reviews.ts";
import { ago, count, counted } from "../page/figures.ts";
import { textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { questionPath } from "../page/links.ts";
import type { AdminPages } from "./admin-pages.ts";
import { hiddenFields, namesOf, pairAddress, pairOf, queuedSide } from "./pairs.ts";

const SECTION = "/admin/reports";

export const reportAdminPages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: SECTION,
    parameters: {},
    async render(context) {
      return { title: "Reports", main: html`${reportList(context)}${await disagreementList(context)}` };
    },
  }),
  form({
    path: "/admin/reports/done",
    section: SECTION,
    async submit(context, fields) {
      const { a: market, b: other } = pairOf(fields);
      await context.commands.closeReports({ market, other });
      context.log.info({ a: textOf(fields, "a"), b: textOf(fields, "b") }, "the operator closed the reports of a pair");
      return { seeOther: pathTo(context, SECTION) };
    },
  }),
];

function reportList(context: Context): Html {
  const reports = context.store.reports.list();
  const pairs = Map.groupBy(reports, (report) => {
    const { a, b } = namesOf(report);
    return `${refOf(a)} ${refOf(b)}`;
  });
  return html`<p class="lead">Visitors say that these markets do not belong to their questions. Nobody else sees it.</p>
${
  pairs.size === 0
    ? html`<p class="empty">No report is open.</p>`
    : html`<ul class="queue reported">${[...pairs.values()].map((reports) => reportedPair(context, reports))}</ul>`
}`;
}

/** Only so many are shown; the file has all. */
const MAX_SHOWN = 50;

/** Questions whose markets resolved differently: either the match is wrong, or the platforms read it in two ways. */
async function disagreementList(context: Context): Promise<Html | false> {
  const { platforms } = context.config;
  const { listDisagreements } = context.store.accuracy;
  const { disagreements, compared, disagreed } = await listDisagreements({ platforms }, { limit: MAX_SHOWN });
  if (compared === 0) return false;
  return html`<section aria-labelledby="differs"><h2 id="differs">Resolved differently</h2>
<p>${count(disagreed)} of ${counted(compared, "question")} that resolved on two platforms or more resolved differently. Either the match is wrong,
or the platforms read what happened in two ways.</p>
<ul class="queue">${disagreements.map((one) => disagreement(context, one))}</ul>
<p class="more"><a href="${pathTo(context, "/accuracy/disagreements.csv")}" download>All as CSV</a></p></section>`;
}

/** The first two that differ can be reviewed as a pair. */
function disagreement(context: Context, { questionId: id, markets }: Disagreement): Html {
  const [a] = markets;
  const outcomeIn = ({ outcome, isInverted }: MatchedResult) => orientOutcome(outcome, isInverted === 1);
  const b = a && markets.find((other) => outcomeIn(other) !== outcomeIn(a));
  return html`<li><div>${markets.map((market) => queuedSide(market.platform, html`${market.title} <strong>${market.outcome}</strong>`))}
<p class="hint"><a href="${questionPath(context, { id })}">Open the question</a></p></div>
${a && b && html`<p class="actions"><a class="button" href="${pairAddress(context, "decided", { a, b })}">Review the pair</a></p>`}</li>\n`;
}

/** A pair with all that was said of it: the market that is reported comes first. */
function reportedPair(context: Context, reports: readonly MatchReport[]): Html | false {
  const [first] = reports;
  if (first === undefined) return false;
  const pair = namesOf(first);
  const now = context.clock.now();
  const isStored = first.aTitle !== null && first.bTitle !== null;
  return html`<li><div>${queuedSide(first.aPlatform, first.aTitle ?? first.aId)}${queuedSide(first.bPlatform, first.bTitle ?? first.bId)}
<p class="hint">${counted(reports.length, "report")} that ${getPlatform(first.aPlatform).name} does not belong. \
<a href="${questionPath(context, { id: first.questionId })}">Open the question</a></p>
${reports.map(
  ({ note, reportedAt }) =>
    html`<p class="said">${note === "" ? "No reason given" : html`“<bdi>${note}</bdi>”`} <span class="sub">${ago(reportedAt, now)}</span></p>\n`,
)}</div>
<form method="post" action="${pathTo(context, "/admin/reports/done")}">${hiddenFields([pair])}
<p class="actions">${isStored && html`<a class="button" href="${pairAddress(context, "decided", pair)}">Review the pair</a>`}
<button>Done</button></p></form></li>\n`;
}

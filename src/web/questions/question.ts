import { readQuestionHistory } from "../../api/question-history.ts";
import { getQuestion, pathQuestionId } from "../../api/question-id.ts";
import type { Context } from "../../context.ts";
import { isImplied, priceRuleOf } from "../../domain/matching/matches.ts";
import type { Risk } from "../../domain/matching/risks.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { AppError } from "../../errors.ts";
import { decimal, withDefault } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import type { EventDetail } from "../../store/events.ts";
import type { QuestionHistory } from "../../store/questions/history.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import type { RelatedQuestion } from "../../store/questions/related.ts";
import { recordSection } from "../accuracy/record.ts";
import { alertAnchor } from "../alerts/alerts.ts";
import { CHART_ASSETS } from "../charts/chart.ts";
import { type ChartRange, findWindow, RANGES, rangeLinks, rangeParameter } from "../charts/courses.ts";
import { type LinesChart, linesChart, linesSummary } from "../charts/lines-chart.ts";
import { type ChartMark, marksOf, withEnds } from "../charts/marks.ts";
import { type EventOutcome, listOutcomes, settlementLine, volumeOf } from "../markets/market-table.ts";
import { shareSection } from "../page/command.ts";
import {
  ago,
  ahead,
  counted,
  gapOf,
  MATCH_MEANING,
  moment,
  percent,
  priceText,
  singleReason,
  toScoreText,
} from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, toDocument } from "../page/layout.ts";
import {
  eventFile,
  eventPath,
  fileAnchor,
  marketPath,
  platformTag,
  pricesAnchor,
  questionFile,
  questionPath,
} from "../page/links.ts";
import { type Followed, livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { fact } from "../page/table.ts";
import { outcomeOnly, titleHeading, titleLink, titleParts } from "../page/titles.ts";
import { findSpreads, spreadLine } from "../spreads/spreads.ts";
import { gapSection } from "./gap-chart.ts";
import { DEFAULT_STAKE, memberTable, stakeForm } from "./member-table.ts";
import { questionVolume, resultOf } from "./question-table.ts";
import { reportSection } from "./report.ts";

const ASSETS = [...CHART_ASSETS, "spreads.css", "questions.css"];

export const questionPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/questions/:question_id",
    summary: "One question: its price, its markets on every platform, their rules and what is related",
    parameters: { question_id: pathQuestionId, range: rangeParameter, stake: stakeParameter },
    async render(context, { question_id: id, range, stake }) {
      const now = context.clock.now();
      const { found: question, isMoved } = await getQuestion(context, id);
      if (isMoved) return { seeOther: pathWith(context, question, { range, stake }) };
      const [events, books, spread, chart, record] = await Promise.all([
        readEvents(context, question),
        context.store.books.ofMarkets(question.members, now),
        spreadSection(context, question, platforms),
        chartSection(context, question, { range, stake }),
        recordSection(context, question, platforms),
      ]);
      const content = html`${header(context, question, events)}
${question.status === "open" && stakeForm(stake, { range })}
${memberTable(context, question, { books, stake, now })}
<p class="more">${fileAnchor(context, questionFile(question, "markets"), { title: "Prices by platform" })}</p>
${chart}
${spread}
${record}
${reasonSection(context, question)}
${outcomeSection(context, events)}
${relatedSection(context, question)}`;
      const main = html`${livePart(context, now, followedOf(question, events), content)}
${rulesSection(question)}
${shareSection(context, toShared(question))}
${reportSection(context, question)}`;
      return toDocument(context, { title: question.title, main, assets: ASSETS, head: toShared(question) });
    },
  }),
];

const toShared = ({ id, title, price, members }: Question) => ({
  title,
  path: `/questions/${id}`,
  description: `Chance of yes: ${percent(price)}. ${oneOfEachPlatform(members)
    .map((member) => `${getPlatform(member.platform).name} ${percent(member.price)}`)
    .join(", ")}.`,
});

/** The question and all else whose price is on its page. */
const followedOf = (question: QuestionDetail, { compared, questions }: QuestionEvents): Followed => ({
  questions: [question, ...question.related.flatMap((related) => related.question ?? []), ...questions.values()],
  markets: [
    ...question.members,
    ...question.related.map(({ market }) => market),
    ...(compared?.outcomes.map(({ market }) => market) ?? []),
  ],
  // All platforms have said how it ended.
  isSettled: resultOf(question) !== undefined,
});

/** What the page was asked for. */
interface AskedPage {
  readonly range: ChartRange;
  /** In dollars. */
  readonly stake: number;
}

const stakeParameter = withDefault(
  decimal({ description: "What is spent on each market, in dollars.", min: 1, max: 1_000_000 }),
  DEFAULT_STAKE,
);

const pathWith = (context: Context, question: Question, { range, stake }: AskedPage): string =>
  `${questionPath(context, question)}?range=${range}${stake === DEFAULT_STAKE ? "" : `&stake=${stake}`}`;

const header = (context: Context, question: Question, events: QuestionEvents): Html => html`<div class="market-head">
<div>${titleHeading(question)}
<p class="sub">${question.category}${eventLinks(context, events)}</p></div>
<p class="now">${headFigure(question, context.clock.now())}</p>
</div>
<dl class="facts">
${question.status === "open" && fact("Gap of mid prices", question.gap === null ? `none: ${singleReason(question)}` : gapOf(question))}
${closeFact(question, context.clock.now())}
${fact("Volume", questionVolume(question, question.volume))}
${fact("24 h volume", questionVolume(question, question.volume24h))}
</dl>
${resultOf(question) === undefined && html`<p class="actions">${alertAnchor(context, question.id)}</p>`}
${
  question.priceSource === "play_money" &&
  html`<p class="note">This price is in play money, because no real-money market of this question has a current price.</p>`
}`;

/** Its chance of yes, or how it resolved. */
function headFigure(question: Question, now: number): Html {
  const { id, status, price } = question;
  const result = resultOf(question);
  if (result !== undefined)
    return html`<strong>${result === "differs" ? "Resolved differently" : `Resolved: ${result}`}</strong> <span class="sub">last price of \
yes ${percent(price)}</span>`;
  const meaning = status === "open" ? html`chance of yes${oldestPrice(question, now)}` : "last price of yes";
  return html`<strong data-key="question:${id}">${priceText(price, question)}</strong>
<span class="sub">${meaning}</span>`;
}

/** How old the oldest price that counts is. The page itself may be newer. */
const oldestPrice = ({ ageMs, isStale }: Question, now: number): Html | false =>
  !isStale && ageMs !== undefined && html`, oldest price read ${ago(now - ageMs, now)}`;

function closeFact({ status, closesAt }: Question, now: number): Html {
  if (status === "open") return fact("Closes", ahead(closesAt, now));
  return fact("Closed", closesAt === null ? "–" : moment(closesAt));
}

/** The best pair of orders of this question, if there is one to believe. */
async function spreadSection(context: Context, { id }: Question, platforms: readonly string[]): Promise<Html | false> {
  const shown = { ofQuestion: id, confidence: "medium", size: 1, all: true } as const;
  const [found] = (await findSpreads(context, platforms, shown)).opportunities;
  if (found === undefined || found.deal.profit <= 0) return false;
  return html`<section aria-labelledby="spread"><h2 id="spread">Best spread</h2>
${spreadLine(found)}</section>`;
}

async function chartSection(context: Context, question: Question, asked: AskedPage): Promise<Html> {
  const { range } = asked;
  const { window, firstAt } = await findWindow(context, withEnds(question.members, context.clock.now()), range);
  const found = await findHistory(context, question, window);
  const file = pricesAnchor(context, questionFile(question, "prices"), range);
  const marks = listMarks(question, context.clock.now());
  const drawn = found && drawHistory(found.history, { period: RANGES[range].period, firstAt, marks, file });
  return html`<section aria-labelledby="course"><div class="head"><h2 id="course">Price</h2>
${rangeLinks((name) => pathWith(context, question, { ...asked, range: name }), range)}</div>
${drawn ?? html`<p class="empty">No prices for this period.</p>`}
${
  found?.backfill === "pending" &&
  html`<p class="hint">Platforms are being asked for older prices. They appear here when they arrive.</p>`
}</section>
${found && gapSection(found.history)}`;
}

/** When its markets were matched as they are now, and how each of them ended. */
const listMarks = ({ members, changedAt }: Question, now: number): readonly ChartMark[] => [
  { at: Math.floor(changedAt / 1000), text: "Markets were matched" },
  ...members.flatMap((member) => marksOf(member, now, getPlatform(member.platform).name)),
];

/** Undefined where its markets have parted since the question was read. */
async function findHistory(context: Context, { id }: Question, grid: Parameters<typeof readQuestionHistory>[2]) {
  try {
    return await readQuestionHistory(context, id, grid);
  } catch (error) {
    if (error instanceof AppError && error.code === "question_not_found") return undefined;
    throw error;
  }
}

interface HistoryNotes extends Pick<LinesChart, "firstAt" | "marks" | "file"> {
  readonly period: string;
}

/** A line for each platform; no chart without prices. */
function drawHistory({ times, series }: QuestionHistory, { period, ...notes }: HistoryNotes) {
  const drawn = oneOfEachPlatform(series.map(({ member, prices }) => ({ ...member, prices })));
  const lines = drawn.map(({ platform, prices, ...age }) => ({
    ...{ label: getPlatform(platform).name, platform, prices },
    age,
  }));
  if (lines.every(({ prices }) => prices.every((price) => price === null))) return undefined;
  return linesChart({ ...notes, times, lines, summary: linesSummary(lines, period) });
}

/** Why each market asks the same as the one that gives the title, in words. */
const reasonSection = (deps: PageDeps, { members, risks }: QuestionDetail): Html =>
  html`<section aria-labelledby="why"><h2 id="why">Why these match</h2>
<p class="hint">${MATCH_MEANING}</p>
<ul class="cards">${members.map((member) => reasonCard(deps, member))}</ul>${riskList(risks)}</section>`;

/** What the markets settle differently: who holds both sides may lose by it. */
const riskList = (risks: readonly Risk[]): Html | false =>
  risks.length > 0 &&
  html`<h3>Settled differently</h3>
<ul class="reasons">${risks.flatMap(({ texts }) => texts.map((text) => html`<li>${text}</li>`))}</ul>`;

const reasonCard = (deps: PageDeps, member: QuestionMember): Html =>
  html`<li class="card"><h3>${titleLink(marketPath(deps, member), member)}</h3>
<p class="sub">${platformTag(member.platform)}${!member.isTitled && html` · ${toScoreText(true, member.score)}`}</p>
${relationOf(member)}
${member.reasons.length > 0 && html`<ul class="reasons">${member.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}</li>`;

const relationOf = ({ isTitled, isInverted }: QuestionMember): Html | false =>
  (isTitled && html`<p>Gives the title.</p>`) ||
  (isInverted && html`<p>The opposite: no here means yes on the question.</p>`);

/** Longer rules are folded. */
const MAX_OPEN_CHARACTERS = 600;
const EXCERPT_CHARACTERS = 400;

/** The rules of every market, side by side. */
function rulesSection(question: QuestionDetail): Html | false {
  const { rules, settlementSources, members } = question;
  if (rules.size === 0 && settlementSources.size === 0) return false;
  return html`<section aria-labelledby="rules"><h2 id="rules">Rules side by side</h2>
<div class="sides">${members.map((member) => ruleColumn(question, member))}</div></section>`;
}

function ruleColumn(
  { rules, settlementSources }: QuestionDetail,
  { marketKey, platform, title, eventTitle }: QuestionMember,
): Html {
  const text = rules.get(marketKey)?.trim() ?? "";
  const source = settlementSources.get(marketKey);
  return html`<div class="side"><h3>${platformTag(platform)}</h3>
<p class="sub" dir="auto">${titleParts({ title, eventTitle })}</p>
${text === "" ? html`<p class="empty">No rules are published.</p>` : rulesText(text)}
${source !== undefined && settlementLine(source)}</div>`;
}

function rulesText(text: string): Html {
  if (text.length <= MAX_OPEN_CHARACTERS) return html`<p class="rule">${text}</p>`;
  const excerpt = text.slice(0, EXCERPT_CHARACTERS).replace(/\s*\S*$/, "");
  return html`<details class="folded"><summary><span class="rule excerpt">${excerpt} …</span> <span class="folded-all">Show \
all</span><span class="folded-less">Show less</span></summary><p class="rule">${text}</p></details>`;
}

/** Related questions that are shown at once. */
const MAX_RELATED = 6;

/** Questions that differ in a date, a figure or the way to settle. */
const relatedSection = (deps: PageDeps, { related }: QuestionDetail): Html | false =>
  related.length > 0 &&
  html`<section aria-labelledby="related"><h2 id="related">Related questions</h2>
${cards(deps, related.slice(0, MAX_RELATED))}${
  related.length > MAX_RELATED &&
  html`\n<details><summary>${counted(related.length - MAX_RELATED, "more related question")}</summary>\
${cards(deps, related.slice(MAX_RELATED))}</details>`
}</section>`;

const cards = (deps: PageDeps, related: QuestionDetail["related"]): Html =>
  html`<ul class="cards">${related.map((one) => relatedCard(deps, one))}</ul>`;

function relatedCard(deps: PageDeps, { market, relation, differences, question }: RelatedQuestion): Html {
  const path = question === undefined ? marketPath(deps, market) : questionPath(deps, question);
  const key = question === undefined ? `${market.platform}:${market.id}` : `question:${question.id}`;
  return html`<li class="card" data-row="${key}"><h3>${titleLink(path, question ?? market)}</h3>
<p class="sub">${
    question === undefined
      ? platformTag(market.platform)
      : counted(oneOfEachPlatform(question.members).length, "platform")
  }</p>
<p class="pair"><strong data-key="${key}">${priceText(question?.price ?? market.yesPrice, question ?? market)}</strong></p>
${isImplied(relation) && html`<p>${priceRuleOf(relation).text}</p>`}
<ul class="reasons">${differences.map((one) => html`<li>${one}</li>`)}</ul></li>`;
}

const MAX_OUTCOMES = 10;

/** The events that a question is part of, and what else one of them can end with. */
interface QuestionEvents {
  /** One for each platform. */
  readonly events: readonly EventDetail[];
  /** That of the market with the title, or another if that has no other outcomes. */
  readonly compared: OtherOutcomes | undefined;
  /** By `platform:id` of an outcome's market. */
  readonly questions: ReadonlyMap<string, Question>;
}

interface OtherOutcomes {
  readonly event: EventDetail;
  /** The highest price first. */
  readonly outcomes: readonly EventOutcome[];
}

async function readEvents({ store, clock }: Context, question: Question): Promise<QuestionEvents> {
  const found = await Promise.all(
    oneOfEachPlatform(question.members).map(async (member) => ({
      member,
      event: await store.events.find(member.platform, member.eventId, clock.now()),
    })),
  );
  const events = found.flatMap(({ member, event }) =>
    event === undefined || event.marketCount === 1 ? [] : [{ member, event, outcomes: listOthers(event, question) }],
  );
  const listed = events.filter(({ outcomes }) => outcomes.length > 0);
  const compared = listed.find(({ member }) => member.isTitled) ?? listed[0];
  const markets = compared?.outcomes.map(({ market }) => market) ?? [];
  return {
    events: events.map(({ event }) => event),
    compared,
    questions: await store.questions.ofMarkets(markets, clock.now()),
  };
}

const listOthers = (event: EventDetail, { members, status }: Question): readonly EventOutcome[] =>
  listOutcomes(event, "price")
    .filter(({ market }) => market.status === status)
    .filter(({ market }) => !members.some(({ platform, id }) => platform === market.platform && id === market.id))
    .slice(0, MAX_OUTCOMES);

/** Links to its events: ", part of Fed decision in December? on Kalshi". */
const eventLinks = (deps: PageDeps, { events }: QuestionEvents): Html | false =>
  events.length > 0 &&
  html` · part of ${events.map((event, index) => html`${index > 0 && ", "}${eventLink(deps, event)}`)}`;

const eventLink = (deps: PageDeps, event: QuestionEvents["events"][number]): Html =>
  html`${eventAnchor(deps, event)} on ${platformTag(event.platform)}`;

const eventAnchor = (deps: PageDeps, event: QuestionEvents["events"][number]): Html =>
  html`<bdi><a href="${eventPath(deps, event)}">${event.title}</a></bdi>`;

function outcomeSection(deps: PageDeps, { compared, questions }: QuestionEvents): Html | false {
  if (compared === undefined) return false;
  const { event, outcomes } = compared;
  const { name } = getPlatform(event.platform);
  return html`<section aria-labelledby="outcomes"><h2 id="outcomes">Other outcomes of ${eventAnchor(deps, event)} on ${name}</h2>
<table class="board"><caption class="hide">Other outcomes of the event on ${name}</caption>
<thead><tr><th scope="col" class="num">Yes</th><th scope="col">Outcome</th><th scope="col" class="num">Volume</th></tr></thead>
<tbody>${outcomes.map((outcome) => outcomeRow(deps, event, outcome, questions))}</tbody></table>
<p class="more">${fileAnchor(deps, eventFile(event, "markets"), { title: `All outcomes on ${name}` })}</p></section>`;
}

function outcomeRow(
  deps: PageDeps,
  event: EventDetail,
  { market, label }: EventOutcome,
  questions: QuestionEvents["questions"],
): Html {
  const { platform, id, yesPrice } = market;
  const question = questions.get(`${platform}:${id}`);
  const [path, note] =
    question === undefined
      ? [marketPath(deps, market), `only on ${getPlatform(platform).name}`]
      : [questionPath(deps, question), `on ${counted(oneOfEachPlatform(question.members).length, "platform")}`];
  return html`<tr data-row="${platform}:${id}"><td class="yes" data-key="${platform}:${id}">${priceText(yesPrice, market)}</td>\
<th scope="row"><a href="${path}" class="title" dir="auto">${outcomeOnly(label, event.title)}</a>
<span class="sub">${note}</span></th><td class="num">${volumeOf(market)}</td></tr>`;
}

import { listOpportunities } from "../../api/arbitrage.ts";
import { getQuestion, pathQuestionId } from "../../api/question-id.ts";
import type { Context } from "../../context.ts";
import { DEFAULT_LISTING } from "../../domain/arbitrage.ts";
import { isImplied, PRICE_RULES } from "../../domain/matching/matches.ts";
import type { Risk } from "../../domain/matching/risks.ts";
import { getPlatform, isRealMoney, reportsVolume } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import { listCounted, oneOfEachPlatform } from "../../domain/questions.ts";
import { choice, type Input, optional } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import type { Question, QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import type { RelatedQuestion } from "../../store/questions/related.ts";
import type { Topic } from "../../store/topics/topics.ts";
import { recordTable } from "../accuracy.ts";
import { alertAnchor } from "../alerts/alerts.ts";
import { type AddressWith, chosenOf, createAddresses } from "../browse/filters.ts";
import { CHANGE_MEANING } from "../browse/list-page.ts";
import { CHART_ASSETS } from "../charts/chart.ts";
import { rangeParameter } from "../charts/courses.ts";
import { chartSection } from "../charts/price-chart.ts";
import { shareSection } from "../embeds.ts";
import { endingOf, settlementLine, volume24hOf, volumeOf } from "../markets/markets.ts";
import {
  ago,
  ahead,
  capitalized,
  cents,
  change,
  counted,
  gapOf,
  listedChange,
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
  cardList,
  fileAnchor,
  marketPath,
  platformTag,
  questionFile,
  questionPath,
  quoted,
  safeLink,
  titleHeading,
  titleLink,
  titleParts,
} from "../page/links.ts";
import { type Followed, livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { dataTable, num, words } from "../page/table.ts";
import { outcomeSection, outcomeTabs } from "../topics.ts";
import { questionVolume, resultOf } from "./questions.ts";
import { reportSection } from "./report.ts";
import { closedTicket, orderParameters, type TicketView, ticket } from "./ticket.ts";

const ASSETS = [...CHART_ASSETS, "questions.css"];

const asked = (platforms: readonly string[]) => ({
  range: rangeParameter,
  ...orderParameters,
  platform: optional(choice({ description: "The platform whose column is marked.", values: platforms })),
});
type AskedQuestion = Input<ReturnType<typeof asked>>;

export const questionPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/questions/:question_id",
    parameters: { question_id: pathQuestionId, ...asked(platforms) },
    async render(context, { question_id: id, ...input }) {
      const now = context.clock.now();
      const { found: question, isMoved } = await getQuestion(context, id);
      const chosen = chosenOf(asked(platforms), input);
      const to = createAddresses(questionPath(context, question), asked(platforms), chosen);
      if (isMoved) return { seeOther: to() };
      const topic = await findTopic(context, question);
      const isCurrent = ({ questionId }: { readonly questionId: string | null }): boolean => questionId === id;
      const [chart, order, record] = await Promise.all([
        questionChart(context, question, { range: input.range, to }),
        orderPart(context, question, platforms, { ...input, chosen, to }),
        recordTable(context, question, platforms),
      ]);
      const content = html`${header(context, question)}
${topic && outcomeTabs(context, topic, isCurrent)}
<div class="beside"><div>${headFigure(question, now)}
${chart}</div>
${order}</div>
${topic && outcomeSection(context, topic, input.platform)}
${foldedParts(context, question, record)}
${relatedSection(context, question)}`;
      const main = html`${livePart(context, now, followedOf(question, topic), content)}
${rulesSection(question)}
${shareSection(context, toShared(question), topic)}
${reportSection(context, question)}`;
      return toDocument(context, { title: question.title, main, assets: ASSETS, head: toShared(question) });
    },
  }),
];

async function findTopic({ store, clock }: Context, { members }: Question): Promise<Topic | undefined> {
  const [member] = members;
  return member && (await store.topics.find(member.platform, member.eventId, clock.now()));
}

async function orderPart(
  context: Context,
  question: Question,
  platforms: readonly string[],
  order: Omit<TicketView, "actions">,
): Promise<Html> {
  const { id, status, members } = question;
  const actions = html`${resultOf(question) === undefined && alertAnchor(context, id)} <a class="button" href="#embed">Embed</a>`;
  if (status !== "open") return closedTicket(actions);
  const best = { question_id: id, min_confidence: "medium", sort: DEFAULT_LISTING.sort, size: 1, all: true } as const;
  const { opportunities } = await listOpportunities(context, platforms, best);
  const books = await context.store.books.ofMarkets(members, context.clock.now());
  const offered = members.map((member) => ({ ...member, book: books.get(member.marketKey) }));
  return ticket(offered, {
    ...order,
    spread: opportunities.find(({ deal }) => deal.profit > 0),
    actions,
  });
}

/** What is looked up: one part is open at a time, which needs no script. */
const foldedParts = (context: Context, question: QuestionDetail, record: Html | false): Html =>
  html`<div class="folds">${fold(
    "price",
    "How the price is made",
    html`${memberTable(context, question)}
<p class="more">${fileAnchor(context, questionFile(question, "markets"), { title: "Prices by platform" })}</p>`,
  )}
${record !== false && fold("records", "Record of the platforms", record)}
${fold("why", "Why these match", reasonPart(context, question))}</div>`;

const fold = (id: string, title: string, content: Html): Html =>
  html`<details class="fold" name="about"><summary><h2 id="${id}">${title}</h2></summary>${content}</details>`;

function whyLeftOut({ platform, status, isStale }: QuestionMember): string {
  if (!isRealMoney(platform)) return "play money does not count beside real money";
  return status === "open" && isStale ? "its price is old" : "it is closed";
}

const toShared = ({ id, title, price, members }: Question) => ({
  title,
  path: `/questions/${id}`,
  description: `Chance of yes: ${percent(price)}. ${oneOfEachPlatform(members)
    .map((member) => `${getPlatform(member.platform).name} ${percent(member.price)}`)
    .join(", ")}.`,
});

/** The question and all else whose price is on its page. */
const followedOf = (question: QuestionDetail, topic: Topic | undefined): Followed => ({
  questions: [
    question,
    ...question.related.flatMap((related) => related.question ?? []),
    ...(topic?.outcomes ?? []).flatMap(({ questionId, status }) =>
      questionId === null ? [] : [{ id: questionId, status }],
    ),
  ],
  markets: [...question.members, ...question.related.map(({ market }) => market), ...(topic?.outcomes ?? [])],
  // All platforms have said how it ended.
  isSettled: resultOf(question) !== undefined,
});

const header = (context: Context, question: Question): Html => html`${titleHeading(question)}
<p class="sub about">${capitalized(question.category)} · ${closeText(question, context.clock.now())} · volume ${questionVolume(question, question.volume)}, \
${questionVolume(question, question.volume24h)} in 24 h${
  question.status === "open" &&
  html` · gap ${question.gap === null ? `none, because there is ${singleReason(question)}` : (gapOf(question) ?? cents(0))}`
}</p>
${
  question.priceSource === "play_money" &&
  html`<p class="note">This price is in play money, because no real-money market of this question has a current price.</p>`
}`;

/** Its chance of yes and how it moved, or how it resolved. */
function headFigure(question: Question, now: number): Html {
  const { id, status, price, priceChange24h } = question;
  const result = resultOf(question);
  if (result !== undefined)
    return html`<p class="now"><strong>${result === "differs" ? "Resolved differently" : `Resolved: ${result}`}</strong> <span class="sub">last \
price of yes ${percent(price)}</span></p>`;
  const meaning =
    status === "open"
      ? html`chance of yes${priceChange24h !== null && " and its change in 24 hours"}${oldestPrice(question, now)}`
      : "last price of yes";
  return html`<p class="now"><strong data-key="question:${id}">${priceText(price, question)}</strong> ${
    status === "open" && priceChange24h !== null && change(priceChange24h)
  } <span class="sub">${meaning}</span></p>`;
}

/** How old the oldest price that counts is. The page itself may be newer. */
const oldestPrice = ({ ageMs, isStale }: Question, now: number): Html | false =>
  !isStale && ageMs !== undefined && html`; the oldest price was read ${ago(now - ageMs, now)}`;

function closeText({ status, closesAt }: Question, now: number): Html {
  if (status === "open") return html`closes ${ahead(closesAt, now)}`;
  return closesAt === null ? html`closed` : html`closed ${moment(closesAt)}`;
}

/** The chart of its price; the figures are of a plan. */
const questionChart = (
  context: Context,
  question: Question,
  view: Pick<AskedQuestion, "range"> & { readonly to: AddressWith },
) =>
  chartSection(context, question.members, {
    ...view,
    marks: [{ at: Math.floor(question.changedAt / 1000), text: "These markets were matched" }],
    ...(context.pagesPlan.showsAll && {
      file: (range) =>
        fileAnchor(context, questionFile(question, "prices"), { title: "Prices of the chart", query: { range } }),
    }),
  });

/** Why each market asks the same as the one that gives the title; how the matcher sees it is one step further. */
const reasonPart = (deps: PageDeps, { members }: QuestionDetail): Html =>
  html`<ul class="reasons">${members.map(
    (member) => html`<li>${platformTag(member.platform)} ${relationOf(member)}: ${quoted(member.title)}</li>`,
  )}</ul>
<details><summary>How the matcher sees it</summary><p class="hint">${MATCH_MEANING}</p>
<ul class="cards">${members.map(
    (member) => html`<li class="card"><h3>${titleLink(marketPath(deps, member), member)}</h3>
<p class="sub">${platformTag(member.platform)}${!member.isTitled && html` · ${toScoreText(true, member.score)}`}</p>
${member.reasons.length > 0 && html`<ul class="reasons">${member.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}</li>`,
  )}</ul></details>`;

const relationOf = ({ isTitled, isInverted }: QuestionMember): string =>
  (isTitled && "gives the title") || (isInverted ? "asks the opposite, so its no is yes here" : "asks the same");

/** What the markets settle differently: who holds both sides may lose by it. */
const riskList = (risks: readonly Risk[]): Html | false =>
  risks.length > 0 &&
  html`<h3>Settled differently</h3>
<ul class="reasons">${risks.flatMap(({ texts }) => texts.map((text, index) => html`<li>${index === 0 ? html`<mark>${text}</mark>` : text}</li>`))}</ul>`;

/** Longer rules are folded. */
const MAX_OPEN_CHARACTERS = 600;
const EXCERPT_CHARACTERS = 400;

function rulesSection(question: QuestionDetail): Html | false {
  const { rules, settlementSources, members, risks } = question;
  if (rules.size === 0 && settlementSources.size === 0) return false;
  return html`<details class="fold" name="about" open><summary><h2 id="rules">Rules side by side</h2></summary>${riskList(risks)}
<div class="sides">${members.map((member) => ruleColumn(question, member))}</div></details>`;
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

/** Questions that differ in a date, a figure or the way to settle. */
const relatedSection = (deps: PageDeps, { related }: QuestionDetail): Html | false =>
  related.length > 0 &&
  html`<section aria-labelledby="related"><h2 id="related">Related questions</h2>
${cardList(
  related.map((one) => relatedCard(deps, one)),
  "more question",
)}</section>`;

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
${isImplied(relation) && html`<p>${PRICE_RULES[relation].text}</p>`}
<ul class="reasons">${differences.map((one) => html`<li>${one}</li>`)}</ul></li>`;
}

/** The markets of a question, and what each counts for in its price. */
function memberTable(context: Context, question: QuestionDetail): Html {
  const now = context.clock.now();
  const { members } = question;
  const counted = listCounted(members);
  const total = counted.reduce((sum, { volume }) => sum + volume, 0);
  const weight = (member: QuestionMember): string => {
    if (!counted.includes(member)) return `left out: ${whyLeftOut(member)}`;
    return total === 0 ? "as much as the others" : percent(Math.round((ONE * member.volume) / total));
  };
  return html`<p>The price is the average of its markets, each weighted by its lifetime volume. A platform that publishes no volume \
weighs nothing beside others.</p>
${dataTable(
  {
    ...{ label: "Prices by platform", scrollClass: "members" },
    rowName: ({ platform, id }) => `${platform}:${id}`,
    rowClass: ({ isStale }) => isStale && "over",
  },
  members,
  [
    words("Platform", (member) => platformCell(context, member, now)),
    num(
      question.status === "open" ? "Mid price" : "Last price",
      (member) => ({
        ...{ content: priceText(member.price, member), className: "yes", key: `${member.platform}:${member.id}` },
      }),
      "Chance of yes: halfway between bid and ask, or the last price. Before fees",
    ),
    num("24 h change, pts", ({ priceChange24h }) => listedChange(priceChange24h), CHANGE_MEANING),
    num("Volume", volumeText),
    num("Weight", weight),
  ],
)}`;
}

function platformCell(deps: PageDeps, member: QuestionMember, now: number): Html {
  const { platform, title, ageMs, isInverted, status } = member;
  return html`<a href="${marketPath(deps, member)}" title="${title}">${platformTag(platform)}</a>${
    status !== "open" && html` <span class="play">${endingOf(member)}</span>`
  }${isInverted && html` <span class="opposite" title="To buy yes on this question, buy NO there">asks the opposite</span>`}
<span class="sub">${
    status === "open" &&
    html`${
      ageMs === undefined ? "never read" : html`<span class="wide">read </span>${ago(now - ageMs, now)}`
    }<span class="screen"> · </span>`
  }<span class="screen"><a href="${safeLink(member.url)}" rel="noopener noreferrer">Open<span class="hide"> on \
${getPlatform(platform).name}</span></a></span></span>`;
}

const volumeText = (member: QuestionMember): Html =>
  html`${volumeOf(member)}${
    member.status === "open" &&
    reportsVolume(member.platform) &&
    html`<span class="sub">${volume24hOf(member)} in 24 h</span>`
  }`;

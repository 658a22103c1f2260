import type { Context } from "../../context.ts";
import { MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { toVetoText } from "../../domain/matching/reason-texts.ts";
import { getPlatform, PLATFORMS } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import { AppError } from "../../errors.ts";
import { choice, optional, text, withDefault } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Redirect, Route } from "../../http/route.ts";
import type { PairDecision } from "../../store/commands.ts";
import type { MarketDetail } from "../../store/detail.ts";
import type { DecidedPair, MarketName, ReviewedPair } from "../../store/matching/pair-decisions.ts";
import {
  type PairForReview,
  type PairReview,
  REVIEWS,
  type Review,
  type StoredDecision,
} from "../../store/matching/pair-review.ts";
import { settlementLine } from "../markets/market-table.ts";
import { ago, ahead, money, percent } from "../page/figures.ts";
import { textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo } from "../page/layout.ts";
import { marketPath, platformTag } from "../page/links.ts";
import { dataTable } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";

const nameOfMarket = (description: string) =>
  optional(text({ description, min: 3, max: 300, example: "kalshi:KXFEDDECISION-25DEC" }));

export const pairPages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: "/admin/pairs",
    summary: "Pairs of markets to review, with both rules side by side",
    parameters: {
      show: withDefault(choice({ description: "Which pairs.", values: [...REVIEWS, "decided"] }), "doubtful"),
      a: nameOfMarket("One market of the pair to begin with, as platform:id."),
      b: nameOfMarket("The other market of that pair."),
    },
    render: (context, { show, a, b }) => (show === "decided" ? decidedPage(context) : showReview(context, show, a, b)),
  }),
  form({
    path: "/admin/pairs/decide",
    section: "/admin/pairs",
    summary: "Confirm, reject or forget a pair",
    submit: decide,
  }),
];

function showReview(context: Context, show: Review, a: string | undefined, b: string | undefined): Page {
  const listed = context.store.review.list(show, MAX_PAIRS);
  if (a === undefined || b === undefined) {
    const [first] = listed;
    return reviewPage(context, { show, listed, chosen: first && { pair: first, decision: undefined } });
  }
  const pair = { a: parseMarketName(a), b: parseMarketName(b) };
  if (pair.a.platform === pair.b.platform) {
    throw new AppError("validation_error", "these two markets are on one platform; a pair needs two platforms");
  }
  const chosen = context.store.review.find(pair.a, pair.b);
  if (chosen === undefined)
    throw new AppError(
      "market_not_found",
      "one of these two markets is not stored here; open /admin/pairs for pairs to review",
    );
  return reviewPage(context, { show, listed, chosen });
}

/** What a button of the form decides. */
const DECISIONS: ReadonlyMap<string, Pick<PairDecision, "kind" | "isInverted">> = new Map([
  ["same", { kind: "confirmed", isInverted: false }],
  ["inverted", { kind: "confirmed", isInverted: true }],
  ["rejected", { kind: "rejected", isInverted: null }],
  ["forgotten", { kind: "forgotten", isInverted: null }],
]);

/** Decides a pair as `toteboard pairs` does, and goes on to the next one; to the pair itself where a decision is undone. */
async function decide(context: Context, form: Query): Promise<Redirect> {
  const pair = { a: parseMarketName(textOf(form, "a")), b: parseMarketName(textOf(form, "b")) };
  const decision = DECISIONS.get(textOf(form, "decision"));
  if (decision === undefined) {
    throw new AppError("validation_error", `decision: expected one of ${[...DECISIONS.keys()].join(", ")}`);
  }
  const show = REVIEWS.find((one) => one === textOf(form, "show")) ?? "decided";
  const listed = show === "decided" ? [] : context.store.review.list(show, MAX_PAIRS);
  await context.commands.decidePair({ ...pair, ...decision });
  context.log.info({ a: toMarketName(pair.a), b: toMarketName(pair.b), ...decision }, "the operator decided a pair");
  const isShown = decision.kind === "forgotten" && context.store.review.find(pair.a, pair.b) !== undefined;
  return { seeOther: pairAddress(context, show, isShown ? pair : findNext(listed, pair)) };
}

/** The pair after this one; of one that is not listed, the first. */
function findNext(listed: readonly PairForReview[], pair: NamedPair): NamedPair | undefined {
  const next = listed[listed.findIndex((one) => isSamePair(namesOf(one), pair)) + 1];
  return next && namesOf(next);
}

/** Pairs of a review at a time. */
const MAX_PAIRS = 50;

interface ReviewView {
  readonly show: Review;
  /** In the order of the review. */
  readonly listed: readonly PairForReview[];
  /** The pair to decide; undefined where there is none. */
  readonly chosen: ReturnType<PairReview["find"]>;
}

const LEADS: Readonly<Record<Review, string>> = {
  doubtful:
    `Open pairs with a score near ${percent(MIN_MATCH_SCORE * ONE)}, the lowest score of a match. ` +
    "Doubt and volume decide the order.",
  vetoed: "Open pairs that a rule forbids although their score is high. Score and volume decide the order.",
};

/** One pair with its rules and reasons, then the next ones. */
function reviewPage(context: Context, view: ReviewView): Page {
  const { show, listed, chosen } = view;
  const main = html`<p class="lead">${LEADS[show]} A decision takes effect within seconds.</p>
${pairTabs(context, show)}
${
  chosen === undefined
    ? html`${lastDecision(context, show)}<p class="empty" id="pair" tabindex="-1">${
        context.store.review.isFinished()
          ? "There is no pair to decide here."
          : "Matching has not finished yet. Load this page again in a minute."
      }</p>`
    : pairSection(context, view, chosen)
}
${queue(context, view, listed)}`;
  return { title: "Pairs", main };
}

type ChosenPair = NonNullable<ReviewView["chosen"]>;

function pairSection(context: Context, { show, listed }: ReviewView, { pair, decision }: ChosenPair): Html {
  const { store, clock } = context;
  const now = clock.now();
  const { a, b } = namesOf(pair);
  const at = listed.findIndex((one) => one.aId === pair.aId && one.bId === pair.bId);
  const sides = [store.details.find(a.platform, a.id, now), store.details.find(b.platform, b.id, now)];
  return html`<section id="pair" class="review" tabindex="-1" aria-labelledby="pair-title">\
<h2 id="pair-title">${at === -1 ? "Pair" : `Pair ${at + 1} of ${listed.length === MAX_PAIRS ? "the first " : ""}${listed.length}`} \
<span class="state">${stateOf(pair, decision)}</span></h2>
<div class="sides asked">${sides.map((side) => side !== undefined && sideColumn(context, side, now))}</div>
${decisionForm(context, show, pair)}
${pageLinks(context, show, listed, at)}
${lastDecision(context, show)}
<section aria-labelledby="reasons"><h3 id="reasons">Why</h3>
<p>${RELATIONS[pair.relation ?? ""] ?? "Matching does not know what one answer means for the other."}</p>
${pair.reasons.length > 0 && html`<ul class="reasons">${pair.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}</section>
<section aria-labelledby="rules"><h3 id="rules">Rules side by side</h3>
<div class="sides">${sides.map((side) => side !== undefined && rulesColumn(side))}</div></section></section>`;
}

/** Relations in words. */
const RELATIONS: Readonly<Record<string, string>> = {
  same: "Matching says: yes on one means yes on the other.",
  inverted: "Matching says: yes on one means no on the other.",
  subset: "Matching says: yes on the first means yes on the second, but not the reverse.",
  superset: "Matching says: yes on the second means yes on the first, but not the reverse.",
  disjoint: "Matching says: at most one of the two can be yes.",
  complement: "Matching says: exactly one of the two is yes.",
};

function stateOf({ score, veto, isMatch }: PairForReview, decision: ChosenPair["decision"]): string {
  if (decision !== undefined) return `${decisionText(decision)} by hand`;
  if (veto === "operator" || score === ONE) return "being compared again; the score follows in seconds";
  if (score === null) return "no score: the two markets are too different";
  if (veto !== null) return `no match: ${toVetoText(veto)}; score without this rule ${percent(score)}`;
  return `score ${percent(score)}, ${isMatch ? "a match now" : "no match now"}`;
}

const sideColumn = (context: Context, market: MarketDetail, now: number): Html =>
  html`<div class="side"><h3>${platformTag(market.platform)}</h3>
<p class="question"><a href="${marketPath(context, market)}">${market.title}</a></p>
${market.event.title !== market.title && html`<p class="sub">Event: ${market.event.title}</p>`}
<dl class="figures">
<div><dt>Yes</dt><dd>${market.yesPrice === null ? "–" : percent(market.yesPrice)}</dd></div>
<div><dt>Volume</dt><dd>${money(market.volume)}</dd></div>
<div><dt>Closes</dt><dd>${market.status === "open" ? ahead(market.closesAt, now) : html`closed ${ago(market.closesAt, now)}`}</dd></div>
</dl></div>`;

function rulesColumn({ platform, description, settlementSource }: MarketDetail): Html {
  const text = description?.trim() ?? "";
  return html`<div class="side"><h4>${getPlatform(platform).name}</h4>
${text === "" ? html`<p class="empty">No rules are published.</p>` : html`<p class="rule">${text}</p>`}
${settlementSource !== null && settlementLine(settlementSource)}</div>`;
}

/** The decision that the comparison suggests is the main button. */
function decisionForm(context: Context, show: Review, pair: PairForReview): Html {
  const main = pair.veto !== null ? "rejected" : pair.relation === "inverted" ? "inverted" : "same";
  const button = (value: string, key: string, label: string): Html =>
    html`<button name="decision" value="${value}" data-hotkey="${key}"${value === main && html` class="main"`}>${label} \
<kbd>${key}</kbd></button>`;
  return html`<form method="post" action="${pathTo(context, "/admin/pairs/decide")}">
${hiddenFields(namesOf(pair), show)}
<p class="actions">${button("same", "c", "Confirm: the same")}
${button("inverted", "o", "Confirm: the opposite")}
${button("rejected", "r", "Reject: different")}</p></form>`;
}

function pageLinks(context: Context, show: Review, listed: readonly PairForReview[], at: number): Html {
  const [before, after] = [listed[at - 1], listed[at + 1]];
  return html`<p class="turn">${
    before !== undefined &&
    html`<a href="${pairAddress(context, show, namesOf(before))}" data-hotkey="p">Previous <kbd>p</kbd></a> `
  }${
    after !== undefined &&
    html`<a href="${pairAddress(context, show, namesOf(after))}" data-hotkey="n">${at === -1 ? "First" : "Next"} \
undecided <kbd>n</kbd></a>`
  }</p>`;
}

/** Pairs of the list that are shown below the one to decide. */
const QUEUED_PAIRS = 8;

function queue(context: Context, { show, chosen }: ReviewView, listed: readonly PairForReview[]): Html | false {
  const at = listed.findIndex((one) => one.aId === chosen?.pair.aId && one.bId === chosen.pair.bId);
  const next = listed.slice(at + 1, at + 1 + QUEUED_PAIRS);
  if (next.length === 0) return false;
  return html`<section aria-labelledby="queue"><h2 id="queue">Next</h2>
<ol class="queue">${next.map((pair) => queuedPair(context, show, pair))}</ol></section>`;
}

const queuedSide = (platform: string, title: string | null): Html =>
  html`<span class="line"><span>${platformTag(platform)}</span> <span>${title}</span></span>`;

const queuedPair = (context: Context, show: Review, pair: PairForReview): Html =>
  html`<li><a href="${pairAddress(context, show, namesOf(pair))}">\
${queuedSide(pair.aPlatform, pair.aTitle)}${queuedSide(pair.bPlatform, pair.bTitle)}</a>
<span class="weight">${percent(pair.score ?? 0)}<span class="sub">${money(pair.volume)}</span></span></li>\n`;

const MAX_DECISIONS = 100;

/** The operator's decisions, each with a button that takes it back. */
function decidedPage(context: Context): Page {
  const decided = context.store.review.listDecisions(MAX_DECISIONS);
  const now = context.clock.now();
  const main = html`<p class="lead">A decision stays in force when the rules change. “Forget” leaves the pair to matching again.</p>
${pairTabs(context, "decided")}
${
  decided.length === 0
    ? html`<p class="empty">No pair is decided yet.</p>`
    : html`<div class="decided">${dataTable(
        "Decided pairs",
        ["Pair", "Decision", "When", "Forget"],
        decided.map((pair) => decidedRow(context, pair, now)),
      )}</div>`
}`;
  return { title: "Pairs", main };
}

function decidedRow(context: Context, pair: DecidedPair, now: number): Html {
  const { a, b } = namesOf(pair);
  const side = ({ platform, id }: typeof a, title: string | null): Html =>
    html`<span class="line"><span>${platformTag(platform)}</span> <span>${
      title === null
        ? html`${id}, no longer stored`
        : html`<a href="${marketPath(context, { platform, id })}">${title}</a>`
    }</span></span>`;
  return html`<tr><th scope="row" class="name">${side(a, pair.aTitle)}${side(b, pair.bTitle)}</th><td>${decisionText(pair)}</td>\
<td>${ago(pair.decidedAt, now)}</td>
<td><form method="post" action="${pathTo(context, "/admin/pairs/decide")}">\
${hiddenFields({ a, b }, "decided")}<button name="decision" value="forgotten">Forget<span class="hide"> the decision on \
${pair.aTitle ?? a.id}</span></button></form></td></tr>\n`;
}

const TABS = { doubtful: "In doubt", vetoed: "Forbidden by a rule", decided: "Decided" } as const;

const pairTabs = (context: Context, show: Review | "decided"): Html =>
  html`<nav class="filters" aria-label="Pairs"><ul>${(Object.keys(TABS) as (keyof typeof TABS)[]).map(
    (one) =>
      html`<li><a href="${pairAddress(context, one).replace(/#.*/, "")}"${
        one === show && html` aria-current="page"`
      }>${TABS[one]}</a></li>`,
  )}</ul></nav>`;

/** The decision in words; a confirmed pair is the same or opposite. */
const decisionText = ({ decision, isInverted }: StoredDecision): string =>
  decision === "confirmed" && isInverted === 1 ? "confirmed as opposite" : decision;

/** The newest decision, with a button that undoes it. */
function lastDecision(context: Context, show: Review | "decided"): Html | false {
  const [last] = context.store.review.listDecisions(1);
  if (last === undefined) return false;
  const { a, b } = namesOf(last);
  return html`<form class="last" method="post" action="${pathTo(context, "/admin/pairs/decide")}">
${hiddenFields(namesOf(last), show)}
<p role="status">Last decision: ${decisionText(last)}, ${ago(last.decidedAt, context.clock.now())}. \
<span class="sub">${last.aTitle ?? toMarketName(a)} · ${last.bTitle ?? toMarketName(b)}</span></p>
<button name="decision" value="forgotten" data-hotkey="u">Undo <kbd>u</kbd></button>
</form>`;
}

/** What a form that decides a pair sends beside its button. */
const hiddenFields = ({ a, b }: NamedPair, show: Review | "decided"): Html =>
  html`${Object.entries({ a: toMarketName(a), b: toMarketName(b), show }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;

/** Two markets by their names. */
interface NamedPair {
  readonly a: MarketName;
  readonly b: MarketName;
}

const namesOf = ({ aPlatform, aId, bPlatform, bId }: ReviewedPair): NamedPair => ({
  a: { platform: aPlatform, id: aId },
  b: { platform: bPlatform, id: bId },
});

/** "platform:id", as the command line names markets. */
const toMarketName = ({ platform, id }: MarketName): string => `${platform}:${id}`;

/** Throws AppError validation_error. */
function parseMarketName(name: string): MarketName {
  const [platform = "", ...rest] = name.split(":");
  const id = rest.join(":");
  if (PLATFORMS.some((one) => one.id === platform) && id !== "") return { platform, id };
  throw new AppError("validation_error", "a market is named platform:id, such as kalshi:KXFEDDECISION-25DEC");
}

/** Whether two pairs are of the same markets, in either order. */
function isSamePair(one: NamedPair, other: NamedPair): boolean {
  const names = ({ a, b }: NamedPair): string => [toMarketName(a), toMarketName(b)].toSorted().join(" ");
  return names(one) === names(other);
}

/** The address of a list of pairs, with the one to begin with. A browser takes the focus there. */
function pairAddress(context: Context, show: Review | "decided", pair?: NamedPair): string {
  const query = new URLSearchParams({ show });
  if (pair !== undefined && show !== "decided") {
    query.set("a", toMarketName(pair.a));
    query.set("b", toMarketName(pair.b));
  }
  return `${pathTo(context, "/admin/pairs")}?${query}${show === "decided" ? "" : "#pair"}`;
}

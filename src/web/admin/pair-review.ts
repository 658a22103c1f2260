import type { Context } from "../../context.ts";
import { MIN_MATCH_SCORE } from "../../domain/matching/rules.ts";
import { toVetoText } from "../../domain/matching/sentences/differences.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import type { MarketDetail } from "../../store/detail.ts";
import type { PairForReview, PairReview, Review } from "../../store/matching/pair-review.ts";
import { settlementLine } from "../markets/settlement-source.ts";
import { ago, ahead, money, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo } from "../page/layout.ts";
import { marketPath, platformTag } from "../page/links.ts";
import { namesOf, pairAddress, toMarketName } from "./pair-address.ts";
import { decisionText, lastDecision, pairTabs } from "./pair-tabs.ts";

/** Pairs of a review at a time. */
export const MAX_PAIRS = 50;

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

/** One pair with all that decides it, then the next ones. */
export function reviewPage(context: Context, view: ReviewView): Page {
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

/** What the comparison says. */
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

/** The button of what the comparison says comes first. */
function decisionForm(context: Context, show: Review, pair: PairForReview): Html {
  const { a, b } = namesOf(pair);
  const main = pair.veto !== null ? "rejected" : pair.relation === "inverted" ? "inverted" : "same";
  const button = (value: string, key: string, label: string): Html =>
    html`<button name="decision" value="${value}" data-hotkey="${key}"${value === main && html` class="main"`}>${label} \
<kbd>${key}</kbd></button>`;
  return html`<form method="post" action="${pathTo(context, "/admin/pairs/decide")}">
<input type="hidden" name="a" value="${toMarketName(a)}"><input type="hidden" name="b" value="${toMarketName(b)}"><input type="hidden" \
name="show" value="${show}">
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

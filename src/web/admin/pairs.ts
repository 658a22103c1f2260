import { hash } from "node:crypto";
import { getQuestion, questionIdText } from "../../api/question-id.ts";
import type { Context } from "../../context.ts";
import { MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { toVetoText } from "../../domain/matching/reason-texts.ts";
import { getPlatform, PLATFORMS } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import { AppError } from "../../errors.ts";
import { choice, optional, text, withDefault } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Redirect, Route } from "../../http/route.ts";
import { refOf } from "../../http/shown.ts";
import type { MarketDetail } from "../../store/detail.ts";
import type { PartedQuestion } from "../../store/matching/pairs.ts";
import {
  type DecidedPair,
  type findPairToReview,
  type MarketName,
  type PairDecision,
  type PairFamily,
  type PairForReview,
  REVIEWS,
  type Review,
  type ReviewedPair,
  type StoredDecision,
} from "../../store/matching/reviews.ts";
import { settlementLine } from "../markets/markets.ts";
import { ago, ahead, counted, money, percent } from "../page/figures.ts";
import { textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo } from "../page/layout.ts";
import { marketPath, platformTag, questionPath } from "../page/links.ts";
import { dataTable, words } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";

const nameOfMarket = (description: string) =>
  optional(text({ description, min: 3, max: 300, example: "kalshi:KXFEDDECISION-25DEC" }));

const SECTION = "/admin/pairs";

export const pairPages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: SECTION,
    parameters: {
      show: withDefault(choice({ description: "Which pairs.", values: [...REVIEWS, "decided"] }), "doubtful"),
      question: optional(questionIdText("All pairs of one question, in place of those to review.")),
      a: nameOfMarket("One market of a pair to decide, as platform:id."),
      b: nameOfMarket("The other market of that pair."),
    },
    async render(context, { show, question, a, b }) {
      if (a !== undefined && b !== undefined)
        return showPair(context, show, { a: parseMarketName(a), b: parseMarketName(b) });
      if (question !== undefined) return questionPage(context, question);
      return show === "decided" ? decidedPage(context) : reviewPage(context, show);
    },
  }),
  form({ path: "/admin/pairs/decide", section: SECTION, submit: decide }),
];

/** What a button of the form decides. */
const DECISIONS: ReadonlyMap<string, Pick<PairDecision, "kind" | "isInverted">> = new Map([
  ["same", { kind: "confirmed", isInverted: false }],
  ["inverted", { kind: "confirmed", isInverted: true }],
  ["rejected", { kind: "rejected", isInverted: null }],
  ["forgotten", { kind: "forgotten", isInverted: null }],
]);

/**
 * Decides pairs as `toteboard pairs` does, and goes back to the list; to the first pair where a decision is undone. A
 * decision that parts other matches is asked about first.
 */
async function decide(context: Context, form: Query): Promise<Redirect | Page> {
  const pairs = pairsOf(form);
  const [pair] = pairs;
  const value = textOf(form, "decision");
  const decision = DECISIONS.get(value);
  if (decision === undefined) {
    throw new AppError("validation_error", `decision: expected one of ${[...DECISIONS.keys()].join(", ")}`);
  }
  const show = REVIEWS.find((one) => one === textOf(form, "show")) ?? "decided";
  if (decision.kind !== "forgotten") {
    const parted = await previewAll(context, pairs, decision);
    if (parted.length > 0 && digestOf(parted) !== textOf(form, "parts"))
      return breakPage(context, parted, { pairs, show, value });
  }
  const position = show === "decided" ? -1 : findPosition(context.store.review.list(show, MAX_PAIRS), pair);
  await context.commands.decidePairs({ pairs, ...decision });
  for (const { a, b } of pairs)
    context.log.info({ a: refOf(a), b: refOf(b), ...decision }, "the operator decided a pair");
  const isShown = decision.kind === "forgotten" && context.store.review.find(pair.a, pair.b) !== undefined;
  if (isShown) return { seeOther: pairAddress(context, show, pair) };
  // The next pair has the place of this one.
  return { seeOther: `${listAddress(context, show)}#pair-${Math.max(position, 0) + 1}` };
}

async function previewAll(
  { commands }: Context,
  pairs: readonly NamedPair[],
  decision: Pick<PairDecision, "kind" | "isInverted">,
): Promise<readonly PartedQuestion[]> {
  const parted: PartedQuestion[] = [];
  for (const pair of pairs) {
    const found = await commands.previewDecision({ ...pair, ...decision });
    parted.push(...found.filter(({ id }) => !parted.some((one) => one.id === id)));
  }
  return parted;
}

/** Tells one set of parted questions from another, so that what is confirmed is what was shown. */
const digestOf = (parted: readonly PartedQuestion[]): string => hash("sha256", JSON.stringify(parted));

/** Names the questions that a decision would part, before it is made. No key confirms it. */
async function breakPage(
  context: Context,
  parted: readonly PartedQuestion[],
  { pairs, show, value }: { readonly pairs: NamedPairs; readonly show: ShownPairs; readonly value: string },
): Promise<Page> {
  const titles = await Promise.all(parted.map((question) => titleOf(context, question)));
  const main = html`<p class="problem" role="alert">This decision parts ${counted(parted.length, "question")} whose markets \
are matched now.</p>
${parted.map(({ id, parts }, at) => {
  const groups = parts.map((part) => part.map(({ platform }) => getPlatform(platform).name).join(" and "));
  const title = id === null ? titles[at] : html`<a href="${questionPath(context, { id })}">${titles[at]}</a>`;
  return html`<p class="parted">${title}<span class="sub">No longer together: ${groups.join(" | ")}</span></p>\n`;
})}
<form method="post" action="${pathTo(context, "/admin/pairs/decide")}">
${hiddenFields(pairs, show)}<input type="hidden" name="parts" value="${digestOf(parted)}">
<p class="actions"><button class="danger" name="decision" value="${value}">${LABELS[value]}, and part \
${counted(parted.length, "question")}</button> <a class="button" href="${pairAddress(context, show, pairs[0])}">Back to the pair</a></p></form>`;
  return { title: "This would break matches", main };
}

/** As its page says it; a question whose platforms are off has the title of a market. */
async function titleOf(context: Context, { id, parts }: PartedQuestion): Promise<string> {
  const found = id === null ? undefined : await context.store.questions.find(id, context.clock.now());
  return (found !== undefined && "found" in found ? found.found.title : undefined) ?? parts[0]?.[0]?.title ?? "";
}

/** Where a pair's family is in a list, from 0; -1 where it is not. */
const findPosition = (listed: readonly PairFamily[], pair: NamedPair): number =>
  listed.findIndex((family) => family.some((one) => isSamePair(namesOf(one), pair)));

/** Families of a review at a time. */
const MAX_PAIRS = 50;

const LEADS: Readonly<Record<Review, string>> = {
  doubtful:
    `Open pairs with a score near ${percent(MIN_MATCH_SCORE * ONE)}, the lowest score of a match. ` +
    "The most doubtful and most traded come first.",
  vetoed:
    "Open pairs that a rule forbids although their score is high. Pairs that differ in a date or a figure are left out.",
};

/** The pairs to review. None is chosen: keys that decide work on the page of a pair alone. */
function reviewPage(context: Context, show: Review): Page {
  const listed = context.store.review.list(show, MAX_PAIRS);
  const empty = context.store.review.isFinished()
    ? "There is no pair to decide here."
    : "Matching has not finished yet. Load this page again in a minute.";
  const main = html`<p class="lead">${LEADS[show]} A decision takes effect within seconds.</p>
${pairTabs(context, show)}
${lastDecision(context, show)}
${listed.length === 0 ? html`<p class="empty">${empty}</p>` : pairList(context, show, listed)}`;
  return { title: "Pairs", main };
}

/** All pairs of a question's markets, whatever their scores. */
async function questionPage(context: Context, id: string): Promise<Page> {
  const { found: question } = await getQuestion(context, id);
  const pairs = question.members.flatMap((one, at) =>
    question.members
      .slice(at + 1)
      .flatMap((other) => (one.platform === other.platform ? [] : (context.store.review.find(one, other)?.pair ?? []))),
  );
  const main = html`<p class="lead">The pairs of <a href="${questionPath(context, question)}">${question.title}</a>.</p>
${pairTabs(context)}
${pairList(
  context,
  "decided",
  pairs.map((pair) => [pair]),
)}`;
  return { title: "Pairs of a question", main };
}

/** A key follows the pair that the address names, else the first. */
const pairList = (context: Context, show: ShownPairs, listed: readonly PairFamily[]): Html =>
  html`<p class="hint">Open a pair to decide it <kbd>n</kbd></p>
<ol class="queue">${listed.map((family, at) => {
    const [pair] = family;
    const anchor = pairAnchor(context, show, pair, html` id="pair-${at + 1}" data-hotkey="n"`);
    return html`<li><div>${anchor}${familyForm(context, show, { family, isOpen: at === 0 })}</div>
<span class="weight">${pair.score === null ? "–" : percent(pair.score)}<span class="sub">${money(pair.volume)}</span></span></li>\n`;
  })}</ol>`;

/**
 * The pairs that are alike, with one decision for all that are not ticked; nothing for a pair alone. Each leads to its own
 * page. The family to decide next is open.
 */
function familyForm(
  context: Context,
  show: ShownPairs,
  { family, isOpen }: { readonly family: PairFamily; readonly isOpen: boolean },
): Html | false {
  if (family.length === 1) return false;
  return html`<details class="family"${isOpen && html` open`}><summary>${family.length} alike, of the same two events</summary>
<form method="post" action="${pathTo(context, "/admin/pairs/decide")}">${hiddenFields(family.map(namesOf), show)}
<p class="hint">Tick a pair to leave it out.</p>
<ul class="list">${family.map(
    (pair, at) => html`<li><input type="checkbox" name="left_out" value="${at}" \
aria-label="Leave out: ${pair.aTitle}"> ${pairAnchor(context, show, pair)}</li>`,
  )}</ul>
<p class="actions"><button name="decision" value="rejected">Reject all that are not ticked</button> \
<button name="decision" value="same">Confirm all that are not ticked</button></p></form></details>`;
}

const pairAnchor = (context: Context, show: ShownPairs, pair: PairForReview, more?: Html): Html =>
  html`<a href="${pairAddress(context, show, namesOf(pair))}"${more}>${queuedSide(pair.aPlatform, pair.aTitle)}\
${queuedSide(pair.bPlatform, pair.bTitle)}</a>`;

export const queuedSide = (platform: string, title: Html | string | null): Html =>
  html`<span class="line"><span>${platformTag(platform)}</span> <span>${title}</span></span>`;

type ChosenPair = NonNullable<ReturnType<typeof findPairToReview>>;

function showPair(context: Context, show: ShownPairs, { a, b }: NamedPair): Page {
  const { store, clock } = context;
  if (a.platform === b.platform) {
    throw new AppError("validation_error", "these two markets are on one platform; a pair needs two platforms");
  }
  const chosen = store.review.find(a, b);
  if (chosen === undefined)
    throw new AppError(
      "market_not_found",
      "one of these two markets is not stored here; open /admin/pairs for pairs to review",
    );
  const { pair, decision } = chosen;
  const now = clock.now();
  const listed = show === "decided" ? [] : store.review.list(show, MAX_PAIRS);
  const at = findPosition(listed, namesOf(pair));
  const sides = [store.details.find(pair.aPlatform, pair.aId, now), store.details.find(pair.bPlatform, pair.bId, now)];
  const main = html`${pairTabs(context, show)}
<section id="pair" class="review" tabindex="-1" aria-labelledby="pair-title">\
<h2 id="pair-title">${at === -1 ? "Pair" : `Pair ${at + 1} of ${listed.length === MAX_PAIRS ? "the first " : ""}${listed.length}`} \
<span class="state">${stateOf(pair, decision)}</span></h2>
<div class="sides asked">${sides.map((side) => side !== undefined && sideColumn(context, side, now))}</div>
${decisionForm(context, show, pair)}
${familyForm(context, show, { family: familyOf(pair, listed[at]), isOpen: true })}
${pageLinks(context, show, listed, at)}
${lastDecision(context, show)}
<section aria-labelledby="reasons"><h3 id="reasons">Why</h3>
<p>${RELATIONS[pair.relation ?? ""] ?? "Matching does not know what one answer means for the other."}</p>
${pair.reasons.length > 0 && html`<ul class="reasons">${pair.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}</section>
<section aria-labelledby="rules"><h3 id="rules">Rules side by side</h3>
<div class="sides">${sides.map((side) => side !== undefined && rulesColumn(side))}</div></section></section>`;
  return { title: "Pairs", main };
}

/** The family of a pair with that pair first. */
const familyOf = (pair: PairForReview, family: readonly PairForReview[] = []): PairFamily => [
  pair,
  ...family.filter((one) => !isSamePair(namesOf(one), namesOf(pair))),
];

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

const LABELS: Readonly<Record<string, string>> = {
  same: "Confirm: the same",
  inverted: "Confirm: the opposite",
  rejected: "Reject: different",
};

const HOTKEYS: Readonly<Record<string, string>> = { same: "c", inverted: "o", rejected: "r" };

const decisionForm = (context: Context, show: ShownPairs, pair: PairForReview): Html =>
  html`<form method="post" action="${pathTo(context, "/admin/pairs/decide")}">
${hiddenFields([namesOf(pair)], show)}
<p class="actions">${Object.entries(LABELS).map(
    ([value, label]) => html`<button name="decision" value="${value}" data-hotkey="${HOTKEYS[value]}">${label} \
<kbd>${HOTKEYS[value]}</kbd></button>\n`,
  )}</p></form>`;

function pageLinks(context: Context, show: ShownPairs, listed: readonly PairFamily[], at: number): Html {
  const [before, after] = [listed[at - 1], listed[at + 1]];
  return html`<p class="turn">${
    before !== undefined &&
    html`<a href="${pairAddress(context, show, namesOf(before[0]))}" data-hotkey="p">Previous <kbd>p</kbd></a> `
  }${
    after !== undefined &&
    html`<a href="${pairAddress(context, show, namesOf(after[0]))}" data-hotkey="n">${at === -1 ? "First" : "Next"} \
undecided <kbd>n</kbd></a>`
  }</p>`;
}

const MAX_DECISIONS = 100;

function decidedPage(context: Context): Page {
  const decided = context.store.review.listDecisions(MAX_DECISIONS);
  const now = context.clock.now();
  const main = html`<p class="lead">A decision stays in force when the rules change. “Forget” leaves the pair to matching again.</p>
${pairTabs(context, "decided")}
${
  decided.length === 0
    ? html`<p class="empty">No pair is decided yet.</p>`
    : html`<div class="decided">${dataTable("Decided pairs", decided, [
        words("Pair", (pair) => decidedSides(context, pair), "name"),
        words("Decision", decisionText),
        words("When", ({ decidedAt }) => ago(decidedAt, now)),
        words("Forget", (pair) => forgetForm(context, pair)),
      ])}</div>`
}`;
  return { title: "Pairs", main };
}

function decidedSides(context: Context, pair: DecidedPair): Html {
  const { a, b } = namesOf(pair);
  const titleOf = (market: MarketName, title: string | null): Html =>
    title === null ? html`${market.id}, no longer stored` : html`<a href="${marketPath(context, market)}">${title}</a>`;
  return html`${queuedSide(a.platform, titleOf(a, pair.aTitle))}${queuedSide(b.platform, titleOf(b, pair.bTitle))}`;
}

const forgetForm = (context: Context, pair: DecidedPair): Html =>
  html`<form method="post" action="${pathTo(context, "/admin/pairs/decide")}">\
${hiddenFields([namesOf(pair)], "decided")}<button name="decision" value="forgotten">Forget<span class="hide"> the decision on \
${pair.aTitle ?? pair.aId}</span></button></form>`;

const TABS = { doubtful: "In doubt", vetoed: "Forbidden by a rule", decided: "Decided" } as const;
type ShownPairs = keyof typeof TABS;

const pairTabs = (context: Context, show?: ShownPairs): Html =>
  html`<nav class="filters" aria-label="Pairs"><ul>${(Object.keys(TABS) as ShownPairs[]).map(
    (one) =>
      html`<li><a href="${listAddress(context, one)}"${
        one === show && html` aria-current="page"`
      }>${TABS[one]}</a></li>`,
  )}</ul></nav>`;

/** The decision in words; a confirmed pair is the same or opposite. */
const decisionText = ({ decision, isInverted }: StoredDecision): string =>
  decision === "confirmed" && isInverted === 1 ? "confirmed as opposite" : decision;

/** The newest decision, on one pair or a family, with a button that undoes it. */
function lastDecision(context: Context, show: ShownPairs): Html | false {
  const [last, ...others] = context.store.review.listDecisions(MAX_DECISIONS);
  if (last === undefined) return false;
  const { a, b } = namesOf(last);
  const alike = others.filter(({ decidedAt }) => decidedAt === last.decidedAt);
  return html`<form class="last" method="post" action="${pathTo(context, "/admin/pairs/decide")}">
${hiddenFields([last, ...alike].map(namesOf), show)}
<p role="status">Last decision: ${decisionText(last)}${alike.length > 0 && `, ${alike.length + 1} pairs`}, ${ago(last.decidedAt, context.clock.now())}. \
<span class="sub">${last.aTitle ?? refOf(a)} · ${last.bTitle ?? refOf(b)}</span></p>
<button name="decision" value="forgotten" data-hotkey="u">Undo <kbd>u</kbd></button>
</form>`;
}

/** What a form about pairs sends beside its button. */
export const hiddenFields = (pairs: readonly NamedPair[], show: ShownPairs = "decided"): Html =>
  html`${[
    ...pairs.flatMap(({ a, b }) => [["a", refOf(a)] as const, ["b", refOf(b)] as const]),
    ["show", show] as const,
  ].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

interface NamedPair {
  readonly a: MarketName;
  readonly b: MarketName;
}

type NamedPairs = [NamedPair, ...NamedPair[]];

export const namesOf = ({ aPlatform, aId, bPlatform, bId }: Omit<ReviewedPair, "aTitle" | "bTitle">): NamedPair => ({
  a: { platform: aPlatform, id: aId },
  b: { platform: bPlatform, id: bId },
});

/** The pairs of a form without those that are left out. Throws AppError validation_error. */
function pairsOf(form: Query): NamedPairs {
  const [others, partners] = [form.get("a") ?? [], form.get("b") ?? []];
  const named = others.map((a, at) => ({ a: parseMarketName(a), b: parseMarketName(partners[at] ?? "") }));
  if (named.length === 0) return [pairOf(form)];
  const [first, ...more] = named.filter((_, at) => form.get("left_out")?.includes(String(at)) !== true);
  if (first === undefined) throw new AppError("validation_error", "every pair is left out; untick those to decide");
  return [first, ...more];
}

/** The pair of a form. Throws AppError validation_error. */
export const pairOf = (form: Query): NamedPair => ({
  a: parseMarketName(textOf(form, "a")),
  b: parseMarketName(textOf(form, "b")),
});

/** Throws AppError validation_error. */
function parseMarketName(name: string): MarketName {
  const [platform = "", ...rest] = name.split(":");
  const id = rest.join(":");
  if (PLATFORMS.some((one) => one.id === platform) && id !== "") return { platform, id };
  throw new AppError("validation_error", "a market is named platform:id, such as kalshi:KXFEDDECISION-25DEC");
}

function isSamePair(one: NamedPair, other: NamedPair): boolean {
  const names = ({ a, b }: NamedPair): string => [refOf(a), refOf(b)].toSorted().join(" ");
  return names(one) === names(other);
}

const listAddress = (context: Context, show: ShownPairs): string =>
  `${pathTo(context, SECTION)}?${new URLSearchParams({ show })}`;

/** The page of a pair. A browser takes the focus there. */
export const pairAddress = (context: Context, show: ShownPairs, { a, b }: NamedPair): string =>
  `${listAddress(context, show)}&${new URLSearchParams({ a: refOf(a), b: refOf(b) })}#pair`;

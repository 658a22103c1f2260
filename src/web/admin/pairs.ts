import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { choice, optional, text, withDefault } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Redirect, Route } from "../../http/route.ts";
import type { PairDecision } from "../../store/commands.ts";
import { type PairForReview, REVIEWS, type Review } from "../../store/matching/pair-review.ts";
import { textOf } from "../page/form.ts";
import type { Page } from "../page/layout.ts";
import type { AdminPages } from "./admin-pages.ts";
import { decidedPage } from "./decided-pairs.ts";
import { isSamePair, type NamedPair, namesOf, pairAddress, parseMarketName, toMarketName } from "./pair-address.ts";
import { MAX_PAIRS, reviewPage } from "./pair-review.ts";

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
  form({ path: "/admin/pairs/decide", summary: "Confirm, reject or forget a pair", submit: decide }),
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

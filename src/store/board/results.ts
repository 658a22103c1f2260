import type { Outcome } from "../../domain/markets.ts";
import { NO_CHANGES } from "../../domain/movement.ts";
import { orientOutcome } from "../../domain/questions.ts";
import { isTestMarket } from "../../domain/titles.ts";
import { type Db, prepare } from "../database/db.ts";
import type { AgedMarket, ResolvedMarket } from "../markets.ts";
import { SETTLED } from "../price-ages.ts";
import { findShown, listMembers, readFigures } from "../questions/figures.ts";
import { type Question, type QuestionMember, readQuestions } from "../questions/question.ts";
import { showQuestions } from "../shown-markets.ts";
import type { BoardQuery } from "./candidates.ts";
import { groupEvents, oneOfEach } from "./event-groups.ts";

/** How a question, or a market without one, ended. */
export type BoardResult =
  | {
      readonly question: Question;
      /** The markets that have resolved. */
      readonly resolved: readonly QuestionMember[];
      /** In the question's direction; null where the markets do not agree. */
      readonly outcome: Outcome | null;
      /** The latest resolution, epoch milliseconds. */
      readonly resolvedAt: number;
    }
  | { readonly market: AgedMarket; readonly outcome: Outcome | null; readonly resolvedAt: number };

interface ResolvedCandidate {
  /** The latest resolved market of it. */
  readonly market: ResolvedMarket;
  /** Undefined for a market without one. */
  readonly questionKey: number | undefined;
  readonly isInverted: boolean;
  readonly category: string;
  readonly eventGroup: number;
}

const MAX_CANDIDATES = 100;

/** The latest results. Lists and figures are up to date; the caller holds the transaction. */
export function listResults(db: Db, { platforms, category, limit, now }: BoardQuery): BoardResult[] {
  const candidates = listCandidates(db, platforms).filter((one) => category === undefined || one.category === category);
  // Prefers the outcome of an event that came true.
  const leading = oneOfEach(candidates.toSorted((a, b) => Number(cameTrue(b)) - Number(cameTrue(a))));
  const shown = leading.toSorted((a, b) => b.market.resolvedAt - a.market.resolvedAt).slice(0, limit);
  const read = readQuestions(
    db,
    shown.flatMap(({ questionKey }) => questionKey ?? []),
    now,
  );
  const questions = new Map(read.map((question) => [question.questionKey, question]));
  return shown.map(({ market, questionKey }) => toResult(market, questions.get(questionKey ?? 0)));
}

function listCandidates(db: Db, platforms: readonly string[]): ResolvedCandidate[] {
  const latest = listLatest(db, platforms).filter((market) => !isTestMarket(market));
  const questionOf = findShown(
    db,
    latest.map(({ marketKey }) => marketKey),
  );
  const asked = new Map(readFigures(db, [...new Set(questionOf.values())]).map((one) => [one.questionKey, one]));
  const members = listMembers(db, [...asked.keys()]);
  const groupOf = groupEvents(
    db,
    latest.map(({ eventKey }) => eventKey),
  );
  return latest.map((market) => {
    const questionKey = questionOf.get(market.marketKey);
    const member = members.get(questionKey ?? 0)?.find(({ marketKey }) => marketKey === market.marketKey);
    return {
      ...{ market, questionKey },
      isInverted: member?.isInverted ?? false,
      category: (asked.get(questionKey ?? 0) ?? market).category,
      eventGroup: groupOf(market.eventKey),
    };
  });
}

/** The latest resolved markets of each platform by an index, without the order of all resolved ones. */
function listLatest(db: Db, platforms: readonly string[]): readonly ResolvedMarket[] {
  const keysOf = prepare(db, "resolved", "latestOfPlatform");
  // In their order, so that among equals the platform's name decides, then the id.
  const latest = platforms
    .toSorted()
    .flatMap((platform) => keysOf.all({ platform, limit: MAX_CANDIDATES }))
    .sort((a, b) => b.resolvedAt - a.resolvedAt)
    .slice(0, MAX_CANDIDATES);
  const rows = prepare(db, "markets", "resolvedByKeys").all(JSON.stringify(latest.map(({ marketKey }) => marketKey)));
  return showQuestions(db, rows).map((row) => ({ ...row, ...NO_CHANGES }));
}

const cameTrue = ({ market, isInverted }: ResolvedCandidate): boolean =>
  orientOutcome(market.outcome, isInverted) === "yes";

function toResult(market: ResolvedMarket, question: Question | undefined): BoardResult {
  const { outcome, resolvedAt } = market;
  if (question === undefined) return { market: { ...market, ...SETTLED }, outcome, resolvedAt };
  const resolved = question.members.filter(
    (member) => member.outcome !== null || member.marketKey === market.marketKey,
  );
  const [first, ...others] = new Set(resolved.map((member) => orientOutcome(member.outcome, member.isInverted)));
  return { question, resolved, outcome: others.length === 0 ? (first ?? null) : null, resolvedAt };
}

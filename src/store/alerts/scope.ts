import type { AlertScope } from "../../domain/alerts.ts";
import { isQuestionId } from "../../domain/questions.ts";
import { AppError, invalidParameter } from "../../errors.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import type { MarketName } from "../matching/reviews.ts";
import { lookUpQuestion } from "../questions/question.ts";
import { hasTerms, parseTerms, type SearchTerms } from "../titles/terms.ts";
import { toWords } from "../titles/words.ts";

/** A market as scopes look at it. */
export interface ScopedMarket {
  readonly platform: string;
  readonly id: string;
  readonly eventId: string;
  readonly questionId: string | null;
  readonly category: string;
  readonly title: string;
}

/** A scope, read once for many markets. */
export interface ReadScope {
  /** Of markets, events and questions: one of them must be the market's. Undefined where it names none. */
  readonly names: ReadonlySet<string> | undefined;
  /** Of its questions those that ask the opposite of what it names: its own was merged into them. */
  readonly opposites: ReadonlySet<string>;
  readonly terms: SearchTerms | undefined;
  readonly category: string | undefined;
  readonly platform: string | undefined;
}

/** With a connection, questions that were merged into others are read as those. */
export function readScope(
  { market, event, question, ids = [], query, category, platform }: AlertScope,
  db?: Db,
): ReadScope {
  const opposites = new Set<string>();
  const toCurrent = (questionId: string): string => {
    const current = db === undefined ? undefined : findCurrentQuestion(db, questionId);
    const { id, isOpposite } = current ?? { id: questionId, isOpposite: 0 };
    if (isOpposite === 1) opposites.add(id);
    return id;
  };
  const names = [
    ...(market === undefined ? [] : [toMarketName(market)]),
    ...(event === undefined ? [] : [`event ${event}`]),
    ...(question === undefined ? [] : [toCurrent(question)]),
    ...ids.map((id) => (isQuestionId(id) ? toCurrent(id) : toMarketName(id))),
  ];
  return {
    names: names.length === 0 ? undefined : new Set(names),
    opposites,
    terms: query === undefined ? undefined : parseTerms(query),
    category: category?.toLowerCase(),
    platform,
  };
}

/** Names of scopes by what they name, as the API writes them. */
function toNames(names: ReadonlySet<string>) {
  const listOf = (kind: string): string[] =>
    [...names].filter((name) => name.startsWith(kind)).map((name) => name.slice(kind.length));
  return { markets: listOf("market "), events: listOf("event "), questions: [...names].filter(isQuestionId) };
}

const toMarketName = (id: string): string => `market ${id}`;

/** The names by which scopes may name a market. */
const namesOf = ({ platform, id, eventId, questionId }: ScopedMarket): string[] => [
  toMarketName(`${platform}:${id}`),
  `event ${platform}:${eventId}`,
  ...(questionId === null ? [] : [questionId]),
];

/** What scopes compare with, read once for many of them. */
export const wordingOf = (market: ScopedMarket) => ({ words: toWords(market.title), called: namesOf(market) });

/** `words` are those of its title, `called` its names. A search without words finds nothing, as in lists. */
export function isInScope(
  scope: ReadScope,
  market: ScopedMarket,
  { words, called }: { readonly words: readonly string[]; readonly called: readonly string[] } = wordingOf(market),
): boolean {
  const { names, terms, category, platform } = scope;
  return (
    (names === undefined || called.some((name) => names.has(name))) &&
    (terms === undefined || (terms.wanted.length > 0 && hasTerms(words, terms))) &&
    (category === undefined || category === market.category) &&
    (platform === undefined || platform === market.platform)
  );
}

/** `platform:id`; an id may hold colons. */
export function parseName(name: string): MarketName {
  const colon = name.indexOf(":");
  return { platform: name.slice(0, Math.max(colon, 0)), id: name.slice(colon + 1) };
}

/** Finds what a question is now; undefined where there is none any more. The caller holds the transaction. */
function findCurrentQuestion(db: Db, id: string): SqlRow<"alerts", "currentQuestion"> | undefined {
  const found = lookUpQuestion(db, id);
  if (found === undefined || "formerMarket" in found) return undefined;
  return prepare(db, "alerts", "currentQuestion").get({ id, questionKey: found.questionKey });
}

/** Makes a scope name what there is now. Throws AppError market_not_found, event_not_found, question_not_found. */
export function toCurrentScope(db: Db, scope: AlertScope): AlertScope {
  const { market, event, question, ids, query } = scope;
  if (query !== undefined && parseTerms(query).wanted.length === 0) {
    throw invalidParameter("scope.query", "expected words that titles have, such as fed cut");
  }
  if (market !== undefined) requireMarket(db, market);
  if (event !== undefined && prepare(db, "alerts", "hasEvent").get({ ...parseName(event) }) === undefined) {
    throw new AppError("event_not_found", `there is no event ${event}; find ids with /api/v1/events?q=…`);
  }
  for (const id of ids ?? []) if (!isQuestionId(id)) requireMarket(db, id);
  return {
    ...scope,
    ...(question === undefined ? {} : { question: getCurrentId(db, question) }),
    ...(ids === undefined ? {} : { ids: ids.map((id) => (isQuestionId(id) ? getCurrentId(db, id) : id)) }),
  };
}

function requireMarket(db: Db, name: string): void {
  const { platform, id } = parseName(name);
  if (prepare(db, "markets", "keysOfIds").get(JSON.stringify([[platform, id]])) !== undefined) return;
  throw new AppError("market_not_found", `there is no market ${name}; find ids with /api/v1/search?q=…`);
}

function getCurrentId(db: Db, id: string): string {
  const current = findCurrentQuestion(db, id);
  if (current !== undefined) return current.id;
  throw new AppError("question_not_found", `there is no question ${id}; find questions with /api/v1/questions?q=…`);
}

/** A market as alerts look at it. Times are epoch milliseconds. */
export interface AlertSubject extends Omit<SqlRow<"alerts", "subjects">, "question"> {
  readonly questionId: string | null;
  /** Whether its yes is the no of its question. */
  readonly isInverted: boolean;
}

/** Reads markets as alerts look at them. The caller holds the transaction. */
export const readSubjects = (db: Db, marketKeys: readonly number[]): readonly AlertSubject[] =>
  marketKeys.length === 0
    ? []
    : prepare(db, "alerts", "subjects")
        .all(JSON.stringify(marketKeys))
        .map(({ question, ...row }) => {
          const [questionId, isInverted] = JSON.parse(question ?? "[null,0]") as [string | null, number];
          return { ...row, questionId, isInverted: isInverted === 1 };
        });

/** The markets that the names of scopes stand for, at most `limit`. */
export function listScopedMarkets(db: Db, names: ReadonlySet<string>, limit: number): SqlRow<"alerts", "listNamed">[] {
  const { markets, events, questions } = toNames(names);
  return prepare(db, "alerts", "listNamed").all({
    markets: JSON.stringify(markets),
    events: JSON.stringify(events),
    questions: JSON.stringify(questions),
    limit,
  });
}

/** Whether a scope sees a market's prices from the other side: it names a question whose yes is the market's no. */
export function isTurned({ names, opposites }: ReadScope, { questionId, isInverted, platform, id }: AlertSubject) {
  const isByQuestion = questionId !== null && names?.has(questionId) && !names.has(`market ${platform}:${id}`);
  return isByQuestion === true && isInverted !== opposites.has(questionId);
}

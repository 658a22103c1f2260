import { listDifferences } from "../../domain/matching/reason-texts.ts";
import { listRisks, type Risk } from "../../domain/matching/risks.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import type { MarketList, PageFacts, Slice } from "../lists/list.ts";
import { type MatchedMarket, openMatchedMarkets } from "../matching/matched-markets.ts";
import type { MarketName } from "../matching/pair-decisions.ts";
import type { PriceAges } from "../price-ages.ts";
import { toBytes } from "../titles/hits.ts";
import { openTitleSearch } from "../titles/search.ts";
import { openQuestionHistory, type QuestionHistory, type TimeGrid } from "./history.ts";
import { openLookup } from "./lookup.ts";
import { openQuestionReader, type Question } from "./question.ts";
import { type MarketRules, openRules } from "./rules.ts";
import { type QuestionFilter, selectPage, toTest } from "./select.ts";
import type { QuestionSummary } from "./summaries.ts";
import type { OpenSummaries, Summaries } from "./summarizer.ts";

export interface QuestionQuery extends QuestionFilter {
  /** Play-money markets are left out, and questions that fewer than two others ask. */
  readonly realMoneyOnly: boolean;
  /** What a person typed; one of the titles must have all its words. */
  readonly text?: string | undefined;
  /** Only these; former ids count. */
  readonly ids?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A question with what its markets settle differently. */
export interface ListedQuestion extends Question {
  readonly risks: readonly Risk[];
}

export interface QuestionPage extends PageFacts {
  readonly questions: readonly ListedQuestion[];
}

/** What an id names now. */
export type Found<T> =
  | { readonly found: T; readonly isMoved: boolean }
  /** The market it began with, once its markets are no longer matched or shown. */
  | { readonly formerMarket: { readonly platform: string; readonly id: string } };

export interface QuestionDetail extends ListedQuestion, MarketRules {
  readonly related: readonly RelatedQuestion[];
}

/** A market that asks something close to the question, with the question it belongs to. */
export interface RelatedQuestion extends RelatedMarket {
  readonly question: Question | undefined;
}

/** Reads questions over one connection; markets of `hidden` platforms are left out. */
export function openQuestions(
  db: Db,
  { list, openSummaries, hidden }: { list: MarketList; openSummaries: OpenSummaries; hidden: readonly string[] },
) {
  const lookUp = openLookup(db);
  const toQuestions = openQuestionReader(db);
  const readRules = openRules(db);
  const readHistory = openQuestionHistory(db);
  const listRelated = openRelated(db, hidden);
  const ofMarketIds = prepare(db, "questions", "ofMarketIds");
  const titles = openTitleSearch(db, { noun: "Market", list });

  // Of all platforms: a question that one platform asks in these words is also found by the others.
  const findAmong = ({ text }: QuestionQuery): Uint8Array | undefined =>
    text === undefined ? undefined : toBytes(titles.keys(text) ?? []);

  const select = (opened: Summaries, query: QuestionQuery, slice: Slice) => {
    const among = findAmong(query);
    const asked = query.ids === undefined ? opened.keys() : toKeys(query.ids.map(lookUp));
    const passes = toTest(query);
    const summaries: QuestionSummary[] = [];
    for (const key of asked) {
      const summary = opened.find(key);
      if (summary !== undefined && passes(summary) && hasOne(summary, among)) summaries.push(summary);
    }
    return selectPage(summaries, query, slice);
  };

  const findOne = <T>(
    id: string,
    now: number,
    read: (question: Question, ofKeys: OfKeys, summaries: Summaries) => T,
  ) => {
    const found = lookUp(id);
    if (found === undefined || "formerMarket" in found) return found;
    const summaries = openSummaries(now);
    const ofKeys: OfKeys = (keys) =>
      toQuestions(
        keys.flatMap((key) => summaries.find(key) ?? []),
        summaries,
      );
    const [question] = ofKeys([found.questionKey]);
    if (question === undefined) return { formerMarket: found.market };
    return { found: read(question, ofKeys, summaries), isMoved: found.isMoved };
  };

  return {
    /** Throws AppError validation_error (parameter `cursor`) for a cursor this query did not give. */
    list: (query: QuestionQuery, slice: Slice): QuestionPage =>
      consistently(db, () => {
        const opened = openSummaries(query.now, query.realMoneyOnly);
        const { summaries: shown, ...facts } = select(opened, query, slice);
        const questions = toQuestions(shown, opened);
        const { rules } = readRules(questions.flatMap(({ members }) => members.map(({ marketKey }) => marketKey)));
        return { questions: questions.map((question) => withRisks(question, rules)), ...facts };
      }),

    /** The ids of all of them. */
    listIds: (query: QuestionQuery): readonly string[] =>
      consistently(db, () => {
        const all = { page: 1, size: Number.POSITIVE_INFINITY };
        const { summaries } = select(openSummaries(query.now, query.realMoneyOnly), query, all);
        return summaries.map(({ question }) => question.id);
      }),

    /** Undefined for an id that no question ever had. */
    find: (id: string, now: number): Found<QuestionDetail> | undefined =>
      consistently(db, () =>
        findOne(id, now, (question, ofKeys, { ageOf }) => {
          const related = listRelated(question, ageOf);
          const questions = new Map(
            ofKeys(related.flatMap(({ questionKey }) => questionKey ?? [])).map((one) => [one.questionKey, one]),
          );
          const found = readRules(question.members.map(({ marketKey }) => marketKey));
          return {
            ...withRisks(question, found.rules),
            ...found,
            related: related.map((one) => toRelated(one, questions.get(one.questionKey ?? 0))),
          };
        }),
      ),

    /** The id that each of these names now; undefined for one that no question ever had. */
    resolve: (ids: readonly string[], now: number): ReadonlyMap<string, Found<string> | undefined> =>
      consistently(db, () => {
        const { find } = openSummaries(now);
        return new Map(ids.map((id) => [id, toCurrentId(lookUp(id), find)]));
      }),

    /** Prices over time, on one grid; undefined for an id that no question ever had. */
    history: (id: string, grid: TimeGrid, now: number): Found<QuestionHistory> | undefined =>
      consistently(db, () => findOne(id, now, (question) => readHistory(question, grid))),

    /** The question of each of these markets that has one, by `platform:id`. */
    ofMarkets: (markets: readonly MarketName[], now: number): ReadonlyMap<string, Question> =>
      consistently(db, () => {
        const ids = JSON.stringify(markets.map(({ platform, id }) => [platform, id]));
        const rows = ofMarketIds.all({ ids });
        const summaries = openSummaries(now);
        const asked = [...new Set(rows.map(({ questionKey }) => questionKey))].flatMap(
          (key) => summaries.find(key) ?? [],
        );
        const questions = new Map(toQuestions(asked, summaries).map((question) => [question.questionKey, question]));
        return new Map(
          rows.flatMap(({ platform, id, questionKey }) => {
            const question = questions.get(questionKey);
            return question === undefined ? [] : [[`${platform}:${id}`, question]];
          }),
        );
      }),
  };
}

const withRisks = (question: Question, rules: MarketRules["rules"]): ListedQuestion => ({
  ...question,
  risks: listRisks(
    question.members.map(({ platform, marketKey }) => ({ platform, rules: rules.get(marketKey) ?? null })),
  ),
});

/** A question without a shown market is a former one. */
function toCurrentId(
  found: ReturnType<ReturnType<typeof openLookup>>,
  find: Summaries["find"],
): Found<string> | undefined {
  if (found === undefined || "formerMarket" in found) return found;
  const summary = find(found.questionKey);
  return summary === undefined
    ? { formerMarket: found.market }
    : { found: summary.question.id, isMoved: found.isMoved };
}

/** Reads questions by their keys; those that are not shown are left out. */
type OfKeys = (questionKeys: readonly number[]) => Question[];

/** A market that asks the opposite of its question is related to others as that question is. */
function toRelated(found: RelatedMarket, question: Question | undefined): RelatedQuestion {
  const member = question?.members.find(({ marketKey }) => marketKey === found.market.marketKey);
  return { ...found, relation: member?.isInverted ? relationOfOpposite(found.relation) : found.relation, question };
}

const toKeys = (found: readonly ReturnType<ReturnType<typeof openLookup>>[]): Set<number> =>
  new Set(found.flatMap((one) => (one === undefined || "formerMarket" in one ? [] : [one.questionKey])));

const hasOne = ({ members }: QuestionSummary, among: Uint8Array | undefined): boolean =>
  among === undefined || members.some(({ marketKey }) => among[marketKey] === 1);

/** A market that asks something close to a question, with the question it belongs to. */
export interface RelatedMarket {
  readonly market: MatchedMarket;
  /** Of its question to the one it is related to: an ImpliedRelation or `related`. */
  readonly relation: string;
  /** In words, there against here. */
  readonly differences: readonly string[];
  readonly questionKey: number | undefined;
}

const MAX_RELATED = 12;

/** Reads open markets close to a question's members; of several of one question only the closest. */
function openRelated(
  db: Db,
  hidden: readonly string[],
): (question: Question, ageOf: PriceAges["of"]) => RelatedMarket[] {
  const listElsewhere = openMatchedMarkets(db, hidden);
  const questionsOf = prepare(db, "questions", "ofMarkets");
  return (question, ageOf) => {
    const found = question.members
      .flatMap(({ marketKey, platform, title, isInverted }) =>
        listElsewhere(marketKey, { platform, title }, { of: ageOf }).related.map((market) => ({
          market,
          relation: isInverted ? relationToOpposite(market.relation) : market.relation,
          differences: listDifferences(market.reasons),
        })),
      )
      .sort((a, b) => Number(isImplied(b)) - Number(isImplied(a)) || b.market.score - a.market.score);
    const keys = JSON.stringify(found.map(({ market }) => market.marketKey));
    const rows = questionsOf.all({ keys });
    const questions = new Map(rows.map(({ marketKey, questionKey }) => [marketKey, questionKey]));
    const seen = new Set<string>();
    return found
      .map((one) => ({ ...one, questionKey: questions.get(one.market.marketKey) }))
      .filter(({ market, questionKey }) => {
        if (questionKey === question.questionKey) return false;
        const name = questionKey === undefined ? `market ${market.marketKey}` : `question ${questionKey}`;
        const isFirst = !seen.has(name);
        seen.add(name);
        return isFirst;
      })
      .slice(0, MAX_RELATED);
  };
}

const isImplied = ({ relation }: { readonly relation: string }): boolean => relation !== "related";

/** The relation of the opposite of the related market, where it has a name. */
function relationOfOpposite(relation: string): string {
  if (relation === "superset") return "disjoint";
  return relation === "disjoint" ? "superset" : "related";
}

/** The same relation to the opposite question, where it has a name. */
function relationToOpposite(relation: string): string {
  if (relation === "subset") return "disjoint";
  return relation === "disjoint" ? "subset" : "related";
}

import { orientPrice } from "../../domain/arbitrage.ts";
import type { MarketStatus, Outcome } from "../../domain/markets.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { orientOutcome, type QuestionOffers, withOffers } from "../../domain/questions.ts";
import { isTestMarket } from "../../domain/titles.ts";
import { type AskingEvent, findLeading, findMoved, joinEvents, trendOf } from "../../domain/topics.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { type ListedMember, listMembers, platformMask, readFigures, refreshQuestions } from "../questions/figures.ts";

/**
 * Brings lists, figures of questions and topics up to date at a moment, in epoch milliseconds; after a start, only open topics
 * where no others are asked for. The caller holds the transaction.
 */
export function refreshTopics(db: Db, now: number, asked: "open" | "all" = "all"): void {
  refreshQuestions(db, now);
  while (refreshSomeChanged(db) || (asked === "all" && noteSomeClosed(db)));
}

const STEP_EVENTS = 200;

/**
 * Joins some events again, or makes some figures again; true while more are left. Lists and figures of questions are up to
 * date; the caller holds the transaction.
 */
export const refreshSomeTopics = (db: Db): boolean => refreshSomeChanged(db) || noteSomeClosed(db);

/** Notes some closed events that were there at the start; false where none is left, which is looked for but once. */
function noteSomeClosed(db: Db): boolean {
  if (Number(prepare(db, "topics", "notedTo").pluck().get()) === ALL_NOTED) return false;
  const keys = prepare(db, "topics", "nextClosed").pluck().all({ limit: STEP_EVENTS });
  if (keys.length > 0) prepare(db, "topics", "noteChanged").run({ keys: JSON.stringify(keys) });
  prepare(db, "topics", "setNoted").run({ closedTo: keys.at(-1) ?? ALL_NOTED });
  return keys.length > 0;
}

/** Above all keys: what closes from then on is noted as it changes. */
const ALL_NOTED = Number.MAX_SAFE_INTEGER;

/** Makes the figures of a topic that has none, since it was closed at the start. All others are up to date. */
export function refreshTopic(db: Db, topicKey: number): void {
  prepare(db, "topics", "noteChanged").run({ keys: JSON.stringify([topicKey]) });
  while (refreshSomeChanged(db));
}

function refreshSomeChanged(db: Db): boolean {
  startNoting(db);
  if (relinkSomeEvents(db)) return true;
  const eventKeys = prepare(db, "topics", "someChanged").pluck().all({ limit: STEP_EVENTS });
  if (eventKeys.length > 0) makeFigures(db, eventKeys);
  return eventKeys.length === STEP_EVENTS;
}

const STEP_RELINKED = 100;

/** Joins some of the events again that ask other questions than before; true while more are left. */
function relinkSomeEvents(db: Db): boolean {
  const noted = prepare(db, "topics", "someRelinked").pluck().all({ limit: STEP_RELINKED });
  if (noted.length === 0) return false;
  // What an event may be joined with depends on all that it reaches.
  const reached = prepare(db, "topics", "reached")
    .pluck()
    .all({ keys: JSON.stringify(noted) });
  const keys = JSON.stringify(reached);
  prepare(db, "topics", "unlink").run({ keys });
  for (const events of joinEvents(readAsking(db, keys))) {
    prepare(db, "topics", "link").run({ keys: JSON.stringify(events), topicKey: events[0] ?? 0 });
  }
  prepare(db, "topics", "noteChanged").run({ keys });
  prepare(db, "topics", "forgetRelinked").run({ keys });
  return noted.length === STEP_RELINKED;
}

/** What the listed markets of events ask; an event without any is left out. */
function readAsking(db: Db, keys: string): AskingEvent[] {
  const rows = Map.groupBy(prepare(db, "topics", "asked").all({ keys }), ({ eventKey }) => eventKey);
  return [...rows].map(([eventKey, asked]) => ({
    eventKey,
    platform: asked[0]?.platform ?? "",
    questionKeys: asked.flatMap(({ questionKey }) => questionKey ?? []),
    aloneCount: asked.find(({ questionKey }) => questionKey === null)?.count ?? 0,
  }));
}

function makeFigures(db: Db, eventKeys: readonly number[]): void {
  const keys = JSON.stringify(eventKeys);
  const topicsOf = prepare(db, "topics", "topicsOf").all({ keys });
  const topicKeys = [...new Set(topicsOf.map(({ topicKey }) => topicKey))];
  // An event may have been a topic of its own before.
  prepare(db, "topics", "forgetFigures").run({ keys: JSON.stringify([...topicKeys, ...eventKeys]) });
  prepare(db, "topics", "forgetChanged").run({ keys });
  const markets = prepare(db, "topics", "markets").all({ keys: JSON.stringify(topicKeys) });
  const figures = [...Map.groupBy(markets, (market) => market.topicKey)].map(([topicKey, own]) => ({
    topicKey,
    ...figuresOf(own),
  }));
  const leading = JSON.stringify(figures.map(({ leadingKey }) => leadingKey));
  const trials = prepare(db, "topics", "events").all({ keys: leading }).filter(isTestMarket);
  const trialKeys = new Set(trials.map(({ eventKey }) => eventKey));
  const add = prepare(db, "topics", "addFigures");
  for (const row of figures) add.run({ ...row, isTrial: Number(trialKeys.has(row.leadingKey)) });
}

/** What a topic with these markets is filtered and ordered by. */
function figuresOf(markets: readonly TopicMarket[]) {
  const leading = findLeading(sumEvents(markets));
  const open = markets.filter(({ status }) => status === "open");
  const real = markets.filter(({ platform }) => isRealMoney(platform));
  const volume24h = sumOf(real, (market) => market.volume24h);
  const change24h = findMoved(listOutcomes(markets).filter(({ isOpen }) => isOpen))?.priceChange24h ?? null;
  const mask = markets.reduce((all, market) => all | (market.questionMask ?? platformMask([market.platform])), 0);
  const closings = (open.length > 0 ? open : markets).flatMap(({ closesAt }) => closesAt ?? []);
  const resolutions = markets.flatMap(({ resolvedAt }) => resolvedAt ?? []);
  return {
    leadingKey: leading?.eventKey ?? 0,
    marketKey: markets[0]?.marketKey ?? 0,
    category: leading?.category ?? "other",
    status: open.length > 0 ? "open" : "closed",
    platformMask: mask,
    platformCount: countBits(mask),
    volume: sumOf(real, (market) => market.volume),
    volume24h,
    change24h,
    trend: trendOf(volume24h, change24h),
    closesAt: closings.length === 0 ? null : Math.min(...closings),
    resolvedAt: resolutions.length === 0 ? null : Math.max(...resolutions),
    updatedAt: Math.max(...markets.map(({ updatedAt }) => updatedAt)),
  };
}

/** What the events of a topic traded. */
export function sumEvents(markets: readonly TopicMarket[]) {
  return [...Map.groupBy(markets, ({ eventKey }) => eventKey)].map(([eventKey, own]) => ({
    eventKey,
    platform: own[0]?.platform ?? "",
    category: own[0]?.category ?? "other",
    isOpen: own.some(({ status }) => status === "open"),
    isAsking: own.some(({ isInverted }) => isInverted !== 1),
    isRealMoney: own.some(({ platform }) => isRealMoney(platform)),
    marketCount: own.length,
    volume: sumOf(own, (market) => market.volume),
    volume24h: sumOf(own, (market) => market.volume24h),
  }));
}

const sumOf = <T>(rows: readonly T[], amountOf: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);

function countBits(mask: number): number {
  let count = 0;
  for (let left = mask; left > 0; left &= left - 1) count++;
  return count;
}

// Topics, as tables in memory of the connection that reads: which events belong together, and the figures that lists of
// topics are filtered and ordered by. They are kept up with those of lists and of questions.

const TABLES = `
-- The events of topics that have several. The key of a topic is that of its oldest event.
CREATE TEMP TABLE topic_events (
  event_key  INTEGER PRIMARY KEY,
  topic_key  INTEGER NOT NULL
) STRICT;

CREATE INDEX temp.topic_events_by_topic ON topic_events (topic_key);

-- Events that may belong to other topics than before.
CREATE TEMP TABLE relinked_events (
  event_key  INTEGER PRIMARY KEY
) STRICT;

CREATE TEMP TABLE topic_figures (
  topic_key       INTEGER PRIMARY KEY,
  leading_key     INTEGER NOT NULL,           -- the event that gives title, picture and category
  category        TEXT NOT NULL,
  status          TEXT NOT NULL,
  platform_mask   INTEGER NOT NULL,           -- a bit for each platform that asks something of it, see platformMask
  platform_count  INTEGER NOT NULL,
  volume          INTEGER NOT NULL,           -- of real money, as the next one
  volume_24h      INTEGER NOT NULL,
  change_24h      INTEGER,                    -- of the outcome that moved most
  trend           INTEGER NOT NULL,
  closes_at       INTEGER,
  resolved_at     INTEGER,
  updated_at      INTEGER NOT NULL,
  is_trial        INTEGER NOT NULL,           -- 1 where it only tries its platform out
  market_key      INTEGER NOT NULL            -- one of its listed markets
) STRICT;

-- Of open topics in the order of lists where none is asked for, with all that other lists filter and order by.
CREATE INDEX temp.open_topics ON topic_figures (
  trend DESC, topic_key, category, platform_mask, platform_count, volume, volume_24h, change_24h, closes_at, resolved_at,
  updated_at, is_trial, market_key
) WHERE status = 'open';

-- Events whose topics get other figures.
CREATE TEMP TABLE changed_events (
  event_key  INTEGER PRIMARY KEY
) STRICT;

-- One row once changes are noted. Of the events that were closed before, those up to this key are noted too.
CREATE TEMP TABLE topic_noting (
  closed_to  INTEGER NOT NULL
) STRICT;
`;

/** Makes the tables on a connection that has those of lists and of questions, empty. */
export const createTopics = (db: Db): void => void db.exec(TABLES);

/** Once, notes all open events, and from then on those whose markets or questions change: not before, while these are all read. */
function startNoting(db: Db): void {
  if (prepare(db, "topics", "notedTo").pluck().get() !== undefined) return;
  // The conflict clause of the outer statement would count in place of one here.
  const noteIn = (table: string, events: string): string => `
    INSERT INTO ${table} SELECT event_key FROM (${events}) AS named
    WHERE NOT EXISTS (SELECT 1 FROM ${table} AS noted WHERE noted.event_key = named.event_key);`;
  const noteEvent = (row: string): string => noteIn("changed_events", `SELECT ${row}.event_key AS event_key`);
  const noteQuestion = (row: string): string =>
    noteIn("changed_events", `SELECT event_key FROM question_events WHERE question_key = ${row}.question_key`);
  const relinkEvent = (row: string): string => noteIn("relinked_events", `SELECT ${row}.event_key AS event_key`);
  db.exec(`
    CREATE TEMP TRIGGER topic_market_touched AFTER INSERT ON touched_markets BEGIN
      ${noteEvent("new")}
      INSERT OR IGNORE INTO relinked_events
      SELECT event_key FROM question_events WHERE new.is_relisted AND event_key = new.event_key LIMIT 1;
    END;
    CREATE TEMP TRIGGER topic_event_listed AFTER INSERT ON listed_events BEGIN ${noteEvent("new")} END;
    CREATE TEMP TRIGGER topic_event_removed AFTER DELETE ON listed_events BEGIN ${noteEvent("old")} END;
    CREATE TEMP TRIGGER topic_question_figured AFTER INSERT ON question_figures WHEN new.is_real_money_only = 0
    BEGIN ${noteQuestion("new")} END;
    CREATE TEMP TRIGGER topic_question_removed AFTER DELETE ON question_figures WHEN old.is_real_money_only = 0
    BEGIN ${noteQuestion("old")} END;
    CREATE TEMP TRIGGER topic_question_asked AFTER INSERT ON question_events
    BEGIN ${relinkEvent("new")} END;
    CREATE TEMP TRIGGER topic_question_left AFTER DELETE ON question_events
    BEGIN ${relinkEvent("old")} END;
  `);
  prepare(db, "topics", "setNoting").run();
  prepare(db, "topics", "startLinking").run();
  prepare(db, "topics", "startNoting").run();
}

/** A listed market of a topic. */
export type TopicMarket = SqlRow<"topics", "markets">;

/** What yes of an outcome is worth and costs on one platform. */
export interface TopicOffer {
  readonly platform: string;
  /** Of the market. */
  readonly id: string;
  readonly url: string;
  /** Of yes of the outcome. */
  readonly price: Micros;
  /** Of each dollar that yes of the outcome pays, fees included; null where nobody offers it. */
  readonly cost: Micros | null;
  /** Whether it costs least there. */
  readonly isBest: boolean;
  /** Whether the market's own yes is the no of the outcome. */
  readonly isInverted: boolean;
  readonly isStale: boolean;
}

/** What a topic may end with: a question of several platforms, or a market of one. */
export interface TopicOutcome {
  readonly name: string;
  /** Null where one platform alone asks it. */
  readonly questionId: string | null;
  /** The most traded of its markets. */
  readonly platform: string;
  readonly id: string;
  readonly price: Micros;
  readonly priceChange24h: Micros | null;
  readonly status: MarketStatus;
  /** Null while it is open, and where its markets do not agree. */
  readonly outcome: Outcome | null;
  readonly isStale: boolean;
  /** Of real money. */
  readonly volume: Cents;
  readonly volume24h: Cents;
  /** One of each platform. */
  readonly offers: readonly TopicOffer[];
  /** The markets that make its price are among them. */
  readonly members: readonly ListedMember[];
}

/** An outcome as far as it is ordered and compared with others. */
export interface DraftOutcome {
  /** Of the topic; a question may have others beside. */
  readonly markets: readonly TopicMarket[];
  readonly questionKey: number | null;
  readonly isOpen: boolean;
  readonly price: Micros;
  readonly priceChange24h: Micros | null;
  readonly volume: Cents;
}

/** What a topic with these markets may end with: open ones first, the likeliest first. */
export const listOutcomes = (markets: readonly TopicMarket[]): DraftOutcome[] =>
  [...Map.groupBy(markets, ({ questionKey, marketKey }) => questionKey ?? -marketKey).values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : toDraft(first, [first, ...others])))
    .sort(
      (a, b) => Number(b.isOpen) - Number(a.isOpen) || b.price - a.price || b.volume - a.volume || ageOf(a) - ageOf(b),
    );

const ageOf = ({ markets }: DraftOutcome): number => markets[0]?.marketKey ?? 0;

function toDraft(first: TopicMarket, markets: readonly TopicMarket[]): DraftOutcome {
  const { questionKey, questionPrice, questionStatus, questionChange, questionVolume } = first;
  return {
    markets,
    questionKey,
    isOpen: (questionStatus ?? first.status) === "open",
    price: questionPrice ?? first.yesPrice,
    priceChange24h: questionKey === null ? first.change24h : questionChange,
    volume: questionVolume ?? realMoneyOf(first, first.volume),
  };
}

const realMoneyOf = ({ platform }: { readonly platform: string }, amount: Cents): Cents =>
  isRealMoney(platform) ? amount : 0;

/** An outcome, and the event whose words name it where it has a market there. */
interface AskedOutcome {
  readonly draft: DraftOutcome;
  readonly leadingKey: number;
  /** Whether the topic has no other. */
  readonly isOnly: boolean;
}

/** Reads outcomes, in their order. Figures are up to date; the caller holds the transaction. */
export function readOutcomes(db: Db, asked: readonly AskedOutcome[]): TopicOutcome[] {
  const questionKeys = [...new Set(asked.flatMap(({ draft }) => draft.questionKey ?? []))];
  const figures = new Map(readFigures(db, questionKeys).map((row) => [row.questionKey, row]));
  const questionMembers = listMembers(db, questionKeys);
  const membersOf = ({ questionKey, markets }: DraftOutcome): readonly ListedMember[] =>
    questionKey === null ? markets.map(toMember) : (questionMembers.get(questionKey) ?? []);
  const keys = JSON.stringify(asked.flatMap(({ draft }) => membersOf(draft).map(({ marketKey }) => marketKey)));
  const quotes = new Map(
    prepare(db, "topics", "quotes")
      .all({ keys })
      .map((row) => [row.marketKey, row]),
  );
  return asked.map((one) => {
    const { draft } = one;
    const members = membersOf(draft).flatMap((member) => {
      const quote = quotes.get(member.marketKey);
      return quote === undefined ? [] : [{ ...member, quote }];
    });
    const question = draft.questionKey === null ? undefined : figures.get(draft.questionKey);
    const [most] = members.toSorted(byTrade);
    return {
      ...{ price: draft.price, priceChange24h: draft.priceChange24h, volume: draft.volume },
      name: nameOf(members, one),
      questionId: question?.id ?? null,
      platform: most?.platform ?? "",
      id: most?.quote.id ?? "",
      status: draft.isOpen ? "open" : "closed",
      outcome: endOf(members),
      isStale: question === undefined ? members.some(({ isStale }) => isStale) : question.isStale === 1,
      volume24h: question?.volume24h ?? members.reduce((sum, one) => sum + realMoneyOf(one, one.volume24h), 0),
      offers: toOffers(members),
      members,
    };
  });
}

interface QuotedOutcomeMember extends ListedMember {
  readonly quote: SqlRow<"topics", "quotes">;
}

/** A market that no other platform asks. */
const toMember = (market: TopicMarket): ListedMember => ({
  ...market,
  questionKey: 0,
  isInverted: false,
  isOpen: market.status === "open",
  price: orientPrice(market.yesPrice, false),
  priceChange24h: market.change24h,
  isStale: market.isStale === 1,
});

/** In real money first, then the most traded, then the oldest. */
const byTrade = (a: ListedMember, b: ListedMember): number =>
  Number(isRealMoney(b.platform)) - Number(isRealMoney(a.platform)) || b.volume - a.volume || a.marketKey - b.marketKey;

/** As the leading event calls it, else the most traded market that asks the same. */
function nameOf(members: readonly QuotedOutcomeMember[], { leadingKey, isOnly }: AskedOutcome): string {
  const asking = members.filter(({ isInverted }) => !isInverted).toSorted(byTrade);
  const labelled = asking.filter(({ quote }) => quote.outcomeLabel !== null);
  const named = labelled.find(({ eventKey }) => eventKey === leadingKey) ?? labelled[0];
  return named?.quote.outcomeLabel ?? (isOnly ? "Yes" : (asking[0]?.quote.title ?? ""));
}

function endOf(members: readonly QuotedOutcomeMember[]): Outcome | null {
  const ends = new Set(members.flatMap(({ quote, isInverted }) => orientOutcome(quote.outcome, isInverted) ?? []));
  return ends.size === 1 ? ([...ends][0] ?? null) : null;
}

/** Of two sides of a game on one platform, the one where yes costs less. */
function toOffers(members: readonly QuotedOutcomeMember[]): TopicOffer[] {
  const offered = withOffers(members.map(({ quote, isInverted, isStale }) => ({ ...quote, isInverted, isStale })));
  const offers = members.map(({ platform, price, isInverted, isStale, quote }, place): TopicOffer => {
    const { buyYes }: QuestionOffers = offered[place] ?? { buyYes: null, buyNo: null };
    const { id, url } = quote;
    return {
      platform,
      id,
      url,
      price,
      cost: buyYes?.total ?? null,
      isBest: buyYes?.isBest ?? false,
      isInverted,
      isStale,
    };
  });
  return PLATFORMS.flatMap(({ id }) => {
    const own = offers.filter(({ platform }) => platform === id);
    return (
      own.toSorted((a, b) => costOrMost(a) - costOrMost(b) || Number(a.isInverted) - Number(b.isInverted))[0] ?? []
    );
  });
}

const costOrMost = ({ cost }: TopicOffer): number => cost ?? Number.MAX_SAFE_INTEGER;

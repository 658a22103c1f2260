import { toCategory } from "../domain/categories/categories.ts";
import { type EventRecord, type MarketRecord, toOutcomeTitle, UNPUBLISHED } from "../domain/markets.ts";
import { MANA } from "../domain/platforms.ts";
import { type Cents, ONE, toCents, toMicros, toNumber } from "../domain/prices.ts";
import { withAuthor } from "../domain/titles.ts";
import { baseAddress, batchesOf, type Fetcher, fetchEach, unexpected, walkPages } from "./fetcher.ts";
import {
  addressOn,
  flag,
  identifier,
  type JsonFields,
  text,
  texts,
  time,
  toFields,
  toRecords,
  toSegment,
  webAddress,
} from "./json-fields.ts";
import { createOptionalBatches } from "./optional-batches.ts";
import {
  type Ending,
  type ListingDraft,
  NO_ENDING,
  quotesOf,
  reject,
  toClosing,
  toListing,
  UNKNOWN_ENDING,
  YES_ENDING,
} from "./records.ts";
import type { BookRequest, Listing, OpenSource, PastMarket, PastPrice, Quote, QuoteReader, Span } from "./source.ts";
import { UpstreamError } from "./upstream-error.ts";

/** Manifold: play money, an automated market maker, no event objects (docs.manifold.markets/api). */
export const openManifold: OpenSource = (urls) => {
  const api = `${baseAddress(urls.manifold, "https://api.manifold.markets")}/v0`;
  return {
    platform: "manifold",
    normalise: readManifold,
    fetchOpen: (fetcher) => fetchOpen(fetcher, api),
    fetchActive: (fetcher, since) => fetchActive(fetcher, api, since),
    fetchResolved: (fetcher, since) => fetchResolved(fetcher, api, since),
    hasRulesInListing: false,
    fetchMarkets: (fetcher, ids) => fetchContracts(fetcher, api, [...new Set(ids.map(contractOf))]),
    fetchHistory: (fetcher, market, span) => fetchHistory(fetcher, api, market, span),
    quotes: openQuotes(api),
  };
};

/** A page has at most a thousand rows. */
const PAGE_SIZES = [1000, 500, 250] as const;
/** The API refuses parameters that are not in its schema. */
const SEARCH = "term=&includeLiteAnswers=true";

async function* fetchOpen(fetcher: Fetcher, api: string): AsyncGenerator<unknown> {
  const seen = new Set<string>();
  const pages = walkPages(fetcher, {
    url: (cursor, limit) => {
      const before = cursor === null ? "" : `&beforeTime=${cursor}`;
      return `${api}/search-markets?${SEARCH}&filter=open&sort=newest&limit=${limit}${before}`;
    },
    next: (body) => {
      const oldest = Math.min(...toRecords(body).flatMap((row) => time(row?.createdTime) ?? []));
      // Plus one, so that rows created in the same millisecond as the last are not skipped.
      return Number.isFinite(oldest) ? String(oldest + 1) : null;
    },
    limits: PAGE_SIZES,
  });
  for await (const body of pages) {
    // As the end of the listing, it would close all older markets.
    if (!Array.isArray(body)) throw new UpstreamError("paging", new URL(api).host);
    const unseen = toRecords(body).filter((row) => !seen.has(identifier(row?.id) ?? ""));
    if (!addIds(seen, unseen)) return;
    yield unseen;
  }
}

/** This endpoint gives no answers of multiple-choice contracts: it refreshes binary markets only. */
function fetchActive(fetcher: Fetcher, api: string, since: number): AsyncGenerator<unknown> {
  const seen = new Set<string>();
  return walkPages(fetcher, {
    url: (cursor, limit) => {
      const before = cursor === null ? "" : `&before=${toSegment(cursor)}`;
      return `${api}/markets?sort=updated-time&limit=${limit}${before}`;
    },
    next: (body) => {
      const rows = toRecords(body);
      const last = rows.at(-1);
      const isReached = (time(last?.lastUpdatedTime) ?? since) < since;
      return addIds(seen, rows) && !isReached ? identifier(last?.id) : null;
    },
    limits: PAGE_SIZES,
    maxPages: 20,
  });
}

/** At most 2000 rows: the API refuses an `offset` above 1000, and only `sort=newest` can go deeper. */
function fetchResolved(fetcher: Fetcher, api: string, since: number): AsyncGenerator<unknown> {
  let offset = 0;
  return walkPages(fetcher, {
    url: (cursor, limit) =>
      `${api}/search-markets?${SEARCH}&filter=resolved&sort=resolve-date&limit=${limit}&offset=${cursor ?? 0}`,
    next: (body, limit) => {
      offset += limit;
      const isReached = !toRecords(body).some((row) => (time(row?.resolutionTime) ?? 0) >= since);
      return isReached || offset > 1000 ? null : String(offset);
    },
    limits: PAGE_SIZES,
  });
}

const fetchContracts = (fetcher: Fetcher, api: string, ids: readonly string[]): AsyncGenerator<unknown> =>
  fetchEach(
    fetcher,
    ids.map((id) => `${api}/market/${toSegment(id)}`),
  );

const contractOf = (id: string): string => id.split(".", 1)[0] ?? id;

/** Adds the ids of a page to those seen; false when none was new, which ends a listing. */
function addIds(seen: Set<string>, rows: readonly (JsonFields | null)[]): boolean {
  const before = seen.size;
  for (const row of rows) {
    const id = identifier(row?.id);
    if (id !== null) seen.add(id);
  }
  return seen.size > before;
}

const BETS_PER_PAGE = 1000;

/** For a busier market, only the latest bets are read. */
const MAX_HISTORY_PAGES = 10;

/** The probability after each bet on a contract, or on one answer of it (docs.manifold.markets/api, GET /v0/bets). */
async function fetchHistory(
  fetcher: Fetcher,
  api: string,
  { id, historyKey }: PastMarket,
  { from, to }: Span,
): Promise<readonly PastPrice[]> {
  const contract = historyKey ?? contractOf(id);
  const answer = id.split(".")[1] ?? null;
  const bets: (JsonFields | null)[] = [];
  let before = "";
  for (let page = 0; page < MAX_HISTORY_PAGES; page++) {
    const query = `contractId=${toSegment(contract)}&limit=${BETS_PER_PAGE}&afterTime=${from}&beforeTime=${to}${before}`;
    const rows = toRecords(await fetcher.json(`${api}/bets?${query}`, { isOptional: true }));
    bets.push(...rows);
    const last = identifier(rows.at(-1)?.id);
    if (rows.length < BETS_PER_PAGE || last === null)
      return [...openingOf(bets, answer, from), ...readBets(bets, answer)];
    before = `&before=${toSegment(last)}`;
  }
  return readBets(bets, answer);
}

/** Prices after the readable bets of a contract; with `answer`, after those on that answer only. */
export function readBets(bets: readonly (JsonFields | null)[], answer: string | null): PastPrice[] {
  return betsOn(bets, answer).flatMap((bet) => toPrice(time(bet.createdTime), bet.probAfter));
}

/** The price at `from`: what the oldest bet since then met. Needs all bets since `from`. */
function openingOf(bets: readonly (JsonFields | null)[], answer: string | null, from: number): PastPrice[] {
  const oldest = betsOn(bets, answer).at(-1);
  return oldest === undefined ? [] : toPrice(from, oldest.probBefore);
}

const betsOn = (bets: readonly (JsonFields | null)[], answer: string | null): JsonFields[] =>
  bets.flatMap((bet) => (bet !== null && (answer === null || identifier(bet.answerId) === answer) ? [bet] : []));

function toPrice(at: number | null, probability: unknown): PastPrice[] {
  const yesPrice = toMicros(probability);
  return at === null || yesPrice === null ? [] : [{ at, yesPrice }];
}

/** The limit of /v0/market-probs in the API's reference. */
const MAX_CONTRACTS_PER_REQUEST = 100;

/**
 * Probabilities of contracts and their answers, without volumes (docs.manifold.markets/api, "GET /v0/market-probs").
 * Without that address contracts are read one by one.
 */
function openQuotes(api: string): QuoteReader {
  const askBatch = createOptionalBatches(idOf);
  return {
    marketsPerRequest: MAX_CONTRACTS_PER_REQUEST,
    async *fetch(fetcher, markets, now) {
      const byContract = Map.groupBy(markets, ({ id }) => contractOf(id));
      const ask = (asked: readonly Contract[]) => fetcher.json(toAddress(api, asked.map(idOf)), { isOptional: true });
      for (const batch of batchesOf([...byContract], MAX_CONTRACTS_PER_REQUEST)) {
        for await (const [part, body] of askBatch(batch, ask)) {
          const probabilities = toFields(body);
          if (body !== null && probabilities === null) throw unexpected(api);
          if (probabilities !== null) {
            yield part.flatMap(([, ofContract]) => ofContract.flatMap(({ id }) => toQuote(id, probabilities)));
          } else {
            for await (const row of fetchContracts(fetcher, api, part.map(idOf)))
              yield quotesOf(readManifold(row, now));
          }
        }
      }
    },
  };
}

/** A contract's id with the markets that are asked for of it. */
type Contract = readonly [id: string, markets: readonly BookRequest[]];

const idOf = ([id]: Contract): string => id;

/** The API reads a single id as text and refuses it, so it is given twice. */
function toAddress(api: string, contracts: readonly string[]): string {
  const ids = contracts.length === 1 ? [...contracts, ...contracts] : contracts;
  return `${api}/market-probs?${new URLSearchParams(ids.map((id): [string, string] => ["ids", id]))}`;
}

/** From `{contract: {prob}}` or `{contract: {answerProbs: {answer: probability}}}`. */
function toQuote(id: string, probabilities: JsonFields): Quote[] {
  const [contract = id, answer] = id.split(".");
  const found = Object.hasOwn(probabilities, contract) ? toFields(probabilities[contract]) : null;
  const ofAnswers = toFields(found?.answerProbs);
  const isListed = answer === undefined || (ofAnswers !== null && Object.hasOwn(ofAnswers, answer));
  const yesPrice = isListed ? toMicros(answer === undefined ? found?.prob : ofAnswers?.[answer]) : null;
  if (yesPrice === null) return [];
  return [{ id, yesPrice, priceSource: "amm", bestBid: null, bestAsk: null }];
}

/** Reads a list of contracts, or one contract. `now` is epoch milliseconds. */
export function readManifold(body: unknown, now: number): Listing {
  const single = toFields(body);
  return toListing(single === null ? toRecords(body) : [single], (draft, row) => readContract(draft, row, now));
}

function readContract(draft: ListingDraft, row: JsonFields | null, now: number): void {
  const id = identifier(row?.id);
  const question = text(row?.question);
  if (row === null || id === null || question === null) return void reject(draft, id, "malformed");
  // A twin of a mana market in another currency (2024-25, withdrawn since).
  if (row.token === "CASH") return void reject(draft, id, "archived");
  const isBinary = row.outcomeType === "BINARY";
  // The answers of MULTI_NUMERIC, NUMBER and DATE are brackets of one quantity: what trades is its expected value. All
  // other kinds (polls, bounties, stocks, perpetuals, numeric and free ones) are no yes/no questions.
  if (!isBinary && row.outcomeType !== "MULTIPLE_CHOICE") return void reject(draft, id, "not_binary");
  const event = toEvent(row, id, withAuthor(question, text(row.creatorUsername)));
  draft.events.set(id, event);
  if (isBinary) draft.markets.push(toMarket({ row, event, answer: null, now }));
  else readAnswers(draft, row, event, now);
}

function toEvent(row: JsonFields, id: string, title: string): EventRecord {
  const tags = texts(row.groupSlugs);
  return {
    id,
    title,
    // Listings carry no topics.
    category: toCategory({ labels: tags, title }),
    description: text(row.textDescription) ?? text(row.description),
    url: toUrl(row, id),
    imageUrl: webAddress(row.coverImageUrl),
    startsAt: time(row.createdTime),
    endsAt: time(row.closeTime),
    tags,
    liquidity: manaToCents(row.totalLiquidity),
    isExclusive: flag(row.shouldAnswersSumToOne),
    isPartial: false,
  };
}

function toUrl(row: JsonFields, id: string): string {
  const address = addressOn("manifold.markets", row.url);
  if (address !== null) return address;
  // The site ignores the user's name in the path.
  const user = toSegment(identifier(row.creatorUsername) ?? "market");
  return `https://manifold.markets/${user}/${toSegment(identifier(row.slug) ?? id)}`;
}

function readAnswers(draft: ListingDraft, row: JsonFields, event: EventRecord, now: number): void {
  for (const fields of toRecords(row.answers)) {
    const id = identifier(fields?.id);
    const label = text(fields?.text);
    if (fields === null || id === null || label === null) {
      reject(draft, id === null ? null : `${event.id}.${id}`, "malformed");
    } else {
      draft.markets.push(toMarket({ row, event, answer: { id, label, fields }, now }));
    }
  }
}

interface ManifoldAnswer {
  readonly id: string;
  readonly label: string;
  readonly fields: JsonFields;
}

interface ManifoldMarket {
  readonly row: JsonFields;
  readonly event: EventRecord;
  /** Null where the contract itself is the market. */
  readonly answer: ManifoldAnswer | null;
  readonly now: number;
}

function toMarket({ row, event, answer, now }: ManifoldMarket): MarketRecord {
  // Answers in listings come without volume.
  const own = answer?.fields ?? row;
  const probability = toMicros(own.probability);
  const resolvedAt = time(own.resolutionTime) ?? time(row.resolutionTime);
  const price = probability === null ? null : ({ yes: probability, source: "amm" } as const);
  const rawVolume = toNumber(own.volume);
  return {
    ...UNPUBLISHED,
    id: answer === null ? event.id : `${event.id}.${answer.id}`,
    eventId: event.id,
    title: answer === null ? event.title : toOutcomeTitle(event.title, answer.label),
    outcomeLabel: answer?.label ?? null,
    description: event.description,
    url: event.url,
    ...toClosing(toEnding(row, answer, now), price, resolvedAt),
    volume: manaToCents(own.volume) ?? 0,
    volume24h: manaToCents(own.volume24Hours) ?? 0,
    rawVolume: rawVolume === null || rawVolume < 0 ? null : rawVolume,
    liquidity: manaToCents(own.totalLiquidity),
    closesAt: event.endsAt,
    latestClosesAt: event.endsAt,
    createdAt: time(own.createdTime) ?? event.startsAt,
    historyKey: answer === null ? null : event.id,
  };
}

/**
 * Null while the market is open. A resolution can be taken back, so its fields count only while the contract is resolved.
 * Answers that do not exclude each other resolve one by one, before their contract does.
 */
function toEnding(row: JsonFields, answer: ManifoldAnswer | null, now: number): Ending | null {
  const closesAt = time(row.closeTime);
  const isAnswered = row.shouldAnswersSumToOne !== true && text(answer?.fields.resolution) !== null;
  if (row.isResolved !== true && !isAnswered) return closesAt === null || closesAt > now ? null : UNKNOWN_ENDING;
  return answer === null ? binaryEnding(row) : answerEnding(row, answer);
}

/** `resolutionProbability` comes with every resolution, but only with MKT is it what was paid. */
function binaryEnding({ resolution, resolutionProbability }: JsonFields): Ending {
  if (resolution === "YES") return YES_ENDING;
  if (resolution === "NO") return NO_ENDING;
  if (resolution === "CANCEL") return VOID_ENDING;
  return resolution === "MKT" ? splitAt(resolutionProbability) : UNKNOWN_ENDING;
}

const VOID_ENDING: Ending = { outcome: "void", price: null };

/** An answer's own resolution, else the contract's: the winning answer's id, CANCEL or a split. */
function answerEnding(row: JsonFields, { id, fields }: ManifoldAnswer): Ending {
  const own = binaryEnding(fields);
  if (own.outcome !== "unknown") return own;
  if (row.resolution === "CANCEL") return VOID_ENDING;
  if (row.resolution === "MKT" || row.resolution === "CHOOSE_MULTIPLE") {
    return toMicros(fields.resolutionProbability) === null ? UNKNOWN_ENDING : splitAt(fields.resolutionProbability);
  }
  const winner = identifier(row.resolution);
  const isListed = toRecords(row.answers).some((other) => identifier(other?.id) === winner);
  if (winner === null || !isListed) return UNKNOWN_ENDING;
  return winner === id ? YES_ENDING : NO_ENDING;
}

/** The oldest contracts resolved to MKT do not say at which probability. */
function splitAt(probability: unknown): Ending {
  const price = toMicros(probability);
  if (price === ONE) return YES_ENDING;
  return price === 0 ? NO_ENDING : { outcome: "split", price };
}

function manaToCents(mana: unknown): Cents | null {
  const amount = toNumber(mana);
  return amount === null ? null : toCents(amount / MANA.perDollar);
}

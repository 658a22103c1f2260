import { toMicros } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { identifier, type JsonFields, time, toFields, toRecords, toSegment } from "../json-fields.ts";
import { createOptionalBatches } from "../optional-batches.ts";
import { quotesOf } from "../records.ts";
import { baseAddress, batchesOf, fetchEach, unexpected, walkPages } from "../requests.ts";
import type { BookRequest, OpenSource, PastMarket, PastPrice, Quote, QuoteReader, Span } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { readManifold } from "./records.ts";

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

import { toMicros } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { identifier, type JsonFields, time, toRecords, toSegment } from "../json-fields.ts";
import type { PastMarket, PastPrice, Span } from "../source.ts";

const BETS_PER_PAGE = 1000;

/** For a busier market, only the latest bets are read. */
const MAX_HISTORY_PAGES = 10;

/** The probability after each bet on a contract, or on one answer of it (docs.manifold.markets/api, GET /v0/bets). */
export async function fetchManifoldHistory(
  fetcher: Fetcher,
  api: string,
  { id, historyKey }: PastMarket,
  { from, to }: Span,
): Promise<readonly PastPrice[]> {
  const contract = historyKey ?? id.split(".", 1)[0] ?? id;
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

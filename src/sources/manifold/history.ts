import { toMicros } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { type Fields, identifier, time, toRecords, toSegment } from "../records.ts";
import type { PastMarket, PastPrice, Span } from "../source.ts";

const BETS_A_PAGE = 1000;

/** A busier market's past is told as far back as this reaches. */
const MAX_PAGES = 10;

/** The probability after each bet on a contract, or on one answer of it (docs.manifold.markets/api, GET /v0/bets). */
export async function fetchManifoldHistory(
  fetcher: Fetcher,
  api: string,
  { id, historyKey }: PastMarket,
  { from, to }: Span,
): Promise<readonly PastPrice[]> {
  const contract = historyKey ?? id.split(".", 1)[0] ?? id;
  const answer = id.split(".")[1] ?? null;
  const bets: (Fields | null)[] = [];
  let before = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = `contractId=${toSegment(contract)}&limit=${BETS_A_PAGE}&afterTime=${from}&beforeTime=${to}${before}`;
    const rows = toRecords(await fetcher.json(`${api}/bets?${query}`, { isOptional: true }));
    bets.push(...rows);
    const last = identifier(rows.at(-1)?.id);
    if (rows.length < BETS_A_PAGE || last === null)
      return [...openingOf(bets, answer, from), ...readBets(bets, answer)];
    before = `&before=${toSegment(last)}`;
  }
  return readBets(bets, answer);
}

/** Reads bets of a contract; `answer` leaves out those on other answers. What is unreadable is left out. */
export function readBets(bets: readonly (Fields | null)[], answer: string | null): PastPrice[] {
  return betsOn(bets, answer).flatMap((bet) => toPrice(time(bet.createdTime), bet.probAfter));
}

/** All bets since `from` are there: what the oldest of them met was in force then. */
function openingOf(bets: readonly (Fields | null)[], answer: string | null, from: number): PastPrice[] {
  const oldest = betsOn(bets, answer).at(-1);
  return oldest === undefined ? [] : toPrice(from, oldest.probBefore);
}

const betsOn = (bets: readonly (Fields | null)[], answer: string | null): Fields[] =>
  bets.flatMap((bet) => (bet !== null && (answer === null || identifier(bet.answerId) === answer) ? [bet] : []));

function toPrice(at: number | null, probability: unknown): PastPrice[] {
  const yesPrice = toMicros(probability);
  return at === null || yesPrice === null ? [] : [{ at, yesPrice }];
}

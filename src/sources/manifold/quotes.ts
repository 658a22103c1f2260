import { toMicros } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { type JsonFields, toFields, toSegment } from "../json-fields.ts";
import { batchesOf } from "../paging.ts";
import { createOptionalAddress, quotesOf } from "../quote-lists.ts";
import type { BookRequest, Quote, QuoteReader } from "../source.ts";
import { UpstreamError } from "../upstream-error.ts";
import { readManifold } from "./records.ts";

/** The limit of /v0/market-probs in the API's reference. */
const MAX_CONTRACTS_PER_REQUEST = 100;

/**
 * Probabilities of contracts and their answers, without volumes (docs.manifold.markets/api, "GET /v0/market-probs").
 * Without that address contracts are read one by one.
 */
export function openManifoldQuotes(api: string): QuoteReader {
  const whereAnswered = createOptionalAddress();
  return {
    marketsPerRequest: MAX_CONTRACTS_PER_REQUEST,
    async *fetch(fetcher, markets, now) {
      for (const [batch, contracts] of contractBatches(markets)) {
        const body = await whereAnswered(() => fetcher.json(toAddress(api, contracts), { isOptional: true }));
        const probabilities = toFields(body);
        if (body !== null && probabilities === null) throw new UpstreamError("unexpected", new URL(api).host);
        if (probabilities === null) yield* fetchOneByOne(fetcher, api, contracts, now);
        else yield batch.flatMap(({ id }) => toQuote(id, probabilities));
      }
    },
  };
}

const contractOf = (id: string): string => id.split(".", 1)[0] ?? id;

/** Markets of at most as many contracts as a request takes, with the contracts. */
function* contractBatches(markets: readonly BookRequest[]): Generator<[readonly BookRequest[], readonly string[]]> {
  const byContract = Map.groupBy(markets, ({ id }) => contractOf(id));
  for (const batch of batchesOf([...byContract], MAX_CONTRACTS_PER_REQUEST)) {
    yield [batch.flatMap(([, ofContract]) => ofContract), batch.map(([contract]) => contract)];
  }
}

/** The API reads a single id as text and refuses it, so it is given twice. */
function toAddress(api: string, contracts: readonly string[]): string {
  const ids = contracts.length === 1 ? [...contracts, ...contracts] : contracts;
  return `${api}/market-probs?${new URLSearchParams(ids.map((id) => ["ids", id]))}`;
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

async function* fetchOneByOne(
  fetcher: Fetcher,
  api: string,
  contracts: readonly string[],
  now: number,
): AsyncGenerator<readonly Quote[]> {
  for (const contract of contracts) {
    const body = await fetcher.json(`${api}/market/${toSegment(contract)}`, { isOptional: true });
    if (body !== null) yield quotesOf(readManifold(body, now));
  }
}

import { toMicros } from "../../domain/prices.ts";
import type { Fetcher } from "../fetcher.ts";
import { type JsonFields, toFields, toSegment } from "../json-fields.ts";
import { batchesOf } from "../paging.ts";
import { createOptionalBatches, quotesOf } from "../quote-lists.ts";
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
  const askBatch = createOptionalBatches(idOf);
  return {
    marketsPerRequest: MAX_CONTRACTS_PER_REQUEST,
    async *fetch(fetcher, markets, now) {
      const byContract = Map.groupBy(markets, ({ id }) => contractOf(id));
      const ask = (asked: readonly Contract[]) => fetcher.json(toAddress(api, asked.map(idOf)), { isOptional: true });
      for (const batch of batchesOf([...byContract], MAX_CONTRACTS_PER_REQUEST)) {
        for await (const [part, body] of askBatch(batch, ask)) {
          const probabilities = toFields(body);
          if (body !== null && probabilities === null) throw new UpstreamError("unexpected", new URL(api).host);
          if (probabilities === null) yield* fetchOneByOne(fetcher, api, part.map(idOf), now);
          else yield part.flatMap(([, ofContract]) => ofContract.flatMap(({ id }) => toQuote(id, probabilities)));
        }
      }
    },
  };
}

const contractOf = (id: string): string => id.split(".", 1)[0] ?? id;

/** A contract's id with the markets that are asked for of it. */
type Contract = readonly [id: string, markets: readonly BookRequest[]];

const idOf = ([id]: Contract): string => id;

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

import { toCategory } from "../../domain/categories/index.ts";
import { type EventRecord, type MarketRecord, type Outcome, toOutcomeTitle } from "../../domain/markets.ts";
import { type Cents, type Micros, ONE, toCents, toMicros, toNumber } from "../../domain/prices.ts";
import { addressOn } from "../addresses.ts";
import {
  type Fields,
  flag,
  identifier,
  text,
  texts,
  time,
  toFields,
  toRecords,
  toSegment,
  webAddress,
} from "../records.ts";
import type { Listing, Rejection } from "../source.ts";

/** Reads a list of contracts, or one contract. */
export function readManifold(body: unknown, now: number): Listing {
  const single = toFields(body);
  const rows = single === null ? toRecords(body) : [single];
  const draft: Draft = { events: [], markets: [], rejected: [] };
  for (const row of rows) readContract(draft, row, now);
  return draft;
}

interface Draft {
  readonly events: EventRecord[];
  readonly markets: MarketRecord[];
  readonly rejected: Rejection[];
}

function readContract(draft: Draft, row: Fields | null, now: number): void {
  const id = identifier(row?.id);
  const question = text(row?.question);
  if (row === null || id === null || question === null) return void draft.rejected.push({ id, reason: "malformed" });
  // The sweepstakes twin of a mana market (2024-25, withdrawn since): another currency under the same question.
  if (row.token === "CASH") return void draft.rejected.push({ id, reason: "archived" });
  const isBinary = row.outcomeType === "BINARY";
  // MULTI_NUMERIC, NUMBER and DATE have answers too, but those are brackets of one quantity whose expected value is
  // what is traded and shown; the rest (polls, bounties, stocks, perpetuals, numeric and free ones) are no yes/no at all.
  if (!isBinary && row.outcomeType !== "MULTIPLE_CHOICE") {
    return void draft.rejected.push({ id, reason: "not_binary" });
  }
  const event = toEvent(row, id, question);
  draft.events.push(event);
  if (isBinary) draft.markets.push(toBinary(row, event, now));
  else readAnswers(draft, row, event, now);
}

function toEvent(row: Fields, id: string, title: string): EventRecord {
  const tags = texts(row.groupSlugs);
  return {
    id,
    title,
    // Listings carry no topics: the question's own words are what is left.
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

function toUrl(row: Fields, id: string): string {
  const address = addressOn("manifold.markets", row.url);
  if (address !== null) return address;
  // The user's name in the path need not be right.
  const user = toSegment(text(row.creatorUsername) ?? "market");
  return `https://manifold.markets/${user}/${toSegment(text(row.slug) ?? id)}`;
}

function toBinary(row: Fields, event: EventRecord, now: number): MarketRecord {
  const closing = closingOf(row, now, () => binaryEnd(row.resolution, row.resolutionProbability));
  return toMarket(row, event, closing, {
    id: event.id,
    title: event.title,
    outcomeLabel: null,
    probability: row.probability,
    createdAt: event.startsAt,
    historyKey: null,
  });
}

function readAnswers(draft: Draft, row: Fields, event: EventRecord, now: number): void {
  for (const answer of toRecords(row.answers)) {
    const id = identifier(answer?.id);
    const label = text(answer?.text);
    if (answer === null || id === null || label === null) {
      draft.rejected.push({ id: id === null ? null : `${event.id}.${id}`, reason: "malformed" });
      continue;
    }
    const closing = closingOf(row, now, () => answerEnd(row, answer, id), answer);
    draft.markets.push(
      toMarket(answer, event, closing, {
        id: `${event.id}.${id}`,
        title: toOutcomeTitle(event.title, label),
        outcomeLabel: label,
        probability: answer.probability,
        createdAt: time(answer.createdTime) ?? event.startsAt,
        historyKey: event.id,
      }),
    );
  }
}

interface Closing extends Pick<MarketRecord, "status" | "outcome" | "settlementPrice" | "resolvedAt" | "closesAt"> {}
interface End {
  readonly outcome: Outcome;
  readonly price: Micros | null;
}
const UNKNOWN: End = { outcome: "unknown", price: null };

/**
 * A contract can be unresolved again, so what it says of its resolution counts only while it is resolved. Answers that
 * stand on their own are resolved one by one, before their contract is.
 */
function closingOf(row: Fields, now: number, readEnd: () => End, answer?: Fields): Closing {
  const closesAt = time(row.closeTime);
  const isAnswered = row.shouldAnswersSumToOne !== true && text(answer?.resolution) !== null;
  const isResolved = row.isResolved === true || isAnswered;
  const isOpen = !isResolved && (closesAt === null || closesAt > now);
  if (isOpen) return { status: "open", outcome: null, settlementPrice: null, resolvedAt: null, closesAt };
  const { outcome, price } = isResolved ? readEnd() : UNKNOWN;
  const resolvedAt = outcome === "unknown" ? null : (time(answer?.resolutionTime) ?? time(row.resolutionTime));
  return { status: "closed", outcome, settlementPrice: price, resolvedAt, closesAt };
}

/** `resolutionProbability` comes with every resolution, but is what was paid only with MKT. */
function binaryEnd(resolution: unknown, probability: unknown): End {
  if (resolution === "YES") return { outcome: "yes", price: ONE };
  if (resolution === "NO") return { outcome: "no", price: 0 };
  if (resolution === "CANCEL") return { outcome: "void", price: null };
  return resolution === "MKT" ? splitAt(probability) : UNKNOWN;
}

/** An answer's own resolution, else what the contract's says of it: the winning answer's id, CANCEL or a split. */
function answerEnd(row: Fields, answer: Fields, id: string): End {
  const own = binaryEnd(answer.resolution, answer.resolutionProbability);
  if (own.outcome !== "unknown") return own;
  if (row.resolution === "CANCEL") return { outcome: "void", price: null };
  if (row.resolution === "MKT" || row.resolution === "CHOOSE_MULTIPLE") {
    return toMicros(answer.resolutionProbability) === null ? UNKNOWN : splitAt(answer.resolutionProbability);
  }
  const winner = identifier(row.resolution);
  const isListed = toRecords(row.answers).some((other) => identifier(other?.id) === winner);
  if (winner === null || !isListed) return UNKNOWN;
  return winner === id ? { outcome: "yes", price: ONE } : { outcome: "no", price: 0 };
}

/** Oldest contracts resolved to MKT do not say at which probability. */
function splitAt(probability: unknown): End {
  const price = toMicros(probability);
  if (price === ONE) return { outcome: "yes", price };
  return price === 0 ? { outcome: "no", price } : { outcome: "split", price };
}

interface Naming extends Pick<MarketRecord, "id" | "title" | "outcomeLabel" | "createdAt" | "historyKey"> {
  readonly probability: unknown;
}

/** `row` is the contract or the answer, whichever has the figures; answers in listings come without volume. */
function toMarket(row: Fields, event: EventRecord, closing: Closing, naming: Naming): MarketRecord {
  const yesPrice = closing.settlementPrice ?? toMicros(naming.probability);
  const source = closing.settlementPrice === null ? "amm" : "settlement";
  const rawVolume = toNumber(row.volume);
  return {
    id: naming.id,
    eventId: event.id,
    title: naming.title,
    outcomeLabel: naming.outcomeLabel,
    description: event.description,
    url: event.url,
    status: closing.status,
    yesPrice,
    priceSource: yesPrice === null ? null : source,
    bestBid: null,
    bestAsk: null,
    lastPrice: null,
    volume: manaToCents(row.volume) ?? 0,
    volume24h: manaToCents(row.volume24Hours) ?? 0,
    rawVolume: rawVolume === null || rawVolume < 0 ? null : rawVolume,
    liquidity: manaToCents(row.totalLiquidity),
    openInterest: null,
    closesAt: closing.closesAt,
    createdAt: naming.createdAt,
    outcome: closing.outcome,
    settlementPrice: closing.settlementPrice,
    resolvedAt: closing.resolvedAt,
    historyKey: naming.historyKey,
  };
}

/** 100 mana are sold for a dollar, so mana are cents. */
function manaToCents(mana: unknown): Cents | null {
  const amount = toNumber(mana);
  return amount === null ? null : toCents(amount / 100);
}

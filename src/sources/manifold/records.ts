import { MANA } from "../../domain/amounts.ts";
import { toCategory } from "../../domain/categories/categories.ts";
import { type EventRecord, type MarketRecord, toOutcomeTitle } from "../../domain/markets.ts";
import { type Cents, ONE, toCents, toMicros, toNumber } from "../../domain/prices.ts";
import { withAuthor } from "../../domain/titles/test-markets.ts";
import { addressOn } from "../addresses.ts";
import { type Ending, type MarketClosing, NO_ENDING, UNKNOWN_ENDING, YES_ENDING } from "../endings.ts";
import {
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
} from "../json-fields.ts";
import { createDraft, type ListingDraft, toListing } from "../listings.ts";
import type { Listing } from "../source.ts";

/** Reads a list of contracts, or one contract. `now` is epoch milliseconds. */
export function readManifold(body: unknown, now: number): Listing {
  const single = toFields(body);
  const rows = single === null ? toRecords(body) : [single];
  const draft = createDraft();
  for (const row of rows) readContract(draft, row, now);
  return toListing(draft);
}

function readContract(draft: ListingDraft, row: JsonFields | null, now: number): void {
  const id = identifier(row?.id);
  const question = text(row?.question);
  if (row === null || id === null || question === null) return void draft.rejected.push({ id, reason: "malformed" });
  // A twin of a mana market in another currency (2024-25, withdrawn since).
  if (row.token === "CASH") return void draft.rejected.push({ id, reason: "archived" });
  const isBinary = row.outcomeType === "BINARY";
  // The answers of MULTI_NUMERIC, NUMBER and DATE are brackets of one quantity: what trades is its expected value. All
  // other kinds (polls, bounties, stocks, perpetuals, numeric and free ones) are no yes/no questions.
  if (!isBinary && row.outcomeType !== "MULTIPLE_CHOICE") {
    return void draft.rejected.push({ id, reason: "not_binary" });
  }
  const event = toEvent(row, id, withAuthor(question, text(row.creatorUsername)));
  draft.events.set(id, event);
  if (isBinary) draft.markets.push(toBinary(row, event, now));
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
  const user = toSegment(text(row.creatorUsername) ?? "market");
  return `https://manifold.markets/${user}/${toSegment(text(row.slug) ?? id)}`;
}

function toBinary(row: JsonFields, event: EventRecord, now: number): MarketRecord {
  const closing = closingOf(row, now, () => binaryEnding(row.resolution, row.resolutionProbability));
  return toMarket(row, event, closing, {
    id: event.id,
    title: event.title,
    outcomeLabel: null,
    probability: row.probability,
    createdAt: event.startsAt,
    historyKey: null,
  });
}

function readAnswers(draft: ListingDraft, row: JsonFields, event: EventRecord, now: number): void {
  for (const answer of toRecords(row.answers)) {
    const id = identifier(answer?.id);
    const label = text(answer?.text);
    if (answer === null || id === null || label === null) {
      draft.rejected.push({ id: id === null ? null : `${event.id}.${id}`, reason: "malformed" });
      continue;
    }
    const closing = closingOf(row, now, () => answerEnding(row, answer, id), answer);
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

/**
 * A resolution can be taken back, so its fields count only while the contract is resolved. Answers that do not exclude
 * each other resolve one by one, before their contract does.
 */
function closingOf(row: JsonFields, now: number, readEnding: () => Ending, answer?: JsonFields): MarketClosing {
  const closesAt = time(row.closeTime);
  const isAnswered = row.shouldAnswersSumToOne !== true && text(answer?.resolution) !== null;
  const isResolved = row.isResolved === true || isAnswered;
  const isOpen = !isResolved && (closesAt === null || closesAt > now);
  if (isOpen) return { status: "open", outcome: null, settlementPrice: null, resolvedAt: null, closesAt };
  const { outcome, price } = isResolved ? readEnding() : UNKNOWN_ENDING;
  const resolvedAt = outcome === "unknown" ? null : (time(answer?.resolutionTime) ?? time(row.resolutionTime));
  return { status: "closed", outcome, settlementPrice: price, resolvedAt, closesAt };
}

/** `resolutionProbability` comes with every resolution, but only with MKT is it what was paid. */
function binaryEnding(resolution: unknown, probability: unknown): Ending {
  if (resolution === "YES") return YES_ENDING;
  if (resolution === "NO") return NO_ENDING;
  if (resolution === "CANCEL") return VOID_ENDING;
  return resolution === "MKT" ? splitAt(probability) : UNKNOWN_ENDING;
}

const VOID_ENDING: Ending = { outcome: "void", price: null };

/** An answer's own resolution, else the contract's: the winning answer's id, CANCEL or a split. */
function answerEnding(row: JsonFields, answer: JsonFields, id: string): Ending {
  const own = binaryEnding(answer.resolution, answer.resolutionProbability);
  if (own.outcome !== "unknown") return own;
  if (row.resolution === "CANCEL") return VOID_ENDING;
  if (row.resolution === "MKT" || row.resolution === "CHOOSE_MULTIPLE") {
    return toMicros(answer.resolutionProbability) === null ? UNKNOWN_ENDING : splitAt(answer.resolutionProbability);
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

interface Naming extends Pick<MarketRecord, "id" | "title" | "outcomeLabel" | "createdAt" | "historyKey"> {
  readonly probability: unknown;
}

/** `row` is the contract or one of its answers. Answers in listings come without volume. */
function toMarket(row: JsonFields, event: EventRecord, closing: MarketClosing, naming: Naming): MarketRecord {
  const yesPrice = closing.settlementPrice ?? toMicros(naming.probability);
  const source = closing.settlementPrice === null ? "amm" : "settlement";
  const rawVolume = toNumber(row.volume);
  return {
    id: naming.id,
    eventId: event.id,
    title: naming.title,
    outcomeLabel: naming.outcomeLabel,
    description: event.description,
    settlementSource: null,
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

function manaToCents(mana: unknown): Cents | null {
  const amount = toNumber(mana);
  return amount === null ? null : toCents(amount / MANA.perDollar);
}

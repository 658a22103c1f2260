import { toCategory } from "../../domain/categories/categories.ts";
import { type EventRecord, type MarketRecord, toOutcomeTitle, UNPUBLISHED } from "../../domain/markets.ts";
import { MANA } from "../../domain/platforms.ts";
import { type Cents, ONE, toCents, toMicros, toNumber } from "../../domain/prices.ts";
import { withAuthor } from "../../domain/titles.ts";
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
} from "../json-fields.ts";
import {
  type Ending,
  type ListingDraft,
  NO_ENDING,
  reject,
  toClosing,
  toListing,
  UNKNOWN_ENDING,
  YES_ENDING,
} from "../records.ts";
import type { Listing } from "../source.ts";

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

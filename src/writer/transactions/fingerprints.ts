import { crc32 } from "node:zlib";
import type { EventRecord, MarketRecord, MarketStatus } from "../../domain/markets.ts";

/** What a record says, as two numbers of 53 bits: of which market or event it is, and all the rest. */
export interface Fingerprint {
  readonly id: number;
  readonly content: number;
}

/**
 * Fingerprints of records that are stored just so, so that the next pass need not read the rows of those that say the
 * same again. Whatever else writes such a row has to forget its fingerprint, and an undone transaction all of them.
 */
export type Fingerprints = ReturnType<typeof createFingerprints>;

export function createFingerprints() {
  let table = createTable(MIN_SLOTS);
  let foreignWrites = 0;
  return {
    /** Forgets everything when another connection has written since this was last called. */
    isolate(writes: number): void {
      if (writes !== foreignWrites) table = createTable(MIN_SLOTS);
      foreignWrites = writes;
    },

    /** The key of what is stored just so; undefined where that has to be looked up. */
    find: (print: Fingerprint): number | undefined => table.find(print),

    remember(print: Fingerprint, key: number): void {
      if (table.isFull()) table = table.grown();
      table.set(print, key);
    },

    forget: (id: number): void => table.set({ id, content: NOTHING }, 0),

    clear(): void {
      table = createTable(MIN_SLOTS);
    },
  };
}

const MIN_SLOTS = 1024;

/** No fingerprint has this content. */
const NOTHING = -1;

/**
 * Open addressing over plain numbers: 20 bytes a slot, where a map of texts would take some hundred. `slots` is a power
 * of two.
 */
function createTable(slots: number) {
  /** Each slot's id, 0 in a free one, and content: side by side, since each look goes to another place in memory. */
  const prints = new Float64Array(2 * slots);
  const keys = new Uint32Array(slots);
  const mask = slots - 1;
  let used = 0;
  /** The slot of the id, or the free one where it would go. */
  const slotOf = (id: number): number => {
    let slot = id & mask;
    while (prints[2 * slot] !== 0 && prints[2 * slot] !== id) slot = (slot + 1) & mask;
    return slot;
  };
  const set = ({ id, content }: Fingerprint, key: number): void => {
    const slot = slotOf(id);
    if (prints[2 * slot] === 0) {
      if (content === NOTHING) return;
      used++;
    }
    prints[2 * slot] = id;
    prints[2 * slot + 1] = content;
    keys[slot] = key;
  };
  return {
    find({ id, content }: Fingerprint): number | undefined {
      const slot = slotOf(id);
      return prints[2 * slot] === id && prints[2 * slot + 1] === content ? keys[slot] : undefined;
    },
    set,
    isFull: () => used > slots * 0.6,
    grown() {
      const larger = createTable(slots * 2);
      for (let slot = 0; slot < slots; slot++) {
        const id = prints[2 * slot] ?? 0;
        const content = prints[2 * slot + 1] ?? NOTHING;
        if (id !== 0 && content !== NOTHING) larger.set({ id, content }, keys[slot] ?? 0);
      }
      return larger;
    },
  };
}

/** `status` is the one in force. Without its event a market says less, so it counts as another content. */
export function marketFingerprint(
  platform: string,
  record: MarketRecord,
  status: MarketStatus,
  isPartial: boolean,
): Fingerprint {
  const hash = new Hash();
  hash.addText(record.eventId);
  hash.addText(record.title);
  hash.addText(record.outcomeLabel);
  hash.addNumber(record.description === null ? null : crc32(record.description));
  hash.addText(record.settlementSource?.name ?? null);
  hash.addText(record.settlementSource?.url ?? null);
  hash.addText(record.url);
  hash.addText(status);
  hash.addText(isPartial ? "partial" : "whole");
  hash.addText(record.priceSource);
  hash.addText(record.outcome);
  hash.addText(record.historyKey);
  hash.addNumber(record.yesPrice);
  hash.addNumber(record.bestBid);
  hash.addNumber(record.bestAsk);
  hash.addNumber(record.lastPrice);
  hash.addNumber(record.volume);
  hash.addNumber(record.volume24h);
  hash.addNumber(record.rawVolume);
  hash.addNumber(record.liquidity);
  hash.addNumber(record.openInterest);
  hash.addNumber(record.closesAt);
  hash.addNumber(record.createdAt);
  hash.addNumber(record.settlementPrice);
  hash.addNumber(record.resolvedAt);
  return { id: marketIdOf(platform, record.id), content: hash.end() };
}

export function eventFingerprint(platform: string, event: EventRecord): Fingerprint {
  const hash = new Hash();
  hash.addText(event.title);
  hash.addText(event.category);
  hash.addNumber(event.description === null ? null : crc32(event.description));
  hash.addText(event.url);
  hash.addText(event.imageUrl);
  hash.addNumber(event.startsAt);
  hash.addNumber(event.endsAt);
  for (const tag of event.tags) hash.addText(tag);
  hash.addNumber(event.liquidity);
  hash.addNumber(event.isExclusive === null ? null : Number(event.isExclusive));
  return { id: eventIdOf(platform, event.id), content: hash.end() };
}

export const eventIdOf = (platform: string, id: string): number => idOf("event", platform, id);

export const marketIdOf = (platform: string, id: string): number => idOf("market", platform, id);

/** Never 0, which stands for a free slot. */
function idOf(noun: string, platform: string, id: string): number {
  const hash = new Hash();
  hash.addText(noun);
  hash.addText(platform);
  hash.addText(id);
  return hash.end() || 1;
}

const DOUBLE = new Float64Array(1);
const HALVES = new Uint32Array(DOUBLE.buffer);

/**
 * Two multiplicative hashes side by side; 53 bits of both. Nothing is kept by it, so it may change at any time. Its
 * state is signed from the beginning, since fields that once held a larger number are slow from then on.
 */
class Hash {
  #a = 0x9e37_79b9 | 0;
  #b = 0x85eb_ca6b | 0;

  addText(text: string | null): void {
    if (text === null) {
      this.#mix(-1);
      return;
    }
    let a = this.#a;
    let b = this.#b;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      a = Math.imul(a ^ code, 0x9e37_79b1);
      b = Math.imul(b ^ code, 0x5f35_6495);
    }
    this.#a = a;
    this.#b = b;
    // Tells apart where one text ends and the next begins.
    this.#mix(text.length);
  }

  addNumber(number: number | null): void {
    if (number === null) {
      this.#mix(-2);
      return;
    }
    DOUBLE[0] = number;
    this.#mix(HALVES[0] ?? 0);
    this.#mix(HALVES[1] ?? 0);
  }

  end(): number {
    const a = Math.imul(this.#a ^ (this.#a >>> 16), 0x85eb_ca77) ^ Math.imul(this.#b ^ (this.#b >>> 13), 0xc2b2_ae3d);
    const b = Math.imul(this.#b ^ (this.#b >>> 16), 0x85eb_ca77) ^ Math.imul(this.#a ^ (this.#a >>> 13), 0xc2b2_ae3d);
    return (b & 0x1f_ffff) * 2 ** 32 + (a >>> 0);
  }

  #mix(word: number): void {
    const a = Math.imul(this.#a ^ word, 0x9e37_79b1);
    const b = Math.imul(this.#b ^ word, 0x5f35_6495);
    this.#a = a ^ (a >>> 15);
    this.#b = b ^ (b >>> 14);
  }
}

import { type MinedFamily, type MinedMarket, mineEvent, rankTemplateKeys, valuesOfDates } from "./mining.ts";
import { eachTemplateKey } from "./template-keys.ts";

interface FamilyDraft extends Omit<MinedFamily, "familyKey"> {
  words: readonly string[];
  dates: readonly string[];
  readonly members: number[];
  /** Whether an event gave the template, which single markets do not change. */
  readonly isFixed: boolean;
}

/**
 * Mines the families of many markets: those of an event that share a template, then single markets that are equal but for
 * one part. Call `addEvent` for each event; then `count` for each market that it left over; then `place` for each.
 */
export function createMiner() {
  const drafts = new Map<number, FamilyDraft>();
  const counts = new Uint8Array(SLOTS);
  const countOf = (key: number): number => counts[key % SLOTS] ?? 0;
  const increase = (key: number, markets: number): void => {
    counts[key % SLOTS] = Math.min(MAX_COUNT, countOf(key) + markets);
  };
  return {
    /** Gives the markets that share no template with others of the event. */
    addEvent(markets: readonly MinedMarket[]): MinedMarket[] {
      const { families, rest } = mineEvent(markets);
      for (const { familyKey, members, ...family } of families) {
        increase(familyKey, members.length);
        const known = drafts.get(familyKey);
        if (known === undefined) drafts.set(familyKey, { ...family, members: [...members], isFixed: true });
        else known.members.push(...members);
      }
      return rest;
    },

    /** Counts all ways to leave one part of the question out. */
    count(market: MinedMarket): void {
      eachTemplateKey(market, market.name, (key) => increase(key, 1));
    },

    /** Puts a market into the family that keeps most parts for most markets. */
    place(market: MinedMarket): void {
      const [best] = rankTemplateKeys(market, countOf);
      if (best === undefined) return;
      const { key, platform, kind, words } = market;
      const known = drafts.get(best);
      const dates = valuesOfDates(market);
      if (known === undefined) drafts.set(best, { platform, kind, words, dates, members: [key], isFixed: false });
      else join(known, market, dates);
    },

    /** The families found, of two markets or more. */
    *families(): Generator<MinedFamily> {
      for (const [familyKey, { platform, kind, words, dates, members }] of drafts) {
        if (members.length > 1) yield { familyKey, platform, kind, words, dates, members };
      }
    },
  };
}

/** A prime, so that keys spread evenly. Keys that share a slot count too much, which costs a few small families. */
const SLOTS = 16_777_213;
const MAX_COUNT = 255;

function join(family: FamilyDraft, { key, words }: MinedMarket, dates: readonly string[]): void {
  family.members.push(key);
  if (family.isFixed) return;
  family.words = family.words.filter((word) => words.includes(word));
  family.dates = family.dates.filter((date) => dates.includes(date));
}

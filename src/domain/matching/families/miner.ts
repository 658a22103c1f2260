import { type MinedFamily, type MinedMarket, mineEvent, rankTemplateKeys } from "./mining.ts";
import { eachTemplateKey } from "./template-keys.ts";

interface FamilyDraft {
  readonly platform: string;
  readonly kind: string;
  words: readonly string[];
  dates: string;
  readonly members: number[];
  /** Whether an event gave the template, which single markets do not change. */
  readonly isFixed: boolean;
}

/**
 * Mines the families of many markets: those of an event that share a template, then single markets that are equal but for
 * one part. Call `addEvent` for each event; then, for each market that it left over, `count`, `propose` and `place`, each
 * for all before the next.
 */
export function createMiner() {
  const drafts = new Map<number, FamilyDraft>();
  const counts = new Uint16Array(SLOTS);
  const proposed = new Map<number, number>();
  const countOf = (key: number): number => counts[key % SLOTS] ?? 0;
  const increase = (key: number, markets: number): void => {
    counts[key % SLOTS] = Math.min(MAX_COUNT, countOf(key) + markets);
  };
  const propose = (key: number, markets: number): void => void proposed.set(key, (proposed.get(key) ?? 0) + markets);
  return {
    /** Gives the markets that share no template with others of the event. */
    addEvent(markets: readonly MinedMarket[]): MinedMarket[] {
      const { families, rest } = mineEvent(markets);
      for (const { familyKey, members, ...family } of families) {
        increase(familyKey, members.length);
        propose(familyKey, members.length);
        const known = drafts.get(familyKey);
        if (known === undefined) drafts.set(familyKey, { ...family, members: [...members], isFixed: true });
        else known.members.push(...members);
      }
      return rest;
    },

    count(market: MinedMarket): void {
      eachTemplateKey(market, market.name, (key) => increase(key, 1));
    },

    /** Counts the best keys exactly, since different keys may share a slot. */
    propose(market: MinedMarket): void {
      for (const key of rankTemplateKeys(market, countOf).slice(0, MAX_PROPOSED)) propose(key, 1);
    },

    place(market: MinedMarket): void {
      const [best] = rankTemplateKeys(market, (key) => proposed.get(key) ?? 0);
      if (best === undefined) return;
      const { platform, kind, words, dates } = market;
      const known = drafts.get(best);
      if (known === undefined)
        drafts.set(best, { platform, kind, words, dates, members: [market.key], isFixed: false });
      else join(known, market);
    },

    /** The families found, of two markets or more. */
    *families(): Generator<MinedFamily> {
      for (const [familyKey, { isFixed, ...family }] of drafts) {
        if (family.members.length > 1) yield { familyKey, ...family };
      }
    },
  };
}

/** A prime, so that keys spread evenly. */
const SLOTS = 4_194_301;
const MAX_COUNT = 65_535;
const MAX_PROPOSED = 3;

function join(family: FamilyDraft, { key, words, dates }: MinedMarket): void {
  family.members.push(key);
  if (family.isFixed) return;
  family.words = family.words.filter((word) => words.includes(word));
  if (family.dates !== dates) family.dates = "";
}

import { lattice, mix } from "./chance.ts";
import type { ListedMarket } from "./listings.ts";

/** Markets that are asked for by their ids again this soon are looked at. */
const SOON_MS = 15_000;

/** How often their prices change. */
const MOVE_EVERY_MS = 4000;

/** The most that attention moves a market's chance, up or down, and how many moves that takes. */
const MAX_MOVE = 0.01;
const MOVES_PER_TURN = 10;

interface Asked {
  readonly at: number;
  /** Whether the market had been asked for shortly before. */
  readonly isAgain: boolean;
}

/** Which markets are looked at. Their prices move every few seconds; those of the same outcome move alike everywhere. */
export type Attention = ReturnType<typeof createAttention>;

export function createAttention() {
  const asked = new Map<ListedMarket, Asked>();
  return {
    /** Notes that a market was asked for by its id. */
    note(market: ListedMarket, now: number): void {
      const before = asked.get(market);
      if (before?.at === now) return;
      asked.set(market, { at: now, isAgain: before !== undefined && now - before.at <= SOON_MS });
    },

    /** By how much looking at it moves the market's chance, and since when; undefined where nobody has looked lately. */
    moveAt(market: ListedMarket, chance: number, at: number): { by: number; since: number } | undefined {
      const last = asked.get(market);
      if (last?.isAgain !== true || at < last.at) return undefined;
      const endsAt = last.at + SOON_MS;
      if (at > endsAt) return { by: 0, since: endsAt };
      const move = Math.floor(at / MOVE_EVERY_MS);
      const { topic, edition } = market.event;
      const share = lattice(mix(topic.hash, market.index), 7, move / MOVES_PER_TURN);
      const by = share * Math.min(MAX_MOVE, chance / 2, (1 - chance) / 2);
      return { by: edition.isInverted ? -by : by, since: move * MOVE_EVERY_MS };
    },
  };
}

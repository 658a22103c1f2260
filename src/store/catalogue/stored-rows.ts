import type { MarketRecord, MarketStatus, Outcome } from "../../domain/markets.ts";
import type { Cents } from "../../domain/prices.ts";
import type { TitleIndex } from "../titles/index.ts";
import type { Fresh } from "./fresh.ts";

/** What is kept with the rows. */
export interface Kept {
  readonly titles: TitleIndex;
  readonly quotes: Fresh;
  readonly totals: Fresh;
  /** Of the rows of markets, see `Catalogue.edition`. */
  readonly edition: { number: number };
}

/** A market's row as ingest compares it; `status` is the one in force, not only what the platform says. */
export type MarketRow = Omit<MarketRecord, "id" | "eventId" | "description" | "outcome"> & {
  readonly marketKey: number;
  readonly eventKey: number;
  readonly category: string;
  readonly descriptionCrc: number;
  readonly status: MarketStatus;
  readonly outcome: Outcome | null;
  readonly missingSince: number | null;
  readonly updatedAt: number;
};

/** The same with where its title and its last recent point are. */
export interface StoredRow extends MarketRow {
  readonly lastPoint: number | null;
  readonly titleRowid: number | null;
  /** 1 when its quotes wait to be written to the row. */
  readonly isFresh: number;
}

/** What is added to one of the counts of markets; below 0 where it is taken away. */
export interface CountRise {
  readonly platform: string;
  readonly category: string;
  readonly status: MarketStatus;
  /** Of volumes. */
  readonly bucket: number;
  readonly markets: number;
  readonly volume: Cents;
}

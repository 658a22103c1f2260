import { VOLUME_BUCKETS } from "../../domain/analytics.ts";
import { boolean, integer, named, nullable, number, object, oneOf, type Schema, string } from "../../http/schema.ts";
import { categorySchema, money, percent, platformSchema } from "../../http/value-schemas.ts";

export const volumeBucketSchema = named(
  "VolumeBucket",
  object({
    bucket: oneOf(
      VOLUME_BUCKETS.map(({ name }) => name),
      "Its name.",
    ) as Schema<string>,
    min: number({ description: "Smallest lifetime volume in it, USD.", minimum: 0, example: 0 }),
    max: nullable(
      number({ description: "Its upper bound, not included, USD; null for the last.", minimum: 0, example: 100 }),
    ),
    market_count: integer({ description: "How many markets are in it.", example: 1_204 }),
    share_percent: percent("Their share of all markets.", 12.5),
    total_volume: money("The volume of all of them.", 48_210.75),
  }),
);

export const platformDaySchema = named(
  "PlatformDay",
  object({
    date: string({ description: "The day, UTC.", format: "date", example: "2026-11-19" }),
    platform: platformSchema,
    volume: money("What was traded that day.", 1_250_000),
    share_percent: percent("Its share of what all platforms traded.", 61.3),
    markets: integer({ description: "Open markets, the highest count of the day.", example: 8_450 }),
    partial: boolean({ description: "Whether the volume is not that of the whole day.", example: false }),
  }),
);

export const categoryVolumeSchema = named(
  "CategoryVolume",
  object({
    category: categorySchema,
    platform: platformSchema,
    market_count: integer({ description: "How many markets it has there.", example: 1_204 }),
    total_volume: money("Their lifetime volume; 0 where the platform publishes none.", 4_821_075.5),
    share_percent: percent("Its share of the volume of all rows.", 12.5),
  }),
);

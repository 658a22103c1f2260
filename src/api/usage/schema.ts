import { arrayOf, dateTime, integer, named, nullable, object, string } from "../../http/schema.ts";
import { tierSchema } from "../../http/value-schemas.ts";

const figures = {
  used: integer({ description: "Requests made.", example: 12 }),
  limit: nullable(integer({ description: "Requests allowed; null is unlimited.", example: 300 })),
  remaining: nullable(integer({ description: "Requests left; null when unlimited.", example: 288 })),
};

const calendar = { ...figures, resets_at: dateTime("When the count starts again at 0.", "2026-12-01T00:00:00.000Z") };

export const dayOfUseSchema = object({
  date: string({ description: "The day, UTC.", format: "date", example: "2026-11-20" }),
  requests: integer({ description: "Requests made that day.", example: 12 }),
});

export const usageSchema = named(
  "Usage",
  object({
    key_id: string({
      description: "The key that asks.",
      format: "uuid",
      example: "6f2b6c1e-6b1f-4f57-9d0e-0f6d1b0f7a11",
    }),
    tier: tierSchema,
    minute: object(figures),
    day: object(calendar),
    month: object(calendar),
    daily: arrayOf(dayOfUseSchema, { description: "The days asked for, oldest first." }),
  }),
);

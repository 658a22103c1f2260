import * as v from "valibot";
import { toDate } from "../clock.ts";
import { TIERS } from "../domain/accounts/plans.ts";
import { CATEGORIES } from "../domain/categories/names.ts";
import { RISK_KINDS, type Risk } from "../domain/matching/risks.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { type Cents, centsOf, fromCents, fromMicros, type Micros } from "../domain/prices.ts";
import * as s from "./schema.ts";
import { inCents, inDollars } from "./shown.ts";

/** The platforms; the API description lists those that are on. */
export const platformSchema: s.Schema<string, string> = s.named(
  "Platform",
  s.oneOf<string>(
    PLATFORMS.map(({ id }) => id),
    "The platform it is on.",
  ),
);

/** The platform used in examples, where it is on. */
export const examplePlatform = (platforms: readonly string[]): string =>
  platforms.find((id) => id === "kalshi") ?? platforms[0] ?? "";

/** A platform with another example, for answers that several platforms take part in. */
export const otherPlatformSchema = s.exampleNamed(platformSchema, "OtherPlatform");

/** The platforms used in examples, by the names of their schemas. */
export const toExamplePlatforms = (platforms: readonly string[]) => {
  const first = examplePlatform(platforms);
  const others = platforms.filter((id) => id !== first);
  return { Platform: first, OtherPlatform: others.find((id) => id === "polymarket") ?? others[0] ?? first };
};

/** The id of a market. */
export const marketIdSchema = s.string("The market's id on its platform.", "KXFED-27JAN-CUT");

export const categorySchema: s.Schema<string, string> = s.named(
  "Category",
  s.about(s.oneOf<string>(CATEGORIES, ""), "What it is about.", "economics"),
);

export const statusSchema = s.named(
  "MarketStatus",
  s.oneOf(["open", "closed"], "Whether it can be traded; past its close time it is closed."),
);

/** A price, stored in millionths. */
export const price = (description: string, example: number): s.Schema<number, Micros> => {
  const schema = s.number(`${description} 0 to 1, at most 6 places.`, example, { minimum: 0, maximum: 1 });
  return s.publishedBy(schema, fromMicros, inCents);
};

/** The cost of one contract with its fees, which may be more than it pays. */
export const unitCost = (description: string, example: number): s.Schema<number, Micros> =>
  s.publishedBy(s.number(`${description} USD, at most 6 places.`, example, { minimum: 0 }), fromMicros, inCents);

/** The difference of two prices. */
const priceChange = (description: string, example: number): s.Schema<number, Micros> =>
  s.publishedBy(s.number(description, example, { minimum: -1, maximum: 1 }), fromMicros, inCents);

const priceChangeIn = (span: string, name: string, example: number) =>
  s.named(
    name,
    s.nullable(priceChange(`Change of the price in ${span}; null if closed, stale or unknown then.`, example)),
  );

/** How far a price moved, see `PriceChanges`. */
export const priceChangeFields = {
  price_change_1h: priceChangeIn("1 hour", "PriceChange1h", 0.01),
  price_change_24h: priceChangeIn("24 hours", "PriceChange24h", 0.05),
  price_change_7d: priceChangeIn("7 days", "PriceChange7d", -0.02),
};

/** A part of a price in cents. */
export const cents = (description: string, example: number): s.Schema<number, Micros> =>
  s.publishedBy(s.number(description, example), centsOf, inCents);

/** An amount in USD, stored in cents. */
export const money = (description: string, example: number): s.Schema<number, Cents> =>
  s.publishedBy(s.number(`${description} USD, at most 2 places.`, example, { minimum: 0 }), fromCents, inDollars);

/** A probability from 0 to 1, stored in millionths. */
export const probability = (description: string, example: number): s.Schema<number, Micros> =>
  s.publishedBy(s.number(description, example, { minimum: 0, maximum: 1 }), fromMicros);

export const percent = (description: string, example: number): s.Schema<number, number> =>
  s.number(description, example, { minimum: 0, maximum: 100 });

export const link = (description: string, example: string): s.Schema<string, string> =>
  s.string(description, example, v.url());

/** A day in UTC; stored as days since 1970. */
export const date = (description: string, example: string): s.Schema<string, number> =>
  s.publishedBy(s.string(description, example, v.isoDate()), toDate);

/** How surely two markets ask the same. */
export const matchScore = (description: string): s.Schema<number, Micros> => probability(description, 0.94);

/** Made of whether the market asks the opposite. */
export const relationSchema = s.publishedBy(
  s.oneOf(["same", "inverted"], "Whether yes means the same there as in the title, or no."),
  (isInverted: boolean) => (isInverted ? "inverted" : "same"),
);

export const reasonsSchema = (description: string) => s.arrayOf(s.string("", "both by 27 Jan 2027"), description);

/** Cases that markets settle differently, on questions and spreads. */
export const risksSchema = s.arrayOf(
  s.noun<Risk>("Risk")(
    {
      kind: s.oneOf(RISK_KINDS, "The case; source where their platforms name different sources."),
      texts: s.arrayOf(
        s.string("", "If cancelled: No on Polymarket, fair price on Kalshi"),
        "In short, then as each platform says it.",
      ),
    },
    {},
  ),
  "What their rules settle differently, so that confidence is not high; and whether other sources decide.",
);

export const tierSchema = s.named("Tier", s.oneOf(TIERS, "The plan a key is on."));

export const writerSchema = s.oneOf(
  ["running", "starting", "restarting", "unresponsive", "none"],
  "The thread that writes; unresponsive: it has not answered for 10 s, and reads go on meanwhile; none: on a standby.",
);

const warnings = s.arrayOf(
  s.string("", "unknown parameter 'lmit' ignored; did you mean 'limit'?"),
  "What was ignored or left out, or has no effect yet, if anything.",
);

/** Figures about an answer; `required` and `optional` are those of one kind of answer. */
export const metaOf = (name: string, required: s.Fields, optional: s.Fields = {}): s.Schema =>
  s.named(
    name,
    s.object(
      { ...required, response_ms: s.number("Handling time in milliseconds.", 0.9, { minimum: 0 }) },
      {
        ...optional,
        demo: s.rare(s.boolean("True where the data is made up.", true)),
        warnings: s.rare(warnings),
      },
    ),
  );

export const plainMeta = metaOf("Meta", {});

/** Of lists with pages and cursors. */
export const pagingMeta = pagingMetaOf("PaginationMeta");

/** The same with more members; `optional` are those of one kind of list. */
export function pagingMetaOf(name: string, optional: s.Fields = {}): s.Schema {
  return metaOf(
    name,
    {
      total: s.integer("How many there are on all pages.", 25_310),
      page: s.integer("The page, counted from 1; cursors count on.", 1, { minimum: 1 }),
      page_size: s.integer("How many on a page.", 50, { minimum: 1 }),
      total_pages: s.integer("How many pages; 0 when there is nothing.", 507),
      next_cursor: s.nullable(s.string("For the parameter cursor; null on the last page.", "eyJ2Ijox")),
    },
    optional,
  );
}

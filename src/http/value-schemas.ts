import { TIERS } from "../domain/accounts/plans.ts";
import { CATEGORIES } from "../domain/categories/names.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { about, exampleNamed, named, number, oneOf, type Schema, string } from "./schema.ts";

/** The platforms; the API description lists those that are on. */
export const platformSchema: Schema<string> = named(
  "Platform",
  oneOf<string>(
    PLATFORMS.map(({ id }) => id),
    "The platform it is on.",
  ),
);

/** The platform used in examples, where it is on. */
export const examplePlatform = (platforms: readonly string[]): string =>
  platforms.find((id) => id === "kalshi") ?? platforms[0] ?? "";

/** The same with another example, for what several platforms take part in. */
export const otherPlatformSchema = exampleNamed(platformSchema, "OtherPlatform");

/** The platforms used in examples, by the names of their schemas. */
export const toExamplePlatforms = (platforms: readonly string[]) => {
  const first = examplePlatform(platforms);
  const others = platforms.filter((id) => id !== first);
  return { Platform: first, OtherPlatform: others.find((id) => id === "polymarket") ?? others[0] ?? first };
};

export const categorySchema: Schema<string> = named(
  "Category",
  about(oneOf<string>(CATEGORIES, ""), "What it is about.", "economics"),
);

export const statusSchema = named(
  "MarketStatus",
  oneOf(["open", "closed"], "Whether it can be traded; past its close time it is closed."),
);

/** A price as it is published. */
export const price = (description: string, example: number): Schema<number> =>
  number(`${description} 0 to 1, at most 6 places.`, example, { minimum: 0, maximum: 1 });

/** The difference of two prices. */
export const priceChange = (description: string, example: number): Schema<number> =>
  number(description, example, { minimum: -1, maximum: 1 });

/** An amount in USD. */
export const money = (description: string, example: number): Schema<number> =>
  number(`${description} USD, at most 2 places.`, example, { minimum: 0 });

export const percent = (description: string, example: number): Schema<number> =>
  number(description, example, { minimum: 0, maximum: 100 });

export const link = (description: string, example: string): Schema<string> =>
  string(description, example, { format: "uri" });

export const tierSchema = named("Tier", oneOf(TIERS, "The plan a key is on."));

export const writerSchema = oneOf(
  ["running", "starting", "restarting", "unresponsive"],
  "The thread that writes; unresponsive: it has not answered for 10 s, and reads go on meanwhile.",
);

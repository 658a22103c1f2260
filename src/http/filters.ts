import { CATEGORIES } from "../domain/categories/names.ts";
import { isRealMoney, PLATFORMS, readPageLink } from "../domain/platforms.ts";
import { type Cents, ceilUnits, floorUnits, ONE } from "../domain/prices.ts";
import { allows, type OneOrMore } from "../store/lists/list-query.ts";
import { MAX_LISTED } from "../store/titles/search.ts";
import { formerLimit } from "./paging.ts";
import * as p from "./parameters.ts";
import { examplePlatform } from "./value-schemas.ts";

/** Far longer than any platform's. */
const MAX_ID_LENGTH = 500;

/** The filters that several lists share; `platforms` are those that are on. */
export const listFilters = (platforms: readonly string[]) => ({
  platform: p.optional(platformList(platforms, "Only these platforms, separated by commas.")),
  category: p.optional({
    ...p.list({
      description: `Only these categories, separated by commas, in any case: ${CATEGORIES.join(", ")}. Another one finds nothing, and meta.warnings says so.`,
      items: "categories",
      values: CATEGORIES,
      max: MAX_CATEGORIES,
      example: "politics",
      parse: (item) => (item === "" || item.length > MAX_CATEGORY_LENGTH ? undefined : item),
    }),
    knownValues: CATEGORIES,
  }),
  status: p.withDefault(anyStatus, "open"),
  q: p.optional(searchText("Words that must all be in the title.")),
});

const MAX_CATEGORIES = 20;
const MAX_CATEGORY_LENGTH = 100;

/** One or several platforms. */
export const platformList = (platforms: readonly string[], description: string) =>
  p.list({
    description,
    items: platforms.join(", "),
    values: platforms,
    max: platforms.length,
    example: examplePlatform(platforms),
    parse: (item) => (platforms.includes(item) ? item : undefined),
  });

/** Categories as they are stored. */
export function toCategories(given: readonly string[] | undefined): readonly string[] | undefined;
export function toCategories(given: OneOrMore | undefined): OneOrMore | undefined;
export function toCategories(given: OneOrMore | undefined): OneOrMore | undefined {
  return typeof given === "string" ? given.toLowerCase() : given?.map((one) => one.toLowerCase());
}

/** Filters by when something closes. */
export const closingFilters = (noun: string) => ({
  closing_after: p.optional(
    p.timestamp({ description: `Only ${noun} that close after this moment.`, example: "2027-01-01" }),
  ),
  closing_before: p.optional(
    p.timestamp({ description: `Only ${noun} that close before this moment.`, example: "2027-02-01" }),
  ),
});

export const updatedSince = (noun: string) =>
  p.optional(
    p.timestamp({ description: `Only ${noun} that changed at or after this moment.`, example: "2026-11-19T00:00:00Z" }),
  );

/** How the description of each `sort` goes on. */
export const CHANGE_SORT = "change the largest move in 24 hours first, up or down";

/** Filters by what happened in 24 hours. */
export const moveFilters = (noun: string) => ({
  min_change: p.optional(
    p.decimal({
      description: `Only ${noun} whose price of yes moved at least so many cents in 24 hours, up or down.`,
      min: 0,
      max: 100,
      example: 5,
    }),
  ),
  min_volume_24h: p.optional(
    p.decimal({ description: "Smallest volume of the last 24 hours in USD.", min: 0, example: 1000 }),
  ),
});

/** USD. Where less is traded in 24 hours, any offer moves the price. */
const MOVER_FLOOR = 100;

/** The floor of a list of movers. */
export const moverFloor = p.optional(
  p.decimal({
    description: `Smallest volume of the last 24 hours in USD; ${MOVER_FLOOR} unless given: a thin market moves with any offer.`,
    min: 0,
    example: 1000,
  }),
);

export const toMoverFloor = (dollars: number = MOVER_FLOOR): Cents => ceilUnits(dollars, 100);

export const priceFilters = (noun: string) => ({
  min_price: p.optional(
    p.decimal({ description: `Only ${noun} whose price of yes is at least this.`, min: 0, max: 1, example: 0.2 }),
  ),
  max_price: p.optional(
    p.decimal({ description: `Only ${noun} whose price of yes is at most this.`, min: 0, max: 1, example: 0.8 }),
  ),
});

/** The filters that lists share, as a caller gives them. */
interface SharedFilters<Sort extends string> {
  readonly category?: OneOrMore | undefined;
  readonly q?: string | undefined;
  readonly min_change?: number | undefined;
  readonly min_volume_24h?: number | undefined;
  readonly min_price?: number | undefined;
  readonly max_price?: number | undefined;
  readonly updated_since?: number | undefined;
  readonly closing_after?: number | undefined;
  readonly closing_before?: number | undefined;
  readonly sort: Sort;
  readonly order?: "asc" | "desc" | undefined;
}

/** What these mean to the store, in cents and millionths; rounding lets nothing else pass. */
export const toSharedQuery = <Sort extends string>(input: SharedFilters<Sort>) => ({
  category: toCategories(input.category),
  text: input.q,
  minChange: input.min_change === undefined ? undefined : ceilUnits(input.min_change / 100, ONE),
  minVolume24h: input.min_volume_24h === undefined ? undefined : ceilUnits(input.min_volume_24h, 100),
  minPrice: input.min_price === undefined ? undefined : ceilUnits(input.min_price, ONE),
  maxPrice: input.max_price === undefined ? undefined : floorUnits(input.max_price, ONE),
  updatedSince: input.updated_since,
  closingAfter: input.closing_after,
  closingBefore: input.closing_before,
  sort: input.sort,
  order: orderOf(input.sort, input.order),
});

const SEARCH_TEXT = { min: 2, max: 200, isCleaned: true, example: "election" };

/** What a person types to search, on every surface; read as titles are. */
export const searchText = (description: string) => p.text({ description, ...SEARCH_TEXT });

/** The same, or the address of a page on a platform, which may be longer. */
export const searchTextOrAddress = (description: string): p.Kind<string> =>
  p.text({
    ...SEARCH_TEXT,
    description: `${description} The address of a page on a platform may have up to ${MAX_ADDRESS_LENGTH} characters.`,
    isOther: (value) => value.length <= MAX_ADDRESS_LENGTH && readPageLink(value) !== undefined,
  });

const MAX_ADDRESS_LENGTH = 500;

/** The category of a page, in any case: one that does not exist is an error there. */
export const pageCategory = p.optional(
  p.choice({ description: "Only this category.", values: CATEGORIES, isAnyCase: true }),
);

/** The filters of a list of the best alone. */
export function topFilters(platforms: readonly string[]) {
  const { platform, category } = listFilters(platforms);
  const page = {
    description: `Which page, counted from 1; the best ${MAX_LISTED} can be listed.`,
    min: 1,
    max: MAX_LISTED,
  };
  return {
    platform,
    category,
    page_size: p.withDefault(
      p.wholeNumber({ description: "How many on a page.", min: 1, max: TOP_SIZES.max }),
      TOP_SIZES.usual,
    ),
    limit: formerLimit(TOP_SIZES),
    page: p.withDefault(p.wholeNumber(page), 1),
  };
}

/** How many rows a page of the best has. */
const TOP_SIZES = { usual: 20, max: 100 } as const;

/** Rows further down are not compared. */
export function checkReach({ page, page_size, limit: size = page_size }: TopPage): p.ParameterError[] {
  if (page === undefined || size === undefined || page * size <= MAX_LISTED) return [];
  const message = `expected page × page_size of at most ${MAX_LISTED}, got ${page * size}; add a word or a filter to see others`;
  return [{ parameter: "page", message }];
}

interface TopPage {
  readonly page?: number;
  readonly page_size?: number;
  readonly limit?: number | undefined;
}

/** Leaves out play money. */
export const realMoneyOnly = p.withDefault(p.flag({ description: "Leave out play-money markets." }), false);

/** The same of a list of questions. */
export const realMoneyQuestions = p.withDefault(
  p.flag({ description: "Leave out play-money markets, and questions that fewer than two others ask." }),
  false,
);

export const minVolume = p.withDefault(p.decimal({ description: "Smallest lifetime volume in USD.", min: 0 }), 0);

/** The platforms that are asked for, without those of play money where they are left out; undefined for all. */
export const toPlatforms = ({
  platform,
  real_money_only: isReal = false,
}: {
  readonly platform?: OneOrMore | undefined;
  readonly real_money_only?: boolean | undefined;
}): OneOrMore | undefined => (isReal ? REAL_MONEY.filter((id) => allows(platform, id)) : platform);

const REAL_MONEY = PLATFORMS.map(({ id }) => id).filter(isRealMoney);

/** The platform in the path of a market or event. */
export const pathPlatform = (platforms: readonly string[]) =>
  p.inPath(p.choice({ description: "The platform it is on.", values: platforms, example: examplePlatform(platforms) }));

/** The id of a market in a path. */
export const pathMarketId = pathId(
  "The market's id as its platform writes it; percent-encoded in the address.",
  "KXFED-27JAN-CUT",
);

/** The id of an event in a path. */
export const pathEventId = pathId(
  "The event's id as its platform writes it; percent-encoded in the address.",
  "KXFED-27JAN",
);

export const STATUSES = ["open", "closed", "all"] as const;

export const anyStatus = p.choice({ description: "Only open or closed ones, or all.", values: STATUSES });

/** The status of a list that takes `ids`: those are listed with any status. */
export const statusUnlessIds = p.withStandard(
  p.describedAs(anyStatus, `${p.descriptionOf(anyStatus)} Where ids are given, all by default.`),
  "open",
);

/** What `statusUnlessIds` lets pass where it is not given. */
export const statusOr = (
  given: (typeof STATUSES)[number] | undefined,
  ids: readonly unknown[] | undefined,
): (typeof STATUSES)[number] => given ?? (ids === undefined ? "open" : "all");

/** `order` without a default, for lists whose default depends on the sort. */
export const order = (description: string) => p.optional(p.choice({ description, values: ["asc", "desc"] }));

/** What the description of each `sort` ends with; questions are numbered by their ids. */
export const TIES_BY_ID = "Equal rows are ordered by platform and id. Rows without the value come last.";
export const TIES = "Equal rows come in the order in which they were first stored. Rows without the value come last.";

/** The order of a list: descending by default, but the soonest close time and the first id first. */
export const orderOf = (sort: string, given?: "asc" | "desc" | undefined): "asc" | "desc" =>
  given ?? (sort === "closing" || sort === "id" ? "asc" : "desc");

/** A platform's own id in a path; it may hold any characters (dots, slashes), percent-encoded. */
function pathId(description: string, example: string) {
  return p.inPath(p.text({ description, min: 1, max: MAX_ID_LENGTH, example }));
}

import type { Context } from "../../context.ts";
import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../../domain/feed.ts";
import { isQuestionId } from "../../domain/questions/questions.ts";
import type { StreamFilter } from "../../feed/filter.ts";
import { listFilters } from "../../http/filters.ts";
import { type Input, list, optional } from "../../http/parameters.ts";
import { examplePlatform } from "../../http/value-schemas.ts";
import { parseTerms } from "../../store/titles/terms.ts";
import { platformIds } from "../markets/query.ts";

/** As many as fit into an address. */
const MAX_MARKETS = 500;
const MAX_EVENTS = 100;
const MAX_QUESTIONS = 100;
/** What the list of markets takes at a time. */
const MAX_SNAPSHOT_IDS = 100;

/** What a stream takes to say which changes it wants. */
export function streamFilters(platforms: readonly string[]) {
  const { platform, category, q } = listFilters(platforms);
  const example = examplePlatform(platforms);
  return {
    markets: optional(
      platformIds(platforms, {
        description: "Only these markets, each as platform:id. With events or questions: any of them.",
        max: MAX_MARKETS,
        example: `${example}:KXFED-27JAN-CUT`,
      }),
    ),
    events: optional(
      platformIds(platforms, {
        description: "Only markets of these events, each as platform:id.",
        max: MAX_EVENTS,
        example: `${example}:KXFED-27JAN`,
      }),
    ),
    questions: optional(
      list({
        description: "Only these questions and their markets. A former id finds the question that has its markets now.",
        items: "question ids, 16 hexadecimal characters each",
        max: MAX_QUESTIONS,
        example: "3f9c2d51e07a44b1",
        parse: (item) => (isQuestionId(item) ? item : undefined),
      }),
    ),
    platform,
    category,
    q,
    types: optional(
      list({
        description: `Only these types of changes: ${CHANGE_TYPES.join(", ")}. The free plan has ${MARKET_CHANGE_TYPES.join(", ")}.`,
        items: CHANGE_TYPES.join(", "),
        max: CHANGE_TYPES.length,
        example: "price",
        parse: (item) => CHANGE_TYPES.find((type) => type === item),
      }),
    ),
  };
}

type FilterInput = Input<ReturnType<typeof streamFilters>>;

/** A filter, how many markets pass it now, and where their state is listed. */
export interface ReadFilter {
  readonly filter: StreamFilter;
  readonly markets: number;
  readonly snapshots: readonly string[];
}

const toNames = (ids: FilterInput["markets"]): string[] =>
  [...new Set(ids?.map(({ platform, id }) => `${platform}:${id}`))].toSorted();

/** The filter that the parameters describe; `allowed` are the types where none are named. */
export async function readFilter(
  context: Pick<Context, "store" | "clock" | "site">,
  input: FilterInput,
  allowed: readonly ChangeType[],
): Promise<ReadFilter> {
  const { platform, q } = input;
  const category = input.category?.toLowerCase();
  const types = CHANGE_TYPES.filter((type) => (input.types ?? allowed).includes(type));
  const common = { types, platform, category, terms: q === undefined ? undefined : parseTerms(q) };
  const isNamed = [input.markets, input.events, input.questions].some((names) => names !== undefined);
  const addresses = toSnapshots(input, types).map((path) => `${context.site.origin()}${path}`);
  if (!isNamed) {
    const query = { platform, category, text: q, status: "open", ...UNSORTED } as const;
    const { total } = await context.store.markets.list(query, { page: 1, size: 1 });
    return { filter: common, markets: total, snapshots: addresses };
  }
  const { ids, members } = await findQuestions(context, input.questions ?? []);
  const named = { markets: toNames(input.markets), events: toNames(input.events), questions: ids };
  const markets = named.markets.length + members + (await countMarkets(context, input.events ?? []));
  return { filter: { ...common, named }, markets, snapshots: addresses };
}

const UNSORTED = { minVolume: 0, sort: "volume", order: "desc" } as const;

/** Former ids and those of now. */
async function findQuestions({ store, clock }: Pick<Context, "store" | "clock">, asked: readonly string[]) {
  if (asked.length === 0) return { ids: [], members: 0 };
  const query = { ...UNSORTED, status: "all", minGap: 0, realMoneyOnly: false, ids: asked, now: clock.now() } as const;
  const { questions } = await store.questions.list(query, { page: 1, size: MAX_QUESTIONS });
  const ids = [...new Set([...asked, ...questions.map(({ id }) => id)])].toSorted();
  return { ids, members: questions.flatMap(({ members }) => members).length };
}

async function countMarkets({ store }: Pick<Context, "store">, events: NonNullable<FilterInput["events"]>) {
  let count = 0;
  for (const { platform, id } of events) {
    const query = { ...UNSORTED, platform, eventId: id, status: "all" } as const;
    count += (await store.markets.list(query, { page: 1, size: 1 })).total;
  }
  return count;
}

/** The lists with the same filter. Named markets are listed also when they are closed. */
function toSnapshots(input: FilterInput, types: readonly ChangeType[]): string[] {
  const { markets, events, questions, platform, category, q } = input;
  const filters = { platform, category, q };
  const names = toNames(markets);
  const named = [
    ...chunksOf(names, MAX_SNAPSHOT_IDS).map((ids) =>
      toPath("markets", { status: "all", ids: ids.join(), ...filters }),
    ),
    ...(events ?? []).map(({ platform: own, id }) =>
      toPath("markets", { status: "all", event_id: id, platform: own, category, q }),
    ),
    ...(questions === undefined ? [] : [toPath("questions", { status: "all", ids: questions.join(), ...filters })]),
  ];
  if (named.length > 0) return named;
  const hasMarkets = types.some((type) => (MARKET_CHANGE_TYPES as readonly ChangeType[]).includes(type));
  return [
    ...(hasMarkets ? [toPath("markets", { status: "open", ...filters })] : []),
    ...(types.includes("match") ? [toPath("questions", { status: "open", ...filters })] : []),
    ...(types.includes("spread") ? [toPath("arbitrage", { platform })] : []),
    ...(types.includes("source") ? [toPath("status", {})] : []),
  ];
}

function toPath(noun: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `/api/v1/${noun}${query.size === 0 ? "" : `?${query}`}`;
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

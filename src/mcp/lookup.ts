import { DAY_MS, dayOf, HOUR_MS, toDate } from "../clock.ts";
import type { Category } from "../domain/categories/names.ts";
import type { MarketStatus } from "../domain/markets.ts";
import { type PageLink, PLATFORMS, readPageLink } from "../domain/platforms.ts";
import { gameDayOf } from "../domain/propositions/games.ts";
import { LEAGUES } from "../domain/propositions/teams.ts";
import { isQuestionId } from "../domain/questions.ts";
import { AppError, quote } from "../errors.ts";
import { required, text } from "../http/parameters.ts";
import { refOf } from "../http/shown.ts";
import type { MarketName } from "../store/matching/reviews.ts";
import { FILLERS, withoutFillers } from "../store/search/search.ts";
import type { ToolContext } from "./tool.ts";

/** What was found, and by which text. */
interface Answered<T> {
  readonly found: T;
  /** What was looked for in the end. */
  readonly text: string | undefined;
  /** Words as they were typed that were not looked for. */
  readonly leftOut: readonly string[];
  /** The nearest text that titles have, where nothing was found. */
  readonly suggestion?: string | undefined;
}

/** With `among`, only these markets are looked through. */
type Searcher<T> = (text: string | undefined, among?: readonly MarketName[]) => T | Promise<T>;

/**
 * Looks for a text whose words must all be in a title, but for words that only ask. A text that asks for games of a league
 * finds these.
 */
export async function searchTitles<T extends { readonly total: number }>(
  { store, clock }: Pick<ToolContext, "store" | "clock">,
  { query, status }: { readonly query: string | undefined; readonly status: MarketStatus | "all" },
  search: Searcher<T>,
): Promise<Answered<T>> {
  const games = query === undefined ? undefined : findGames({ store, clock }, { text: query, status });
  if (games !== undefined && games.markets.length > 0) {
    const found = await search(games.text, games.markets);
    if (found.total > 0) return { found, text: query, leftOut: games.leftOut };
  }
  const found = await search(query);
  if (query === undefined || found.total > 0) return { found, text: query, leftOut: [] };
  const asked = withoutFillers(query);
  const other = asked && (await search(asked.text));
  if (other !== undefined && other.total > 0) return { found: other, text: asked?.text, leftOut: asked?.leftOut ?? [] };
  return { found, text: asked?.text ?? query, leftOut: [], suggestion: store.search.findClosest(query, status) };
}

const MAX_BEST = 100;

/** Whether a search has these rows among its best hits, which it finds sooner than all and orders by volume too. */
export const areBest = (
  among: readonly MarketName[] | undefined,
  { sort, page, limit }: { readonly sort: string; readonly page: number; readonly limit: number },
): boolean => among === undefined && sort === "volume" && page * limit <= MAX_BEST;

/** Says what was not looked for, and what else might be. */
export function describeSearch({ leftOut, suggestion }: Omit<Answered<unknown>, "found">) {
  const without = leftOut.length === 0 ? "" : `Searched without: ${leftOut.join(", ")}.\n`;
  const nearest = suggestion === undefined ? "" : `No title has all of these words. Did you mean: ${suggestion}?\n`;
  return {
    text: `${nearest}${without}`,
    fields: {
      ...(leftOut.length === 0 ? undefined : { left_out: leftOut }),
      ...(suggestion === undefined ? undefined : { did_you_mean: suggestion }),
    },
  };
}

/** The filters that a search may have, as the caller names them. */
export interface SearchFilters {
  readonly category?: Category | undefined;
  readonly platform?: string | undefined;
  readonly status?: MarketStatus | "all" | undefined;
}

/** Says which one filter removes all hits; undefined where no single one does. */
export async function explainFilters(
  filters: SearchFilters,
  count: (filters: SearchFilters) => Promise<number>,
): Promise<string | undefined> {
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === "all") continue;
    const others = await count({ ...filters, [name]: undefined });
    if (others > 0) return `None has ${name} ${quote(value)}; with another ${name} there are ${others}.`;
  }
  return undefined;
}

/**
 * The games of a league that a text asks for ("NBA tonight", "tomorrow's NHL games"), by the addresses of their pages, which
 * name league and day: their titles name the teams alone. `text` is what else titles must have, and `leftOut` the day where
 * no game is on it. Undefined for a text without a league, or without a word that asks for games.
 */
function findGames(
  { store, clock }: Pick<ToolContext, "store" | "clock">,
  { text, status }: { readonly text: string; readonly status: MarketStatus | "all" },
) {
  const asked = readGames(text);
  if (asked === undefined) return undefined;
  const statuses = status === "all" ? (["open", "closed"] as const) : [status];
  const games = store.links
    .listBelow(asked.codes.flatMap(toAddresses), statuses)
    .map(({ url, platform, id }) => ({ market: { platform, id }, day: gameDayOf(url) }))
    .filter(({ day }) => day !== undefined);
  const { dayWord } = asked;
  const dayStart = clock.now() - NIGHT_ENDS_MS + (DAYS.get(dayWord ?? "") ?? 0) * DAY_MS;
  const ofDay = games.filter(({ day }) => day === toDate(dayOf(dayStart)));
  const isOfDay = dayWord !== undefined && ofDay.length > 0;
  const markets = (isOfDay ? ofDay : games).map(({ market }) => market);
  // Not all platforms name the league in their addresses.
  const questions = new Set(store.questions.ofMarkets(markets, clock.now()).values());
  return {
    markets: [...markets, ...[...questions].flatMap(({ members }) => members)],
    text: asked.rest.length === 0 ? undefined : asked.rest.join(" "),
    leftOut: dayWord === undefined || isOfDay ? [] : [dayWord],
  };
}

/** Games that begin in the evening in America are of the day before in UTC. */
const NIGHT_ENDS_MS = 6 * HOUR_MS;

/** The league's codes, with which the addresses of its games begin, the word for a day and what is left of a text. */
function readGames(text: string) {
  const typed = ` ${(
    text
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ")} `;
  const league = COMPETITIONS.find(({ name }) => typed.includes(` ${name} `));
  if (league === undefined) return undefined;
  const words = typed.replace(` ${league.name} `, " ").trim().split(" ");
  const dayWord = words.find((word) => DAYS.has(word));
  if (dayWord === undefined && !words.some((word) => GAMES.has(word))) return undefined;
  const rest = words.filter((word) => !GAMES.has(word) && !DAYS.has(word) && !FILLERS.has(word));
  return { codes: league.codes, dayWord, rest };
}

/** Days from today on. */
const DAYS: ReadonlyMap<string, number> = new Map([
  ...["today", "todays", "tonight", "tonights"].map((word) => [word, 0] as const),
  ...["tomorrow", "tomorrows"].map((word) => [word, 1] as const),
]);

const GAMES: ReadonlySet<string> = new Set(
  "game games match matches matchup matchups fixture fixtures play plays playing win wins winner winners".split(" "),
);

/** Competitions of one league of matching, each with its own addresses. */
const FOOTBALL = [
  { names: ["premier league", "english premier league", "epl"], codes: ["epl"] },
  { names: ["la liga", "laliga"], codes: ["laliga", "lal"] },
  { names: ["bundesliga"], codes: ["bundesliga", "bun"] },
  { names: ["serie a"], codes: ["seriea", "sea"] },
  { names: ["ligue 1"], codes: ["ligue1", "fl1"] },
  { names: ["champions league", "ucl"], codes: ["ucl"] },
  { names: ["europa league"], codes: ["uel"] },
];

/** By name, the longest first. */
const COMPETITIONS = [
  ...FOOTBALL,
  ...LEAGUES.map(({ id, names, codes }) => ({ names: id === "football" ? ["soccer"] : names, codes })),
]
  .flatMap(({ names, codes }) => names.map((name) => ({ name, codes })))
  .sort((a, b) => b.name.length - a.name.length);

const toAddresses = (code: string): string[] => [
  `https://kalshi.com/markets/kx${code}game/`,
  `https://kalshi.com/events/KX${code.toUpperCase()}GAME-`,
  `https://polymarket.com/event/${code}-`,
];

/** What a reference names. */
type Reference = { readonly questionId: string } | { readonly named: MarketName } | { readonly link: PageLink };

/** An argument that names something. What is too long names nothing, so its schema has no bounds. */
export const reference = (description: string) => ({
  ...required(text({ description, min: 1, max: 600 })),
  told: ["type", "description"],
});

const FORMS = "platform:id, a question id of 16 hex characters, or the market's URL";

/** Throws AppError validation_error for text that is no reference. */
function readReference(given: string, platforms: readonly string[]): Reference {
  const id = given.toLowerCase();
  if (isQuestionId(id)) return { questionId: id };
  const link = readPageLink(given);
  if (link !== undefined && platforms.includes(link.platform)) return { link };
  const colon = given.indexOf(":");
  const platform = given.slice(0, Math.max(colon, 0)).toLowerCase();
  if (platforms.includes(platform)) return { named: { platform, id: given.slice(colon + 1).trim() } };
  const isOff = link !== undefined || PLATFORMS.some((one) => one.id === platform);
  const problem = isOff ? `${link?.platform ?? platform} is not read here` : `expected ${FORMS}, got ${quote(given)}`;
  throw new AppError(
    "validation_error",
    `${problem}; platforms: ${platforms.join(", ")}. find_questions and find_markets give references.`,
  );
}

/** The market that a reference names. Throws AppError that says what to do next. */
export function findMarketName(context: ToolContext, given: string): MarketName {
  const found = findNamed(context, given);
  if ("market" in found) return found.market;
  if ("question" in found) return refuse(`this is a question of ${listOf(found.question)}; get_question shows it`);
  return refuse(
    `this page has ${found.markets.length} markets, such as ${listOf(found.markets)}; get_event lists them all`,
  );
}

/** The question that a reference names, itself or by one of its markets. Throws AppError that says what to do next. */
export async function findQuestionId(context: ToolContext, given: string): Promise<string> {
  const reference = readReference(given, context.config.platforms);
  if ("questionId" in reference) return reference.questionId;
  const market = findMarketName(context, given);
  const question = context.store.questions.ofMarkets([market], context.clock.now()).get(refOf(market));
  if (question !== undefined) return question.id;
  await requireMarket(context, market);
  return refuse(`no other platform asks the question of ${refOf(market)}; get_market shows it`);
}

/** A question's id, or the market that a reference names. */
export function findQuestionOrMarket(
  context: ToolContext,
  given: string,
): { questionId: string } | { market: MarketName } {
  const reference = readReference(given, context.config.platforms);
  return "questionId" in reference ? reference : { market: findMarketName(context, given) };
}

/** The event that a reference names, itself or by one of its markets. Throws AppError that says what to do next. */
export async function findEventName(context: ToolContext, given: string): Promise<MarketName> {
  const found = findNamed(context, given);
  if ("question" in found) {
    return refuse(`expected an event, got a question of ${listOf(found.question)}; get_question shows it`);
  }
  if ("event" in found) return found.event;
  const { store, clock } = context;
  const { platform, id } = found.market;
  if (store.events.find(platform, id, clock.now()) !== undefined) return found.market;
  const market = store.details.find(platform, id, clock.now());
  return market === undefined ? found.market : { platform, id: market.event.id };
}

type FoundName =
  | { readonly market: MarketName }
  | { readonly event: MarketName; readonly markets: readonly MarketName[] }
  | { readonly question: readonly MarketName[] };

function findNamed({ store, clock, config }: ToolContext, given: string): FoundName {
  const reference = readReference(given, config.platforms);
  if ("named" in reference) return { market: reference.named };
  if ("questionId" in reference) {
    const found = store.questions.find(reference.questionId, clock.now());
    return { question: found !== undefined && "found" in found ? found.found.members : [] };
  }
  const found = store.links.find(reference.link);
  if (found !== undefined) return found;
  const { platform, words } = reference.link;
  throw new AppError(
    "market_not_found",
    `no stored market of ${platform} has this URL; try find_markets with query ${quote(words)}`,
  );
}

/** Throws AppError market_not_found, which names the closest ids, unless there is such a market. */
export async function requireMarket(context: ToolContext, { platform, id }: MarketName) {
  const { store, clock } = context;
  const market = store.details.find(platform, id, clock.now());
  if (market !== undefined) return market;
  if (store.events.find(platform, id, clock.now()) !== undefined) {
    throw new AppError("market_not_found", `${quote(`${platform}:${id}`)} is an event; get_event lists its markets`);
  }
  const closest = closestText(context, { platform, id }, "ids");
  const message = `${platform} has no market ${quote(id)}; ${closest}find_markets finds ids by words of the title`;
  throw new AppError("market_not_found", message);
}

/** "closest ids: kalshi:a, kalshi:b; "; empty where none is like it. */
export function closestText({ store }: ToolContext, { platform, id }: MarketName, noun: string): string {
  const similar = store.links.listSimilar({ platform, id }).map((one) => `${platform}:${one}`);
  return similar.length === 0 ? "" : `closest ${noun}: ${similar.slice(0, MAX_NAMED).join(", ")}; `;
}

const MAX_NAMED = 3;

const listOf = (markets: readonly MarketName[]): string =>
  markets.length === 0 ? "no market" : markets.slice(0, MAX_NAMED).map(refOf).join(", ");

function refuse(message: string): never {
  throw new AppError("validation_error", message);
}

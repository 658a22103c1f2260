import { type PageLink, PLATFORMS, readPageLink } from "../domain/platforms.ts";
import { isQuestionId } from "../domain/questions.ts";
import { AppError, quote } from "../errors.ts";
import { required, text } from "../http/parameters.ts";
import { refOf } from "../http/shown.ts";
import type { ToolContext } from "./tool.ts";

/** A market or an event by its platform and id. */
interface Named {
  readonly platform: string;
  readonly id: string;
}

/** What a reference names. */
type Reference = { readonly questionId: string } | { readonly named: Named } | { readonly link: PageLink };

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
export function findMarketName(context: ToolContext, given: string): Named {
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
export function findQuestionOrMarket(context: ToolContext, given: string): { questionId: string } | { market: Named } {
  const reference = readReference(given, context.config.platforms);
  return "questionId" in reference ? reference : { market: findMarketName(context, given) };
}

/** The event that a reference names, itself or by one of its markets. Throws AppError that says what to do next. */
export async function findEventName(context: ToolContext, given: string): Promise<Named> {
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
  | { readonly market: Named }
  | { readonly event: Named; readonly markets: readonly Named[] }
  | { readonly question: readonly Named[] };

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
export async function requireMarket(context: ToolContext, { platform, id }: Named) {
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
export function closestText({ store }: ToolContext, { platform, id }: Named, noun: string): string {
  const similar = store.links.listSimilar({ platform, id }).map((one) => `${platform}:${one}`);
  return similar.length === 0 ? "" : `closest ${noun}: ${similar.slice(0, MAX_NAMED).join(", ")}; `;
}

const MAX_NAMED = 3;

const listOf = (markets: readonly Named[]): string =>
  markets.length === 0 ? "no market" : markets.slice(0, MAX_NAMED).map(refOf).join(", ");

function refuse(message: string): never {
  throw new AppError("validation_error", message);
}

import type { Backfiller } from "../api/history.ts";
import type { BookReader } from "../api/orders.ts";
import { toMinute } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { Tier } from "../domain/accounts/plans.ts";
import { CATEGORIES } from "../domain/categories/names.ts";
import type { Offer } from "../domain/cost.ts";
import { ageOf, spanText, troubleText } from "../domain/freshness.ts";
import { isHalted } from "../domain/markets.ts";
import { amountText, getPlatform, isRealMoney, reportsVolume } from "../domain/platforms.ts";
import type { Cents, Micros } from "../domain/prices.ts";
import { AppError } from "../errors.ts";
import type { JsonSchema } from "../http/openapi/json-schema.ts";
import { choice, type Input, optional, type Parameters, text, wholeNumber, withDefault } from "../http/parameters.ts";
import { inCents } from "../http/shown.ts";
import type { AgedMarket } from "../store/markets.ts";
import type { Question, QuestionMember } from "../store/questions/question.ts";

/** Everything a tool may use: of the service, or of a file without one. */
export interface ToolContext extends Pick<Context, "store" | "clock"> {
  readonly commands: Backfiller["commands"] & BookReader["commands"];
  readonly config: Pick<Config, "platforms">;
  readonly passes: Pick<Context["passes"], "matching">;
}

/** A question that an assistant may ask, as data. It knows nothing of the protocol. */
export interface Tool<P extends Parameters = Parameters> {
  readonly name: string;
  readonly description: string;
  /** The lowest plan that may call it. */
  readonly tier: Tier;
  /** A flag that asks for more, which needs the pro plan. */
  readonly paidFlag?: string;
  readonly parameters: P;
  /** Describes `data` of an answer. */
  readonly output: JsonSchema;
  /** Whether rows are missing before all markets are matched, which the answer then says. */
  readonly needsMatches?: boolean;
  /** Throws AppError, whose message an assistant reads. */
  run(context: ToolContext, input: Input<P>): Promise<ToolAnswer> | ToolAnswer;
}

/** One answer in two forms. Prices are in cents. */
interface ToolAnswer {
  /** For a person or an assistant to read, the most important first. A wide answer is cut; its last line is kept. */
  readonly text: string;
  /** For a program. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool whose input is inferred from its parameters. */
export const tool = <P extends Parameters>(definition: Tool<P>): Tool => definition;

/**
 * JSON Schema of an answer, in few tokens: it names all members that are never left out, those of the rows of `list`
 * among them, and demands that list alone.
 */
export const outputOf = (
  list: string,
  rows: readonly string[],
  members: readonly string[] = [list, "total"],
): JsonSchema => ({
  type: "object",
  description: [...members.map((name) => (name === list ? `${list}[${rows}]` : name)), "as_of"].join(),
  properties: { [list]: { type: "array" } },
  required: [list],
});

/** Rows of one kind, page by page. */
export const pagedOutput = (list: string, rows: readonly string[], members: readonly string[] = []): JsonSchema =>
  outputOf(list, rows, [...members, list, "total", "next_page"]);

/** A filter of several tools. Descriptions are left out where the name says it. */
export const queryFilter = optional(text({ description: "words of the title", min: 2, max: 200 }));

export const platformFilter = (platforms: readonly string[]) =>
  optional(choice({ description: "", values: platforms, isAnyCase: true }));

export const rowFilters = (platforms: readonly string[]) => ({
  category: optional(choice({ description: "", values: CATEGORIES, isAnyCase: true })),
  platform: platformFilter(platforms),
});

const MAX_PAGE = 1000;

/** Limits the rows of a list. Its answers show how many that is by default, so no schema says it. */
export const rowLimit = (most: number, standard: number) => ({
  ...withDefault(wholeNumber({ description: "", min: 1, max: most }), standard),
  told: ["type", "maximum"],
});

/** Limits the rows of a list, and says which page of them. */
export const pageOf = (most: number, standard: number) => ({
  limit: rowLimit(most, standard),
  page: { ...withDefault(wholeNumber({ description: "", min: 1, max: MAX_PAGE }), 1), told: ["type"] },
});

interface Listed {
  readonly total: number;
  /** True where there are more than `total`. */
  readonly isCapped?: boolean;
  readonly page: number;
  readonly limit: number;
}

/** "62.5¢" or "–". */
export const centsText = (amount: Micros | null): string => (amount === null ? "–" : `${inCents(amount)}¢`);

/** "+4¢ in 24 h". */
export const changeText = (moved: Micros | null): string =>
  moved === null ? "change unknown" : `${signedText(moved)} in 24 h`;

/** A change with its sign: "+4¢". */
export const signedText = (moved: Micros): string => `${moved < 0 ? "−" : "+"}${centsText(Math.abs(moved))}`;

/** Whole dollars: "$184,221"; on a platform with play money "Ṁ184,221". */
export const moneyText = (amount: Cents, platform?: string): string =>
  amountText(amount, platform, (value) => value.toLocaleString("en-US"));

export const volumeText = (platform: string, volume: Cents): string =>
  reportsVolume(platform) ? moneyText(volume, platform) : "not reported";

export const closeText = (at: number | null): string => (at === null ? "no close date" : `closes ${toMinute(at)}`);

/** "1 market", "3 markets". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

/** How old the prices of an answer are. */
export interface Age {
  /** When the least recently read of its platforms was read; missing where one never was. */
  readonly fields: { readonly as_of?: string };
  readonly text: string;
}

/** Of markets that hold their ages already, in milliseconds; undefined for what was never read. */
export function describeAges(markets: readonly { readonly ageMs: number | undefined }[], now: number): Age {
  const ages = markets.map(({ ageMs }) => ageMs);
  const known = ages.filter((age) => age !== undefined);
  if (known.length === 0 || known.length < ages.length) return { fields: {}, text: "Prices: age unknown." };
  const [least, most] = [Math.min(...known), Math.max(...known)].map(spanText);
  const span = least === most ? least : `${least} to ${most}`;
  return { fields: { as_of: toMinute(now - Math.max(...known)) }, text: `Prices read ${span} ago.` };
}

/** Of markets on these platforms, with what is wrong with them. */
export function readAges(context: ToolContext, platforms: readonly string[]): Age {
  const now = context.clock.now();
  const { sources } = context.store.sources.list([...new Set(platforms)]);
  const { fields, text } = describeAges(
    sources.map(({ lastSuccessAt }) => ({ ageMs: ageOf(lastSuccessAt, now) })),
    now,
  );
  return { fields, text: [text, ...sources.flatMap((source) => troubleText(source, now) ?? [])].join(" ") };
}

type ToldAge = Pick<AgedMarket, "ageMs" | "isStale">;

/** After a price that is no present one, or that nobody can trade at: " [price 2 h old]", " [halted]". */
export const staleText = (told: ToldAge & Partial<Pick<AgedMarket, "status" | "isTradable">>): string =>
  (isHalted(told) ? " [halted]" : "") + (told.isStale ? ` [${oldText(told)}]` : "");

const oldText = ({ ageMs }: ToldAge): string => (ageMs === undefined ? "old price" : `price ${spanText(ageMs)} old`);

/** Said of each market and event that trades play money. */
export const playMoneyText = (platform: string): string => (isRealMoney(platform) ? "" : " [play money]");

/** What yes and no of a question cost on one platform: "Kalshi yes 63.65¢ (fee 1.65), no 40.67¢ (fee 1.67)". */
export const memberCostsText = (member: QuestionMember): string =>
  `${getPlatform(member.platform).name}${noteText(member)} yes ${offerText(member.buyYes)}, no ${offerText(member.buyNo)}`;

/** A cost with the fees in it: "63.65¢ (fee 1.65)", or "13.16¢ (fee 1.16, on the win)". */
export function offerText(offer: Offer | null): string {
  if (offer === null) return "not offered";
  const { total, price, winFee } = offer;
  if (total === price) return centsText(total);
  return `${centsText(total)} (fee ${inCents(total - price)}${winFee > 0 ? ", on the win" : ""})`;
}

function noteText(member: QuestionMember): string {
  const notes = [
    ...(member.status === "open" ? [] : ["closed"]),
    ...(isHalted(member) ? ["halted"] : []),
    ...(member.isStale ? [oldText(member)] : []),
    ...(isRealMoney(member.platform) ? [] : ["play money"]),
    ...(member.isInverted ? ["asks the opposite: its NO is this yes"] : []),
  ];
  return notes.length === 0 ? "" : ` [${notes.join(", ")}]`;
}

/** A question in one line, without its markets. */
export const questionText = ({ title, id, price, gap, closesAt, volume }: Question): string =>
  `${title} (question ${id}): yes ${centsText(price)}, gap ${centsText(gap)}, ${closeText(closesAt)}, volume ${moneyText(volume)}`;

interface AnsweredList<T> {
  /** Its name in the data, which is also what rows are called. */
  readonly list: string;
  readonly rows: readonly T[];
  toRow(row: T): unknown;
  toLine(row: T): string;
  /** Said where there are no rows. */
  readonly empty: string;
  readonly listed: Listed;
  readonly age: Age;
  /** What comes before the rows. */
  readonly asked?: { readonly fields: object; readonly text: string };
}

/** The answer of a list: its rows in words and as data. Throws AppError for a page past the end. */
export function toListAnswer<T>({
  list,
  rows,
  toRow,
  toLine,
  empty,
  listed,
  age,
  ...rest
}: AnsweredList<T>): ToolAnswer {
  const { asked = { fields: {}, text: "" } } = rest;
  const more = describeMore(listed, list);
  const text = rows.length === 0 ? empty : `${rows.map(toLine).join("\n")}\n${age.text}${more.text}`;
  return {
    text: `${asked.text}${text}`,
    data: { ...asked.fields, [list]: rows.map(toRow), ...more.fields, ...age.fields },
  };
}

/** Says how many rows there are on all pages, and how to get the next. Throws AppError for a page past the end. */
function describeMore({ total, isCapped = false, page, limit }: Listed, noun: string) {
  const last = Math.max(1, Math.ceil(total / limit));
  if (page > last) throw new AppError("validation_error", `page: ${page} is past the end; the last is ${last}`);
  const left = Math.max(0, total - page * limit);
  if (left === 0) return { fields: { total }, text: "" };
  const text = ` ${isCapped ? "More than " : ""}${left.toLocaleString("en-US")} more ${noun}: page=${page + 1}.`;
  return { fields: { total, next_page: page + 1 }, text };
}

import { toMinute } from "../clock.ts";
import type { Offer } from "../domain/cost.ts";
import { ageOf, spanText, troubleText } from "../domain/freshness.ts";
import { isHalted } from "../domain/markets.ts";
import { amountText, getPlatform, isRealMoney, reportsVolume } from "../domain/platforms.ts";
import type { Cents, Micros } from "../domain/prices.ts";
import { inCents } from "../http/shown.ts";
import type { AgedMarket } from "../store/markets.ts";
import type { Question, QuestionMember } from "../store/questions/question.ts";
import type { describeMore, ToolAnswer, ToolContext } from "./tool.ts";

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
export const staleText = (told: ToldAge & Parameters<typeof isHalted>[0]): string =>
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

interface ListWords<T> {
  toLine(row: T): string;
  /** Said where there are no rows. */
  readonly empty: string;
  readonly more: ReturnType<typeof describeMore>;
  readonly age: Age;
  /** What comes before the rows. */
  readonly asked?: { readonly fields: object; readonly text: string };
}

/** The answer of a list: its rows in words, and as data under the name `list`. */
export function toListAnswer<T>(
  list: string,
  { rows, toRow }: { readonly rows: readonly T[]; toRow(row: T): unknown },
  { toLine, empty, more, age, asked = { fields: {}, text: "" } }: ListWords<T>,
): ToolAnswer {
  const text = rows.length === 0 ? empty : `${rows.map(toLine).join("\n")}\n${age.text}${more.text}`;
  return {
    text: `${asked.text}${text}`,
    data: { ...asked.fields, [list]: rows.map(toRow), ...more.fields, ...age.fields },
  };
}

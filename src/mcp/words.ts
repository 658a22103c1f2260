import { hasBook, type Offer } from "../domain/cost.ts";
import { ageOf, spanText, troubleText } from "../domain/freshness.ts";
import { amountText, getPlatform, isRealMoney, reportsVolume } from "../domain/platforms.ts";
import { type Cents, fromCents, type Micros, ONE } from "../domain/prices.ts";
import type { AgedMarket } from "../store/markets.ts";
import type { Question, QuestionMember } from "../store/questions/question.ts";
import type { ToolContext } from "./tool.ts";

/** A moment as all tools give it, ISO 8601 in UTC to the minute: "2026-12-10T19:00Z". */
export const toMoment = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

export const toMomentOrNull = (at: number | null): string | null => (at === null ? null : toMoment(at));

/** A price or an amount in cents, to a hundredth: more takes tokens and says nothing. */
export const inCents = (amount: Micros): number => Math.round(amount / 100) / 100;

export const inCentsOrNull = (amount: Micros | null): number | null => (amount === null ? null : inCents(amount));

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

/** Whole dollars: cents of a volume say nothing. */
export const inDollars = (amount: Cents): number => Math.round(fromCents(amount));

/** Whole dollars; null where the platform reports no volume. */
export const volumeOf = (platform: string, volume: Cents): number | null =>
  reportsVolume(platform) ? inDollars(volume) : null;

export const volumeText = (platform: string, volume: Cents): string =>
  reportsVolume(platform) ? moneyText(volume, platform) : "not reported";

export const closeText = (at: number | null): string => (at === null ? "no close date" : `closes ${toMoment(at)}`);

export const refOf = ({ platform, id }: { readonly platform: string; readonly id: string }): string =>
  `${platform}:${id}`;

/** At most `length` characters of a platform's own text, on one line. */
export function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
}

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
  return { fields: { as_of: toMoment(now - Math.max(...known)) }, text: `Prices read ${span} ago.` };
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

/** What one contract costs, in cents; it pays 100 if it wins, less a fee that is taken from the win. */
export const toCost = (offer: Offer | null) =>
  offer === null ? null : { price: inCents(offer.price), ...toOutlay(offer) };

function toOutlay(offer: Offer) {
  const outlay = { cost: inCents(costOf(offer)), fee: inCents(offer.fee) };
  if (offer.winFee === 0) return outlay;
  return { ...outlay, win_fee: inCents(offer.winFee), payout: inCents(payoutOf(offer)) };
}

const toOutlayOrNull = (offer: Offer | null) => (offer === null ? null : toOutlay(offer));

const costOf = ({ price, fee }: Offer): Micros => price + fee;

const payoutOf = ({ winFee }: Offer): Micros => ONE - winFee;

/** What yes and no of a question cost on one platform; without the price, which is the cost less the fee. */
export const toMemberCosts = (member: QuestionMember) => ({
  market: refOf(member),
  yes: toOutlayOrNull(member.buyYes),
  no: toOutlayOrNull(member.buyNo),
  ...(member.isInverted ? { opposite: true } : undefined),
  ...(member.isStale ? { stale: true } : undefined),
  ...notesOf(member),
});

type ToldAge = Pick<AgedMarket, "ageMs" | "isStale">;

/** Said of each market whose price is no present one. */
export const staleOf = ({ isStale }: ToldAge) => (isStale ? { stale: true } : undefined);

/** The same in words, after a price: " [price 2 h old]". */
export const staleText = (age: ToldAge): string => (age.isStale ? ` [${oldText(age)}]` : "");

const oldText = ({ ageMs }: ToldAge): string => (ageMs === undefined ? "old price" : `price ${spanText(ageMs)} old`);

/** Said of each market and event that trades play money. */
export const playMoneyOf = (platform: string) => (isRealMoney(platform) ? undefined : { play_money: true });

/** The same in words. */
export const playMoneyText = (platform: string): string => (isRealMoney(platform) ? "" : " [play money]");

/** What is said of a market only where it is so. */
export const notesOf = (
  member: Pick<QuestionMember, "platform" | "bestBid" | "bestAsk" | "status" | "ageMs" | "isStale">,
) => ({
  ...playMoneyOf(member.platform),
  ...(hasBook(member) ? undefined : { indicative: true }),
  ...(member.status === "open" ? undefined : { status: member.status }),
  ...staleOf(member),
});

/** The same in words: "Kalshi yes 63.65¢ (fee 1.65), no 40.67¢ (fee 1.67)". */
export const memberCostsText = (member: QuestionMember): string =>
  `${getPlatform(member.platform).name}${noteText(member)} yes ${offerText(member.buyYes)}, no ${offerText(member.buyNo)}`;

/** A cost with the fee in it: "63.65¢ (fee 1.65)", or "12¢ (8.8 taken if it wins)". */
export function offerText(offer: Offer | null): string {
  if (offer === null) return "not offered";
  if (offer.winFee > 0) return `${centsText(costOf(offer))} (${inCents(offer.winFee)} taken if it wins)`;
  return offer.fee === 0 ? centsText(offer.price) : `${centsText(costOf(offer))} (fee ${inCents(offer.fee)})`;
}

function noteText(member: QuestionMember): string {
  const notes = [
    ...(member.status === "open" ? [] : ["closed"]),
    ...(member.isStale ? [oldText(member)] : []),
    ...(isRealMoney(member.platform) ? [] : ["play money"]),
    ...(member.isInverted ? ["asks the opposite: its NO is this yes"] : []),
  ];
  return notes.length === 0 ? "" : ` [${notes.join(", ")}]`;
}

/** The market where a side of the question costs least; undefined where none is offered for real money at a present price. */
export const findCheapest = ({ members }: Pick<Question, "members">, side: "yes" | "no") =>
  members.find(({ buyYes, buyNo }) => (side === "yes" ? buyYes : buyNo)?.isBest);

import type { Offer } from "../domain/cost.ts";
import { reportsVolume } from "../domain/platforms.ts";
import { type Cents, fromCents, type Micros } from "../domain/prices.ts";
import { aboutOf, fieldsOf, partsOf, presentOf, readerOf, type Schema, SIZES, type Size, shortOf } from "./schema.ts";

/** Makes what tools show of a row, by the table of fields of its noun. */
export function shownPublisher<S>(
  schema: Schema<unknown, S>,
  size: Size,
): (row: S) => Readonly<Record<string, unknown>> {
  const fields = fieldsOf(schema);
  const members = listShown(schema, size).map(([name, { of = name, value, when }]) => {
    const field = fields[of];
    if (value === undefined && field === undefined) throw new Error(`tools are to show '${of}', which is no field`);
    return {
      name,
      read: (value ?? readShown(of, field as Schema, size)) as ReadShown<S>,
      when: when as ReadShown<S> | undefined,
    };
  });
  return (row) =>
    Object.fromEntries(members.flatMap(({ name, read, when }) => (when?.(row) === false ? [] : [[name, read(row)]])));
}

type ReadShown<S> = (row: S) => unknown;

/** The names of what is always shown, for the description of an answer. */
export const shownNames = (schema: Schema, size: Size): readonly string[] =>
  listShown(schema, size).flatMap(([name, { when }]) => (when === undefined ? [name] : []));

const listShown = (schema: Schema, size: Size) =>
  Object.entries(aboutOf(schema).shown ?? {}).filter((one) => SIZES.indexOf(one[1].in) <= SIZES.indexOf(size));

function readShown(name: string, field: Schema, size: Size): (row: unknown) => unknown {
  const read = readerOf(name, field);
  const show = toShown(field, size);
  return (row) => show(read(row));
}

function toShown(schema: Schema, size: Size): (stored: unknown) => unknown {
  const present = presentOf(schema);
  const { item } = partsOf(present);
  if (item !== undefined) {
    const show = toShown(item, size);
    return (stored) => (stored as readonly unknown[]).map(show);
  }
  const show = aboutOf(present).shown === undefined ? shortOf(present) : shownPublisher(present, size);
  return (stored) => (stored === null ? null : show(stored));
}

/** A price or an amount in cents, to a hundredth: more takes an assistant tokens and says nothing. */
export const inCents = (amount: Micros): number => Math.round(amount / 100) / 100;

export const inCentsOrNull = (amount: Micros | null): number | null => (amount === null ? null : inCents(amount));

/** Whole dollars: cents of a volume say nothing. */
export const inDollars = (amount: Cents): number => Math.round(fromCents(amount));

/** Whole dollars; null where the platform reports no volume. */
export const volumeOf = (platform: string, volume: Cents): number | null =>
  reportsVolume(platform) ? inDollars(volume) : null;

export const refOf = ({ platform, id }: { readonly platform: string; readonly id: string }): string =>
  `${platform}:${id}`;

/** The cost in cents to be paid 100 if the side wins, and how much of that is for fees, those on winnings included. */
export const toOutlay = (offer: Offer | null) =>
  offer && { cost: inCents(offer.total), fee: inCents(offer.total - offer.price) };

/** At most `length` characters of a platform's own text, on one line. */
export function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
}

export const cutOrNull = (text: string | null, length: number): string | null =>
  text === null ? null : cut(text, length);

import type { Db } from "./db.ts";

/** A function of the store: what it reads or writes, and how. */
type StoreFunction = (db: Db, ...args: never[]) => unknown;

/** The same functions over one connection, without their first argument. */
export type Bound<F extends Readonly<Record<string, StoreFunction>>> = {
  readonly [Name in keyof F]: F[Name] extends (db: Db, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** Gives functions their connection, so that a caller needs none. */
export function bind<F extends Readonly<Record<string, StoreFunction>>>(db: Db, functions: F): Bound<F> {
  const bound = Object.entries(functions).map(([name, run]) => [name, run.bind(undefined, db)]);
  return Object.fromEntries(bound) as Bound<F>;
}

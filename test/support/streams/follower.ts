import type { ReadEvent } from "./streams.ts";

type Row = Readonly<Record<string, unknown>>;

/** A list of markets by `platform:id`, with what both lists and streams say of a market. */
export type Followed = Map<string, Row>;

const SHARED = [
  ...["title", "yes_price", "no_price", "volume", "volume_24h", "status", "url", "category", "close_time"],
  ...["play_money", "last_updated"],
] as const;

const pick = (row: Row): Row => Object.fromEntries(SHARED.map((name) => [name, row[name]]));
const nameOf = ({ platform, id }: Row): string => `${platform}:${id}`;

export const toFollowed = (rows: readonly Row[]): Followed => new Map(rows.map((row) => [nameOf(row), pick(row)]));

export interface FollowOptions {
  readonly readAgain: (event: ReadEvent) => Promise<Followed>;
  /** Whether closed markets belong to the list. */
  readonly hasClosed?: boolean;
}

/** Keeps a list of markets by a stream, as the API's description tells readers to. Gives the list to go on with. */
export async function follow(
  list: Followed,
  event: ReadEvent,
  { readAgain, hasClosed = false }: FollowOptions,
): Promise<Followed> {
  const { type, data } = event;
  if (type === "reset") return readAgain(event);
  if (!["price", "status", "listed", "resolved"].includes(type)) return list;
  const name = nameOf(event);
  const isGone =
    data === null || data.yes_price === null || (!hasClosed && data.status !== undefined && data.status !== "open");
  if (isGone) list.delete(name);
  // A change that has no title is no beginning: what begins comes with all of it.
  else if (list.has(name) || data.title !== undefined) list.set(name, pick({ ...list.get(name), ...data }));
  return list;
}

/** Reads all pages of a list of markets. */
export async function readAll(address: string, headers: Readonly<Record<string, string>>): Promise<Followed> {
  const rows: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: URL = new URL(address);
    page.searchParams.set("page_size", "200");
    if (cursor !== "") page.searchParams.set("cursor", cursor);
    const response = await fetch(page, { headers });
    const body = (await response.json()) as { data: Row[]; meta: { next_cursor: string | null } };
    if (!response.ok) throw new Error(`${page} answered ${response.status}`);
    rows.push(...body.data);
    cursor = body.meta.next_cursor;
  }
  return toFollowed(rows);
}

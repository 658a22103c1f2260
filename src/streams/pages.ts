import type { Change } from "../store/change-reader.ts";
import type { NamedSubjects } from "../store/named-markets.ts";
import type { Store } from "../store/open.ts";
import type { SentChange } from "./change.ts";

/** The part of the store that reads changes. */
export type ChangeReader = Store["changes"];

/** Some changes after a seq, in their order. */
export interface ChangePage {
  readonly after: number;
  readonly changes: readonly SentChange[];
  /** Where the next page begins. */
  readonly next: number;
  /** The newest change that the states show; after `next`, there is more to read. */
  readonly upTo: number;
}

/** Changes of a page; 1,000 take some milliseconds. */
const PAGE_CHANGES = 500;
/** Kept for other streams; streams that are behind are at different places. */
const MAX_PAGES = 8;

interface PagesDeps {
  readonly changes: ChangeReader;
  readonly toSent: (change: Change) => SentChange;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Where a stream is, and of a poll, where it ends. */
interface Place {
  readonly cursor: number | undefined;
  readonly upTo: number | undefined;
}

/**
 * The pages that were read since the last commit: streams that have come as far read and present each change once. Of streams
 * that are behind, each may be at another page.
 */
export function createPages({ changes: reader, toSent, now }: PagesDeps) {
  let pages: ChangePage[] = [];
  return {
    /** The page that a stream's cursor is on; undefined where changes after the cursor are lost. */
    find({ cursor = 0, upTo = 0 }: Place): ChangePage | undefined {
      const isOn = ({ after, next, upTo: newest }: ChangePage): boolean =>
        after <= cursor && (cursor < next || (cursor === next && next >= Math.max(newest, upTo)));
      const found = pages.find(isOn);
      if (found !== undefined) return found;
      if (cursor > 0 && !reader.canResume(cursor)) return undefined;
      const { changes, ...read } = reader.read(cursor, PAGE_CHANGES, now());
      const page = { after: cursor, changes: changes.map(toSent), ...read };
      pages = [...pages.slice(1 - MAX_PAGES), page];
      return page;
    },

    /** Forgets them, since more may have been written. */
    clear(): void {
      pages = [];
    },
  };
}

/** A new stream begins this long before now: its reader may start from a cached answer, which is older than the newest change. */
const OVERLAP_MS = 2500;

/** Where a stream begins whose request does not say so. `elapsed` in monotonic milliseconds. */
export function createStart(reader: ChangeReader, elapsed: () => number) {
  const { last } = reader.bounds();
  let [earlier, newer] = [
    { at: elapsed(), seq: last },
    { at: elapsed(), seq: last },
  ];
  return {
    /** Notes the newest seq, now and then. */
    note(): void {
      if (elapsed() - newer.at < OVERLAP_MS) return;
      [earlier, newer] = [newer, { at: elapsed(), seq: reader.bounds().last }];
    },

    /** A seq of at least `OVERLAP_MS` and at most twice that ago, as far as changes are kept. */
    find: (): number => Math.max((elapsed() - newer.at >= OVERLAP_MS ? newer : earlier).seq, reader.bounds().from),
  };
}

/** A page of the site counts as closed once nobody has asked for it in this time. */
const PAGE_OPEN_MS = 60_000;
const MAX_PAGES_SHOWN = 200;

/** Remembers what pages of the site show, the ones asked for last. `elapsed` in monotonic milliseconds. */
export function createPagesShown(elapsed: () => number) {
  const pages = new Map<string, { readonly shown: NamedSubjects; readonly at: number }>();
  return {
    note(shown: NamedSubjects): void {
      const name = JSON.stringify(Object.values(shown).map((names) => [...names]));
      const known = pages.get(name);
      pages.delete(name);
      pages.set(name, { shown: known?.shown ?? shown, at: elapsed() });
      if (pages.size > MAX_PAGES_SHOWN) for (const [oldest] of pages) return void pages.delete(oldest);
    },

    /** One page is one object while it is open. */
    list(): readonly NamedSubjects[] {
      for (const [name, { at }] of pages) if (elapsed() - at >= PAGE_OPEN_MS) pages.delete(name);
      return [...pages.values()].map(({ shown }) => shown);
    },
  };
}

import type { NamedSubjects } from "../store/named-markets.ts";

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

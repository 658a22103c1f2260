import { createLru } from "../../lru.ts";

/** Remembers what was found, the `most` used last, until the data it was found in changes. */
export function createMemory<T extends {}>(most: number) {
  const known = createLru<string, T>(most);
  let since: number | undefined;
  return {
    /** To be called first in each transaction, with a number that changes with the data. */
    renew(version: number): void {
      if (version !== since) known.clear();
      since = version;
    },
    remember(name: string, work: () => T): T {
      const remembered = known.get(name);
      if (remembered !== undefined) return remembered;
      const found = work();
      known.set(name, found);
      return found;
    },
  };
}

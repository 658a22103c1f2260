import { createLru } from "../../lru.ts";
import { type Db, prepareText } from "./db.ts";

/**
 * Remembers what was read until another connection commits: at most `most` answers, each by its name. The caller holds the
 * transaction. A connection that writes remembers nothing.
 */
export function openUnchanged<T extends {}>(db: Db, most: number): (name: string, read: () => T) => T {
  if (!db.readonly) return (_, read) => read();
  const commits = prepareText(db, "PRAGMA data_version").pluck();
  const known = createLru<string, T>(most);
  let seen: unknown;
  return (name, read) => {
    const now = commits.get();
    if (now !== seen) known.clear();
    seen = now;
    const found = known.get(name) ?? read();
    known.set(name, found);
    return found;
  };
}

import { openDatabase } from "./db.ts";
import { openEvents } from "./events.ts";
import { openMarkets } from "./markets.ts";
import { requireSchema } from "./migrations.ts";
import { isDemo } from "./properties.ts";
import { openSources } from "./sources.ts";
import type { Store } from "./store.ts";

/**
 * Opens the database for reading only. The writer has made and migrated it before; throws OperatorError when it has
 * another schema.
 */
export function openStore(file: string, addonPath: string | undefined): Store {
  const db = openDatabase(file, "read-only", addonPath);
  requireSchema(db, file);
  const probe = db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1");
  return {
    markets: openMarkets(db),
    events: openEvents(db),
    sources: openSources(db, file),
    isDemo: isDemo(db),
    isReadable: () => {
      try {
        return probe.get() !== undefined;
      } catch {
        return false;
      }
    },
    close: () => db.close(),
  };
}

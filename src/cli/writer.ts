import { SharedClock } from "../clock.ts";
import { type Config, readConfig } from "../config.ts";
import { extractAddon } from "../store/database/addon.ts";
import type { Lock } from "../store/database/lock.ts";
import { isDemoFile } from "../store/database/properties.ts";
import type { Writer, WriterSettings } from "../writer/writer.ts";
import type { Arguments } from "./command.ts";
import { requireDatabase } from "./database.ts";
import { untilSignal } from "./signals.ts";

/** Settings for a writer that asks no platform, on a database that exists. Throws OperatorError when it does not. */
export function readWriterConfig({ flags }: Arguments): Config {
  const config = readConfig(flags);
  requireDatabase(config.db);
  return { ...config, ingests: false, isDemo: isDemoFile(config.db, extractAddon()) };
}

/** Lets `work` use a writer. Closes it afterwards, or at a signal, and releases the lock of the database. */
export async function withWriter<T>(
  lock: Lock,
  settings: Omit<WriterSettings, "addonPath" | "clock">,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  try {
    // A service runs in this thread too, with its writer in another: what only writers need loads here on demand.
    const { openWriter } = await import("../writer/writer.ts");
    const writer = openWriter({ ...settings, addonPath: extractAddon(), clock: new SharedClock() });
    void untilSignal().signalled.then(() => writer.close());
    try {
      return await work(writer);
    } finally {
      await writer.close();
    }
  } finally {
    lock.release();
  }
}

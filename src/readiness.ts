import type { Readiness } from "./context.ts";
import { type Trouble, troubleOf } from "./store/database/index.ts";
import type { Store } from "./store/store.ts";
import type { Supervisor } from "./writer/supervisor.ts";

/** What reading has met counts for so long; damage does not go away by itself. */
const REMEMBERED_MS = 60_000;

/** Whether questions can be answered: the database as writing and reading have met it, and the demo's data. */
export function createReadiness(
  store: Pick<Store, "isReadable">,
  writer: Pick<Supervisor, "state" | "trouble" | "clockStep">,
  seeded: Promise<void>,
): Readiness {
  let isSeeded = false;
  let met: { readonly trouble: Trouble; readonly at: number } | undefined;
  void seeded.then(() => {
    isSeeded = true;
  });
  const metByReading = (): Trouble | undefined => {
    const isOver = met !== undefined && met.trouble !== "damaged" && performance.now() - met.at > REMEMBERED_MS;
    return isOver ? undefined : met?.trouble;
  };
  return {
    check: () => {
      const state = writer.state();
      const silence = state === "unresponsive" ? "writer_unresponsive" : undefined;
      const trouble = writer.trouble() ?? silence ?? metByReading();
      const clockStep = writer.clockStep();
      if (!store.isReadable()) {
        const reason = "the database cannot be read";
        return { isReady: false, writer: state, trouble: trouble ?? "unreadable", clockStep, reason };
      }
      if (!isSeeded) {
        return { isReady: false, writer: state, trouble, clockStep, reason: "the demo data is being loaded" };
      }
      return { isReady: true, writer: state, trouble, clockStep };
    },
    noteFailure(error) {
      const trouble = troubleOf(error);
      if (trouble !== undefined) met = { trouble, at: performance.now() };
    },
  };
}

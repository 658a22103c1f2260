import type { Readiness } from "./context.ts";
import { describeTrouble, type Trouble, troubleOf } from "./store/database/trouble.ts";
import type { Store } from "./store/open.ts";
import type { Supervisor } from "./writer/supervisor.ts";

/** How long an error of a read counts; damage counts for ever. */
const READ_ERROR_MS = 60_000;

/** Combines the state of the writer, errors of reads, and whether the demo's data is loaded. */
export function createReadiness(
  store: Pick<Store, "isReadable">,
  writer: Pick<Supervisor, "state" | "trouble" | "noteDamage" | "clockStep">,
  seeded: Promise<void>,
): Readiness {
  let isSeeded = false;
  let readError: { readonly trouble: Trouble; readonly at: number } | undefined;
  void seeded.then(() => {
    isSeeded = true;
  });
  const findReadTrouble = (): Trouble | undefined =>
    readError === undefined || performance.now() - readError.at > READ_ERROR_MS ? undefined : readError.trouble;
  return {
    check() {
      const state = writer.state();
      const silence = state === "unresponsive" ? "writer_unresponsive" : undefined;
      const trouble = writer.trouble() ?? silence ?? findReadTrouble();
      const report = { isReady: false, writer: state, trouble, clockStep: writer.clockStep() };
      if (trouble === "damaged") return { ...report, reason: describeTrouble(trouble) };
      if (!store.isReadable()) {
        return { ...report, trouble: trouble ?? "unreadable", reason: "the database cannot be read" };
      }
      if (!isSeeded) return { ...report, reason: "the demo data is being loaded" };
      return { ...report, isReady: true };
    },
    noteFailure(error) {
      const trouble = troubleOf(error);
      if (trouble === "damaged") writer.noteDamage(error);
      else if (trouble !== undefined) readError = { trouble, at: performance.now() };
      return trouble === "damaged";
    },
  };
}

import { type Coverage, judgeCoverage } from "../../domain/backfill.ts";
import { AppError } from "../../errors.ts";
import type { Commands } from "../../store/commands.ts";

/** What can ask a platform for the past. */
export interface Backfiller {
  readonly commands: Pick<Commands, "backfillHistory">;
}

/** Asks the platform once for what its archive lacks in a window of epoch seconds; leaves it for later when busy. */
export async function requestBackfill(
  { commands }: Backfiller,
  { platform, id }: { readonly platform: string; readonly id: string },
  stored: Coverage,
  window: { readonly from: number; readonly to: number },
): Promise<"complete" | "unavailable" | "pending"> {
  const coverage = judgeCoverage(stored, window);
  if (coverage !== "missing") return coverage;
  try {
    return await commands.backfillHistory({ platform, id });
  } catch (error) {
    if (error instanceof AppError) return "unavailable";
    throw error;
  }
}

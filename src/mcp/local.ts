import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import type { Store } from "../store/store.ts";
import { openToolService, type ToolService, toPublicError } from "./tool-service.ts";
import { createTools } from "./tools/index.ts";

interface LocalDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly platforms: readonly string[];
  /** Hears of errors that are ours. */
  readonly onError: (error: unknown) => void;
}

/** The tools on a file that this process may only read: nobody is counted, and no platform is asked. */
export function openLocalTools({ store, clock, platforms, onError }: LocalDeps): ToolService {
  const backfillHistory = async (): Promise<never> => {
    throw new AppError("unavailable", "only a service asks platforms for older prices");
  };
  const context = { store, clock, config: { platforms }, commands: { backfillHistory } };
  return openToolService(context, createTools(platforms), {
    charge: async () => undefined,
    note(error) {
      if (!(error instanceof AppError)) onError(error);
      return toPublicError(error);
    },
  });
}

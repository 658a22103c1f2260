import type { Log } from "../../log.ts";
import type { Health } from "../transactions/health.ts";
import type { AlertEvaluator } from "./evaluator.ts";

/** Steps in a row after one commit; what is left comes a second later. */
const MAX_STEPS = 4;

/** Has alerts looked at. An error keeps no pass from going on: the next look begins where this one did. */
export function createAlertLook(
  evaluator: AlertEvaluator,
  { health, log }: { readonly health: Pick<Health, "failed">; readonly log: Log },
) {
  let isFailing = false;
  const attempt = (work: () => void): void => {
    try {
      work();
      isFailing = false;
    } catch (error) {
      health.failed(error);
      if (!isFailing) log.error({ err: error }, "alerts cannot be looked at; tried again with every commit");
      isFailing = true;
    }
  };
  const look = (): void =>
    attempt(() => {
      for (let step = 0; step < MAX_STEPS && evaluator.lookAtCommits(); step++);
    });
  return {
    /** After a commit. */
    look,
    listNamed: evaluator.listNamed,

    /** Every second: what is left of commits, and what the time has brought. */
    lookAtTime(): void {
      look();
      attempt(evaluator.lookAtTime);
    },
  };
}

import { levelOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { DuePayments } from "../store/accounts/stored-payments.ts";
import type { Reconciler } from "./reconcile.ts";

/** Reconciles what is due, one after the other, until `signal` is aborted. A failure is logged and stays due. */
export async function reconcileDue(
  due: DuePayments,
  reconciler: Reconciler,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const steps = [
    ...due.checkouts.map(({ sessionId, isUnwanted }) => ({
      subject: { session: sessionId },
      run: () => reconciler.checkout(sessionId, isUnwanted),
    })),
    ...due.unwanted.map((id) => ({ subject: { subscription: id }, run: () => reconciler.cancel(id) })),
    ...due.unchecked.map((id) => ({ subject: { subscription: id }, run: () => reconciler.subscription(id) })),
  ];
  for (const { subject, run } of steps) {
    if (signal.aborted) return;
    await run().catch((error: unknown) =>
      log[levelOf(error)]({ err: error, ...subject }, "reconciling a payment failed; it is tried again"),
    );
  }
}

/** What must not wait: pages that must not be paid, and subscriptions to cancel. */
export const unwantedOnly = ({ checkouts, unwanted }: DuePayments): DuePayments => ({
  checkouts: checkouts.filter(({ isUnwanted }) => isUnwanted),
  unwanted,
  unchecked: [],
});

/** Runs `work` in the background. A start while it runs makes it run once more afterwards. */
export function inBackground(work: () => Promise<void>, log: Log): { start(): void; finished(): Promise<void> } {
  let running: Promise<void> | undefined;
  let isDueAgain = false;
  const run = async (): Promise<void> => {
    while (isDueAgain) {
      isDueAgain = false;
      await work().catch((error: unknown) =>
        log.error({ err: error }, "reconciling payments failed; it is tried again"),
      );
    }
    running = undefined;
  };
  return {
    start() {
      isDueAgain = true;
      running ??= run();
    },
    finished: () => running ?? Promise.resolve(),
  };
}

/** Calls with the same id share one answer while it is under way. */
export function sharing<T>(work: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (id) => {
    const before = running.get(id);
    if (before !== undefined) return before;
    const answer = work(id).finally(() => running.delete(id));
    running.set(id, answer);
    return answer;
  };
}

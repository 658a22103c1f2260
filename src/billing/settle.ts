import { levelOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { DuePayments } from "../store/accounts/index.ts";
import type { Following } from "./follow.ts";

/**
 * Follows up everything that is due, one after the other, until `signal` is aborted; what fails is logged and stays
 * due.
 */
export async function settleAll(due: DuePayments, follow: Following, log: Log, signal: AbortSignal): Promise<void> {
  const steps = [
    ...due.checkouts.map(({ sessionId, isUnwanted }) => ({
      subject: { session: sessionId },
      run: () => follow.checkout(sessionId, isUnwanted),
    })),
    ...due.unwanted.map((id) => ({ subject: { subscription: id }, run: () => follow.cancellation(id) })),
    ...due.unchecked.map((id) => ({ subject: { subscription: id }, run: () => follow.subscription(id) })),
  ];
  for (const { subject, run } of steps) {
    if (signal.aborted) return;
    await run().catch((error: unknown) =>
      log[levelOf(error)]({ err: error, ...subject }, "settling a payment failed; it is tried again"),
    );
  }
}

/** What must not wait: pages that must not be paid, and subscriptions of nobody. */
export const unwantedOnly = ({ checkouts, unwanted }: DuePayments): DuePayments => ({
  checkouts: checkouts.filter(({ isUnwanted }) => isUnwanted),
  unwanted,
  unchecked: [],
});

/** Does `work` in the background; asked again meanwhile, it does so once more afterwards. */
export function inBackground(work: () => Promise<void>, log: Log): { start(): void; settled(): Promise<void> } {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    while (isAskedAgain) {
      isAskedAgain = false;
      await work().catch((error: unknown) => log.error({ err: error }, "settling payments failed; it is tried again"));
    }
    running = undefined;
  };
  return {
    start() {
      isAskedAgain = true;
      running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}

/** Those who ask for the same while it is under way share the answer. */
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

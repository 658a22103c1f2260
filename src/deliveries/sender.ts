import { setTimeout as delay } from "node:timers/promises";
import { type Clock, SECOND_MS } from "../clock.ts";
import { type AddressRules, ANY_ADDRESS } from "../domain/addresses.ts";
import { toRetryAfterMs, type WebhookTarget } from "../domain/webhooks.ts";
import type { Log } from "../log.ts";
import type { Commands } from "../store/commands.ts";
import type { Store } from "../store/open.ts";
import type { DueMessage, MadeAttempt } from "../store/webhooks/deliveries.ts";
import { type Mailer, toRequest, toText } from "./messages.ts";
import { post, type Resolve, resolveByDns, type TargetAnswer } from "./post.ts";

/** A try that ended, for the metrics. */
export interface EndedTry {
  readonly target: WebhookTarget;
  readonly outcome: MadeAttempt["outcome"];
}

interface SenderDeps {
  readonly webhooks: Pick<Store["webhooks"], "listDue" | "findNext">;
  readonly commands: Pick<Commands, "recordAttempt">;
  readonly clock: Pick<Clock, "running" | "elapsed">;
  readonly log: Log;
  readonly rules: AddressRules;
  /** Undefined where the operator has set up no e-mail. */
  readonly mailer?: Mailer | undefined;
  readonly onTry?: (ended: EndedTry) => void;
  /** Takes note of an error of a read; true where it was logged. */
  readonly noteFailure: (error: unknown) => boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

export type Sender = ReturnType<typeof openSender>;

/** Tries under way at once, and those of them to webhooks that fail or are slow: they leave room for the others. */
const MAX_TRIES = 256;
const MAX_BAD_TRIES = 128;
const SLOW_MS = 3 * SECOND_MS;

const LOOK_EVERY_MS = 200;
const RECORD_AGAIN_MS = SECOND_MS;
const MAX_CLOSE_MS = SECOND_MS;

/**
 * Sends waiting messages, one at a time to each webhook and in their order, so that a webhook without an answer holds up
 * itself alone. It runs in the main thread: the writer stops its own timers for as long as a step takes, and an answer
 * would be late by that; what it does here is wait. It reads the queue and asks the writer to record each try. What was
 * sent and not recorded, as in a kill, is sent again under the same id.
 */
export function openSender(deps: SenderDeps) {
  const { webhooks, commands, clock, log, rules, mailer, onTry = () => undefined } = deps;
  const closing = new AbortController();
  const { signal } = closing;
  const underWay = new Map<number, Promise<void>>();
  const slow = new Set<number>();
  let badTries = 0;
  let timer: NodeJS.Timeout | undefined;

  const send = async (message: DueMessage): Promise<TargetAnswer> => {
    if (message.target !== "email") {
      const own = message.keyId === null ? ANY_ADDRESS : rules;
      const { resolve = resolveByDns, timeoutMs } = deps;
      const answer = await post(toRequest(message, clock.running()), {
        rules: own,
        signal,
        resolve,
        ...(timeoutMs && { timeoutMs }),
      });
      return { ...answer, answer: redact(answer.answer, message) };
    }
    if (mailer === undefined) return { outcome: "unreachable", statusCode: null, answer: "no e-mail is set up here" };
    return mailer.send(message.address, message.messageId, toText(message));
  };

  const record = async (attempt: MadeAttempt): Promise<void> => {
    for (let hasFailed = false; !signal.aborted; hasFailed = true) {
      try {
        return await commands.recordAttempt(attempt);
      } catch (error) {
        // The writer is being started again, or the disk is full: what is not recorded would be sent again.
        if (!hasFailed) log.warn({ err: error }, "a delivery cannot be recorded yet");
        await delay(RECORD_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  const tryOnce = async (message: DueMessage): Promise<void> => {
    const [at, startedAt] = [clock.running(), clock.elapsed()];
    const { outcome, statusCode, answer, retryAfter } = await send(message).catch((error: unknown): TargetAnswer => {
      // Its text may hold an address. A try that is not recorded would be made again at once, for ever.
      log.error(
        { delivery: message.messageId, reason: error instanceof Error ? error.name : typeof error },
        "a delivery could not be made into a request",
      );
      return { outcome: "unreachable", statusCode: null, answer: "this message cannot be sent to such an address" };
    });
    const durationMs = Math.round(clock.elapsed() - startedAt);
    if (durationMs > SLOW_MS) slow.add(message.webhookKey);
    else slow.delete(message.webhookKey);
    onTry({ target: message.target, outcome });
    const retryAfterMs = outcome === "refused" ? toRetryAfterMs(retryAfter, at + durationMs) : 0;
    await record({ deliveryKey: message.deliveryKey, at, durationMs, outcome, statusCode, answer, retryAfterMs });
  };

  const start = (webhookKey: number, isBad: boolean): void => {
    const message = webhooks.findNext(webhookKey, clock.running());
    if (message === undefined) return;
    if (isBad) badTries++;
    const done = tryOnce(message)
      .catch((error: unknown) => log.error({ err: error, delivery: message.messageId }, "a delivery failed"))
      .finally(() => {
        if (isBad) badTries--;
        underWay.delete(webhookKey);
        runDue();
      });
    underWay.set(webhookKey, done);
  };

  /** Begins what is due, as far as there is room. */
  const runDue = (): void => {
    try {
      if (!signal.aborted) beginDue();
    } catch (error) {
      if (!deps.noteFailure(error)) log.debug({ err: error }, "waiting messages cannot be read");
    }
  };

  const beginDue = (): void => {
    for (const isFailing of [false, true]) {
      for (const webhookKey of webhooks.listDue(clock.running(), isFailing, 2 * MAX_TRIES)) {
        const isBad = isFailing || slow.has(webhookKey);
        const hasRoom = underWay.size < MAX_TRIES && !(isBad && badTries >= MAX_BAD_TRIES);
        if (hasRoom && !underWay.has(webhookKey)) start(webhookKey, isBad);
      }
    }
  };

  return {
    runDue,

    /** Looks for due messages from now on. */
    start(): void {
      timer = setInterval(runDue, LOOK_EVERY_MS);
    },

    /** Resolves when nothing is under way. */
    async whenIdle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },

    /** Ends tries that are under way; they are made again at the next start. */
    async close(): Promise<void> {
      closing.abort();
      clearInterval(timer);
      // E-mail under way cannot be called back.
      await Promise.race([Promise.all(underWay.values()), delay(MAX_CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** Receivers that repeat what they were sent must not put a secret into the log of deliveries. */
function redact(answer: string, { address, token, secret, previousSecret }: DueMessage): string {
  const url = URL.parse(address);
  const parts = url === null ? [] : [url.pathname + url.search, url.pathname, ...url.searchParams.values()];
  const secrets = [address, ...parts, token, secret, previousSecret].filter((one) => one !== null && one.length > 3);
  return secrets.reduce<string>((text, one) => text.replaceAll(one ?? "", "…"), answer);
}

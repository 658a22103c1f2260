import { parentPort, workerData } from "node:worker_threads";
import { SharedClock } from "../clock.ts";
import { AppError, messageOf, OperatorError } from "../errors.ts";
import { createThreadLog, type Log } from "../log.ts";
import { shareChangeSignal } from "../store/change-log.ts";
import type { Call } from "../store/commands.ts";
import { giveBackMemory } from "../threads.ts";
import {
  type CommandState,
  type FromWriter,
  type SentError,
  shareCommandState,
  type ToWriter,
  type WriterData,
} from "./command-queue.ts";
import { openWriter, type Writer, type WriterSettings } from "./writer.ts";

/** By then both threads have started; what that and the making of a demo needed is garbage. */
const STARTED_AFTER_MS = 2000;

/** The writer thread: opens the database, says so, then serves commands while ingest goes on between them. */
if (parentPort !== null) void run(parentPort, workerData as WriterData);

type Port = NonNullable<typeof parentPort>;

// A rejection ends the thread with an "error" event.
async function run(port: Port, data: WriterData): Promise<void> {
  const send = (message: FromWriter): void => port.postMessage(message);
  const log = createThreadLog(data.config.logLevel, "writer", (line) => send({ type: "log", line }));
  const clock = new SharedClock(data.clock);
  const demo = data.demoStart && (await import("../demo/source.ts")).openDemo(data.demoStart, clock);
  const writer = open(data, demo, clock, { log, send });
  const end = async (): Promise<void> => {
    await writer?.close();
    port.close();
  };
  if (writer === undefined) return end();
  const commandState = shareCommandState(data.commandState);
  port.on("message", (message: ToWriter) => {
    if (message.type === "ping") send({ type: "pong" });
    else if (message.type === "log-level") log.level = message.level;
    else if (message.type === "damaged") writer.health.noteDamage();
    else if (message.type === "close") void end();
    else void answer(writer.call, commandState, message, send);
  });
  send({ type: "ready" });
  await writer.start();
  setTimeout(giveBackMemory, STARTED_AFTER_MS).unref();
}

interface Outlets {
  readonly log: Log;
  readonly send: (message: FromWriter) => void;
}

function open(
  data: WriterData,
  demo: WriterSettings["demo"],
  clock: SharedClock,
  { log, send }: Outlets,
): Writer | undefined {
  try {
    return openWriter({
      ...{ config: data.config, demo },
      addonPath: data.addonPath,
      clock,
      log,
      onProgress: (progress) => send({ type: "progress", progress }),
      onMatching: (progress) => send({ type: "matching", progress }),
      onPass: (run) => send({ type: "pass", run }),
      signal: shareChangeSignal(data.changeSignal),
      onPastLoaded: () => clock.holdAt(data.config.demo?.heldAt ?? 0),
      onSeeded: () => send({ type: "seeded" }),
      onClockStep: (step) => send({ type: "clock-step", step }),
      onTrouble: (trouble, error) => send({ type: "trouble", trouble, error }),
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    send({ type: "refused", message: error.message });
    return undefined;
  }
}

async function answer(
  call: Call,
  commandState: CommandState,
  { id, name, input }: Extract<ToWriter, { type: "command" }>,
  send: (message: FromWriter) => void,
): Promise<void> {
  // Its caller was told that nothing was changed.
  if (!commandState.begin(id)) return;
  try {
    send({ type: "result", id, value: await call(name, input) });
  } catch (error) {
    send({ type: "error", id, error: toSent(error) });
  }
}

function toSent(error: unknown): SentError {
  if (!(error instanceof AppError))
    return { message: error instanceof Error ? (error.stack ?? error.message) : messageOf(error) };
  return { message: error.message, code: error.code, details: { ...error.details }, headers: { ...error.headers } };
}

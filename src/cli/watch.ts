import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { messageOf, OperatorError, toTerminal } from "../errors.ts";
import { toUrlHost } from "../http/lifecycle.ts";
import type { Arguments, Command } from "./command.ts";
import { untilSignal } from "./process.ts";
import { readSettings, toServiceUrl } from "./settings.ts";

const FILTERS = ["platform", "category", "q", "markets", "questions", "events", "types"] as const;
const RETRY_MS = 2000;
/** Three times the interval at which a stream sends a sign of life. */
const MAX_SILENCE_MS = 45_000;

export const watchCommand: Command = {
  name: "watch",
  summary: "Print the changes of a running service as they happen, a line each",
  settings: ["host", "port", "key"],
  options: [
    { name: "url", value: "URL", help: "the address of the service, in place of --host and --port" },
    { name: "platform", value: "NAME", help: "only this platform" },
    { name: "category", value: "NAME", help: "only this category" },
    { name: "q", value: "WORDS", help: "only titles with these words" },
    { name: "markets", value: "LIST", help: "only these markets, each as platform:id, separated by commas" },
    { name: "questions", value: "LIST", help: "only these questions, by their ids, separated by commas" },
    { name: "events", value: "LIST", help: "only these events, each as platform:id, separated by commas" },
    { name: "types", value: "LIST", help: "only changes of these types, such as price,resolved" },
    { name: "json", help: "each change as the API sends it" },
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  const target = toTarget(args);
  const stop = new AbortController();
  void untilSignal().signalled.then(() => stop.abort());
  const print = args.isGiven("json") ? toJsonLine : toChangeLine;
  let seq: number | undefined;
  while (!stop.signal.aborted) {
    try {
      for await (const change of readChanges(target, seq, stop.signal)) {
        seq = change.seq ?? seq;
        const line = print(change);
        if (line !== undefined) process.stdout.write(`${line}\n`);
      }
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      if (!stop.signal.aborted) process.stderr.write(`toteboard: ${toTerminal(messageOf(error))}; trying again\n`);
    }
    await setTimeout(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  return 0;
}

interface Target {
  readonly url: string;
  readonly filters: URLSearchParams;
  readonly key: string;
}

/** Throws OperatorError without a key. */
function toTarget(args: Arguments): Target {
  const { host, port, key } = readSettings(args);
  if (key === undefined) {
    throw new OperatorError(
      "a key is needed: set TOTEBOARD_KEY to an API key, or give --key; the page /keys makes one, free of charge",
    );
  }
  const filters = new URLSearchParams();
  for (const name of FILTERS) {
    const value = args.findValue(name);
    if (value !== undefined) filters.set(name, value);
  }
  const url = args.findValue("url");
  return { url: url === undefined ? `http://${toUrlHost(host)}:${port}` : toServiceUrl(url), filters, key };
}

/** The changes of one connection. Throws OperatorError for a refusal that asking again does not mend. */
async function* readChanges({ url, filters, key }: Target, seq: number | undefined, stop: AbortSignal) {
  const query = new URLSearchParams([...filters]);
  if (seq !== undefined) query.set("since", String(seq));
  const silence = new AbortController();
  const timer = globalThis.setTimeout(() => silence.abort(new Error("nothing came for 45 s")), MAX_SILENCE_MS);
  try {
    const response = await fetch(`${url}/api/v1/stream?${query}`, {
      headers: { "X-API-Key": key, Accept: "application/x-ndjson" },
      signal: AbortSignal.any([stop, silence.signal]),
    });
    if (!response.ok) throw await toError(response);
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    for await (const line of createInterface({ input: body })) {
      timer.refresh();
      yield JSON.parse(line) as StreamedChange;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A refusal in the words of the service; 429 and 5xx pass with time. */
async function toError(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; detail?: { message?: string } };
  const message = body.detail?.message ?? body.message ?? `the service answered ${response.status}`;
  const passes = response.status === 429 || response.status >= 500;
  return passes ? new Error(message) : new OperatorError(message);
}

const toJsonLine = (change: StreamedChange): string => JSON.stringify(change);

/** A change as the stream sends it. */
export interface StreamedChange {
  readonly type: string;
  readonly seq?: number;
  readonly observed_at?: string;
  readonly platform?: string;
  readonly id?: string;
  readonly question_id?: string | null;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly [member: string]: unknown;
}

const TYPE_WIDTH = 8;

/** A change as a line for people: when, what, of what, and the new state. Undefined for what is no change. */
export function toChangeLine(change: StreamedChange): string | undefined {
  if (change.type === "heartbeat") return undefined;
  const time = change.observed_at?.slice(11, 19) ?? "--:--:--";
  return toTerminal(`${time}  ${change.type.padEnd(TYPE_WIDTH)}  ${toText(change)}`);
}

function toText(change: StreamedChange): string {
  const { type, platform, id, question_id } = change;
  const data = change.data ?? {};
  const name = platform === undefined ? (question_id ?? "") : id === undefined ? platform : `${platform}:${id}`;
  switch (type) {
    case "price":
      return `${name}  ${quotesOf(data)}`;
    case "listed":
      return `${name}  ${quotesOf(data)}  ${data.title}`;
    case "status":
      return `${name}  ${change.data ? `${data.status}  ${data.title}` : "no longer passes the filter"}`;
    case "resolved":
      return `${name}  ${data.outcome ?? "unknown"}`;
    case "match":
      return `${name}  ${change.data ? `${data.title}: ${listOf(data.platforms)}` : "no longer matched"}`;
    case "spread":
      return `${name}  ${change.data ? data.summary : "gone"}`;
    case "source":
      return `${name}  ${data.last_error ?? `${data.open_markets} open markets`}`;
    case "reset":
      return `changes were lost; read again: ${listOf(change.snapshots)}`;
    default:
      return Object.entries(change)
        .filter(([member]) => member !== "type" && member !== "seq")
        .map(([member, value]) => `${member} ${JSON.stringify(value)}`)
        .join(", ");
  }
}

const quotesOf = ({ yes_price, best_bid, best_ask }: Readonly<Record<string, unknown>>): string =>
  `${percent(yes_price)}  bid ${cents(best_bid)} ask ${cents(best_ask)}`;

const percent = (price: unknown): string => (typeof price === "number" ? `${(price * 100).toFixed(1)}%` : "no price");

const cents = (price: unknown): string => (typeof price === "number" ? `${Number((price * 100).toFixed(2))}¢` : "–");

const listOf = (values: unknown): string => (Array.isArray(values) ? values.join(", ") : "");

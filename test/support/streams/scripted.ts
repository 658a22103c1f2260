import type { ServerResponse } from "node:http";
import { after } from "node:test";
import { digestOf } from "../../../src/domain/accounts/keys.ts";
import type { Tier } from "../../../src/domain/accounts/plans.ts";
import type { Change } from "../../../src/store/change-reader.ts";
import type { SourceStatus } from "../../../src/store/sources.ts";
import { type HubDeps, openHub } from "../../../src/streams/hub.ts";
import type { ChangeReader } from "../../../src/streams/pages.ts";
import type { StreamRequest } from "../../../src/streams/stream.ts";
import { createTestSignal, openTestContext, type TestContext } from "../service/api.ts";

/** As many changes of platforms as a test wants; counts how often they are read. */
export interface ScriptedReader extends ChangeReader {
  /** After which seq it was read, in the order of the readings that found something. */
  readonly readAfter: number[];
  add(platform: string, observedAt: number): void;
  /** The platform of each change, the oldest first. */
  platforms(): readonly string[];
  /** How often it was read, also where nothing was found. */
  readonly reads: number;
  /** Does something once after a reading, as the writer may before the next of the same turn. */
  afterReading(write: () => void): void;
  /** Forgets all but the newest change. */
  trim(): void;
}

export function createScriptedReader(): ScriptedReader {
  const changes: Change[] = [];
  const readAfter: number[] = [];
  let from = 1;
  let reads = 0;
  let afterReading = (): void => undefined;
  const last = (): number => changes.length;
  return {
    readAfter,
    get reads() {
      return reads;
    },
    bounds: () => ({ from: Math.min(from, last()), last: last() }),
    canResume: (after) => after >= from && after <= last(),
    read(after, limit) {
      reads++;
      if (after < last()) readAfter.push(after);
      const page = changes.slice(after, after + limit);
      const upTo = last();
      const write = afterReading;
      afterReading = () => undefined;
      write();
      return { changes: page, next: after + page.length, upTo };
    },
    add(platform, observedAt) {
      const source = { platform } as SourceStatus;
      changes.push({ seq: last() + 1, type: "source", observedAt, source });
    },
    platforms: () => changes.map(({ source }) => source?.platform ?? ""),
    afterReading(write) {
      afterReading = write;
    },
    trim() {
      from = last();
    },
  };
}

/** What a stream has written, as a response that takes everything at once. */
export interface Written {
  readonly response: ServerResponse;
  readonly all: () => readonly Readonly<Record<string, unknown>>[];
  /** Without heartbeats. */
  readonly events: () => readonly Readonly<Record<string, unknown>>[];
  readonly isOver: () => boolean;
}

export function createWritten(): Written {
  const all: Readonly<Record<string, unknown>>[] = [];
  let rest = "";
  let isEnded = false;
  const take = (text: string): void => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const json = /^(?:data: )?(\{.*\})$/.exec(line)?.[1];
      if (json !== undefined) all.push(JSON.parse(json));
    }
  };
  const response = {
    ...{ writableNeedDrain: false, destroyed: false, once: () => response, on: () => response },
    destroy: () => {
      response.destroyed = true;
      return response;
    },
    write: (bytes: string | Buffer) => {
      take(bytes.toString());
      return true;
    },
    end: (last: string) => {
      take(`${last}\n`);
      isEnded = true;
    },
  };
  return {
    // The hub uses no more of a response than this.
    response: response as unknown as ServerResponse,
    all: () => all,
    events: () => all.filter(({ type }) => type !== "heartbeat"),
    isOver: () => isEnded,
  };
}

/** A hub over scripted changes with some changes of Kalshi, on a clock that stands still. */
export async function openScriptedHub(
  changes: number,
  {
    context: shared,
    ...given
  }: Partial<Pick<HubDeps, "present" | "maxStreams">> & { readonly context?: TestContext } = {},
) {
  const reader = createScriptedReader();
  const context = shared ?? (await openTestContext());
  const { access, clock, log } = context;
  for (let index = 0; index < changes; index++) reader.add("kalshi", clock.now());
  const signal = createTestSignal();
  const hub = openHub({
    ...{ changes: reader, signal, access, clock, log, maxStreams: 100, upgradeUrl: () => "" },
    present: ({ seq, type, source }) => ({ type, platform: source?.platform, change: seq }),
    ...given,
  });
  after(() => hub.close());
  const own = async (tier: Tier): Promise<StreamRequest["owner"]> => {
    const limits = { perMinute: 100, perDay: null, perMonth: null };
    const given = { name: "Ada", email: "ada@example.org", tier, limits };
    const { id, secret } = await context.commands.createKey(given);
    const key = access.keys.find(id);
    if (key === undefined) throw new Error("the new key is not known");
    return { key, digest: digestOf(secret) };
  };
  const owner = await own("enterprise");
  const open = (request: Partial<StreamRequest> = {}) =>
    hub.open({
      ...{ owner, filter: { types: ["source"] }, format: "sse" },
      ...{ since: undefined, isPoll: false, isWide: false, snapshots: [] },
      ...request,
    });
  return {
    ...{ reader, context, hub, open, wakeHub: signal.raise },
    /** A new key. */
    own: (tier: Tier = "free") => own(tier),
    start(request: Partial<StreamRequest> = {}): Written {
      const written = createWritten();
      open(request).begin(written.response);
      return written;
    },
  };
}

/** Waits, turn by turn, until something is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

import { createLru, createLruOfBytes } from "../../lru.ts";
import type { Document, Route } from "../route.ts";
import type { Content } from "./content.ts";
import { PACKET_ROOM } from "./packet.ts";

/** What a request asks for, whoever makes it: routed, read and found to be valid. */
export interface Plan {
  readonly route: Route;
  readonly input: Record<string, unknown>;
  /** What of the request was ignored. */
  readonly warnings: readonly string[];
  /** The same for every way to ask for the same. */
  readonly name: string;
}

/** Answers that were given a moment ago, and the requests that asked for them. */
export interface ResponseCache {
  /** The plan of a request target that came before, character by character the same. */
  findPlan(target: string): Plan | undefined;
  keepPlan(target: string, plan: Plan): void;
  /** The answer to a plan, made of this version of the data within the last seconds. */
  find(plan: Plan, version: number | undefined, now: number): Content | Document | undefined;
  /**
   * Whether an answer is to be kept: it was asked for before, no longer ago than it may be given again. What nobody asks
   * for in that time would only push others out, and have the collector of garbage do work.
   */
  isWanted(plan: Plan, now: number): boolean;
  keep(plan: Plan, content: Content | Document, version: number | undefined, now: number): void;
  readonly bytes: number;
}

interface Kept {
  readonly content: Content | Document;
  readonly version: number;
  readonly madeAt: number;
  askedAt: number;
}

/** How long an answer may be given again while its data stays the same, by what else it depends on. */
const KEPT_MS = { data: 10_000, clock: 1_000, never: 0 } as const;

const MOST_BYTES = 64 * 1024 * 1024;
/** Of one answer; larger ones would push out too many others. */
const MOST_BYTES_EACH = MOST_BYTES / 16;
/** When something was asked for is remembered by its name before its answer is kept. */
const MOST_NAMES = 10_000;
const MOST_TARGET_BYTES = 4 * 1024 * 1024;
const MOST_TARGET_BYTES_EACH = 2048;
/** Of what surrounds an entry in memory. */
const ENTRY_BYTES = 500;

export function createResponseCache(): ResponseCache {
  const plans = createLruOfBytes<string, Plan>({
    maxBytes: MOST_TARGET_BYTES,
    maxEntryBytes: MOST_TARGET_BYTES_EACH,
    bytesOf: ({ name }, target) => ENTRY_BYTES + target.length + name.length,
  });
  const contents = createLruOfBytes<string, Kept>({
    maxBytes: MOST_BYTES,
    maxEntryBytes: MOST_BYTES_EACH,
    bytesOf: ({ content }, name) => ENTRY_BYTES + name.length + bytesOf(content),
  });
  const asked = createLru<string, number>(MOST_NAMES);
  return {
    findPlan: (target) => plans.get(target),
    keepPlan: (target, plan) => plans.set(target, plan),

    find({ name, route }, version, now) {
      const kept = contents.get(name);
      // A clock that was set back must not keep an answer for longer.
      const isCurrent =
        kept !== undefined &&
        kept.version === version &&
        now >= kept.madeAt &&
        now - kept.madeAt < KEPT_MS[route.cache];
      if (!isCurrent) return undefined;
      kept.askedAt = now;
      return kept.content;
    },

    isWanted({ name, route }, now) {
      const before = contents.get(name)?.askedAt ?? asked.get(name);
      asked.set(name, now);
      const isWanted = before !== undefined && now - before < KEPT_MS[route.cache];
      if (!isWanted) contents.delete(name);
      return isWanted;
    },

    keep({ name }, content, version, now) {
      if (version !== undefined) contents.set(name, { content, version, madeAt: now, askedAt: now });
    },

    get bytes() {
      return contents.calculatedSize;
    },
  };
}

/** In memory; with room for the packet and the compressed form of an answer, which are made later. */
const bytesOf = (content: Content | Document): number =>
  "head" in content ? PACKET_ROOM + Math.ceil(lengthOf(content.head) * 1.3) : 2 * content.text.length;

/** A text with one character beyond Latin-1 has two bytes for each, and may have more as UTF-8. */
function lengthOf(head: Content["head"]): number {
  if (typeof head !== "string") return head.bytes.length;
  const bytes = Buffer.byteLength(head);
  return bytes === head.length ? bytes : Math.max(bytes, 2 * head.length);
}

/** Pages and files as they are sent, by what they say and their coding. */
export interface Encodings {
  /** What was made before under this name, else what `make` makes. */
  find(name: string, make: () => Buffer): Buffer;
}

const MOST_ENCODED_BYTES = 8 * 1024 * 1024;

export function createEncodings(): Encodings {
  const kept = createLruOfBytes<string, Buffer>({
    maxBytes: MOST_ENCODED_BYTES,
    bytesOf: (body, name) => ENTRY_BYTES + name.length + body.length,
  });
  return {
    find(name, make) {
      const known = kept.get(name);
      if (known !== undefined) return known;
      const made = make();
      kept.set(name, made);
      return made;
    },
  };
}

/**
 * Reads the version of the data once in a turn of the event loop: it takes a look into the file, and what comes in
 * together may as well be answered from the same data.
 */
export function createVersionReader(read: () => number | undefined): () => number | undefined {
  let version: number | undefined;
  let isRead = false;
  const forget = (): void => {
    isRead = false;
  };
  return () => {
    if (!isRead) {
      version = read();
      isRead = true;
      setImmediate(forget);
    }
    return version;
  };
}

/** The same for the same input, in whatever order and spelling it was given. */
export const nameOf = (route: Route, input: Record<string, unknown>): string => JSON.stringify([route.path, input]);

import { COMMON_LIST, JSON_TYPE, REVALIDATED_HEADERS, toList } from "../headers.ts";
import { bytesOf, type Json, releaseJson } from "../json.ts";
import type { Answer } from "../route.ts";
import { type Compressed, compress } from "./compress.ts";
import { toHead } from "./envelope.ts";
import { toEtag } from "./etag.ts";
import { createPacket, type Packet, toLongPacket } from "./packet.ts";

/** An answer, ready to be sent any number of times: all of it that is the same each time. */
export interface Content {
  /** Begins every body: a packet where it is long and wrote itself, or has been sent before. */
  readonly head: Packet | string;
  /**
   * To be called before it is sent again. A packet goes out as it lies in memory, where a string is copied twice each time;
   * but much memory that is sent once has the collector of garbage look at everything there is, again and again.
   */
  toPacket(): void;
  readonly etag: string;
  /** Those that follow from the content, names and values in turn. */
  readonly headers: readonly string[];
  /** Whether a tail has to close the body. */
  readonly isEnveloped: boolean;
  /** What the caller should know of the answer; part of the tail. */
  readonly warnings: readonly string[];
  /** The head compressed; made when it is first asked for. */
  compressed(): Compressed | Promise<Compressed>;
  /** To be called once one that is not kept has been sent; it must not be sent again. */
  release(): void;
}

const REVALIDATED_LIST = toList(REVALIDATED_HEADERS);

/** With `isKept` it may be sent any number of times, else once. */
export function toContent(answer: Answer, { isDemo, isKept }: { isDemo: boolean; isKept: boolean }): Content {
  const made = toHead(answer, isDemo);
  const isEnveloped = !("body" in answer);
  let compressed: Compressed | Promise<Compressed> | undefined;
  const etag = toEtag(typeof made === "string" ? made : bytesOf(made));
  const headers = [...REVALIDATED_LIST, "ETag", etag];
  let lent: Json | undefined;
  let head: Packet | string = typeof made === "string" ? made : toLongHead(made);
  return {
    get head() {
      return head;
    },
    toPacket() {
      if (typeof head === "string") head = createPacket(head, toPacketHeaders(headers));
    },
    release() {
      if (lent !== undefined) releaseJson(lent);
      lent = undefined;
    },
    etag,
    headers,
    isEnveloped,
    warnings: isEnveloped ? (answer.meta?.warnings ?? []) : [],
    compressed() {
      compressed ??= keepResolved(compress(typeof head === "string" ? Buffer.from(head) : head.bytes));
      return compressed;
    },
  };

  /** Kept, it has memory of its own, and no more than it needs. */
  function toLongHead(json: Json): Packet {
    const bytes = isKept ? Buffer.from(bytesOf(json)) : bytesOf(json);
    if (isKept) releaseJson(json);
    else lent = json;
    return toLongPacket(bytes, toPacketHeaders(headers));
  }

  function keepResolved(made: Compressed | Promise<Compressed>): Compressed | Promise<Compressed> {
    if (made instanceof Promise) {
      made.then(
        (done) => {
          compressed = done;
        },
        () => {
          compressed = undefined;
        },
      );
    }
    return made;
  }
}

const toPacketHeaders = (headers: readonly string[]): string[] => [
  ...COMMON_LIST,
  ...headers,
  "Content-Type",
  JSON_TYPE,
];

/** UTF-8 with one character for each byte, which Node joins to the headers; for what is sent once or is short. */
export const toBytes = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");

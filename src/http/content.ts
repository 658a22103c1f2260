import { type Compressed, compress } from "./compress.ts";
import { toHead } from "./envelope.ts";
import { toEtag } from "./etag.ts";
import { COMMON_LIST, JSON_TYPE, REVALIDATED_HEADERS, toList } from "./headers.ts";
import { createPacket, type Packet } from "./packet.ts";
import type { Answer } from "./route.ts";

/** An answer, ready to be sent any number of times: all of it that is the same each time. */
export interface Content {
  /** Begins every body: a packet once it has been sent before. */
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
}

const REVALIDATED_LIST = toList(REVALIDATED_HEADERS);

export function toContent(answer: Answer, isDemo: boolean): Content {
  let head: Packet | string = toHead(answer, isDemo);
  const isEnveloped = !("body" in answer);
  let compressed: Compressed | Promise<Compressed> | undefined;
  const etag = toEtag(head);
  const headers = [...REVALIDATED_LIST, "ETag", etag];
  return {
    get head() {
      return head;
    },
    toPacket() {
      if (typeof head === "string") head = createPacket(head, [...COMMON_LIST, ...headers, "Content-Type", JSON_TYPE]);
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

/** UTF-8 with one character for each byte, which Node joins to the headers; for what is sent once or is short. */
export const toBytes = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");

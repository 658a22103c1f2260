import { type Compressed, compress } from "./compress.ts";
import { toHead } from "./envelope.ts";
import { toEtag } from "./etag.ts";
import type { Answer } from "./route.ts";

/** An answer, ready to be sent any number of times: all of it that is the same each time. */
export interface Content {
  /** Begins every body, as `toBytes` gives it. */
  readonly head: string;
  readonly etag: string;
  /** Whether a tail has to close the body. */
  readonly isEnveloped: boolean;
  /** What the caller should know of the answer; part of the tail. */
  readonly warnings: readonly string[];
  /** The head compressed; made when it is first asked for. */
  compressed(): Compressed | Promise<Compressed>;
}

export function toContent(answer: Answer, isDemo: boolean): Content {
  const head = toBytes(toHead(answer, isDemo));
  const isEnveloped = !("body" in answer);
  let compressed: Compressed | Promise<Compressed> | undefined;
  return {
    head,
    etag: toEtag(head),
    isEnveloped,
    warnings: isEnveloped ? (answer.meta?.warnings ?? []) : [],
    compressed() {
      compressed ??= keepResolved(compress(Buffer.from(head, "latin1")));
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

/**
 * UTF-8 with one character for each byte. Node joins such a string to the headers and sends both in one write; a buffer
 * takes two.
 */
export const toBytes = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");

import type { Fetcher, FetchOptions } from "../../../src/sources/fetcher.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";

/**
 * A fetcher that answers from a function of the address and what is posted to it, and keeps the addresses it was asked for.
 * As the real one does, it gives null for what may be missing where the function throws http_404.
 */
export function scriptedFetcher(answer: (url: URL, post?: unknown) => unknown): { fetcher: Fetcher; asked: URL[] } {
  const asked: URL[] = [];
  const json = async (address: string, options?: FetchOptions): Promise<unknown> => {
    const url = new URL(address);
    asked.push(url);
    try {
      return await answer(url, options?.post);
    } catch (error) {
      if (options?.isOptional === true && error instanceof UpstreamError && error.code === "http_404") return null;
      throw error;
    }
  };
  return { fetcher: { json }, asked };
}

/** Everything a fetch yields. */
export async function allOf<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const bodies: T[] = [];
  for await (const body of pages) bodies.push(body);
  return bodies;
}

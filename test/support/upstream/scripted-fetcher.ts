import type { Fetcher, FetchOptions } from "../../../src/sources/fetcher.ts";

/** A fetcher that answers from a function of the address and what is posted to it, and keeps the addresses it was asked for. */
export function scriptedFetcher(answer: (url: URL, post?: unknown) => unknown): { fetcher: Fetcher; asked: URL[] } {
  const asked: URL[] = [];
  const json = async (address: string, options?: FetchOptions): Promise<unknown> => {
    const url = new URL(address);
    asked.push(url);
    return answer(url, options?.post);
  };
  return { fetcher: { json }, asked };
}

/** Everything a fetch yields. */
export async function allOf<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const bodies: T[] = [];
  for await (const body of pages) bodies.push(body);
  return bodies;
}

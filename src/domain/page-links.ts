import { PLATFORMS } from "./platforms.ts";

/** What the address of a page on a platform may name. */
export interface PageLink {
  readonly platform: string;
  /** Addresses that an event may be stored with, the likeliest first. */
  readonly urls: readonly string[];
  /** The address as it was given, in its shortest form: some platforms have one for each market of an event. */
  readonly url: string;
  /** What may be an id in its path, the likeliest first. */
  readonly ids: readonly string[];
  /** The words of its path, to search for. */
  readonly words: string;
}

const MAX_SEGMENTS = 8;

/** Reads the address of a page on one of the platforms; undefined for any other text. */
export function readPageLink(text: string): PageLink | undefined {
  const address = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (address === null || !text.includes("/")) return undefined;
  const host = bareHost(address.hostname);
  const found = PLATFORMS.find(({ site }) => bareHost(new URL(site).hostname) === host);
  const segments = address.pathname.split("/").filter((segment) => segment !== "");
  if (found === undefined || segments.length === 0 || segments.length > MAX_SEGMENTS) return undefined;
  const origin = new URL(found.site).origin;
  const paths = [segments, segments.slice(0, -1), segments.slice(1), segments.slice(1, -1)];
  const urls = paths.filter((path) => path.length > 0).map((path) => `${origin}/${path.join("/")}`);
  return {
    platform: found.id,
    urls,
    url: `${origin}/${segments.join("/")}`,
    ids: segments
      .toReversed()
      .map(decode)
      .flatMap((segment) => [segment, segment.toUpperCase()]),
    words: decode(segments.at(-1) ?? "")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  };
}

const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, "");

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

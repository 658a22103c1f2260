import { readPageLink } from "../../domain/page-links.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import type { Linked, Links } from "../links.ts";

/** Ids have a digit, a mark or a capital letter inside; words alone are words of a title. */
const LIKE_ID = /^\S*(?:[\d:/_-]|[a-z][A-Z])\S*$/;

/**
 * What a text names that is no words: the address of a page on a platform, `platform:id`, or the id of a market or an event
 * on any platform. Undefined for all other texts, and where nothing is stored under the name.
 */
export function findByName(links: Links, given: string, platforms: readonly string[]): Linked | undefined {
  const text = given.trim();
  if (!LIKE_ID.test(text)) return undefined;
  const link = readPageLink(text);
  if (link !== undefined) return platforms.includes(link.platform) ? links.find(link) : undefined;
  const colon = text.indexOf(":");
  const platform = text.slice(0, Math.max(colon, 0)).toLowerCase();
  const isNamed = PLATFORMS.some(({ id }) => id === platform);
  const id = isNamed ? text.slice(colon + 1) : text;
  const ids = [...new Set([id, id.toUpperCase(), id.toLowerCase()])];
  for (const one of isNamed ? [platform] : platforms) {
    const found = platforms.includes(one)
      ? links.find({ platform: one, urls: [], url: "", ids, words: "" })
      : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The words of a page's address, to look for where nothing is stored under it. */
export const wordsOfAddress = (text: string): string => readPageLink(text.trim())?.words ?? text;

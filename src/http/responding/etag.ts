import { hash } from "node:crypto";

/** A weak entity tag of what a body says. */
export const toEtag = (body: string | Buffer): string => `W/"${hash("sha256", body, "base64url").slice(0, 27)}"`;

/** Whether an If-None-Match header names `etag`: weak comparison, lists and `*` included. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(opaque) ?? false;
}

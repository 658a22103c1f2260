import type { Headers } from "../../http/headers.ts";

/** Of what pages of other sites show: anyone may load and cache it for a minute, and no search engine lists it. */
export const SHARED_HEADERS: Headers = {
  "Cache-Control": "public, max-age=60, stale-while-revalidate=300",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Robots-Tag": "noindex",
};

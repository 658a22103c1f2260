/** A site, or all subdomains of one. */
const SOURCE = /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

/**
 * Reads which sites may show a page in a frame, as sources of frame-ancestors: `*`, `none`, or a list of origins
 * (https://www.w3.org/TR/CSP3/#directive-frame-ancestors). Throws Error that says what was expected.
 */
export function parseFrameSources(text: string): readonly string[] {
  if (text === "*") return ["*"];
  if (text.toLowerCase() === "none") return ["'none'"];
  const sources = text
    .toLowerCase()
    .split(",")
    .map((source) => source.trim().replace(/\/$/, ""));
  if (!sources.every((source) => SOURCE.test(source))) {
    throw new Error("expected *, none, or a list such as https://example.org, https://*.example.org");
  }
  return sources;
}

import type { Chance } from "./chance.ts";

/** Texts that have broken programs before. */
const NASTY: readonly string[] = [
  ...`__proto__ constructor toString hasOwnProperty -0 1e309 -1e309 NaN 0x7fffffff 18446744073709551616 * % _ "unclosed
    #{7*7} <script>alert(1)</script> ../../../../etc/passwd ..\\..\\windows [] {} null undefined true
    2026-13-45T99:99:99Z polymarket,kalshi`.split(/\s+/),
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "\udfff\ud800", "\u202e\u200b\ufeff", "A\u0301\u0301\u0301"],
  ...["'; DROP TABLE markets; --", '" OR 1=1', "NEAR(a b)", "title:x AND y*", "\r\nSet-Cookie: a=b"],
  ...["9".repeat(400), "é".repeat(300), "🎲".repeat(60), "x".repeat(5000)],
];

/** Pieces of a query or path that are no valid percent-encoding, or end up somewhere else. */
export const RAW_PIECES = String.raw`% %zz %ff %c0%ae %00 %2e%2e%2f %252e + &&& ==== ? # ; // /./ /../ \ %ed%a0%80
  %0d%0aX-Injected:%201 &__proto__=1&constructor=2 &page[]=1 &page[__proto__]=1`.split(/\s+/);

export const METHODS = "GET HEAD POST DELETE OPTIONS PUT PATCH TRACE".split(" ");

/** A text in place of a value, or the value somewhat changed. */
export function mutateText(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1);
  switch (chance.below(6)) {
    case 0:
      return text + chance.pick(NASTY);
    case 1:
      return text.slice(0, at) + String.fromCodePoint(chance.below(0x2000)) + text.slice(at);
    case 2:
      return text.slice(0, at);
    case 3:
      return text.repeat(1 + chance.below(4));
    default:
      return chance.pick(NASTY);
  }
}

const HEADER_VALUES: readonly string[] = [
  "",
  "*",
  'W/"x"',
  '"a", "b", W/"c"',
  "gzip;q=0, identity;q=0",
  "gzip;q=2;;;,,,",
  "br;q=abc",
  "bytes=0-1,2-3",
  "100-continue",
  "a".repeat(4000),
  "Bearer",
  "Bearer tb_live_",
  "Basic Zm9vOmJhcg==",
  "127.0.0.1, ::1, unknown",
  "\u00ff\u00fe",
  "application/json; charset=utf-16",
];

const HEADERS =
  `If-None-Match Accept-Encoding Authorization X-Forwarded-For X-Request-Id Range Accept Content-Type Origin
  Host Cookie Stripe-Signature Via X-HTTP-Method-Override`.split(/\s+/);

export const mutatedHeader = (chance: Chance): Record<string, string> => ({
  [chance.pick(HEADERS)]: chance.pick(HEADER_VALUES),
});

/** What no field of a platform or a message should be. */
export const WRONG_VALUES: readonly unknown[] = [
  ...[null, true, -1, 0, 1e308, Number.MAX_SAFE_INTEGER + 2, -0.000001, 1.5, [], [null], {}, [[]], { length: 5 }],
  ...["", "NaN", "Infinity", "0.5abc", "1e400", "2026-02-31T00:00:00Z", "0001-01-01T00:00:00Z"],
  ...["a\u0000b", "\ud800", "9".repeat(40), "x".repeat(20_000)],
];

/** A copy of a page of JSON in which some values are others, are missing, or are there twice. */
export function mutateJson(value: unknown, chance: Chance, rate: number): unknown {
  if (chance.happens(rate)) return chance.pick(WRONG_VALUES);
  if (Array.isArray(value)) {
    const items = value.map((item) => mutateJson(item, chance, rate));
    return chance.happens(rate) ? [...items, ...items.slice(0, 2)] : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(() => !chance.happens(rate));
  return Object.fromEntries(entries.map(([key, member]) => [key, mutateJson(member, chance, rate)]));
}

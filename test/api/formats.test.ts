import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { toCsvLine } from "../../src/http/table.ts";
import fc from "../support/properties.ts";
import { openTestApi } from "../support/service/api.ts";
import { market, page } from "../support/store/builders.ts";

/** Text that readers of CSV, spreadsheets and terminals get wrong. */
const START = fc.constantFrom(
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\uFF1D",
  "",
  "'",
  " ",
  "\n",
  '"',
  ",",
  "\u202E",
  "שלום ",
);
const title = fc
  .tuple(START, fc.string({ unit: "grapheme", maxLength: 40 }), fc.constantFrom("", "\r\n", '""', "🎲", " ", ",", "é"))
  .map((parts) => `${parts.join("")}x`);
const TITLES = fc.sample(title, { numRuns: 200, seed: 7 });

const FORMULA_STARTS = ["=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"];
const BREAKS = ["\t", "\r", "\n"];

const server = await openTestApi({
  scripts: {
    kalshi: { full: [page(TITLES.map((one, index) => market({ id: `m${index}`, title: one, volume: index })))] },
  },
});
const HOSTILE = "/api/v1/markets?status=all&page_size=200";

const isFormula = (text: string): boolean =>
  BREAKS.some((start) => text.startsWith(start)) ||
  FORMULA_STARTS.some((start) => text.replaceAll("\u200B", "").trimStart().startsWith(start));

/** What a cell holds of a value in JSON. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  return typeof value === "string" && isFormula(text) ? `'${text}` : text;
}

describe("a list as CSV", () => {
  it("reads back as the JSON says, over hostile titles", async () => {
    const { json } = await server.get(HOSTILE);
    const csv = await server.get(`${HOSTILE}&format=csv`);
    assert.equal(csv.status, 200);
    const rows = json.data as Record<string, unknown>[];
    const columns = Object.keys(rows[0] ?? {});
    const expected = [columns, ...rows.map((row) => columns.map((column) => toCell(row[column])))];
    assert.equal(expected.length, TITLES.length + 1);
    assert.deepEqual(parse(csv.bytes, { record_delimiter: "\r\n" }), expected);
  });

  it("names a file, the total and the next page, and follows pages to the end", async () => {
    const seen: string[] = [];
    let path = "/api/v1/markets?status=all&page_size=60&format=csv&utm_source=mail";
    for (let pages = 0; path !== ""; pages++) {
      assert.ok(pages < 5);
      const { headers, bytes } = await server.get(path);
      assert.equal(headers["content-disposition"], 'attachment; filename="toteboard-markets-2026-11-20.csv"');
      assert.equal(headers["x-total-count"], String(TITLES.length));
      seen.push(...parse(bytes, { columns: true }).map((row) => (row as { id: string }).id));
      const [, next = ""] = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? "")) ?? [];
      assert.ok(!next.includes("utm_source"), "a name that the route does not know is not repeated");
      path = next === "" ? "" : new URL(next).pathname + new URL(next).search;
    }
    assert.deepEqual(new Set(seen).size, TITLES.length);
    assert.equal(seen.length, TITLES.length);
  });

  it("says in a header what JSON says in meta.warnings", async () => {
    const { headers } = await server.get("/api/v1/markets?format=csv&lmit=1&caf%C3%A9=1&%E2%82%AC=1");
    const warnings = JSON.parse(String(headers["x-warnings"])) as string[];
    assert.match(warnings[0] ?? "", /^unknown parameter 'lmit' ignored/);
    assert.match(warnings[1] ?? "", /café/);
    // No header may have it as it is.
    assert.match(warnings[2] ?? "", /€/);
  });

  it("keeps a negative number a number, and makes the same text harmless", () => {
    assert.equal(toCsvLine([-0.05, "-0.05", null, true]), "-0.05,'-0.05,,true\r\n");
  });

  const FORMULAS = ["\n=1+1", " =1+1", "\u00A0=1", "\uFEFF@x", "\u200B +1", "\n", "\uFF1D1"];
  for (const text of FORMULAS) {
    it(`makes ${JSON.stringify(text)} harmless`, () => {
      const [[cell]] = parse(toCsvLine([text, "x"])) as [[string]];
      assert.equal(cell, `'${text}`);
    });
  }
  it("leaves text with a blank at its start alone", () => {
    assert.equal(toCsvLine([" plain", "a=b"]), '" plain",a=b\r\n');
  });
});

describe("the format of a list", () => {
  const typeOf = async (path: string, accept?: string): Promise<string> => {
    const { headers } = await server.get(path, accept === undefined ? {} : { Accept: accept });
    return String(headers["content-type"]).split(";")[0] ?? "";
  };
  const cases: readonly (readonly [accept: string | undefined, query: string, type: string])[] = [
    [undefined, "", "application/json"],
    ["*/*", "", "application/json"],
    ["text/html,application/xml;q=0.9,*/*;q=0.8", "", "application/json"],
    ["image/png", "", "application/json"],
    ["image/png, text/csv;q=0", "", "application/json"],
    ["text/csv", "", "text/csv"],
    ["text/csv;q=0.5, application/json", "", "application/json"],
    ["application/x-ndjson, text/csv;q=0.9", "", "application/x-ndjson"],
    ["text/csv", "format=json", "application/json"],
    ["application/json", "format=csv", "text/csv"],
    [undefined, "format=ndjson", "application/x-ndjson"],
  ];
  for (const [accept, query, type] of cases) {
    it(`is ${type} for Accept ${accept ?? "missing"} and '${query}'`, async () => {
      // Twice: the second answer comes from the cache, by the short way.
      for (let round = 0; round < 2; round++) {
        assert.equal(await typeOf(`/api/v1/markets?page_size=1${query === "" ? "" : `&${query}`}`, accept), type);
      }
    });
  }

  it("has an ETag of its own, which makes a repeated request 304", async () => {
    const etags = await Promise.all(
      ["json", "csv", "ndjson"].map(async (format) => {
        const path = `/api/v1/markets?page_size=2&format=${format}`;
        const { headers } = await server.get(path);
        assert.equal(headers.vary, "Accept, Accept-Encoding, X-API-Key, Authorization");
        assert.equal((await server.get(path, { "If-None-Match": String(headers.etag) })).status, 304);
        return headers.etag;
      }),
    );
    assert.equal(new Set(etags).size, 3);
    // The same row, of a list with another total, which a header says.
    const first = "/api/v1/markets?format=csv&sort=volume&page_size=1";
    const [all, some] = [await server.get(first), await server.get(`${first}&min_volume=1`)];
    assert.equal(some.text, all.text);
    assert.notEqual(some.headers.etag, all.headers.etag);
  });

  it("gives NDJSON the items of data, one a line", async () => {
    const { json } = await server.get("/api/v1/markets?page_size=5");
    const { text } = await server.get("/api/v1/markets?page_size=5&format=ndjson");
    const lines = text.trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      json.data,
    );
  });

  it("has the fields that are asked for alone, in their order", async () => {
    const query = "/api/v1/markets?page_size=2&fields=yes_price,id&fields=platform";
    const { data, meta } = (await server.get(query)).json;
    for (const row of data) assert.deepEqual(Object.keys(row), ["yes_price", "id", "platform"]);
    assert.equal(meta.page_size, 2);
    const lines = (await server.get(`${query}&format=ndjson`)).text.trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      data,
    );
    const csv = await server.get(`${query}&format=csv`);
    assert.match(csv.text, /^yes_price,id,platform\r\n[\d.]+,m\d+,kalshi\r\n/);
    assert.match(String(csv.headers.link), /fields=yes_price%2Cid&fields=platform/);
    const refused = await server.get("/api/v1/markets?fields=id,colour");
    assert.match(
      refused.json.detail.errors[0].message,
      /^expected 1 to 100 of id, title, .*, separated by commas, got 'id,colour'$/,
    );
  });

  it("names the columns of lists inside rows too, and has one row each without them", async () => {
    const wide = `/api/v1/questions?format=csv&fields=title,market_platform,market_price`;
    assert.match((await server.get(wide)).text, /^title,market_platform,market_price\r\n/);
    const whole = (await server.get("/api/v1/compare?q=xx&format=csv&fields=lowest,match_score")).text;
    assert.equal(whole, "lowest_platform,lowest_market_id,lowest_yes_price,match_score\r\n");
    const { json } = await server.get("/api/v1/search?q=xx&fields=id");
    assert.match(json.meta.warnings[0], /^fields choose columns of csv and ndjson here/);
  });

  it("leaves errors JSON", async () => {
    const { status, json } = await server.get("/api/v1/markets?format=csv&page_size=0");
    assert.deepEqual([status, json.detail.error], [422, "validation_error"]);
    const wrong = await server.get("/api/v1/markets?format=xml");
    assert.equal(wrong.status, 422);
    assert.equal(wrong.json.detail.errors[0].parameter, "format");
  });
});

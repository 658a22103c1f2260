import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "../../src/errors.ts";
import {
  choice,
  decimal,
  inPath,
  list,
  optional,
  repeatable,
  required,
  text,
  timestamp,
  wholeNumber,
  withDefault,
} from "../../src/http/parameters.ts";
import { parseQuery } from "../../src/http/query.ts";
import { route } from "../../src/http/route.ts";
import { validate } from "../../src/http/validate.ts";
import { nearestName } from "../../src/spelling.ts";
import fc from "../support/properties.ts";

const shops = route({
  method: "GET",
  path: "/shops/:kind",
  tier: "open",
  cache: "data",
  parameters: {
    kind: inPath(choice({ description: "", values: ["book", "tea"] })),
    name: required(text({ description: "", min: 1, max: 10 })),
    limit: withDefault(wholeNumber({ description: "", min: 1, max: 9 }), 5),
    street: optional(text({ description: "", min: 1, max: 10 })),
    tag: repeatable(choice({ description: "", values: ["new", "old"] })),
    shades: optional(list({ description: "", items: "shades", max: 3, parse: (item) => item })),
    min_price: optional(decimal({ description: "", min: 0 })),
    max_price: optional(decimal({ description: "", min: 0 })),
    opens_after: optional(timestamp({ description: "" })),
    opens_before: optional(timestamp({ description: "" })),
  },
  check: ({ limit, street }) =>
    limit === 9 && street !== undefined ? [{ parameter: "street", message: "expected none with limit 9" }] : [],
  handler: (_context, input) => ({ data: [input.kind, input.name.length, input.limit + 1, input.tag.length] }),
});

const read = (query: string, path: Record<string, string> = { kind: "tea" }) =>
  validate(shops, path, parseQuery(query));

function errorsOf(query: string, path?: Record<string, string>): unknown {
  try {
    read(query, path);
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === "validation_error");
    return error.details.errors;
  }
  throw new Error("expected a refusal");
}

it("a query is read as browsers read it", () => {
  const part = fc.constantFrom("a", "b", "=", "&", "+", "%3D", "%26", "%C3%A9");
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const query = parts.join("");
      const expected = [...new URLSearchParams(query)];
      const names = new Set(expected.map(([name]) => name));
      const valuesOf = (name: string) => expected.filter(([other]) => other === name).map(([, value]) => value);
      assert.deepEqual(
        [...parseQuery(query)],
        [...names].map((name) => [name, valuesOf(name)]),
      );
    }),
  );
});

describe("validating parameters", () => {
  it("fills in defaults and leaves out what is optional", () => {
    const { input, warnings } = read("name=Ada");
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    assert.deepEqual(given, { kind: "tea", name: "Ada", limit: 5, tag: [] });
    assert.deepEqual(warnings, []);
  });

  it("names all bad parameters at once, in the order they are declared", () => {
    assert.deepEqual(errorsOf("limit=ten&street=&tag=new&tag=odd", { kind: "wine" }), [
      { parameter: "kind", message: "expected one of book, tea, got 'wine'" },
      { parameter: "name", message: "required in the query: expected text of 1 to 10 characters" },
      { parameter: "limit", message: "expected an integer from 1 to 9, got 'ten'" },
      { parameter: "street", message: "expected text of 1 to 10 characters, got an empty value" },
      { parameter: "tag", message: "expected one of new, old, got 'odd'" },
    ]);
  });

  it("applies the rules that tie parameters together, beside those of each", () => {
    assert.deepEqual(errorsOf("limit=9&street=x"), [
      { parameter: "name", message: "required in the query: expected text of 1 to 10 characters" },
      { parameter: "street", message: "expected none with limit 9" },
    ]);
  });

  it("takes a list with commas, one by one, or both", () => {
    for (const query of ["shades=a,b,c", "shades=a&shades=b&shades=c", "shades=a,b&shades=c"])
      assert.deepEqual(read(`name=a&${query}`).input.shades, ["a", "b", "c"]);
    assert.deepEqual(errorsOf("name=a&shades=a&shades=b,c,d"), [
      { parameter: "shades", message: "expected 1 to 3 of shades, separated by commas, got 'a,b,c,d'" },
    ]);
  });

  it("refuses a least value above its greatest", () => {
    assert.deepEqual(errorsOf("name=a&min_price=1e1&max_price=2"), [
      { parameter: "min_price", message: "expected at most max_price (2), got 10" },
    ]);
    const [later, sooner] = ["2026-11-21T00:00:00.000Z", "2026-11-20T00:00:00.000Z"];
    assert.deepEqual(errorsOf("name=a&opens_after=2026-11-21&opens_before=2026-11-20"), [
      { parameter: "opens_after", message: `expected a moment before opens_before (${sooner}), got ${later}` },
    ]);
    assert.deepEqual(read("name=a&min_price=2&max_price=2").warnings, []);
  });

  it("repeats only the beginning of a long value", () => {
    for (const [length, more] of [
      [40, ""],
      [41, "…"],
      [5000, "…"],
    ] as const) {
      const [error] = errorsOf(`name=a&limit=${"9".repeat(length)}`) as { message: string }[];
      assert.equal(error?.message, `expected an integer from 1 to 9, got '${"9".repeat(40)}${more}'`);
    }
  });

  it("warns about unknown names, once each, with the nearest known one", () => {
    assert.deepEqual(read("name=a&limt=3&limt=4&colour=red").warnings, [
      "unknown parameter 'limt' ignored; did you mean 'limit'?",
      "unknown parameter 'colour' ignored",
    ]);
  });

  it("knows api_key on every route and does not take a path parameter from the query", () => {
    assert.deepEqual(read("name=a&api_key=secret").warnings, []);
    assert.deepEqual(read("name=a&kind=book").warnings, ["unknown parameter 'kind' ignored"]);
    assert.equal(read("name=a&kind=book").input.kind, "tea");
  });

  it("gives at most ten warnings", () => {
    const names = Array.from({ length: 50 }, (_, index) => `zzzz${index}=1`);
    assert.equal(read(`name=a&${names.join("&")}`).warnings.length, 10);
  });
});

describe("the nearest known name", () => {
  const known = [
    "platform",
    "category",
    "status",
    "q",
    "min_volume",
    "sort",
    "order",
    "page",
    "page_size",
    "cursor",
    "closing_before",
    "updated_since",
    "hours",
  ];
  const rows: [string, string | undefined][] = [
    ["query", "q"],
    ["pagesize", "page_size"],
    ["page_sizes", "page_size"],
    ["Platform", "platform"],
    ["platfrom", "platform"],
    ["min", "min_volume"],
    ["limit", "page_size"],
    ["per_page", "page_size"],
    ["order_by", "sort"],
    ["days", "hours"],
    ["max_volume", undefined],
    ["closing_after", undefined],
    ["closes_before", "closing_before"],
    ["updated_until", undefined],
    ["p", undefined],
    ["xyzzy", undefined],
    ["", undefined],
  ];
  for (const [given, expected] of rows) {
    it(`to '${given}' is ${expected ?? "none"}`, () => assert.equal(nearestName(given, known), expected));
  }
});

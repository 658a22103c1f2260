import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "../../src/errors.ts";
import { createComponents, describeParameter } from "../../src/http/openapi/json-schema.ts";
import * as kinds from "../../src/http/parameters.ts";
import {
  decimal,
  exampleBodyOf,
  flag,
  inBody,
  optional,
  parseBody,
  repeatable,
  required,
  text,
} from "../../src/http/parameters.ts";
import fc from "../support/properties.ts";

const about = { description: "" };
const read = (kind: kinds.Kind<unknown>, value: string) => kinds.readValue(kind, value)?.value;

/** Each row: the text as it was sent, and the value or undefined for a refusal. */
function table(name: string, kind: kinds.Kind<unknown>, rows: readonly (readonly [string, unknown])[]): void {
  describe(name, () => {
    for (const [text, expected] of rows) {
      const verdict = expected === undefined ? "is refused" : `is read as ${JSON.stringify(expected)}`;
      it(`'${text}' ${verdict}`, () => assert.deepEqual(read(kind, text), expected));
    }
  });
}

table("an integer from 1 to 200", kinds.wholeNumber({ ...about, min: 1, max: 200 }), [
  ["1", 1],
  ["200", 200],
  ["007", 7],
  ["0", undefined],
  ["201", undefined],
  ["", undefined],
  ["01x", undefined],
  ["+1", undefined],
  ["-1", undefined],
  ["1.0", undefined],
  ["1e2", undefined],
  [" 1", undefined],
  ["1\n", undefined],
  ["0000000001", undefined],
  ["١", undefined],
]);

table("a number of at least 0", kinds.decimal({ ...about, min: 0 }), [
  ["0", 0],
  ["0.5", 0.5],
  [".5", 0.5],
  ["1000000.25", 1000000.25],
  ["99999999999999999999", 1e20],
  ["-0.1", undefined],
  ["", undefined],
  ["1e3", 1000],
  ["1E5", 100000],
  ["1e+05", 100000],
  ["1e 05", 100000],
  ["2.5e-1", 0.25],
  ["1e", undefined],
  ["1e1.5", undefined],
  ["1e999", undefined],
  ["e5", undefined],
  ["+1", undefined],
  ["5.", undefined],
  ["NaN", undefined],
  ["Infinity", undefined],
  ["0x10", undefined],
]);

table("a number from 0 to 1", kinds.decimal({ ...about, min: 0, max: 1 }), [
  ["1", 1],
  ["1.000001", undefined],
]);

table("true or false", kinds.flag(about), [
  ["true", true],
  ["True", true],
  ["FALSE", false],
  ["1", undefined],
  ["yes", undefined],
  ["", undefined],
]);

table("one of a set of words", kinds.choice({ ...about, values: ["open", "closed"] }), [
  ["open", "open"],
  ["OPEN", undefined],
  ["", undefined],
  ["toString", undefined],
]);

table("text of 2 to 4 characters", kinds.text({ ...about, min: 2, max: 4 }), [
  ["ab", "ab"],
  ["abcd", "abcd"],
  ["a", undefined],
  ["abcde", undefined],
  ["", undefined],
  ["😀😀😀😀", "😀😀😀😀"],
  ["😀", undefined],
  ["😀😀😀😀😀", undefined],
]);

const november = Date.UTC(2026, 10, 20);
table("a moment", kinds.timestamp(about), [
  ["2026-11-20", november],
  ["2026-11-20T00:00Z", november],
  ["2026-11-20T00:00:00Z", november],
  ["2026-11-20T00:00:00.250Z", november + 250],
  ["2026-11-20T02:00:00+02:00", november],
  ["2026-11-20T02:00:00 02:00", november],
  ["2026-11-19T22:00:00-02:00", november],
  ["2026-11-20T00:00:00", undefined],
  ["2026-02-30", undefined],
  ["2026-02-30T00:00:00Z", undefined],
  ["2026-13-01", undefined],
  ["2026-11-20T24:00:00Z", undefined],
  ["2026-11-20T00:00:00+25:00", undefined],
  ["20 Nov 2026", undefined],
  ["1763596800", undefined],
  ["", undefined],
]);

const digits = kinds.list({
  ...about,
  max: 3,
  items: "digits",
  parse: (item) => (/^\d$/.test(item) ? item : undefined),
});
table("a list of at most 3 digits", digits, [
  ["1", ["1"]],
  ["1,2,3", ["1", "2", "3"]],
  ["1,2,3,4", undefined],
  ["1,x", undefined],
  ["1,", undefined],
  ["", undefined],
]);

describe("any text at all", () => {
  it("never makes reading throw, and integers are read only in bounds", () => {
    const integer = kinds.wholeNumber({ ...about, min: 1, max: 50 });
    const others = [
      kinds.decimal({ ...about, min: 0 }),
      kinds.timestamp(about),
      digits,
      kinds.text({ ...about, min: 1, max: 5 }),
    ];
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.nat().map(String)), (value) => {
        for (const kind of others) kinds.readValue(kind, value);
        const result = read(integer, value);
        assert.ok(result === undefined || (typeof result === "number" && result >= 1 && result <= 50));
      }),
    );
  });
});

describe("what is known of a kind as data", () => {
  it("has the same bounds as the values that are read", () => {
    assert.deepEqual(describeParameter(kinds.required(kinds.wholeNumber({ ...about, min: 1, max: 200, example: 7 }))), {
      type: "integer",
      minimum: 1,
      maximum: 200,
      examples: [7],
    });
    assert.deepEqual(describeParameter(kinds.withDefault(kinds.choice({ ...about, values: ["a", "b"] }), "b")), {
      type: "string",
      enum: ["a", "b"],
      default: "b",
    });
    const text = describeParameter(kinds.required(kinds.text({ ...about, min: 2, max: 4 })));
    assert.deepEqual(text, { type: "string", minLength: 2, maxLength: 4 });
  });
});

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const readBody = (body: string, headers: Record<string, string> = JSON_TYPE) => [
  ...parseBody(Buffer.from(body), headers),
];

const parameters = {
  type: inBody(required(text({ description: "What.", min: 1, max: 10, example: "price" }))),
  "scope.market": inBody(optional(text({ description: "Where.", min: 1, max: 10 }))),
  above: inBody(optional(decimal({ description: "How high.", min: 0, max: 1 }))),
  once: inBody(optional(flag({ description: "Whether once." }))),
  ids: inBody(repeatable(text({ description: "Which.", min: 1, max: 10 }))),
};

describe("a JSON body", () => {
  it("is read as texts by name; inner members have a dot, null has no text, a list has many", () => {
    const body = '{"type":"price","above":0.6,"once":true,"scope":{"market":"a:1"},"ids":["x","y"],"left":null}';
    assert.deepEqual(readBody(body), [
      ["type", ["price"]],
      ["above", ["0.6"]],
      ["once", ["true"]],
      ["scope.market", ["a:1"]],
      ["ids", ["x", "y"]],
      ["left", []],
    ]);
    assert.deepEqual(readBody(""), []);
    assert.deepEqual(readBody('{"a":{"b":{"c":1}},"d":[{"e":1}]}'), [
      ["a.b", ['{"c":1}']],
      ["d", ['{"e":1}']],
    ]);
  });

  for (const [body, headers, code] of [
    ["{", JSON_TYPE, "bad_request"],
    ["[]", JSON_TYPE, "bad_request"],
    ["null", JSON_TYPE, "bad_request"],
    ["{}", { "content-type": "text/plain" }, "unsupported_media_type"],
    ["{}", {}, "unsupported_media_type"],
  ] as const) {
    it(`is refused as ${code} where it is ${body} of ${JSON.stringify(headers)}`, () => {
      assert.throws(
        () => readBody(body, headers),
        (error) => error instanceof AppError && error.code === code,
      );
    });
  }

  it("is described with its inner objects, and has an example of its own types", () => {
    const components = createComponents({});
    components.body("Body", parameters);
    const { required: needed, properties } = components.collected().schemas.Body as {
      required: string[];
      properties: Record<string, unknown>;
    };
    assert.deepEqual(needed, ["type"]);
    assert.deepEqual(Object.keys(properties), ["type", "scope", "above", "once", "ids"]);
    const scope = properties.scope as { type: string; properties: object };
    assert.deepEqual([scope.type, Object.keys(scope.properties)], ["object", ["market"]]);
    const exampleQuery = { "scope.market": "a:1", above: "0.6", once: "true", ids: "x" };
    assert.deepEqual(exampleBodyOf({ parameters, exampleQuery }), {
      type: "price",
      scope: { market: "a:1" },
      above: 0.6,
      once: true,
      ids: ["x"],
    });
  });
});

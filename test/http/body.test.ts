import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "../../src/errors.ts";
import { createComponents } from "../../src/http/openapi/json-schema.ts";
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

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const read = (body: string, headers: Record<string, string> = JSON_TYPE) => [...parseBody(Buffer.from(body), headers)];

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
    assert.deepEqual(read(body), [
      ["type", ["price"]],
      ["above", ["0.6"]],
      ["once", ["true"]],
      ["scope.market", ["a:1"]],
      ["ids", ["x", "y"]],
      ["left", []],
    ]);
    assert.deepEqual(read(""), []);
    assert.deepEqual(read('{"a":{"b":{"c":1}},"d":[{"e":1}]}'), [
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
        () => read(body, headers),
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

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRoutes } from "../../../src/api/index.ts";
import { describeWhole } from "../../../src/http/openapi/json-schema.ts";
import { exampleAnswerOf, schemaOfAnswer } from "../../../src/http/openapi/responses.ts";
import { arrayOf, mapOf, nullable, number, object, string } from "../../../src/http/schema.ts";
import { listFields } from "../../../src/web/docs/fields.ts";
import { openTestApi } from "../../support/service/api.ts";

const platforms = ["kalshi", "polymarket"];

const described = createRoutes({ platforms }).map((endpoint) => ({
  id: endpoint.operationId,
  fields: listFields(describeWhole(schemaOfAnswer(endpoint), { Platform: { enum: platforms } })),
  example: endpoint.streams === undefined ? exampleAnswerOf(endpoint, platforms) : undefined,
}));

/** The paths of all values inside, as the table names them; members of maps have names of their own. */
function pathsIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsIn(one, `${path}[]`));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, one]) => pathsIn(one, path === "" ? name : `${path}.${name}`));
}

describe("the fields of an answer", () => {
  it("are those of the example of each operation", () => {
    let compared = 0;
    for (const { id, fields, example } of described) {
      if (id === "getOpenapi") continue;
      const named = fields.map(
        ({ path }) => new RegExp(`^${path.replaceAll(/[.[\]]/g, "\\$&").replaceAll("*", "[^.[]+")}$`),
      );
      for (const path of pathsIn(example).filter((one) => one !== "")) {
        // A list of plain values is one field.
        const found = [path, path.replace(/\[\]$/, "")].some((one) => named.some((pattern) => pattern.test(one)));
        assert.ok(found, `${id}: ${path}`);
        compared += 1;
      }
    }
    assert.ok(compared > 300, String(compared));
  });

  it("are the answer itself where it has none", () => {
    const openapi = described.find(({ id }) => id === "getOpenapi");
    assert.deepEqual(
      openapi?.fields.map(({ path, type }) => [path, type]),
      [["(the answer)", "object"]],
    );
  });

  it("name what may be null, missing, a list or a map", () => {
    const leaf = object({ name: nullable(string()) });
    const tree = object(
      { parts: arrayOf(leaf), leaf: nullable(leaf), by: mapOf(number(), "By name.", {}) },
      { more: nullable(leaf) },
    );
    assert.deepEqual(
      listFields(describeWhole(tree)).map(({ path, type }) => `${path}: ${type}`),
      [
        "parts: list of objects",
        "parts[].name: string or null",
        "leaf: object or null",
        "leaf.name: string or null",
        "by: map",
        "by.*: number",
        "more: object or null, may be missing",
        "more.name: string or null",
      ],
    );
  });
});

describe("the reference of a noun", async () => {
  const site = await openTestApi({ hasPages: true });

  it("has for each operation a call in two languages, its answer, then parameters and fields", async () => {
    const routes = createRoutes({ platforms });
    const tags = new Set(routes.map(({ tag }) => tag));
    const pages = await Promise.all([...tags].map(async (tag) => (await site.get(`/docs/${tag}`)).text));
    const sections = new Map(
      pages
        .join("")
        .split('<section class="operation" aria-labelledby="')
        .map((section) => [section.slice(0, section.indexOf('"')), section]),
    );
    for (const { operationId, parameters } of routes) {
      const section = sections.get(operationId) ?? assert.fail(operationId);
      const marks = ["call-", "python-"].map((language) => `id="${language}${operationId}"`);
      const tables = [...(Object.keys(parameters).length > 0 ? ["parameters"] : []), "fields"];
      const order = [...marks, 'class="answer"', ...tables.map((name) => `prose ${name}"`)];
      const places = order.map((mark) => section.indexOf(mark));
      assert.ok(
        places.every((place, index) => place > (places[index - 1] ?? 0)),
        `${operationId}: ${places}`,
      );
    }
    assert.match(
      sections.get("getMarketHistory") ?? "",
      /<code>data[^<]*yes_price<\/code>.*>number from 0 to 1<\/td>/s,
    );
  });
});

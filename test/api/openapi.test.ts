import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { createRoutes } from "../../src/api/index.ts";
import { getPlan } from "../../src/domain/accounts/plans.ts";
import { CATEGORIES } from "../../src/domain/categories/names.ts";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { toOpenapi } from "../../src/http/openapi/document.ts";
import { describeParameter } from "../../src/http/openapi/json-schema.ts";
import { descriptionOf } from "../../src/http/parameters.ts";
import { endpoint, errorsOf, isStorable, takesKey } from "../../src/http/route.ts";
import { arrayOf, named, object, type Schema, string } from "../../src/http/schema.ts";
import { openTestContext, startTestServer } from "../support/service/api.ts";

const context = await openTestContext();
const server = await startTestServer(context);
const { platforms } = context.config;
const endpoints = createRoutes({ platforms });
const { headers, text, json: document } = await server.send("/openapi.json", { isAnonymous: true });

const operations = endpoints.map((one) => ({
  endpoint: one,
  title: `${one.method} ${one.path}`,
  operation: document.paths[one.path.replaceAll(/:([a-z_]+)/g, "{$1}")]?.[one.method.toLowerCase()],
}));

interface Union {
  readonly oneOf: readonly { readonly $ref: string }[];
  readonly discriminator: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}

interface OperationParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: { readonly type?: string; readonly default?: unknown; readonly enum?: readonly string[] };
}

/** The parameters of an operation, those that several share included. */
const parametersOf = ({ parameters }: { parameters: OperationParameter[] }): OperationParameter[] =>
  parameters.map((one) => document.components.parameters[one.$ref?.split("/").at(-1) ?? ""] ?? one);

/** An endpoint with one thing that is not as it should be. */
const describing = (response: Schema<string>) =>
  endpoint({
    method: "GET",
    path: "/api/v1/things",
    summary: "List things",
    operationId: "listThings",
    tag: "service",
    tier: "open",
    cache: "never",
    parameters: {},
    response,
    handler: () => ({ data: "a" }),
  });

const documentOf = (response: Schema<string>) =>
  toOpenapi({ endpoints: [describing(response)], platforms, origin: "http://127.0.0.1" });

describe("examples", () => {
  const exampleOf = (path: string) =>
    document.paths[path].get.responses["200"].content["application/json"].example.data;

  it("of questions and opportunities have several platforms, and agree with themselves", () => {
    const [question] = exampleOf("/api/v1/questions");
    assert.deepEqual(
      question.markets.map(({ platform }: { platform: string }) => platform),
      question.platforms,
    );
    assert.equal(new Set(question.platforms).size, 2);
    for (const { status, outcome } of question.markets) assert.deepEqual([status, outcome], ["open", null]);
    const [found] = exampleOf("/api/v1/arbitrage");
    assert.notEqual(found.best_sell_platform, found.best_buy_platform);
    assert.equal(found.summary, found.legs.map((leg: { text: string }) => leg.text).join(" + "));
    const history = exampleOf("/api/v1/questions/{question_id}/history");
    for (const { prices } of history.series) assert.equal(prices.length, history.times.length);
    assert.equal(history.gap_cents.length, history.times.length);
  });
});

describe("examples of", () => {
  const dataOf = (path: string, method = "get", status = "200") =>
    document.paths[path][method].responses[status].content["application/json"].example.data;

  it("usage have a plan that may ask for it, and its limits", () => {
    const { tier, minute, day, month, daily } = dataOf("/api/v1/usage");
    const { perMinute, perDay, perMonth } = getPlan("pro");
    assert.deepEqual([tier, minute.limit, day.limit, month.limit], ["pro", perMinute, perDay, perMonth]);
    for (const { used, limit, remaining } of [minute, day, month]) assert.equal(used + remaining, limit);
    assert.equal(daily.at(-1).requests, day.used);
    assert.deepEqual([day.resets_at, month.resets_at], ["2026-11-21T00:00:00.000Z", "2026-12-01T00:00:00.000Z"]);
  });

  it("keys have the prefix of their secret and the limits of their plan, and work", () => {
    const made = dataOf("/api/v1/keys", "post", "201");
    const [listed] = dataOf("/api/v1/keys");
    for (const { key_prefix } of [made, listed]) assert.equal(key_prefix, made.key.slice(0, key_prefix.length));
    const { perDay, perMonth } = getPlan(made.tier);
    assert.deepEqual([made.daily_limit, made.monthly_limit], [perDay, perMonth]);
    assert.equal(listed.revoked_at, null);
  });
});

describe("GET /openapi.json", () => {
  it("describes version 1.0.0 of the interface where it is reached, to anyone", () => {
    assert.equal(document.openapi, "3.1.0");
    assert.equal(document.info.version, "1.0.0");
    assert.deepEqual(document.info.license, { name: "MIT", identifier: "MIT" });
    assert.deepEqual(document.servers, [{ url: server.url, description: "This service" }]);
    assert.equal(headers.ratelimit, undefined);
  });

  it("passes the recommended rules of Redocly, its examples fitting their schemas", async () => {
    // It looks for uses of components in no extension, such as x-formats; the next test does.
    const config = await createConfig({ extends: ["recommended"], rules: { "no-unused-components": "off" } });
    const problems = await lintFromString({ source: text, config, absoluteRef: "openapi.json" });
    assert.deepEqual(
      problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer})`),
      [],
    );
  });

  it("refers to each of its components", () => {
    const { securitySchemes: _, ...sections } = document.components as Readonly<Record<string, object>>;
    const refs = Object.entries(sections).flatMap(([section, parts]) =>
      Object.keys(parts).map((name) => `"#/components/${section}/${name}"`),
    );
    assert.deepEqual(
      refs.filter((ref) => !text.includes(ref)),
      [],
    );
  });

  it("has every operation and no other", () => {
    const listed = Object.values<object>(document.paths).flatMap((path) => Object.keys(path));
    assert.equal(listed.length, endpoints.length);
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, endpoints.length);
  });

  for (const { endpoint: one, title, operation } of operations) {
    it(`says of ${title} who may call it, with what, and what may come of it`, () => {
      assert.equal(operation["x-tier"], one.tier);
      assert.match(operation.description, /(^|\. )(Needs (a|no) key[^.]*|A key is optional)\.$/);
      assert.equal(
        (operation.security ?? document.security).length > 0,
        one.tier !== "open" || one.isKeyOptional === true,
      );
      const own = parametersOf(operation).filter(({ in: place }) => place !== "header");
      assert.deepEqual(
        own.map(({ name, in: place, required }) => [name, place, required]),
        Object.entries(one.parameters)
          .filter(([, { in: place }]) => place !== "body")
          .map(([name, { in: place, isRequired }]) => [name, place, isRequired]),
      );
      const { responses } = operation;
      const types = Object.keys(one.streams ?? { "application/json": true });
      for (const type of types) assert.ok(responses[one.status ?? 200].content[type].example, type);
      assert.equal(responses[304] !== undefined, isStorable(one));
      assert.ok(errorsOf(one).length > 1 && responses[500] !== undefined);
      const isRefused = one.tier === "pro" || one.errors?.includes("tier_required");
      assert.equal(responses[403] !== undefined, isRefused || (takesKey(one) && one.method !== "GET"));
    });
  }

  it("has at most 370 kB with all platforms", () => {
    const all = PLATFORMS.map(({ id }) => id);
    const settings = {
      endpoints: createRoutes({ platforms: all }),
      platforms: all,
      origin: "https://toteboard.example",
    };
    const bytes = Buffer.byteLength(JSON.stringify(toOpenapi(settings)));
    assert.ok(bytes <= 370_000, String(bytes));
  });

  it("has JSON alone as the type of an answer that has it, and describes lines of other formats beside it", () => {
    let other = 0;
    for (const { endpoint: one, title, operation } of operations) {
      const { content, "x-formats": formats } = operation.responses[one.status ?? 200];
      if (one.streams === undefined) assert.deepEqual(Object.keys(content), ["application/json"], title);
      assert.equal(formats !== undefined, one.table !== undefined, title);
      if (formats !== undefined) other += Object.keys(formats).length;
    }
    assert.ok(other > 20);
  });

  it("names no schema as generated clients name what belongs to an operation", () => {
    const taken = operations.flatMap(({ operation: { operationId: id } }) =>
      ["Data", "Error", "Errors", "Params", "Request", "Response", "Responses", "200"].map(
        (ending) => `${id[0].toUpperCase()}${id.slice(1)}${ending}`,
      ),
    );
    assert.deepEqual(
      Object.keys(document.components.schemas).filter((name) => taken.includes(name)),
      [],
    );
  });

  it("tells by one member which alternative of a schema a value is", () => {
    const { schemas } = document.components;
    const unions = Object.values<Record<string, never>>(schemas).filter(({ oneOf }) => oneOf !== undefined);
    assert.equal(unions.length, 2);
    for (const { oneOf, discriminator } of unions as unknown as Union[]) {
      const { propertyName, mapping } = discriminator;
      for (const { $ref } of oneOf) {
        const tag = schemas[$ref.split("/").at(-1) ?? ""].properties[propertyName];
        const values: string[] = tag.enum ?? [tag.const];
        assert.deepEqual(
          values,
          Object.keys(mapping).filter((value) => mapping[value] === $ref),
        );
      }
    }
  });

  it("lists bounds, defaults and the platforms that are on, of parameters and answers alike", () => {
    const parameters = parametersOf(document.paths["/api/v1/markets"].get);
    const schemaOf = (name: string) => parameters.find((one) => one.name === name)?.schema;
    assert.deepEqual(schemaOf("page_size"), { type: "integer", minimum: 1, maximum: 200, default: 50 });
    const limits = ["popular", "resolved"].map(
      (list) =>
        parametersOf(document.paths[`/api/v1/markets/${list}`].get).find(({ name }) => name === "limit")?.schema,
    );
    for (const schema of limits) assert.deepEqual(schema, { type: "integer", minimum: 1, maximum: 100, default: 20 });
    const listOf = (values: readonly string[], maxItems: number) => ({
      type: "array",
      items: { type: "string", enum: values },
      ...{ minItems: 1, maxItems },
    });
    assert.deepEqual(schemaOf("platform"), listOf(platforms, platforms.length));
    assert.deepEqual(schemaOf("category"), listOf(CATEGORIES, 20));
    assert.equal(schemaOf("status")?.default, "open");
    for (const { name, schema, style, explode } of operations.flatMap(({ operation }) => parametersOf(operation)))
      if (schema.type === "array") assert.deepEqual([style, explode], ["form", false], name);
    assert.deepEqual(document.components.schemas.Platform.enum, platforms);
  });
});

describe("a description", () => {
  it("says how many alerts and webhooks a plan has where they are made", () => {
    for (const noun of ["alert", "webhook"] as const) {
      const { operation } = operations.find(({ title }) => title === `POST /api/v1/${noun}s`) ?? {};
      assert.ok(operation.description.includes(`Pro: ${getPlan("pro")[`${noun}s`]} ${noun}s`), noun);
    }
  });

  it("is made of schemas with examples only", () => {
    assert.throws(() => documentOf(string("A thing.")), /no example of '.data'/);
    assert.ok(documentOf(string("", "a")));
  });

  it("has one schema of a name", () => {
    const one = named("Thing", object({ a: string("", "a") }));
    const other = named("Thing", object({ b: string("", "b") }));
    const both = object({ one, others: arrayOf(other) });
    assert.throws(() => documentOf(both as never), /two schemas are called Thing/);
  });
});

const routes = createRoutes({ platforms: ["kalshi", "manifold"] });

describe("the list of routes", () => {
  it("offers exactly the platforms that are on", () => {
    const kinds = routes.flatMap(({ parameters }) =>
      parameters.platform ? [describeParameter(parameters.platform)] : [],
    );
    assert.ok(kinds.length >= 2);
    for (const { enum: values, items } of kinds as readonly { enum?: unknown; items?: { enum: unknown } }[])
      assert.deepEqual(values ?? items?.enum, ["kalshi", "manifold"]);
  });

  for (const { method, path, summary, parameters } of routes) {
    it(`describes ${method} ${path} and its parameters`, () => {
      assert.ok(summary.length > 5);
      for (const [name, parameter] of Object.entries(parameters)) {
        const { in: place } = parameter;
        assert.match(name, place === "body" ? /^[a-z][a-z0-9_]*(\.[a-z_]+)?$/ : /^[a-z][a-z0-9_]*$/);
        assert.match(descriptionOf(parameter), /^[A-Z].*\.$/s);
        assert.equal(path.split("/").includes(`:${name}`), place === "path");
      }
    });
  }
});

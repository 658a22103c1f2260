import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { createRoutes } from "../../../src/api/index.ts";
import { toOpenapi } from "../../../src/http/openapi/document.ts";

/** A request and what came back. */
export interface Answered {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** What is answered to requests that reach no operation. */
const ELSEWHERE = [400, 404, 405, 408, 413, 414, 431];

interface Described {
  readonly headers?: Readonly<Record<string, { required?: boolean; $ref?: string }>>;
  readonly content?: object;
  readonly "x-formats"?: object;
  readonly $ref?: string;
}

type Responses = Readonly<Record<string, Described>>;

const known = new Map<string, (answered: Answered) => void>();

/** Fails unless an answer of the API is one that its description lists, with nothing in it that is not described. */
export function assertDocumented(platforms: readonly string[], answered: Answered): void {
  const key = platforms.join();
  const check = known.get(key) ?? createCheck(platforms);
  known.set(key, check);
  check(answered);
}

function createCheck(platforms: readonly string[]): (answered: Answered) => void {
  const document = toOpenapi({ endpoints: createRoutes({ platforms }), platforms, origin: "http://127.0.0.1" });
  const schemas = createSchemas(document);
  const paths = Object.keys(document.paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`) }))
    .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);

  return (answered) => {
    const { method, status } = answered;
    if (method === "OPTIONS" && status === 204) return;
    const [pathname = ""] = answered.path.split("?");
    const path = paths.find(({ pattern }) => pattern.test(pathname))?.path;
    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = document.paths[path ?? ""]?.[verb] as { responses: Responses } | undefined;
    const name = `${method} ${path ?? pathname} ${status}`;
    const listed = operation?.responses[status];
    if (listed === undefined) {
      assert.ok(
        operation === undefined ? ELSEWHERE.includes(status) : status > 404 && ELSEWHERE.includes(status),
        name,
      );
      checkBody(answered, `${name} (elsewhere)`, schemas.at("#/components/schemas/Error"));
      return;
    }
    const pointer = listed.$ref ?? `#/paths/${escapePointer(path ?? "")}/${verb}/responses/${status}`;
    const response = schemas.resolve(listed);
    checkHeaders(answered, name, response, schemas);
    // The description is that of whole rows.
    if (status === 200 && /[?&]fields=/.test(answered.path)) return;
    const types = Object.keys(response["x-formats"] ?? response.content ?? {});
    const schemaOf = (type: string) =>
      response["x-formats"] === undefined || type === "application/json"
        ? schemas.at(`${pointer}/content/${escapePointer(type)}/schema`)
        : schemas.at(`${pointer}/x-formats/${escapePointer(type)}`);
    const type = answered.headers["content-type"] ?? "";
    if (type.startsWith("text/csv")) checkCsv(answered, name, types);
    else if (types.includes(NDJSON) && !type.startsWith("application/json"))
      checkEvents(answered, name, types, schemaOf(NDJSON));
    else checkBody(answered, name, types.length > 0 ? schemaOf("application/json") : undefined);
  };
}

function checkHeaders({ headers }: Answered, name: string, response: Described, schemas: Schemas): void {
  assert.ok(headers["x-request-id"], `${name} has no X-Request-Id`);
  for (const [header, reference] of Object.entries(response.headers ?? {})) {
    const { required, schema } = schemas.resolve(reference) as { required: boolean; schema: { type: string } };
    const value = headers[header.toLowerCase()];
    if (value === undefined) {
      assert.equal(required, false, `${name} has no ${header}`);
      continue;
    }
    const given = schema.type === "integer" ? Number(value) : value;
    const validate = schemas.at(`#/components/headers/${header}/schema`);
    assert.ok(validate(given), `${name} has ${header}: ${value}`);
  }
}

function checkBody({ method, headers, bytes }: Answered, name: string, validate: ValidateFunction | undefined): void {
  if (validate === undefined || method === "HEAD") {
    assert.equal(bytes.length, 0, `${name} has a body`);
    return;
  }
  assert.equal(headers["content-type"], "application/json; charset=utf-8", name);
  const text = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  if (validate(JSON.parse(text.toString()))) return;
  const errors = validate.errors?.map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(" "),
  );
  assert.fail(`${name} is not as described: ${errors?.join("; ")}`);
}

const NDJSON = "application/x-ndjson";

/** The same for a stream: each of its events is checked. */
function checkEvents(
  { method, headers, bytes }: Answered,
  name: string,
  types: readonly string[],
  validate: ValidateFunction,
): void {
  const type = headers["content-type"] ?? "";
  assert.ok(types.includes(type), `${name} has Content-Type: ${type}`);
  if (method === "HEAD") return void assert.equal(bytes.length, 0, `${name} has a body`);
  const plain = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  const lines = plain.toString().split("\n");
  const events = type === NDJSON ? lines : lines.flatMap((line) => (line.startsWith("data: ") ? line.slice(6) : []));
  for (const event of events.filter((text) => text !== "")) {
    assert.ok(validate(JSON.parse(event)), `${name}: ${event} is not as described: ${JSON.stringify(validate.errors)}`);
  }
}

function checkCsv({ method, headers, bytes }: Answered, name: string, types: readonly string[]): void {
  assert.ok(types.includes("text/csv"), `${name} is CSV`);
  assert.equal(headers["content-type"], "text/csv; charset=utf-8; header=present", name);
  if (method === "HEAD") return void assert.equal(bytes.length, 0, `${name} has a body`);
  const text = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  assert.match(text.toString(), /^[a-z0-9_]+(,[a-z0-9_]+)*\r\n/, name);
}

type Schemas = ReturnType<typeof createSchemas>;

function createSchemas(document: object) {
  const strict = withoutExtras(document, document) as Record<string, unknown>;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  ajvFormats.default(ajv);
  ajv.addSchema(strict, "document");
  const compiled = new Map<string, ValidateFunction>();
  return {
    /** The check of values against what a pointer into the document points to. */
    at(pointer: string): ValidateFunction {
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` });
      compiled.set(pointer, validate);
      return validate;
    },
    /** What a reference stands for. */
    resolve<T extends { $ref?: string }>(value: T): T {
      return follow(strict, value);
    },
  };
}

/** What a reference in the document stands for; anything else is itself. */
function follow<T extends { $ref?: string }>(document: object, value: T): T {
  if (value.$ref === undefined) return value;
  const keys = value.$ref.slice(2).split("/");
  return keys.reduce((at, key) => (at as Record<string, unknown>)[key], document as unknown) as T;
}

/** The same schemas without leave for members that are not listed. */
function withoutExtras(value: unknown, document: object): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutExtras(one, document));
  if (typeof value !== "object" || value === null) return value;
  if ("allOf" in value) return withoutExtras(joinParts(value as Joined, document), document);
  const members = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutExtras(member, document)]),
  );
  const isObject = members.type === "object" && members.properties !== undefined;
  return isObject ? { ...members, additionalProperties: false } : members;
}

interface Joined {
  readonly $ref?: string;
  readonly allOf?: readonly Joined[];
  readonly properties?: object;
  readonly required?: readonly string[];
}

/** An object that extends another one, with all members. */
function joinParts(schema: Joined, document: object): Joined {
  const parts = schema.allOf?.map((part) => joinParts(follow(document, part), document));
  if (parts === undefined) return schema;
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  return { ...{ type: "object" }, properties, required: parts.flatMap(({ required = [] }) => required) };
}

const escapePointer = (path: string): string => encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"));

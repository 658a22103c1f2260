import { STATUS_CODES } from "node:http";
import { ERROR_STATUS, type ErrorCode } from "../../errors.ts";
import { type Endpoint, errorsOf } from "../endpoint.ts";
import { ERROR_TEXTS, errorExample, errorSchema } from "../error-schema.ts";
import { plainMeta } from "../meta-schema.ts";
import { isStorable, takesKey } from "../route.ts";
import { dateTime, exampleOf, named, object, type Schema } from "../schema.ts";
import { type Components, pascal } from "./components.ts";
import { headersOf } from "./headers.ts";

/** Every response an endpoint can give, by status. */
export function toResponses(
  endpoint: Endpoint,
  components: Components,
  known: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const status = endpoint.status ?? 200;
  const success = {
    description: "As asked.",
    ...headersOf(endpoint, status),
    content: contentOf(endpoint, components, known),
    ...formatsOf(endpoint, components),
  };
  const unchanged = { description: "The caller has it already.", ...headersOf(endpoint, 304) };
  const suffix = pascal(endpoint.operationId);
  const prefix = takesKey(endpoint) ? "" : "Open";
  const errors = [...byStatus(errorsOf(endpoint))].map(([code, codes]) => {
    const name = `${prefix}${STATUS_CODES[code]?.replaceAll(" ", "")}`;
    return [code, components.response(name, suffix, toError(endpoint, code, codes, components))];
  });
  return Object.fromEntries([
    [status, success],
    ...(isStorable(endpoint) ? [[304, components.response(`${prefix}NotModified`, suffix, unchanged)]] : []),
    ...errors,
  ]);
}

/** The bodies of a successful answer. A line of a stream is one event; a text of events has no schema of its own. */
function contentOf(endpoint: Endpoint, components: Components, known: Readonly<Record<string, unknown>>) {
  const { streams, response } = endpoint;
  if (streams === undefined) {
    const body = bodyOf(endpoint);
    const json = { schema: components.schema(body), example: exampleOf(body, known) };
    return { "application/json": json };
  }
  const schemas = { "application/x-ndjson": components.schema(response) };
  return Object.fromEntries(
    Object.entries(streams).map(([type, example]) => [
      type,
      { schema: type in schemas ? schemas["application/x-ndjson"] : { type: "string" }, example },
    ]),
  );
}

/**
 * The same rows as CSV and as NDJSON, which is described by one of its lines. They are no media types of the response:
 * generated clients would make the answer JSON or text or a row, and nobody could read `data` from it.
 */
function formatsOf({ table }: Endpoint, components: Components) {
  if (table === undefined) return {};
  const schemas = table.kinds.map(({ schema }) => components.schema(schema));
  const line = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  return { "x-formats": { "text/csv": { type: "string" }, "application/x-ndjson": line } };
}

/** The body of a successful answer. */
function bodyOf({ operationId, isBare, response, meta = plainMeta }: Endpoint): Schema {
  if (isBare) return response;
  const timestamp = named("Timestamp", dateTime("When this answer was made."));
  return named(`${pascal(operationId)}Envelope`, object({ data: response, meta, timestamp }));
}

function byStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
  return Map.groupBy(codes, (code) => ERROR_STATUS[code]);
}

function toError(endpoint: Endpoint, status: number, codes: readonly ErrorCode[], components: Components) {
  const schemas = [...new Set(codes.map(errorSchema))].map((schema) => components.schema(schema));
  const examples = codes.map((code) => [code, { value: errorExample(code) }]);
  return {
    description: `${codes.map((code) => `\`${code}\`: ${ERROR_TEXTS[code].when}`).join("; ")}.`,
    ...headersOf(endpoint, status),
    content: {
      "application/json": {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

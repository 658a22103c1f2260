import type { Context } from "../../context.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { toDocument as describeApi } from "../../http/openapi/index.ts";
import type { Route } from "../../http/route.ts";
import type { PublicPages } from "../page/index.ts";
import { findSamples } from "./docs.ts";
import {
  type DescribedParameter,
  exampleAnswerOf,
  isDescribed,
  type Operation,
  type ParameterSchema,
  type Samples,
  targetOf,
  valuesOf,
} from "./operation.ts";

/** All endpoints in one page of Markdown, with their parameters and calls to copy, for language models. */
export const llmsFullPages = (
  { page }: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] => [
  page({
    path: "/llms-full.txt",
    summary: "The API in full, for language models",
    parameters: {},
    async render(context) {
      const origin = context.site.origin();
      const { paths, info } = describeApi({ endpoints, platforms, origin }) as unknown as DescribedApi;
      const samples = { ...(await findSamples(context)), key_id: "YOUR_KEY_ID" };
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
      );
      const sections = operations.map((operation) => describe(operation, origin, samples));
      return {
        text: `${headOf(context, info.description)}\n${sections.join("\n")}`,
        type: "text/plain; charset=utf-8",
      };
    },
  }),
];

interface DescribedApi {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, "path" | "method">>>>>;
}

const headOf = ({ site }: Context, description: string): string =>
  `# Toteboard in full

> In short: ${site.origin()}/llms.txt. Tools for assistants (MCP): ${site.origin()}/docs/mcp.

${description}
`;

function describe(operation: Operation, origin: string, samples: Samples): string {
  const { method, path, summary, description } = operation;
  const parameters = operation.parameters.filter(isDescribed);
  const answer = exampleAnswerOf(operation);
  return `## ${method} ${path} [${operation["x-tier"]}]

${summary}. ${description}

${parameters.map(parameterLine).join("\n")}${parameters.length > 0 ? "\n\n" : ""}Calls:

${callsOf(operation, parameters, { origin, samples })
  .map((call) => `    ${call}`)
  .join("\n")}
${answer === undefined ? "" : `\nExample answer: \`${typeof answer === "string" ? answer.trim() : JSON.stringify(answer)}\`\n`}`;
}

const parameterLine = ({ name, in: place, required, schema, description }: DescribedParameter): string =>
  `- \`${name}\` (${place}${required ? ", required" : ""}; ${valuesOf(schema)}): ${description}`;

interface CallDeps {
  readonly origin: string;
  readonly samples: Samples;
}

const CALLS = 3;

/** The plain call, then calls with one more parameter each; then other ways to present the key and to ask. */
function callsOf(operation: Operation, parameters: readonly DescribedParameter[], { origin, samples }: CallDeps) {
  const { method, path } = operation;
  const url = origin + targetOf(path, parameters, samples);
  const further = parameters.flatMap((one) => {
    const value = one.required ? undefined : otherValueOf(one.schema);
    return value === undefined ? [] : [`${url}${url.includes("?") ? "&" : "?"}${one.name}=${value}`];
  });
  const isKeyed = operation["x-tier"] !== "open";
  const verb = method === "GET" ? "" : `-X ${method} `;
  const key = isKeyed ? "-H 'X-API-Key: YOUR_KEY' " : "";
  const bearer = isKeyed ? "-H 'Authorization: Bearer YOUR_KEY' " : "";
  return [
    `curl ${verb}${key}'${url}'`,
    ...further.map((one) => `curl ${verb}${key}'${one}'`),
    ...(isKeyed ? [`curl ${verb}${bearer}'${url}'`] : []),
    ...(method === "GET" ? [`curl -I ${key}'${url}'`] : []),
    `curl ${verb}-H 'Accept-Encoding: gzip' ${key}'${url}'`,
    `curl ${verb}-H 'X-Request-Id: example-0001' ${key}'${url}'`,
  ].slice(0, CALLS);
}

const SMALL = 5;

/** A valid value of a parameter that has a default: another than that. */
function otherValueOf({ enum: values, default: standard, type, minimum = 0, maximum = SMALL }: ParameterSchema) {
  if (standard === undefined) return undefined;
  if (values !== undefined) return values.find((one) => one !== standard);
  if (type === "boolean") return String(standard !== true);
  return type === "integer" || type === "number" ? String(Math.max(minimum, Math.min(maximum, SMALL))) : undefined;
}

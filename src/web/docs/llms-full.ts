import type { Context } from "../../context.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import type { Route } from "../../http/route.ts";
import { createTools } from "../../mcp/tools/index.ts";
import {
  type DescribedParameter,
  type ParameterSchema,
  type Samples,
  targetOf,
  valuesAtRest,
  valuesOf,
} from "../console/parameters.ts";
import type { PublicPages } from "../page/public-page.ts";
import { describeEndpoints } from "./description.ts";
import { findSamples } from "./docs.ts";
import { exampleAnswerOf, isDescribed, type Operation } from "./operation.ts";

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
      const { operations, description } = describeEndpoints({ endpoints, platforms, origin });
      const samples = { ...(await findSamples(context)), key_id: "YOUR_KEY_ID" };
      const sections = operations.map((operation) => describe(operation, origin, samples));
      return {
        text: `${headOf(context, description)}\n${sections.join("\n")}\n${toolsOf(platforms)}`,
        type: "text/plain; charset=utf-8",
      };
    },
  }),
];

const headOf = ({ site }: Context, description: string): string =>
  `# Toteboard in full

> In short: ${site.origin()}/llms.txt. Tools for assistants (MCP): ${site.origin()}/docs/mcp.

${description}
`;

const toolsOf = (platforms: readonly string[]): string =>
  `## Tools for assistants (MCP): POST /mcp

${createTools(platforms)
  .map(({ name, tier, description, parameters }) => {
    const names = Object.entries(parameters).map(([one, { isRequired }]) => (isRequired ? `${one} (required)` : one));
    return `- \`${name}\` [${tier}]: ${description} Arguments: ${names.join(", ")}.`;
  })
  .join("\n")}
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

/** The plain call, then calls with one more parameter each. */
function callsOf(operation: Operation, parameters: readonly DescribedParameter[], { origin, samples }: CallDeps) {
  const { method, path } = operation;
  const url = origin + targetOf(path, parameters, valuesAtRest(path, parameters, samples));
  const further = parameters.flatMap((one) => {
    const value = isFilled(one, url) ? undefined : furtherValueOf(operation, one, samples);
    return value === undefined
      ? []
      : [`${url}${url.includes("?") ? "&" : "?"}${one.name}=${encodeURIComponent(value)}`];
  });
  const verb = method === "GET" ? "" : `-X ${method} `;
  const key = operation["x-tier"] === "open" ? "" : "-H 'X-API-Key: YOUR_KEY' ";
  return [url, ...further].slice(0, CALLS).map((one) => `curl ${verb}${key}'${one}'`);
}

const isFilled = ({ name, required }: DescribedParameter, url: string): boolean =>
  required || new URL(url).searchParams.has(name);

/** A key on a plan that costs has to be paid for first. What is compared is named by q or by a market. */
const UNFIT: Readonly<Record<string, readonly string[]>> = {
  "/api/v1/keys": ["tier"],
  "/api/v1/compare": ["platform", "market_id"],
};

/** Another value than that of a call without the parameter. */
function furtherValueOf({ path }: Operation, { name, schema, example }: DescribedParameter, samples: Samples) {
  if (UNFIT[path]?.includes(name)) return undefined;
  if (schema.default !== undefined) return otherValueOf(schema);
  const value = schema.enum?.[0] ?? samples[name] ?? example;
  return value === undefined ? undefined : String(value);
}

const SMALL = 5;

/** A valid value of a parameter that has a default: another than that. */
function otherValueOf({ enum: values, default: standard, type, minimum = 0, maximum = SMALL }: ParameterSchema) {
  if (standard === undefined) return undefined;
  if (values !== undefined) return values.find((one) => one !== standard);
  if (type === "boolean") return String(standard !== true);
  return type === "integer" || type === "number" ? String(Math.max(minimum, Math.min(maximum, SMALL))) : undefined;
}

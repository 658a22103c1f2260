import { callForm } from "../console/call.ts";
import { inline, parameterTable } from "../console/inputs.ts";
import { type DescribedParameter, type Samples, targetOf, valuesAtRest } from "../console/parameters.ts";
import { type Html, html } from "../page/html.ts";
import type { FieldSchema } from "./fields.ts";

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly "x-tier": string;
  readonly parameters: readonly (DescribedParameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly schema?: FieldSchema }>>;
}

interface OperationDeps {
  readonly origin: string;
  readonly base: string;
  readonly samples: Samples;
  readonly isDemo: boolean;
}

/** What any key may call, or nobody needs one for. */
const ANY_KEY = new Set(["open", "any", "free"]);

/** One operation: description, parameters with inputs, the call, its answer. */
export function operationSection(operation: Operation, { samples, ...deps }: OperationDeps): Html {
  const { operationId, method, path, summary, description } = operation;
  const parameters = operation.parameters.filter(isDescribed);
  const values = valuesAtRest(path, parameters, samples);
  const call = {
    ...{ id: operationId, operationId, method, path, target: targetOf(path, parameters, values) },
    needsKey: operation["x-tier"] !== "open",
    plan: ANY_KEY.has(operation["x-tier"]) ? undefined : operation["x-tier"],
    kind: kindOf(operation),
  };
  const inputs = parameters.length > 0 && parameterTable(operationId, parameters, values);
  return html`<section class="operation" aria-labelledby="${operationId}">
<h3 id="${operationId}" tabindex="-1"><span class="method">${method}</span> <code>${path}</code> <span class="tier">${operation["x-tier"]}</span></h3>
<p>${summary}. ${inline(description)}</p>
${callForm(call, deps, inputs)}
<details data-fields="${deps.base}${fieldsPath(operationId)}"><summary>The answer: fields and an example</summary><p><a href="${deps.base}${fieldsPath(operationId)}">Fields and an example of this answer</a></p></details>
<p class="hint">Status codes: ${Object.keys(operation.responses).join(", ")}.</p>
</section>`;
}

/** The page with the fields of an operation's answer. */
export const fieldsPath = (operationId: string): string => `/docs/fields/${operationId}`;

/** Those of the operation's own; headers that any request may carry are references. */
export const isDescribed = (one: Operation["parameters"][number]): one is DescribedParameter => "name" in one;

/** The contents of a successful answer, by media type. */
export const contentOf = ({ responses }: Pick<Operation, "responses">): NonNullable<Response["content"]> =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content ?? {};

/** What a call that succeeds answers: JSON, or the text of a stream. */
export function exampleAnswerOf(operation: Pick<Operation, "responses">): unknown {
  const [first] = Object.values(contentOf(operation));
  return first?.example;
}

function kindOf(operation: Operation): "json" | "text" | "stream" {
  const types = Object.keys(contentOf(operation));
  if (types.includes("application/json")) return "json";
  return types.includes("text/event-stream") ? "stream" : "text";
}

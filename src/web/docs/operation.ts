import { command, curlOf, KEY_PLACEHOLDER, runButton } from "../page/command.ts";
import { type Html, html } from "../page/html.ts";
import type { FieldSchema } from "./fields.ts";
import { type DescribedParameter, exampleTarget, inline, parameterTable, type Samples } from "./parameters.ts";

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
  /** Where callers reach the service, without a slash at the end. */
  readonly origin: string;
  /** The path prefix of the site. */
  readonly base: string;
  readonly samples: Samples;
}

/** One operation: description, parameters, the call as a command, its answer. */
export function operationSection(operation: Operation, { origin, base, samples }: OperationDeps): Html {
  const { operationId, method, path, summary, description, "x-tier": tier } = operation;
  const parameters = operation.parameters.filter(isDescribed);
  const target = exampleTarget(path, parameters, samples);
  const key = tier === "open" ? undefined : KEY_PLACEHOLDER;
  return html`<section class="operation" aria-labelledby="${operationId}">
<h3 id="${operationId}" tabindex="-1"><span class="method">${method}</span> <code>${path}</code> <span class="tier">${tier}</span></h3>
<p>${summary}. ${inline(description)}</p>
${parameters.length > 0 && parameterTable(parameters)}
${command(`call-${operationId}`, curlOf({ method, url: origin + target, key }))}
${method === "GET" && "application/json" in contentOf(operation) && runButton(base + target)}
<p><a href="${base}${fieldsPath(operationId)}">Fields and an example of the answer</a></p>
<p class="hint">Status codes: ${Object.keys(operation.responses).join(", ")}.</p>
</section>`;
}

/** The page with the fields of an operation's answer. */
export const fieldsPath = (operationId: string): string => `/docs/fields/${operationId}`;

/** Those of the operation's own; headers that any request may carry are references. */
const isDescribed = (one: Operation["parameters"][number]): one is DescribedParameter => "name" in one;

/** The contents of a successful answer, by media type. */
export const contentOf = ({ responses }: Pick<Operation, "responses">): NonNullable<Response["content"]> =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content ?? {};

/** What a call that succeeds answers: JSON, or the text of a stream. */
export function exampleAnswerOf(operation: Pick<Operation, "responses">): unknown {
  const [first] = Object.values(contentOf(operation));
  return first?.example;
}

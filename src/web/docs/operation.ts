import { type Html, html } from "../page/index.ts";

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

export interface DescribedParameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required: boolean;
  readonly description: string;
  readonly schema: ParameterSchema;
  readonly example?: unknown;
}

export interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: ParameterSchema;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

/** Example values that exist in the data, by parameter. */
export type Samples = Readonly<Record<string, string>>;

/** One operation: description, parameters, example call, example answer. */
export function operationSection(operation: Operation, origin: string, base: string, samples: Samples): Html {
  const { operationId, method, path, summary, description } = operation;
  const parameters = operation.parameters.filter(isDescribed);
  const target = targetOf(path, parameters, samples);
  const answer = exampleAnswerOf(operation);
  const example = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  return html`<section class="operation" aria-labelledby="${operationId}">
<h3 id="${operationId}"><span class="method">${method}</span> <code>${path}</code> <span class="tier">${operation["x-tier"]}</span></h3>
<p>${summary}. ${inline(description)}</p>
${parameters.length > 0 && parameterTable(parameters)}
<div class="example"><pre tabindex="0"><code id="curl-${operationId}">${curl(operation, origin + target)}</code></pre>
<p class="actions"><button type="button" data-copy="curl-${operationId}" hidden>Copy</button>
${method === "GET" && html`<button type="button" data-run="${base}${target}" data-tier="${operation["x-tier"]}" hidden>Run</button>`}<span role="status" data-copied="curl-${operationId}"></span></p>
<pre class="result" tabindex="0" hidden></pre></div>
${example !== undefined && html`<details><summary>Example answer</summary><pre tabindex="0"><code>${example}</code></pre></details>`}
<p class="hint">Status codes: ${Object.keys(operation.responses).join(", ")}.</p>
</section>`;
}

/** Those of the operation's own; headers that any request may carry are references. */
export const isDescribed = (one: Operation["parameters"][number]): one is DescribedParameter => "name" in one;

/** What a call that succeeds answers: JSON, or the text of a stream. */
export function exampleAnswerOf({ responses }: Pick<Operation, "responses">): unknown {
  const answer = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const [first] = Object.values(answer?.content ?? {});
  return first?.example;
}

const parameterTable = (parameters: readonly DescribedParameter[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Parameters"><table class="board full prose"><caption class="hide">Parameters</caption><thead><tr><th scope="col">Parameter</th><th scope="col">Values</th><th scope="col">What</th></tr></thead>
<tbody>${parameters.map(
    (one) =>
      html`<tr><th scope="row" class="name"><code>${one.name}</code>${one.required && html` <span class="sub">required</span>`}</th><td>${valuesOf(one.schema)}</td><td>${inline(one.description)}</td></tr>`,
  )}</tbody></table></div>`;

export function valuesOf(schema: ParameterSchema): string {
  const { type = "string", enum: values, minimum, maximum, minLength, maxLength, items } = schema;
  const standard = schema.default === undefined ? "" : `, else ${String(schema.default)}`;
  if (items !== undefined) return `${valuesOf(items)}, repeatable`;
  if (values !== undefined) return `${values.join(" | ")}${standard}`;
  if (maximum !== undefined && maximum < 1e15) return `${type} ${minimum}…${maximum}${standard}`;
  if (minimum !== undefined) return `${type} from ${minimum}${standard}`;
  return maxLength === undefined
    ? `${type}${standard}`
    : `${type} of ${minLength ?? 0}…${maxLength} characters${standard}`;
}

/** Path and query of a call that succeeds. */
export function targetOf(path: string, parameters: readonly DescribedParameter[], samples: Samples): string {
  const sampleOf = ({ name, example }: DescribedParameter): string => samples[name] ?? String(example ?? "");
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(sampleOf(one))), path);
  const query = new URLSearchParams();
  for (const one of parameters) if (one.in === "query" && one.required) query.set(one.name, sampleOf(one));
  if (path.endsWith("/compare")) query.set("q", "election");
  // In full, so that it ends.
  if (path.endsWith("/stream")) query.set("poll", "1");
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function curl(operation: Operation, url: string): string {
  const method = operation.method === "GET" ? "" : `-X ${operation.method} `;
  const key = operation["x-tier"] === "open" ? "" : "-H 'X-API-Key: YOUR_KEY' ";
  return `curl ${method}${key}'${url}'`;
}

/** Renders `code` and **bold** of the description. */
export const inline = (text: string): Html[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("`") && part.length > 1) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith("**") ? html`<strong>${part.slice(2, -2)}</strong>` : html`${part}`;
  });

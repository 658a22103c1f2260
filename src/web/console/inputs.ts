import { type Html, html } from "../page/html.ts";
import { type DescribedParameter, type ParameterSchema, type Samples, valuesOf } from "./parameters.ts";

/** The table of an operation's parameters, each with an input; `id` begins the ids of the inputs. */
export const parameterTable = (id: string, parameters: readonly DescribedParameter[], values: Samples): Html =>
  html`<table class="board full prose parameters"><caption class="hide">Parameters</caption><thead><tr><th scope="col">Parameter</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map((one) => parameterRow(`${id}.${one.name}`, one, values[one.name]))}</tbody></table>`;

const parameterRow = (id: string, one: DescribedParameter, value: string | undefined): Html =>
  html`<tr data-in="${one.in}" data-name="${one.name}"><th scope="row" class="name"><code id="${id}-name">${one.name}</code>${one.required && html` <span class="sub">required</span>`}</th>
<td>${inputOf(id, one, value)}<span class="sub" id="${id}-values">${valuesOf(one.schema)}</span></td><td>${inline(one.description)}</td></tr>`;

function inputOf(id: string, one: DescribedParameter, value: string | undefined): Html {
  const { schema, required } = one;
  if (schema.items?.enum !== undefined) return choices(id, schema.items.enum);
  const options = schema.type === "boolean" ? ["true", "false"] : schema.enum;
  if (options !== undefined) return select(id, options, { value, required, schema });
  const placeholder = placeholderOf(one);
  return html`<input id="${id}" class="scripted" aria-labelledby="${id}-name" aria-describedby="${id}-values" autocomplete="off" autocapitalize="off" spellcheck="false"${typeOf(schema)}${value !== undefined && html` value="${value}"`}${placeholder !== undefined && html` placeholder="${placeholder}"`}${required && html` aria-required="true"`}>`;
}

function placeholderOf({ schema, example }: DescribedParameter): string | undefined {
  if (schema.default !== undefined && schema.default !== "") return `${String(schema.default)} (default)`;
  return example === undefined ? undefined : `such as ${String(example)}`;
}

/** No limit of length: the service says what is too long. */
function typeOf({ type, minimum, maximum }: ParameterSchema): Html | false {
  if (type !== "integer" && type !== "number") return false;
  return html` type="number" step="${type === "integer" ? "1" : "any"}"${minimum !== undefined && html` min="${minimum}"`}${maximum !== undefined && html` max="${maximum}"`}`;
}

const choices = (id: string, options: readonly string[]): Html =>
  html`<span id="${id}" class="choices scripted" role="group" aria-labelledby="${id}-name" aria-describedby="${id}-values">${options.map((one) => html`<label><input type="checkbox" value="${one}"> ${one}</label>`)}</span>`;

interface SelectState {
  readonly value: string | undefined;
  readonly required: boolean;
  readonly schema: ParameterSchema;
}

function select(id: string, options: readonly string[], { value, required, schema }: SelectState): Html {
  const standard = schema.default === undefined ? undefined : String(schema.default);
  const first = standard === undefined ? "not set" : `${standard} (default)`;
  return html`<select id="${id}" class="scripted" aria-labelledby="${id}-name" aria-describedby="${id}-values">${!required && html`<option value="">${first}</option>`}${options
    .filter((one) => one !== standard)
    .map((one) => html`<option${one === value && html` selected`}>${one}</option>`)}</select>`;
}

/** Renders `code` and **bold** of the description. */
export const inline = (text: string): Html[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("`") && part.length > 1) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith("**") ? html`<strong>${part.slice(2, -2)}</strong>` : html`${part}`;
  });

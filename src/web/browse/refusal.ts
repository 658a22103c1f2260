import type { Parameters } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Route } from "../../http/route.ts";
import { textOf } from "../page/form.ts";
import { nameFields, withoutWrong, wrongParameters } from "../page/help.ts";
import { html } from "../page/html.ts";
import { pathTo, sentence, toDocument, toErrorDocument } from "../page/layout.ts";
import type { Chosen } from "./address.ts";
import { type FilterField, filterForm } from "./fields.ts";

interface RefusedPage {
  readonly path: string;
  readonly title: string;
  readonly parameters: Parameters;
  readonly fields: readonly FilterField[];
}

/** Shows what is wrong with a filter above the form, which keeps what was sent. */
export const refuseFilters =
  ({ path, title, parameters, fields }: RefusedPage): NonNullable<Route["refuse"]> =>
  (context, error, asked, query) => {
    if (error.code !== "validation_error") return toErrorDocument(context, error, asked);
    const wrong = wrongParameters(error).map(({ parameter }) => parameter);
    const kept = Object.keys(parameters).filter((name) => !wrong.includes(name) || isTyped(fields, name));
    const labels = { page: "Page", ...Object.fromEntries(fields.map(({ name, label }) => [name, label])) };
    const next = withoutWrong(error, path, query, labels);
    const action = pathTo(context, path);
    const main = html`<h1>${title}</h1>
<p class="problem" role="alert">${sentence(nameFields(error, labels).message)}</p>
${filterForm(action, fields, sentOf(query, kept))}
<p class="more"><a href="${pathTo(context, next.path)}">${next.label}</a></p>`;
    return toDocument(context, { title, main, status: error.status, assets: ["browse.css"] }, path);
  };

/** Whether a field can show a wrong value, to be mended there. */
const isTyped = (fields: readonly FilterField[], name: string): boolean =>
  fields.some(
    (field) => field.name === name && (field.type === "words" || field.type === "number" || field.type === "date"),
  );

const sentOf = (query: Query, names: readonly string[]): Chosen =>
  Object.fromEntries(names.map((name) => [name, textOf(query, name)]).filter(([, text]) => text !== ""));

import { AppError } from "../../errors.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import { inPath, text } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { describeEndpoints } from "./description.ts";
import { type FieldSchema, fieldTable, listFields } from "./fields.ts";
import { contentOf, exampleAnswerOf, fieldsPath, type Operation } from "./operation.ts";

const operation = inPath(
  text({ description: "The id of an operation of /openapi.json.", min: 1, max: 100, example: "listMarkets" }),
);

/** The fields of an operation's answer. */
export const fieldPages = (
  { page }: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] => [
  page({
    path: fieldsPath(":operation"),
    summary: "The fields of an operation's answer",
    cache: "data",
    parameters: { operation },
    render(context, { operation: id }) {
      const { operations, schemas } = describeEndpoints({ endpoints, platforms, origin: context.site.origin() });
      const found = operations.find(({ operationId }) => operationId === id);
      if (found === undefined) throw new AppError("not_found", "no operation has this id; /docs lists all of them");
      const main = html`<h1>Fields of the answer</h1>
<p class="lead"><span class="method">${found.method}</span> <code>${found.path}</code>. \
<a href="${pathTo(context, "/docs")}#${id}">Back to the reference</a></p>
${fieldTable(listFields(schemaOf(found), schemas))}${exampleOf(found)}`;
      return toDocument(context, { title: `Fields of ${found.path}`, main, assets: ["docs.css"] }, "/docs");
    },
  }),
];

function exampleOf(found: Operation): Html {
  const answer = exampleAnswerOf(found);
  const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  return html`<p>An example:</p><pre tabindex="0" aria-label="An example of the answer"><code>${text}</code></pre>`;
}

/** Of the JSON; of a stream or export, that of a line. */
function schemaOf(found: Operation): FieldSchema {
  const contents = contentOf(found);
  return (contents["application/json"] ?? contents["application/x-ndjson"])?.schema ?? {};
}

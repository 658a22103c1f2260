import { basename } from "node:path";
import type { Context } from "../../context.ts";
import { listEmbedded, readEmbedded } from "../../embedded.ts";
import { AppError } from "../../errors.ts";
import { inPath, text } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { CALL_ASSETS, command, curlOf, KEY_PLACEHOLDER, runButton } from "../page/command.ts";
import { type FeedLink, feedPath } from "../page/feed-link.ts";
import { counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { dataTable } from "../page/table.ts";
import { CONVENTIONS, conventionSections } from "./conventions.ts";
import {
  contentOf,
  type Describe,
  type EndpointDescription,
  exampleAnswerOf,
  exampleTarget,
  type FieldSchema,
  inline,
  type Operation,
  parameterTable,
  type Samples,
} from "./description.ts";

/** The reference, made from the document of /openapi.json. */
export const docsPages = ({ page }: PublicPages, describe: Describe): readonly Route[] => [
  page({
    path: "/docs",
    summary: "The reference of the API",
    parameters: {},
    async render(context) {
      const origin = context.site.origin();
      const description = describe(origin);
      const groups = description.tags.map((tag) => ({
        ...tag,
        operations: description.operations.filter((one) => one.tags[0] === tag.name),
      }));
      const deps = {
        origin,
        base: pathTo(context, ""),
        samples: await findSamples(context),
      };
      const main = html`<div class="docs">
${introOf(context, description)}
${tocOf(groups)}
<div class="reference">
${groups.map(
  (
    group,
  ) => html`<section class="group" aria-labelledby="tag-${group.name}"><h2 id="tag-${group.name}">${group.name}</h2>\
<p>${group.description}</p>
${group.operations.map((operation) => operationSection(operation, deps))}</section>`,
)}
${conventionSections()}
${exampleSection()}</div></div>`;
      return toDocument(
        context,
        { title: "API reference", main, assets: ["docs.css", ...CALL_ASSETS, "docs.js"] },
        "/docs",
      );
    },
  }),
];

interface EndpointGroup {
  readonly name: string;
  readonly operations: readonly Operation[];
}

const introOf = (context: Context, { version, description }: EndpointDescription): Html =>
  html`<div class="intro"><h1>API reference</h1>
<p class="lead">Version ${version}, made from <a href="${pathTo(context, "/openapi.json")}">openapi.json</a>. A short version is \
<a href="${pathTo(context, "/llms.txt")}">llms.txt</a>. Assistants can use the <a href="${pathTo(context, "/docs/mcp")}">MCP tools</a>.</p>
<p>Commands need a key: <a href="${pathTo(context, "/keys")}">create one free</a>. The button Run calls with the key that you are \
<a href="${pathTo(context, "/keys")}">signed in with</a>, as one of its requests.</p>
<details class="conventions" id="conventions"><summary>Rules of all answers: format, keys, limits, errors, caching</summary>
${description.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
<p>Feeds for feed readers need no key: ${FEEDS.map((feed) => html`<a href="${pathTo(context, feedPath(feed))}">${feed.title}</a>, `)}and \
<code>/feeds/search.atom?q=WORDS</code> for new markets.</p></details></div>`;

function tocOf(groups: readonly EndpointGroup[]): Html {
  const total = counted(groups.flatMap(({ operations }) => operations).length, "endpoint");
  return html`<nav class="toc" aria-label="Endpoints"><div class="filter scripted">\
<input type="search" id="filter" aria-label="Filter endpoints" aria-describedby="left" placeholder="Filter endpoints" autocomplete="off" \
spellcheck="false"><p class="hint" id="left" role="status">${total}</p></div>
<p><a href="#conventions">Rules of all answers</a> · ${CONVENTIONS.map(
    ({ id, title }) => html`<a href="#${id}">${title}</a> · `,
  )}<a href="#examples">Examples</a></p>${groups.map(
    ({ name, operations }) => html`<section><h2>${name}</h2><ul>${operations.map(tocLine)}</ul></section>`,
  )}</nav>`;
}

const FEEDS = [
  { name: "movers", title: "biggest movers" },
  { name: "resolved", title: "results" },
  { name: "spreads", title: "best spreads" },
] as const satisfies readonly FeedLink[];

const tocLine = ({ operationId, method, path }: Operation): Html =>
  html`<li><a href="#${operationId}"><span class="method">${method}</span> <span class="path">${path
    .replace("/api/v1", "")
    .split(/(?<=.)(?=\/)/)
    .map((part) => html`<wbr>${part}`)}</span></a></li>`;

interface OperationDeps {
  /** Where callers reach the service, without a slash at the end. */
  readonly origin: string;
  /** The path prefix of the site. */
  readonly base: string;
  readonly samples: Samples;
}

/** One operation: description, parameters, the call as a command, its answer. */
function operationSection(operation: Operation, { origin, base, samples }: OperationDeps): Html {
  const { operationId, method, path, summary, description, parameters, "x-tier": tier } = operation;
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

/** Programs that the tests run too. */
const EXAMPLES = "test/examples";

/** Each example with the sentences it begins with. */
const exampleSection = (): Html => html`<section aria-labelledby="examples"><h2 id="examples">Examples</h2>
<p>Programs to copy. They call the service on this machine, or the one in the variable <code>TOTEBOARD_URL</code>.</p>
${listEmbedded(EXAMPLES).map(toExample)}</section>`;

function toExample(path: string): Html {
  const name = basename(path);
  const text = readEmbedded(path).trimEnd();
  const [, summary = ""] = /^(?:\/\/|#) (.*)$/m.exec(text) ?? [];
  return html`<section class="operation" aria-labelledby="${name}"><h3 id="${name}"><code>${name}</code></h3><p>${summary}</p>
<details><summary>The program</summary>${command(`text-${name}`, text)}</details></section>`;
}

/** An existing market and an existing question, so that examples can be run. */
async function findSamples({ store, clock }: Context): Promise<Samples> {
  const query = { status: "open", minVolume: 0, sort: "volume", order: "desc" } as const;
  const first = { page: 1, size: 1 };
  const { markets } = await store.markets.list(query, first);
  const { questions } = await store.questions.list(
    { ...query, minGap: 0, realMoneyOnly: false, now: clock.now() },
    first,
  );
  const [market, question] = [markets[0], questions[0]];
  return {
    ...(market && { platform: market.platform, market_id: market.id, event_id: market.eventId }),
    ...(question && { question_id: question.id }),
  };
}

const operation = inPath(
  text({ description: "The id of an operation of /openapi.json.", min: 1, max: 100, example: "listMarkets" }),
);

/** The fields of an operation's answer. */
export const fieldPages = ({ page }: PublicPages, describe: Describe): readonly Route[] => [
  page({
    path: fieldsPath(":operation"),
    summary: "The fields of an operation's answer",
    cache: "data",
    parameters: { operation },
    render(context, { operation: id }) {
      const { operations, schemas } = describe(context.site.origin());
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

/** The schema of the JSON answer; of a stream or export, that of one line. */
function schemaOf(found: Operation): FieldSchema {
  const contents = contentOf(found);
  return (contents["application/json"] ?? contents["application/x-ndjson"])?.schema ?? {};
}

/** The page with the fields of an operation's answer. */
const fieldsPath = (operationId: string): string => `/docs/fields/${operationId}`;

type FieldSchemas = Readonly<Record<string, FieldSchema>>;

/** One field of an answer: `data.markets[].yes_price`. */
interface AnswerField {
  readonly path: string;
  readonly type: string;
  readonly unit: string;
  readonly description: string;
}

/** All fields of an answer, outermost first. An answer without fields is listed itself. `schemas` resolves references. */
export function listFields(schema: FieldSchema, schemas: FieldSchemas): AnswerField[] {
  const scope = { isOptional: false, schemas, trail: [] };
  const fields = fieldsBelow(schema, { ...scope, path: "" });
  return joinAlike(fields.length > 0 ? fields : fieldsBelow(schema, { ...scope, path: "(the answer)" }));
}

/** Fields that alternatives of an answer share, as one each. */
function joinAlike(fields: readonly AnswerField[]): AnswerField[] {
  return [...Map.groupBy(fields, ({ path }) => path)].map(([path, same]) => {
    const join = (read: (field: AnswerField) => string, between: string): string =>
      [...new Set(same.map(read))].join(between);
    const isConstant = same.length > 1 && same.every(({ type }) => type.startsWith(ALWAYS));
    return {
      path,
      type: isConstant ? join(({ type }) => type.slice(ALWAYS.length), " | ") : join(({ type }) => type, " or "),
      unit: join(({ unit }) => unit, ""),
      description: join(({ description }) => description, " "),
    };
  });
}

/** Begins the type of a field with one value. */
const ALWAYS = "always ";

interface FieldScope {
  readonly path: string;
  readonly isOptional: boolean;
  readonly schemas: FieldSchemas;
  /** Names of the enclosing schemas: a recursive one stops there. */
  readonly trail: readonly string[];
}

function fieldsBelow(schema: FieldSchema, scope: FieldScope): AnswerField[] {
  const { path, isOptional, schemas, trail } = scope;
  const { known, names, isNullable } = resolve(schema, schemas);
  const type = typeOf(known, schemas) + (isNullable ? " or null" : "") + (isOptional ? ", may be missing" : "");
  const name = path.split(/[.[]/).findLast((part) => part !== "" && part !== "]") ?? "";
  const description = schema.description ?? known.description ?? "";
  const own = path === "" ? [] : [{ path, type, unit: unitOf(name, { ...known, description }), description }];
  if (names.some((one) => trail.includes(one))) return own;
  const inside = { schemas, trail: [...trail, ...names], isOptional: false };
  return [...own, ...partsOf(known).flatMap((part) => membersOf(part, path, inside))];
}

/** The alternatives of a schema; usually itself. */
const partsOf = (schema: FieldSchema): readonly FieldSchema[] => schema.anyOf ?? schema.oneOf ?? [schema];

function membersOf(schema: FieldSchema, path: string, scope: Omit<FieldScope, "path">): AnswerField[] {
  const { known, names } = resolve(schema, scope.schemas);
  if (names.some((one) => scope.trail.includes(one))) return [];
  const inside = { ...scope, trail: [...scope.trail, ...names] };
  const { items, properties = {}, required = [], additionalProperties } = known;
  if (items !== undefined) return itemFields(items, `${path}[]`, inside);
  const below = path === "" ? "" : `${path}.`;
  if (typeof additionalProperties === "object") return itemFields(additionalProperties, `${below}*`, inside);
  return Object.entries(properties).flatMap(([name, member]) =>
    fieldsBelow(member, { ...inside, path: below + name, isOptional: !required.includes(name) }),
  );
}

/** The fields of the items of a list or map; the item itself where it has none. */
function itemFields(schema: FieldSchema, path: string, scope: Omit<FieldScope, "path">): AnswerField[] {
  const own = fieldsBelow(schema, { ...scope, path });
  return own.length > 1 ? own.slice(1) : own;
}

interface ResolvedSchema {
  readonly known: FieldSchema;
  /** Names of the schemas that references led to. */
  readonly names: readonly string[];
  readonly isNullable: boolean;
}

/** Follows references, takes null out of alternatives, and makes one object of those that extend another. */
function resolve(schema: FieldSchema, schemas: FieldSchemas): ResolvedSchema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) {
    const inner = resolve(schemas[name] ?? {}, schemas);
    return { ...inner, names: [name, ...inner.names] };
  }
  if (schema.allOf !== undefined) {
    const all = schema.allOf.map((part) => resolve(part, schemas).known);
    const properties = Object.assign({}, ...all.map((part) => part.properties));
    const known = { type: "object", properties, required: all.flatMap(({ required = [] }) => required) };
    return { known, names: [], isNullable: false };
  }
  const others = schema.anyOf?.filter(({ type }) => type !== "null");
  const isNullable = others !== undefined && others.length < (schema.anyOf?.length ?? 0);
  const [first] = others ?? [];
  if (others === undefined || first === undefined) return { known: schema, names: [], isNullable: false };
  if (others.length > 1) return { known: { ...schema, anyOf: others }, names: [], isNullable };
  const inner = resolve(first, schemas);
  return { ...inner, isNullable: isNullable || inner.isNullable };
}

function typeOf(schema: FieldSchema, schemas: FieldSchemas): string {
  const { type, enum: values, const: constant, items, format, anyOf, oneOf, additionalProperties } = schema;
  if (constant !== undefined) return `${ALWAYS}${String(constant)}`;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined)
    return [...new Set(alternatives.map((one) => typeOf(resolve(one, schemas).known, schemas)))].join(" or ");
  const types = Array.isArray(type) ? type : [type ?? "any value"];
  const words = values?.filter((one) => one !== null).join(" | ");
  const ending = types.includes("null") ? " or null" : "";
  if (words !== undefined) return words + ending;
  if (items !== undefined) {
    const item = typeOf(resolve(items, schemas).known, schemas);
    return `list of ${item}${/^\w+$/.test(item) ? "s" : ""}${ending}`;
  }
  if (typeof additionalProperties === "object") return `map${ending}`;
  const [main = ""] = types.filter((one) => one !== "null");
  return `${format === undefined || format === "int64" ? main : format}${ending}`;
}

/** Endings of names that say the unit. */
const ENDINGS: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/_cents$/, "cents"],
  [/(_percent|^percent)$/, "%"],
  [/_seconds$/, "seconds"],
  [/_ms$/, "milliseconds"],
  [/_bytes$/, "bytes"],
  // The size of an order.
  [/^size$/, "contracts"],
];

/** The unit of a number or moment; empty where it has none. Names, bounds and descriptions of the API say it. */
function unitOf(name: string, { type, format, minimum, maximum, description = "" }: FieldSchema): string {
  if (format === "date-time") return "UTC";
  if (format === "date") return "UTC day";
  const types = Array.isArray(type) ? type : [type];
  if (!types.includes("number") && !types.includes("integer")) return "";
  const ending = ENDINGS.find(([pattern]) => pattern.test(name));
  if (ending !== undefined) return ending[1];
  if (/\bUSD\b/.test(description)) return "USD";
  if (/\bin cents\b/.test(description)) return "cents";
  if (minimum === 0 && maximum === 1) return "0 to 1";
  if (minimum === -1 && maximum === 1) return "−1 to 1";
  if (maximum === 100) return "%";
  return types.includes("integer") ? "count" : "";
}

const fieldTable = (fields: readonly AnswerField[]): Html =>
  dataTable(
    { label: "Fields of the answer", classes: "prose fields" },
    ["Field", "Type", "Unit", "Meaning"],
    fields.map(
      ({ path, type, unit, description }) =>
        html`<tr><th scope="row" class="name"><code>${path}</code></th>
<td>${type}</td><td>${unit}</td><td>${inline(description)}</td></tr>`,
    ),
  );

import { allowanceOf, PLANS } from "../../domain/accounts/plans.ts";
import { ERROR_STATUS, type ErrorCode } from "../../errors.ts";
import { ERROR_TEXTS } from "../../http/error-schema.ts";
import { SECURITY_SCHEMES } from "../../http/openapi/texts.ts";
import { STREAM_LIMITS } from "../../streams/hub.ts";
import { limitText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable, words } from "../page/table.ts";
import { inline } from "./fields.ts";

/** What all operations have in common, in tables of words: how a key is sent, what plans allow, and all errors. */
interface Convention {
  readonly id: string;
  readonly title: string;
  readonly headings: readonly string[];
  /** The first cell of a row is code. */
  readonly rows: readonly (readonly string[])[];
}

const { ApiKeyHeader, Bearer, ApiKeyQuery } = SECURITY_SCHEMES;

const CONVENTIONS: readonly Convention[] = [
  {
    id: "keys",
    title: "Sending a key",
    headings: ["How", "Note"],
    rows: [
      [`${ApiKeyHeader.name}: YOUR_KEY`, ApiKeyHeader.description],
      ["Authorization: Bearer YOUR_KEY", Bearer.description],
      [`?${ApiKeyQuery.name}=YOUR_KEY`, ApiKeyQuery.description],
    ],
  },
  {
    id: "plans",
    title: "Plans",
    headings: ["Plan", "Requests in 60 seconds", "A UTC day", "A UTC month", "Open streams", "Alerts and webhooks"],
    rows: PLANS.map(({ tier, perMinute, perDay, perMonth }) => [
      tier,
      ...[perMinute, perDay, perMonth, STREAM_LIMITS[tier].streams].map(limitText),
      `${allowanceOf(tier, "alert")}, ${allowanceOf(tier, "webhook")}`,
    ]),
  },
  {
    id: "errors",
    title: "Errors",
    headings: ["Error", "Status", "When"],
    rows: (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => [
      code,
      String(ERROR_STATUS[code]),
      ERROR_TEXTS[code].when,
    ]),
  },
];

/** A section with an anchor for each. */
export const conventionSections = (): Html =>
  html`${CONVENTIONS.map(
    ({ id, title, headings, rows }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${textTable(title, headings, rows)}</section>`,
  )}`;

/** A table of texts, whose first cells are code. */
export const textTable = (label: string, headings: readonly string[], rows: readonly (readonly string[])[]): Html =>
  dataTable(
    { label, classes: "prose" },
    rows,
    headings.map((heading, at) =>
      words(
        heading,
        ({ [at]: text = "" }) => (at === 0 ? html`<code>${text}</code>` : html`${inline(text)}`),
        at === 0 ? "name" : "",
      ),
    ),
  );

/** The same as Markdown. */
export const conventionText = (): string =>
  CONVENTIONS.map(({ title, headings, rows }) => {
    const lines = rows.map(([name, ...cells]) => [`\`${name}\``, ...cells]);
    const table = [headings, headings.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
    return `## ${title}\n\n${table.join("\n")}\n`;
  }).join("\n");

import { CATEGORIES } from "../../domain/categories/names.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { STATUSES } from "../../http/filters.ts";
import { type Html, html } from "../page/html.ts";
import type { Chosen } from "./address.ts";

/** A filter in the form; the first option of a choice is its default. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly type: "words" | "number" | "date" | "flag" | "choice";
  readonly options?: readonly (readonly [value: string, label: string])[];
}

/** The filters that several lists share. */
export const filterFields = (platforms: readonly string[]) =>
  ({
    words: { name: "q", label: "Words in the title", type: "words" },
    platform: {
      name: "platform",
      label: "Platform",
      type: "choice",
      options: [["", "all"], ...platforms.map((id) => [id, getPlatform(id).name] as const)],
    },
    category: {
      name: "category",
      label: "Category",
      type: "choice",
      options: [["", "all"], ...CATEGORIES.map((name) => [name, name] as const)],
    },
    status: { name: "status", label: "State", type: "choice", options: STATUSES.map((name) => [name, name] as const) },
    minVolume: { name: "min_volume", label: "Lowest volume in $", type: "number" },
    closingBefore: { name: "closing_before", label: "Closes before", type: "date" },
    order: {
      name: "order",
      label: "Order",
      type: "choice",
      options: [
        ["", "largest first"],
        ["asc", "ascending"],
        ["desc", "descending"],
      ],
    },
  }) as const satisfies Readonly<Record<string, FilterField>>;

/** A form that needs no script. Empty fields are sent too and count as missing. */
export const filterForm = (action: string, fields: readonly FilterField[], chosen: Chosen): Html =>
  html`<form class="bar browse" aria-label="Filters" action="${action}">
${fields.map((field) => fieldOf(field.name === "order" && chosen.sort === "closing" ? SOONEST_FIRST : field, chosen[field.name] ?? ""))}
<div class="send"><button class="main">Show</button>${Object.keys(chosen).length > 0 && html`<a href="${action}">Reset</a>`}</div></form>`;

/** The order of a list by close time. */
const SOONEST_FIRST: FilterField = {
  name: "order",
  label: "Order",
  type: "choice",
  options: [
    ["", "soonest first"],
    ["desc", "latest first"],
  ],
};

function fieldOf({ name, label, type, options = [] }: FilterField, value: string): Html {
  if (type === "choice")
    return html`<label>${label} <select name="${name}">${withOption(options, value).map(
      ([id, text]) => html`<option value="${id}"${id === value && html` selected`}>${text}</option>`,
    )}</select></label>\n`;
  if (type === "flag")
    return html`<label class="flag"><input type="checkbox" name="${name}" \
value="true"${value === "true" && html` checked`}> ${label}</label>\n`;
  if (type === "number")
    return html`<label>${label} <input type="number" name="${name}" value="${value}" min="0" step="any"></label>\n`;
  // A date field cannot show a time of day.
  if (type === "date")
    return html`<label>${label} <input type="${/^\d{4}-\d\d-\d\d$|^$/.test(value) ? "date" : "text"}" name="${name}" \
value="${value}"></label>\n`;
  return html`<label class="words">${label} <input type="search" name="${name}" value="${value}" minlength="2" maxlength="200" \
autocomplete="off"></label>\n`;
}

/** Keeps a value that is none of the options. */
const withOption = (options: NonNullable<FilterField["options"]>, value: string) =>
  value === "" || options.some(([id]) => id === value) ? options : [...options, [value, value] as const];

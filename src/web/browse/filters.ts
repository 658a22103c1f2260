import { toIso } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { listFilters, orderOf, pageCategory } from "../../http/filters.ts";
import {
  inForm,
  type KindName,
  type Parameter,
  type Parameters,
  wholeNumber,
  withDefault,
} from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { partsOf } from "../../http/schema.ts";
import { capitalized } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { toErrorDocument } from "../page/layout.ts";

/** What only programs ask a list for. */
const FOR_PROGRAMS = ["ids", "page_size", "cursor", "format"];

const pageNumber = withDefault(wholeNumber({ description: "Which page, counted from 1.", min: 1, max: 200_000 }), 1);

/** Those of a list as a page with a form takes them: an empty field counts as missing, a wrong category is an error. */
export function pageParameters(parameters: Parameters): Parameters {
  const own = { category: pageCategory, status: listFilters([]).status, page: pageNumber };
  const taken = Object.keys(parameters).filter((name) => !FOR_PROGRAMS.includes(name));
  const shown = { ...parameters, ...own } as Parameters;
  return Object.fromEntries(taken.flatMap((name) => (shown[name] === undefined ? [] : [[name, inForm(shown[name])]])));
}

/** Says what is wrong with a filter as the form calls it. */
export const refuseFilters =
  (fields: readonly FilterField[]): NonNullable<Route["refuse"]> =>
  (context, error, path, query) =>
    toErrorDocument(context, error, path, query, {
      page: "Page",
      ...Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    });

/** How filters are called, by parameter, and what their choices are called where the values do not say it. */
export type FilterWords = Readonly<Record<string, FilterName>>;

interface FilterName {
  readonly label: string;
  /** By default that of the parameter. */
  readonly type?: FilterField["type"];
  /** By value, in their order; "" is for no choice. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** The words of filters that several lists have. */
export const filterWords = (platforms: readonly string[]) =>
  ({
    q: { label: "Words in the title" },
    platform: { label: "Platform", choices: platformChoices("all", platforms) },
    category: { label: "Category" },
    status: { label: "State" },
    min_volume: { label: "Lowest volume in $" },
    closing_before: { label: "Closes before" },
    real_money_only: { label: "Real money only" },
  }) as const satisfies FilterWords;

export const platformChoices = (unset: string, platforms: readonly string[]): Readonly<Record<string, string>> => ({
  "": unset,
  ...Object.fromEntries(platforms.map((id) => [id, getPlatform(id).name])),
});

/** A filter in the form. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly type: "search" | "words" | "number" | "date" | "flag" | "choice";
  readonly options: readonly (readonly [value: string, label: string])[];
  /** The value of a field that says nothing. */
  readonly standard: string;
}

/** The fields for these parameters. */
export const toFields = (
  parameters: Parameters,
  names: readonly string[],
  words: FilterWords,
): readonly FilterField[] =>
  names.flatMap((name) => {
    const [parameter, named] = [parameters[name], words[name]];
    return parameter === undefined || named === undefined ? [] : [toField(name, parameter, named)];
  });

function toField(name: string, parameter: Parameter<unknown>, words: FilterName): FilterField {
  const { label, choices, type = choices === undefined ? TYPES[parameter.kind] : "choice" } = words;
  const options = Object.entries(choices ?? choicesOf(parameter));
  const hasStandard = type === "choice" || (type === "number" && parameter.fallback !== 0);
  return { name, label, type, options, standard: hasStandard ? String(parameter.fallback ?? "") : "" };
}

const TYPES: Readonly<Record<KindName, FilterField["type"]>> = {
  ...{ integer: "number", decimal: "number", choice: "choice", flag: "flag" },
  ...{ text: "words", token: "words", list: "words", "date-time": "date" },
};

const choicesOf = ({ schema, fallback }: Parameter<unknown>): Readonly<Record<string, string>> => ({
  ...(fallback === undefined && { "": "all" }),
  ...Object.fromEntries((partsOf(schema).options ?? []).map((value) => [String(value), String(value)])),
});

interface FilterForm {
  readonly action: string;
  readonly fields: readonly FilterField[];
  /** Whether it asks for words first of all. */
  readonly isSearch?: boolean | undefined;
}

/** A form that needs no script. Empty fields are sent too and count as missing. Filters that few need are folded; in a search, all. */
export function filterForm({ action, fields, isSearch = false }: FilterForm, chosen: Chosen): Html {
  const isFolded = ({ name, type }: FilterField): boolean => (isSearch ? type !== "search" : FOLDED.has(name));
  const folded = fields.filter(isFolded);
  const shown = fields.filter((field) => !isFolded(field));
  const isOpen = folded.some(({ name }) => chosen[name] !== undefined);
  const draw = (field: FilterField): Html => filterField(field, chosen[field.name], action);
  return html`<form class="browse" ${isSearch ? html`role="search"` : html`aria-label="Filters"`} action="${action}">
${shown.map(draw)}
<div class="send"><button class="main">${isSearch ? "Search" : "Show"}</button>${
    !isSearch && Object.keys(chosen).length > 0 && html`<a href="${action}">Reset</a>`
  }</div>
${
  folded.length > 0 &&
  html`<details class="folded"${isOpen && html` open`}><summary>More filters</summary><div>${folded.map(draw)}</div></details>`
}</form>`;
}

const FOLDED = new Set([
  ...["status", "min_volume", "min_gap_cents", "closing_before", "real_money_only"],
  // Of spreads.
  ...["type", "min_profit", "min_size", "all"],
]);

/** A field with its label; suggestions for a search are below `action`. */
function filterField(
  { name, label, type, options, standard }: FilterField,
  chosen: string | undefined,
  action: string,
): Html {
  const value = chosen ?? standard;
  if (type === "search")
    return html`<div class="words"><label for="words">${label}</label><input id="words" type="search" name="${name}" value="${value}" \
minlength="2" maxlength="200" required autocomplete="off" data-suggest="${action}/suggestions"></div>\n`;
  if (type === "choice")
    return html`<label>${label} <select name="${name}">${withOption(options, value).map(
      ([id, text]) => html`<option value="${id}"${id === value && html` selected`}>${capitalized(text)}</option>`,
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
const withOption = (options: FilterField["options"], value: string) =>
  value === "" || options.some(([id]) => id === value) ? options : [...options, [value, value] as const];

/** The parameters that differ from their defaults, as texts by name. */
export type Chosen = Readonly<Record<string, string>>;

/** An address with changes to what is chosen; undefined drops a parameter. */
export type AddressWith = (changes?: Readonly<Record<string, string | undefined>>) => string;

export function chosenOf(parameters: Parameters, input: Readonly<Record<string, unknown>>): Chosen {
  const chosen = Object.entries(parameters).filter(
    ([name, { fallback }]) =>
      input[name] !== undefined && input[name] !== (name === "order" ? orderOf(String(input.sort)) : fallback),
  );
  return Object.fromEntries(chosen.map(([name, { kind }]) => [name, toText(kind, input[name])]));
}

/** A date alone is its midnight. */
const toText = (kind: KindName, value: unknown): string =>
  kind === "date-time" ? toIso(Number(value)).replace("T00:00:00.000Z", "") : String(value);

/** Makes the addresses of a path that keep what is chosen; defaults are left out. */
export const createAddresses =
  (path: string, parameters: Parameters, chosen: Chosen): AddressWith =>
  (changes = {}) => {
    const query = new URLSearchParams();
    for (const [name, text] of Object.entries({ ...chosen, ...changes })) {
      const fallback = parameters[name]?.fallback;
      if (text !== undefined && (fallback === undefined || text !== String(fallback))) query.set(name, text);
    }
    return query.size === 0 ? path : `${path}?${query}`;
  };

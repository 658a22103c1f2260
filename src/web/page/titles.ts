import { type Alike, splitTitle, type Titled, tellApart } from "../../domain/titles.ts";
import { type Html, html } from "./html.ts";

/** Longer titles are cut after two lines in lists, and after four as headings; "more" shows all. */
const MAX_LISTED_CHARACTERS = 110;
const MAX_HEADING_CHARACTERS = 200;

/** A title as event and outcome, or as one part. Its parent needs `dir="auto"`. */
export function titleParts(titled: Titled): Html {
  // Not in a <bdi>: its text would not count for the automatic direction.
  const { event, joiner, rest } = splitTitle(titled);
  if (event === undefined) return html`${rest}`;
  return html`<span class="of">${event}</span>${hidden(joiner)}<bdi class="outcome">${rest}</bdi>`;
}

/** The outcome alone, below the title of its event; screen readers get both. */
export const outcomeOnly = (outcome: string, eventTitle: string): Html =>
  outcome === eventTitle ? html`${outcome}` : html`${outcome}<span class="hide">, ${eventTitle}</span>`;

/** A link with a title, for rows and cards. */
export const titleLink = (path: string, titled: Titled): Html =>
  html`<a href="${path}" class="title" dir="auto">${titleParts(titled)}</a>${moreOf(titled, MAX_LISTED_CHARACTERS)}`;

/** The heading of a page. */
export const titleHeading = (titled: Titled): Html =>
  html`<h1 class="title" dir="auto">${titleParts(titled)}</h1>${moreOf(titled, MAX_HEADING_CHARACTERS)}`;

/** A title in a sentence: in quotes, with a direction of its own. */
export const quoted = (title: string): Html => html`“<bdi>${title}</bdi>”`;

/** Notes that tell rows with the same title apart. */
export const alikeNotes = (rows: readonly Alike[]): ((row: Pick<Alike, "platform" | "id">) => Html | false) => {
  const notes = tellApart(rows);
  return ({ platform, id }) => {
    const note = notes.get(`${platform}:${id}`);
    return note !== undefined && html` · <bdi>${note}</bdi>`;
  };
};

/** The switch works without a script: the style sheet cuts a title that stands before a closed one. */
const moreOf = ({ title }: Titled, max: number): Html | false =>
  title.length > max &&
  html`<details class="whole"><summary><span class="open-it">more<span class="hide"> of the \
title</span></span><span class="close-it">less</span></summary></details>`;

/** The joiner between the parts; a colon is for screen readers only. */
const hidden = (joiner: string): Html =>
  html`${joiner.trim() !== "" && html`<span class="hide">${joiner.trim()}</span>`} `;

import { type Alike, splitTitle, type Titled, tellApart } from "../../domain/titles.ts";
import { counted } from "./figures.ts";
import { type Html, html } from "./html.ts";

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

/** A link with a title, for rows and cards. The style sheet cuts a long one; its page has all of it. */
export const titleLink = (path: string, titled: Titled): Html =>
  html`<a href="${path}" class="title" dir="auto">${titleParts(titled)}</a>`;

const MAX_CARDS = 6;

/** A list of cards; those after the first six are folded, and `noun` says what they are. */
export const cardList = (cards: readonly Html[], noun: string): Html =>
  html`<ul class="cards">${cards.slice(0, MAX_CARDS)}</ul>${
    cards.length > MAX_CARDS &&
    html`\n<details><summary>${counted(cards.length - MAX_CARDS, noun)}</summary><ul class="cards">${cards.slice(MAX_CARDS)}</ul></details>`
  }`;

/** The heading of a page. */
export const titleHeading = (titled: Titled): Html => html`<h1 class="title" dir="auto">${titleParts(titled)}</h1>`;

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

/** The joiner between the parts; a colon is for screen readers only. */
const hidden = (joiner: string): Html =>
  html`${joiner.trim() !== "" && html`<span class="hide">${joiner.trim()}</span>`} `;

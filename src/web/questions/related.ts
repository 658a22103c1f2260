import { implies, isImplied } from "../../domain/matching/relations.ts";
import { oneOfEachPlatform } from "../../domain/questions/questions.ts";
import type { QuestionDetail, RelatedQuestion } from "../../store/questions/questions.ts";
import { counted, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, platformTag, questionPath } from "../page/links.ts";
import { titleLink } from "../page/titles.ts";

/** Related questions that are shown at once. */
const MAX_RELATED = 6;

/** Questions that differ in a date, a figure or the way to settle. */
export const relatedSection = (deps: PageDeps, { related }: QuestionDetail): Html | false =>
  related.length > 0 &&
  html`<section aria-labelledby="related"><h2 id="related">Related questions</h2>
<p class="note">“Here” means the question of this page, and “there” means the question of the card.</p>
${cards(deps, related.slice(0, MAX_RELATED))}${
  related.length > MAX_RELATED &&
  html`\n<details><summary>${counted(related.length - MAX_RELATED, "more related question")}</summary>\
${cards(deps, related.slice(MAX_RELATED))}</details>`
}</section>`;

const cards = (deps: PageDeps, related: QuestionDetail["related"]): Html =>
  html`<ul class="cards">${related.map((one) => relatedCard(deps, one))}</ul>`;

function relatedCard(deps: PageDeps, { market, relation, differences, question }: RelatedQuestion): Html {
  const path = question === undefined ? marketPath(deps, market) : questionPath(deps, question);
  const key = question === undefined ? `${market.platform}:${market.id}` : `question:${question.id}`;
  return html`<li class="card" data-row="${key}"><h3>${titleLink(path, question ?? market)}</h3>
<p class="sub">${
    question === undefined
      ? platformTag(market.platform)
      : counted(oneOfEachPlatform(question.members).length, "platform")
  }</p>
<p class="pair"><strong data-key="${key}">${percent(question?.price ?? market.yesPrice)}</strong></p>
${isImplied(relation) && html`<p>${implies(relation).text}</p>`}
<ul class="reasons">${differences.map((one) => html`<li>${one}</li>`)}</ul></li>`;
}

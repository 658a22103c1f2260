import type { Question, QuestionMember } from "../../store/questions/question.ts";
import { toScoreText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PageDeps } from "../page/layout.ts";
import { marketPath, platformTag } from "../page/links.ts";
import { titleLink } from "../page/titles.ts";

/** Why each market asks the same as the one that gives the title, in words. */
export const reasonSection = (deps: PageDeps, { members }: Question): Html =>
  html`<section aria-labelledby="why"><h2 id="why">Why these are one question</h2>
<p class="note">“Match” is the probability that a market asks the same question as the market with the title.</p>
<ul class="cards">${members.map((member) => reasonCard(deps, member))}</ul></section>`;

const reasonCard = (deps: PageDeps, member: QuestionMember): Html =>
  html`<li class="card"><h3>${titleLink(marketPath(deps, member), member)}</h3>
<p class="sub">${platformTag(member.platform)}</p>
<p>${relationOf(member)}${!member.isTitled && html` <span class="sub">${toScoreText(true, member.score)}</span>`}</p>
${member.reasons.length > 0 && html`<ul class="reasons">${member.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}</li>`;

function relationOf({ isTitled, isInverted }: QuestionMember): string {
  if (isTitled) return "The question has the title of this market.";
  return isInverted ? "The opposite: no here means yes on the question." : "Yes here means yes on the question.";
}

import type { QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import { settlementLine } from "../markets/settlement-source.ts";
import { type Html, html } from "../page/html.ts";
import { platformTag } from "../page/links.ts";
import { titleParts } from "../page/titles.ts";

/** Longer rules are folded. */
const MAX_OPEN_CHARACTERS = 600;
const EXCERPT_CHARACTERS = 400;

/** The rules of every market, side by side. */
export function rulesSection(question: QuestionDetail): Html | false {
  const { rules, settlementSources, members } = question;
  if (rules.size === 0 && settlementSources.size === 0) return false;
  return html`<section aria-labelledby="rules"><h2 id="rules">Rules side by side</h2>
<div class="sides">${members.map((member) => ruleColumn(question, member))}</div></section>`;
}

function ruleColumn(
  { rules, settlementSources }: QuestionDetail,
  { marketKey, platform, title, eventTitle }: QuestionMember,
): Html {
  const text = rules.get(marketKey)?.trim() ?? "";
  const source = settlementSources.get(marketKey);
  return html`<div class="side"><h3>${platformTag(platform)}</h3>
<p class="sub" dir="auto">${titleParts({ title, eventTitle })}</p>
${text === "" ? html`<p class="empty">No rules are published.</p>` : rulesText(text)}
${source !== undefined && settlementLine(source)}</div>`;
}

function rulesText(text: string): Html {
  if (text.length <= MAX_OPEN_CHARACTERS) return html`<p class="rule">${text}</p>`;
  const excerpt = text.slice(0, EXCERPT_CHARACTERS).replace(/\s*\S*$/, "");
  return html`<details class="folded"><summary><span class="rule excerpt">${excerpt} …</span> <span class="folded-all">Show \
all</span><span class="folded-less">Show less</span></summary><p class="rule">${text}</p></details>`;
}

import { readRecord } from "../../api/accuracy.ts";
import type { Context } from "../../context.ts";
import type { Question } from "../../store/questions/question.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { words } from "../page/table.ts";
import { brierTable } from "./accuracy.ts";

/** How right the platforms of a question were on those like it, where pages show the plan of such figures. */
export async function recordTable(
  context: Context,
  question: Question,
  platforms: readonly string[],
): Promise<Html | false> {
  if (!context.pagesPlan.showsAll) return false;
  const scores = await readRecord(context.store, question, platforms);
  if (scores.length === 0) return false;
  const { category } = question;
  return html`<p>This is how near prices of ${category} were to what happened, by platform.</p>
${brierTable(
  `Accuracy on ${category}`,
  scores,
  words("Platform", ({ name }) => platformTag(name)),
)}
<p class="hint">Prices are those a day before the end; 0 is best, 0.25 is what 50% always gets.
<a href="${pathTo(context, `/accuracy?category=${category}`)}">What this says, and what not</a></p>`;
}

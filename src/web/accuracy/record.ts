import { readRecord } from "../../api/accuracy.ts";
import type { Context } from "../../context.ts";
import type { Question } from "../../store/questions/question.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
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
  return html`<p>How near prices of ${category} were to what happened, by platform.</p>
${brierTable(`Accuracy on ${category}`, scores, "Platform")}
<p class="hint">Prices a day before the end; 0 is best, 0.25 is what 50% always gets.
<a href="${pathTo(context, `/accuracy?category=${category}`)}">What this says, and what not</a></p>`;
}

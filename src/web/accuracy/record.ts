import { readRecord } from "../../api/accuracy.ts";
import type { Context } from "../../context.ts";
import type { Question } from "../../store/questions/question.ts";
import { count } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { dataTable } from "../page/table.ts";
import { brierCells } from "./accuracy.ts";

/** How right the platforms of a question were on those like it, where pages show the plan of such figures. */
export async function recordSection(
  context: Context,
  question: Question,
  platforms: readonly string[],
): Promise<Html | false> {
  if (!context.pagesPlan.showsAll()) return false;
  const scores = await readRecord(context.store, question, platforms);
  if (scores.length === 0) return false;
  const { category } = question;
  return html`<section aria-labelledby="record"><h2 id="record">How right these platforms were on ${category}</h2>
${dataTable(
  { label: `Accuracy on ${category}`, classes: "ranges" },
  ["Platform", { num: "Resolved markets" }, { num: "Brier score" }, "On a line", { num: "95% interval" }],
  scores.map(
    (one) =>
      html`<tr><th scope="row">${platformTag(one.platform)}</th><td class="num">${count(one.n)}</td>${brierCells(one, scores)}</tr>`,
  ),
)}
<p class="hint">Prices a day before the end; 0 is best, 0.25 is what 50% always gets.
<a href="${pathTo(context, `/accuracy?category=${category}`)}">What this says, and what not</a></p></section>`;
}

import { questionList } from "../../api/questions.ts";
import type { Context } from "../../context.ts";
import type { Route } from "../../http/route.ts";
import type { ListedQuestion } from "../../store/questions/questions.ts";
import { filterWords } from "../browse/filters.ts";
import { listPages } from "../browse/list-page.ts";
import { figureColumns, sortableTable, type TableView } from "../browse/table.ts";
import { movementColumns } from "../charts/movement.ts";
import { GAP_MEANING, gapOf } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readSourceNotes } from "../page/source-notes.ts";
import { num, words } from "../page/table.ts";
import { questionNotes, questionPrice, questionTitle, questionVolume } from "./question-table.ts";

const SORTS = {
  volume: "volume",
  volume_24h: "24 h volume",
  change: "24 h change",
  gap: "gap",
  platforms: "number of platforms",
  closing: "close time",
};

export const questionListPages = (pages: PublicPages, platforms: readonly string[]): readonly Route[] =>
  listPages(pages, questionList(platforms), {
    path: "/questions",
    title: "Questions",
    summary: "What several platforms ask, to filter and sort",
    lead: html`<p class="lead">Two or more platforms ask each of these questions.</p>`,
    noun: "question",
    filters: [
      ...["q", "platform", "category", "status", "min_volume", "min_gap_cents", "closing_before"],
      ...["sort", "real_money_only"],
    ],
    words: {
      ...filterWords(platforms),
      min_gap_cents: { label: "Smallest gap in ¢" },
      sort: { label: "Sort by", choices: SORTS },
    },
    draw: questionTable,
    follow: (questions) => ({ questions }),
    readNotes: readSourceNotes,
  });

/** Questions with the price on each platform. The page needs browse.css. */
export async function questionTable(
  context: Context,
  questions: readonly ListedQuestion[],
  view: TableView,
): Promise<Html> {
  const movements = await context.store.movements.ofQuestions(questions, view.now);
  const moved = new Map(questions.map((question, index) => [question, movements[index]]));
  const notesOf = questionNotes(questions);
  const noteOf = (question: ListedQuestion): Html =>
    html`${notesOf(question)}${question.risks.map(({ texts }) => html` · ${texts[0]}`)}`;
  return sortableTable<ListedQuestion>(
    {
      rows: questions,
      nameOf: ({ id }) => `question:${id}`,
      columns: [
        words("Yes", questionPrice, "yes"),
        { ...words("Question", (question) => questionTitle(context, question, noteOf(question))), isHead: true },
        ...movementColumns((question: ListedQuestion) => moved.get(question)),
        { ...num("Gap", (question) => gapOf(question) ?? "", GAP_MEANING), sort: "gap", isWide: true },
        ...figureColumns(questions, view.now, {
          volume24hOf: (question) => questionVolume(question, question.volume24h),
          volumeOf: (question) => questionVolume(question, question.volume),
        }),
      ],
    },
    view,
  );
}

import { listQuestions, questionFilters } from "../../api/questions.ts";
import type { Route } from "../../http/route.ts";
import type { Movement } from "../../store/board/movements.ts";
import type { Question } from "../../store/questions/question.ts";
import {
  type BrowseColumn,
  browseDocument,
  figureColumns,
  filterFields,
  formParameters,
  refuseFilters,
  sliceOf,
} from "../browse/browse.ts";
import { movementColumns } from "../charts/movement.ts";
import { GAP_MEANING, gapOf } from "../page/gap.ts";
import { html } from "../page/html.ts";
import { type PageDeps, pathTo } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { questionNotes, questionPrice, questionTitle, questionVolume } from "./question-table.ts";

const SORTS = [
  ["volume", "volume"],
  ["volume_24h", "24 h volume"],
  ["gap", "gap"],
  ["platforms", "number of platforms"],
  ["closing", "close time"],
  ["updated", "last update"],
] as const;

/** All questions, as GET /api/v1/questions lists them. */
export function questionListPages({ page }: PublicPages, platforms: readonly string[]): readonly Route[] {
  const { updated_since: _since, ...filters } = questionFilters(platforms);
  const parameters = formParameters(filters);
  const { words, platform, category, status, minVolume, closingBefore, realMoney, order } = filterFields(platforms);
  const minGap = { name: "min_gap_cents", label: "Smallest gap in ¢", type: "number" } as const;

  const sort = { name: "sort", label: "Sort by", type: "choice", options: SORTS } as const;
  const fields = [words, platform, category, status, minVolume, minGap, closingBefore, sort, order, realMoney];
  return [
    page({
      path: "/questions",
      summary: "What several platforms ask, to filter and sort",
      parameters,
      refuse: refuseFilters({ path: "/questions", title: "Questions", parameters, fields }),
      async render(context, input) {
        const now = context.clock.now();
        const { questions, total } = await listQuestions(
          context,
          { ...input, updated_since: undefined },
          sliceOf(input),
        );
        const listed = {
          path: "/questions",
          title: "Questions",
          lead: html`Questions that two or more platforms ask, each with one price. The page \
<a href="${pathTo(context, "/markets")}">Markets</a> lists every market.`,
          noun: "question",
          operation: { path: "/api/v1/questions", id: "listQuestions" },
          parameters,
          fields,
          columns: columnsOf(context, questions, await context.store.movements.ofQuestions(questions, now)),
          nameOf: ({ id }: Question) => `question:${id}`,
          followed: { questions },
          needsMatches: true,
          elsewhere: { path: "/markets", label: "Markets with these words" },
        };
        return browseDocument(context, listed, { now, input, rows: questions, total });
      },
    }),
  ];
}

function columnsOf(
  deps: PageDeps,
  questions: readonly Question[],
  movements: readonly Movement[],
): readonly BrowseColumn<Question>[] {
  const moved = new Map(questions.map((question, index) => [question, movements[index]]));
  const noteOf = questionNotes(questions);
  return [
    { label: "Yes", className: "yes", cell: questionPrice },
    { label: "Question", cell: (question) => questionTitle(deps, question, { note: noteOf(question) }) },
    ...movementColumns((question: Question) => moved.get(question)),
    {
      label: "Gap",
      meaning: GAP_MEANING,
      className: "num",
      sort: "gap",
      isWide: true,
      cell: (question, name) => html`<td class="${name}">${gapOf(question)}</td>`,
    },
    ...figureColumns(questions, {
      volume24hOf: (question) => questionVolume(question, question.volume24h),
      volumeOf: (question) => questionVolume(question, question.volume),
    }),
  ];
}

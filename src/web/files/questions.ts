import { getQuestion, pathQuestionId } from "../../api/questions/detail.ts";
import { readQuestionHistory } from "../../api/questions/history.ts";
import { questionHistoryTable } from "../../api/questions/history-table.ts";
import { toQuestion, toQuestionHistory } from "../../api/questions/present.ts";
import { questionTable } from "../../api/questions/route.ts";
import { findWindow } from "../charts/courses.ts";
import { withEnds } from "../charts/moments.ts";
import { rangeParameter } from "../charts/ranges.ts";
import { type TableFile, tableFile } from "./table-file.ts";

/** The markets of a question, and their prices over the time of its chart. */
export const questionFiles = (): readonly TableFile[] => [
  tableFile({
    path: "/questions/:question_id/markets.csv",
    summary: "The markets of one question",
    parameters: { question_id: pathQuestionId },
    table: { ...questionTable, name: "question-markets" },
    async read(context, { question_id }) {
      const { found } = await getQuestion(context, question_id);
      return { data: [toQuestion(found)] };
    },
  }),
  tableFile({
    path: "/questions/:question_id/prices.csv",
    summary: "The prices of one question over time, platform by platform",
    parameters: { question_id: pathQuestionId, range: rangeParameter },
    table: questionHistoryTable,
    async read(context, { question_id, range }) {
      const { found } = await getQuestion(context, question_id);
      const { window } = await findWindow(context, withEnds(found.members, context.clock.now()), range);
      const { history } = await readQuestionHistory(context, question_id, window);
      return { data: toQuestionHistory(history) };
    },
  }),
];

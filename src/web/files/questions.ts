import {
  getQuestion,
  pathQuestionId,
  questionHistoryTable,
  questionTable,
  readQuestionHistory,
  toQuestion,
  toQuestionHistory,
} from "../../api/questions/index.ts";
import { findWindow, rangeParameter, withEnds } from "../charts/index.ts";
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

// What every endpoint that takes a question's id says of one.
export { questionIdText, requireFound } from "./question-ids.ts";

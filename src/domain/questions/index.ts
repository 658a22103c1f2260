// Questions: which markets speak for one, its price, its gap and what fees take, its course.
export { measureGap, type PricedMember, type QuestionGap } from "./gap.ts";
export {
  findBestOffers,
  isFreshAge,
  isQuestionId,
  listCounted,
  oneOfEachPlatform,
  orientOutcome,
  priceQuestion,
  QUESTION_ID,
  QUESTION_PRICE_SOURCES,
  type QuestionPrice,
  type QuotedMember,
  sumRealMoney,
  toQuestionId,
  weightedMean,
} from "./questions.ts";
export { type CombinedSeries, combineSeries, type PriceSeries } from "./series.ts";

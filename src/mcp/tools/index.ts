import type { Tool } from "../tool.ts";
import { findMarkets } from "./find-markets.ts";
import { findQuestions } from "./find-questions.ts";
import { findSpreads } from "./find-spreads.ts";
import { findTopics } from "./find-topics.ts";
import { getEvent } from "./get-event.ts";
import { getMarket } from "./get-market.ts";
import { getQuestion } from "./get-question.ts";
import { movers } from "./movers.ts";
import { priceHistory } from "./price-history.ts";

/** All tools, in the order in which an assistant reads them; `platforms` are those that are on. */
export const createTools = (platforms: readonly string[]): readonly Tool[] => [
  findQuestions(platforms),
  findMarkets(platforms),
  findTopics(platforms),
  getQuestion(),
  getMarket(),
  getEvent(),
  priceHistory(),
  findSpreads(platforms),
  movers(platforms),
];

import type { CategoryWords } from "./category-words.ts";

export const OTHER: CategoryWords = {
  certain: "coin flip, coinflip, daily market, test market, this market resolve, this quiz, this poll",
};

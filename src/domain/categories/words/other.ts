import type { CategoryWords } from "./category-words.ts";

export const OTHER: CategoryWords = {
  certain: `coin flip, coinflip, daily market, test market, this market resolve, this quiz, this poll, blue button,
    red button, raffle, prize drawing, hack club, double it and pass, suicidal, test question, predictle, manifold
    prize`,
  usual: "manifold, manifest, mana, beeminder, lottery, your life, homework, my weight, cash prize",
};

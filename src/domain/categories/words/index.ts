// Words of titles and tags, one file for each category.
import { CLIMATE } from "./climate.ts";
import { CRYPTO } from "./crypto.ts";
import { CULTURE } from "./culture.ts";
import { ECONOMICS } from "./economics.ts";
import { FINANCE } from "./finance.ts";
import { OTHER } from "./other.ts";
import { POLITICS } from "./politics.ts";
import { SCIENCE } from "./science.ts";
import { SPORTS } from "./sports.ts";
import { TECHNOLOGY } from "./technology.ts";
import { WORLD } from "./world.ts";

/** Of equal votes the category that comes first in the title counts; of equal phrases the one that comes first here. */
export const CATEGORY_WORDS = {
  politics: POLITICS,
  sports: SPORTS,
  crypto: CRYPTO,
  economics: ECONOMICS,
  finance: FINANCE,
  science: SCIENCE,
  technology: TECHNOLOGY,
  culture: CULTURE,
  climate: CLIMATE,
  world: WORLD,
  other: OTHER,
};

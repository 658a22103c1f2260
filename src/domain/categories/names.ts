export const CATEGORIES = [
  "politics",
  "sports",
  "crypto",
  "economics",
  "finance",
  "science",
  "technology",
  "culture",
  "climate",
  "world",
  "other",
] as const;

export type Category = (typeof CATEGORIES)[number];

import { COINS, COMPANIES } from "./companies.ts";
import { CULTURE } from "./culture.ts";
import { ECONOMY } from "./economy.ts";
import { POLITICS } from "./politics.ts";
import { SPORTS } from "./sports.ts";

// The words that the rules of matching know, as plain data.

/** Phrases with their meanings. Of equally long ones the first counts. */
export const TERMS: readonly string[] = [POLITICS, ECONOMY, SPORTS, CULTURE];
/** Names of companies and coins, in the same form. */
export const BRANDS: readonly string[] = [COMPANIES, COINS];

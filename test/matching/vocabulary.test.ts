import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { stopWords, weakWords } from "../../src/domain/matching/language/lexicon.ts";
import { toPlainText, toStem, toWords } from "../../src/domain/matching/language/text.ts";
import { COINS, COMPANIES } from "../../src/domain/matching/vocabulary/companies.ts";
import { CULTURE } from "../../src/domain/matching/vocabulary/culture.ts";
import { ECONOMY } from "../../src/domain/matching/vocabulary/economy.ts";
import { PEOPLE } from "../../src/domain/matching/vocabulary/people.ts";
import { POLITICS } from "../../src/domain/matching/vocabulary/politics.ts";
import { SPORTS } from "../../src/domain/matching/vocabulary/sports.ts";
import { SYNONYMS } from "../../src/domain/matching/vocabulary/words.ts";
import { getQuestion } from "../support/matching/questions.ts";

/** Each phrase with what stands for it. */
const SYNONYM_ROWS = [POLITICS, ECONOMY, SPORTS, CULTURE, SYNONYMS]
  .flatMap((text) => text.trim().split("\n"))
  .map((row) => row.split(">").map((side) => side.trim()));
const meanings = SYNONYM_ROWS.flatMap(([phrases = "", meaning = ""]) =>
  phrases.split(",").map((phrase) => [phrase.trim(), meaning] as const),
);
const names = `${COMPANIES};${COINS}`
  .split(/[;\n]/)
  .filter((row) => row.trim() !== "")
  .flatMap((row) => {
    const [name = "", others = ""] = row.split(":").map((side) => side.trim());
    return others.split(",").map((other) => [other.trim(), name] as const);
  });
const people = PEOPLE.trim()
  .split("\n")
  .map((row) => {
    const [name = "", aliases = ""] = row.split(";").map((part) => part.trim());
    return { name, aliases: aliases.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()])) };
  });
const aliases = people.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const));

describe("the vocabulary of matching", () => {
  it("gives no phrase two meanings", () => {
    const byPhrase = Map.groupBy([...meanings, ...names, ...aliases], ([phrase]) =>
      toWords(toPlainText(phrase)).join(" "),
    );
    const torn = [...byPhrase].filter(([, rows]) => new Set(rows.map(([, meaning]) => meaning)).size > 1);
    assert.deepEqual(
      torn.map(([phrase, rows]) => `${phrase}: ${rows.map(([, meaning]) => meaning).join(" | ")}`),
      [],
    );
  });

  it("has no meaning that is a phrase with another meaning", () => {
    const byPhrase = new Map(meanings);
    const chained = meanings.filter(([, meaning]) => (byPhrase.get(meaning) ?? meaning) !== meaning);
    assert.deepEqual(chained, []);
  });

  it("has no empty phrase and no empty meaning", () => {
    assert.deepEqual(
      [...meanings, ...names].filter(([phrase, meaning]) => phrase === "" || meaning === ""),
      [],
    );
  });

  it("knows people by names that are no everyday words", () => {
    const everyday = aliases.filter(([alias]) => stopWords.has(alias) || weakWords.has(toStem(alias)));
    assert.deepEqual(everyday, []);
  });

  it("reads a person's other names as the person", () => {
    const wordsOf = (name: string): readonly string[] => getQuestion(`Will ${name} win the Orion Prize in 2026?`).words;
    for (const [alias, name] of aliases) assert.deepEqual(wordsOf(alias), wordsOf(name), `${alias}: ${name}`);
  });
});

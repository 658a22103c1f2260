import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listBrands, listTerms, stopWords, weakWords } from "../../src/domain/propositions/lexicon.ts";
import { toMeanings } from "../../src/domain/propositions/phrases.ts";
import { LEAGUES } from "../../src/domain/propositions/teams.ts";
import { splitRow, toPlainText, toStem, toWords } from "../../src/domain/propositions/text.ts";
import { listSameNames } from "../../src/domain/search-names.ts";
import { readPhrases, readRows } from "../../src/domain/word-lists.ts";
import { getQuestion } from "../support/matching/questions.ts";

/** Stems of each phrase with what stands for it. */
const toStems = (phrase: string): string => toWords(toPlainText(phrase)).map(toStem).join(" ");
const meanings = [...listBrands(), ...listTerms()]
  .flatMap(toMeanings)
  .map(({ phrase, meaning }) => [toStems(phrase), meaning.map(toStem).join(" ")] as const);
const people = readRows("names", "people").map(splitRow);
const aliases = people.flatMap(({ name, others }) => others.map((alias) => [alias, name] as const));

/** How many teams play in leagues that name their teams, in 2026. */
const TEAMS = { nfl: 32, nba: 30, mlb: 30, nhl: 32, wnba: 15, mls: 30 };

describe("the vocabulary of matching", () => {
  it("has every team of the leagues of North America, each with a code", () => {
    for (const [id, count] of Object.entries(TEAMS)) {
      const teams = LEAGUES.find((league) => league.id === id)?.teams ?? [];
      assert.equal(teams.length, count, id);
      const codes = teams.map((row) => row.split(/[+,]/).filter((name) => /^[a-z]{2,4}$/.test(name.trim())));
      assert.ok(
        codes.every((own) => own.length > 0),
        id,
      );
    }
  });

  it("has all fifty states, each with its code", () => {
    const states = readRows("names", "states");
    assert.deepEqual([states.length, new Set(states.map((row) => row.slice(0, 2))).size], [50, 50]);
  });

  it("gives no phrase two meanings", () => {
    const named = aliases.map(([alias, name]) => [toStems(alias), toStems(name)] as const);
    const byPhrase = Map.groupBy([...meanings, ...named], ([phrase]) => phrase);
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

  it("says no phrase twice", () => {
    const byPhrase = Map.groupBy(meanings, ([phrase]) => phrase);
    const repeated = [...byPhrase].filter(([, rows]) => rows.length > 1).map(([phrase]) => phrase);
    assert.deepEqual(repeated, []);
  });

  it("has no empty phrase, no empty meaning and no synonym alone", () => {
    assert.deepEqual(
      meanings.filter(([phrase, meaning]) => phrase === "" || meaning === ""),
      [],
    );
    const alone = readRows("words", "synonyms").filter((group) => new Set(toStems(group).split(" ")).size === 1);
    assert.deepEqual(alone, []);
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

describe("the names that a search takes for each other", () => {
  const groups = listSameNames();

  it("come from rows that the vocabulary has", () => {
    const heads = new Set(listTerms().map((row) => splitRow(row).name));
    assert.deepEqual(
      readPhrases("search", "terms").filter((name) => !heads.has(name)),
      [],
    );
    const loose = new Set(groups.flatMap((group) => group.loose));
    assert.deepEqual(
      readPhrases("search", "loose names").filter((name) => !loose.has(name)),
      [],
    );
  });

  it("belong to one team only, where they are a team's", () => {
    const having = (name: string) => groups.filter(({ names, loose }) => names.includes(name) || loose.includes(name));
    for (const shared of ["boston", "giants", "la", "atl", "rangers"]) {
      assert.ok(
        having(shared).every(
          ({ names }) => !names.some((name) => name.endsWith(` ${shared}`) || name.startsWith("boston ")),
        ),
        shared,
      );
    }
    assert.deepEqual(
      having("lakers").map(({ names }) => names.includes("los angeles lakers")),
      [true],
    );
  });
});

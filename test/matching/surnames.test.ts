import assert from "node:assert/strict";
import { it } from "node:test";
import { verdictOf } from "../support/matching/questions.ts";

it("a surname alone stands for the whole name, where the other side has no other person of that name", () => {
  const winner = "Who will win the 2027 Malta chess championship?";
  assert.equal(verdictOf(`${winner}: Ana Ruizov`, "Will Ruizov win the 2027 Malta chess championship?"), "same");
  assert.equal(verdictOf(`${winner}: Ana Ruizov`, `${winner}: Ruizov`), "same");
  assert.notEqual(verdictOf(`${winner}: Ana Ruizov`, `${winner}: Bo Ruizov`), "same");
  assert.notEqual(verdictOf("Will Tia James be convicted in 2027?", "Will James Corvey be convicted in 2027?"), "same");
});

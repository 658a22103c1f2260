import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { connectClient, REVISIONS, textOf } from "../support/mcp/client.ts";
import { openDemoTools } from "../support/mcp/demo-tools.ts";
import { manyCalls } from "../support/mcp/many-calls.ts";
import { ASKED } from "./questions.ts";

/**
 * In characters. Models read about four of the definitions' as a token and two and a half of the answers', which are mostly
 * figures: these are 1,750, 800 and 4,000 tokens, and 1,200 of text alone; the data has the rest.
 */
const MAX_DEFINITIONS = 7_050;
const MAX_MEDIAN = 2_000;
const MAX_ANSWER = 10_000;
const MAX_TEXT = 2_900;
const CALLS = 200;

const demo = await openDemoTools();

describe("the tools over the demo", () => {
  it("has twenty questions and more to answer", () => assert.ok(ASKED.length >= 20));

  for (const [question, ...calls] of ASKED) {
    it(`answers in ${calls.length === 1 ? "one call" : "two calls"}: ${question}`, async (t) => {
      assert.ok(calls.length <= 2);
      let taken = "";
      for (const { name, given, says, gives } of calls) {
        const filled = Object.fromEntries(
          Object.entries(given).map(([key, value]) => [key, value === "$1" ? taken : value]),
        );
        const answer = await demo.ask(name, filled);
        const text = textOf(answer);
        t.diagnostic(`${name} ${JSON.stringify(filled)}: ${text.slice(0, 700).replaceAll("\n", " | ")}`);
        assert.notEqual(answer.isError, true, text);
        assert.match(text, says);
        taken = gives?.exec(text)?.[1] ?? "";
      }
    });
  }

  it("describes all tools briefly and answers 200 calls so that a model has room for many", async (t) => {
    const client = await connectClient(demo.url, demo.secret, "2025-11-25");
    const { tools } = await client.listTools();
    const definitions = JSON.stringify({ tools }).length;
    const sizes: number[] = [];
    const texts: number[] = [];
    const byTool = new Map<string, number[]>();
    let largest = "";
    for (const { name, given } of await manyCalls(demo, CALLS)) {
      const answer = await demo.ask(name, given);
      const text = textOf(answer);
      // Both forms together: no client shows a model more.
      const size = text.length + JSON.stringify(answer.structuredContent ?? "").length;
      if (size > Math.max(0, ...sizes)) largest = `${name} ${JSON.stringify(given)}`;
      sizes.push(size);
      texts.push(text.length);
      byTool.set(name, [...(byTool.get(name) ?? []), size]);
    }
    const [median, most, textMedian] = [medianOf(sizes), Math.max(...sizes), medianOf(texts)];
    t.diagnostic(
      `characters: definitions ${definitions}; text and data of ${sizes.length} answers: median ${median}, most ${most} (${largest}); text alone: median ${textMedian}, most ${Math.max(...texts)}`,
    );
    t.diagnostic([...byTool].map(([name, own]) => `${name} ${medianOf(own)}`).join(", "));
    assert.ok(
      sizes.length === CALLS && definitions <= MAX_DEFINITIONS,
      `${sizes.length} calls, ${definitions} characters`,
    );
    assert.ok(Math.max(...texts) <= MAX_TEXT, `${Math.max(...texts)} characters of text`);
    assert.ok(median <= MAX_MEDIAN && most <= MAX_ANSWER, `median ${median}, most ${most}: ${largest}`);
  });

  for (const revision of REVISIONS) {
    it(`gives the official client all tools in revision ${revision}`, async () => {
      const client = await connectClient(demo.url, demo.secret, revision);
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      const { tools } = await client.listTools();
      assert.equal(tools.length, 9);
      const asked = new Set<string>();
      // The client checks what it is given against each tool's outputSchema.
      for (const { name, given } of await manyCalls(demo, 40)) {
        const answer = await client.callTool({ name, arguments: given });
        assert.notEqual(answer.isError, true, JSON.stringify(answer.content));
        const described = String(tools.find((tool) => tool.name === name)?.outputSchema?.description);
        assert.deepEqual(listMissing(described, answer.structuredContent), [], name);
        asked.add(name);
      }
      assert.deepEqual([...asked].sort(), tools.map(({ name }) => name).sort());
      assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    });
  }
});

const OPTIONAL = ["next_page", "as_of"];

/** Which members of an answer, and of the rows of its list, are described and not there: "total,markets[market,yes]". */
function listMissing(described: string, data: unknown): readonly string[] {
  const [, list = "", names = ""] = /(\w+)\[([^\]]+)\]/.exec(described) ?? [];
  const members = described.replace(`[${names}]`, "").split(",");
  const answer = data as Readonly<Record<string, readonly object[]>>;
  const inRows = (name: string): boolean => answer[list]?.every((row) => name in row) === true;
  return [
    ...members.filter((name) => !(name in answer) && !OPTIONAL.includes(name)),
    ...names.split(",").filter((name) => !inRows(name)),
  ];
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

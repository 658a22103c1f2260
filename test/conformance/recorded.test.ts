import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRoutes } from "../../src/api/index.ts";
import { createTools } from "../../src/mcp/tools/index.ts";
import { nameOf, type Recorded, readRecorded, writeRecorded } from "../support/recorded/answers.ts";
import { listDifferences } from "../support/recorded/differences.ts";
import { findSubjects, openRecordedApi, play } from "../support/recorded/player.ts";
import { listRequests } from "../support/recorded/requests.ts";

const HINT = "TEST_WRITE_RECORDED=1 npm test -- test/conformance/recorded.test.ts";
/** Of one request, and of one route. */
const MAX_SHOWN = 6;
const MAX_SHOWN_REQUESTS = 12;

const api = await openRecordedApi();
const { platforms } = api.context.config;

if (process.env.TEST_WRITE_RECORDED === "1") await writeAll();

/** Asks all that there is to ask now, writes it, and says what is different from what was written. */
async function writeAll(): Promise<void> {
  let before: readonly Recorded[] = [];
  try {
    before = readRecorded();
  } catch {
    // There is none yet.
  }
  const after = await play(api, listRequests(api, await findSubjects(api)));
  writeRecorded(after);
  const was = new Map(before.map((one) => [nameOf(one.request), one]));
  const is = new Map(after.map((one) => [nameOf(one.request), one]));
  const added = [...is.keys()].filter((name) => !was.has(name));
  const gone = [...was.keys()].filter((name) => !is.has(name));
  const changed = after.flatMap((one) => describeChange(was.get(nameOf(one.request)), one));
  const lines = [
    ...changed,
    ...added.map((name) => `new: ${name}`),
    ...gone.map((name) => `gone: ${name}`),
    `${is.size} requests: ${changed.length} answered differently, ${added.length} new, ${gone.length} gone`,
  ];
  process.stderr.write(`${lines.join("\n")}\n`);
}

function describeChange(before: Recorded | undefined, after: Recorded): string[] {
  if (before === undefined) return [];
  const found = listDifferences(before.answer, after.answer);
  if (found.length === 0) return [];
  const left = found.length - MAX_SHOWN;
  const more = left > 0 ? [`and ${left} more`] : [];
  return [[nameOf(after.request), ...found.slice(0, MAX_SHOWN), ...more].join("\n    ")];
}

const recorded = readRecorded();
const own = process.env.TEST_WRITE_RECORDED === "1" ? await openRecordedApi() : api;
const played = await play(
  own,
  recorded.map(({ request }) => request),
);

/** The part of a path that says what it is about. */
const nounOf = (path: string): string => {
  const [, first = "", , noun = ""] = (path.split("?")[0] ?? "").split("/");
  return first === "api" ? `/api/v1/${noun}` : `/${first}`;
};

describe("answers are as they were recorded", () => {
  const nouns = Map.groupBy(recorded.keys(), (index) => nounOf(recorded[index]?.request.path ?? ""));
  for (const [noun, indexes] of nouns) {
    it(`of ${indexes.length} requests for ${noun}`, () => {
      const changes = indexes.flatMap((index) => {
        const after = played[index];
        return after === undefined ? [] : describeChange(recorded[index], after);
      });
      const shown = changes.slice(0, MAX_SHOWN_REQUESTS).join("\n");
      assert.ok(
        changes.length === 0,
        `${changes.length} of ${indexes.length} answers differ; if that is meant, ${HINT} and say so in CHANGELOG.md\n${shown}`,
      );
    });
  }
});

describe("the recorded set", () => {
  const asked = recorded.map(({ request: { method, path } }) => `${method} ${path}`);

  it("has a request for every endpoint and each of its parameters", () => {
    const missing = createRoutes({ platforms })
      .filter(({ path }) => !/\/webhooks\/stripe$|^\/readyz/.test(path))
      .flatMap(({ method, path, parameters }) => {
        const pattern = new RegExp(`^${method} ${path.replaceAll(/:[a-z_]+/g, "[^/?]+")}(\\?|$)`);
        const own = asked.filter((one) => pattern.test(one));
        const queries = Object.keys(parameters).filter(
          (name) => parameters[name]?.in === "query" && !["cursor", "ticket", "grace_hours", "before"].includes(name),
        );
        const unasked = queries.filter(
          (name) => !own.some((one) => one.includes(`?${name}=`) || one.includes(`&${name}=`)),
        );
        return own.length === 0 ? [`${method} ${path}`] : unasked.map((name) => `${method} ${path} ${name}`);
      });
    assert.deepEqual(missing, [], HINT);
  });

  it("has a call of every tool with each of its arguments", () => {
    const calls = recorded
      .filter(({ request }) => request.path === "/mcp")
      .map(({ request }) => JSON.stringify(request.body));
    const missing = createTools(platforms).flatMap((tool) =>
      Object.keys(tool.parameters)
        .filter((name) => !calls.some((call) => call.includes(`"name":"${tool.name}"`) && call.includes(`"${name}":`)))
        .map((name) => `${tool.name} ${name}`),
    );
    assert.deepEqual(missing, [], HINT);
  });
});

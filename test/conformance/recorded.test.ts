import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRoutes } from "../../src/api/index.ts";
import { createTools } from "../../src/mcp/tool-service.ts";
import { nameOf, nounOf, type Recorded, readRecorded, writeRecorded } from "../support/recorded/answers.ts";
import { describeChange, describeChanges } from "../support/recorded/differences.ts";
import { findSubjects, openRecordedApi, play } from "../support/recorded/player.ts";
import { listRequests } from "../support/recorded/requests.ts";

const HINT = "TEST_WRITE_RECORDED=1 npm test -- test/conformance/recorded.test.ts";

const api = await openRecordedApi();

if (process.env.TEST_WRITE_RECORDED === "1") {
  const before = readRecorded();
  const after = await play(api, listRequests(api, await findSubjects(api)));
  writeRecorded(after);
  // The report of the tests shows why one is skipped.
  it("answers are as they were recorded", { skip: `they were written:\n${describeChanges(before, after)}` });
} else compare(readRecorded());

function compare(recorded: readonly Recorded[]): void {
  describe("answers are as they were recorded", async () => {
    const requests = recorded.map(({ request }) => request);
    const played = await play(api, requests);
    const answers = recorded.map((before, index) => ({ before, after: played[index] }));
    for (const [noun, own] of Map.groupBy(answers, ({ before }) => nounOf(before.request))) {
      it(`to ${own.length} requests for ${noun}`, () => {
        const changes = own.flatMap(({ before, after }) => describeChange(before, after));
        assert.ok(
          changes.length === 0,
          `${changes.length} answers differ. If that is meant, say so in CHANGELOG.md and run ${HINT}\n${changes.slice(0, MAX_SHOWN).join("\n")}`,
        );
      });
    }
  });
}

const MAX_SHOWN = 12;

/** Needs a payment provider, a stream, or something that the scenario does not have. */
const UNASKED_ROUTES = /\/webhooks\/stripe$|^\/readyz/;
const UNASKED = ["cursor", "ticket", "grace_hours", "before"];

describe("the recorded set", () => {
  const requests = readRecorded().map(({ request }) => request);
  const { platforms } = api.context.config;

  it("has a request for every endpoint and each of its parameters", () => {
    const asked = requests.map(({ method, path }) => `${method} ${path}`);
    const missing = createRoutes({ platforms }).flatMap(({ method, path, parameters }) => {
      if (UNASKED_ROUTES.test(path)) return [];
      const pattern = new RegExp(`^${method} ${path.replaceAll(/:[a-z_]+/g, "[^/?]+")}(\\?|$)`);
      const own = asked.filter((one) => pattern.test(one));
      if (own.length === 0) return [`${method} ${path}`];
      const names = Object.keys(parameters).filter(
        (name) => parameters[name]?.in === "query" && !UNASKED.includes(name),
      );
      const isAsked = (name: string) => own.some((one) => one.includes(`?${name}=`) || one.includes(`&${name}=`));
      return names.filter((name) => !isAsked(name)).map((name) => `${method} ${path} ${name}`);
    });
    assert.deepEqual(missing, [], HINT);
  });

  it("has a call of every tool with each of its arguments", () => {
    const calls = requests.filter(({ path }) => path === "/mcp").map(nameOf);
    const missing = createTools(platforms).flatMap(({ name, parameters }) => {
      const own = calls.filter((call) => call.includes(`"name":"${name}"`));
      return Object.keys(parameters).flatMap((argument) =>
        own.some((call) => call.includes(`"${argument}":`)) ? [] : [`${name} ${argument}`],
      );
    });
    assert.deepEqual(missing, [], HINT);
  });
});

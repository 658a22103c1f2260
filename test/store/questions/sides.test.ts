import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openStore } from "../../../src/store/open.ts";
import { market, page, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const party = (name: string, yesPrice: number, volume: number) =>
  market({ id: name, eventId: "race", title: `${name} win the Ohio race`, yesPrice, volume });

describe("the two sides of an event", async () => {
  const race = (change: number) => ({
    full: [page([party("Democrats", 400_000 + change, 90_000), party("Republicans", 610_000 - change, 10_000)])],
  });
  const test = openTestWriter({ scripts: { kalshi: race(0), polymarket: race(5_000) } });
  await test.tick();
  group(
    test,
    ["Democrats", "Republicans"].map((id) => ({ a: "kalshi", b: "polymarket", id, isInverted: false })),
  );
  const store = openStore(test.file, undefined);
  const titlesOf = (questions: readonly { readonly title: string }[]) =>
    questions.map(({ title }) => title.split(" ")[0]);
  const list = (given: { readonly text?: string; readonly isOneSided?: boolean }) => {
    const query = {
      status: "open",
      minVolume: 0,
      minGap: 0,
      realMoneyOnly: false,
      sort: "volume",
      order: "desc",
    } as const;
    const { questions, total } = store.questions.list({ ...query, ...given, now: START }, { page: 1, size: 10 });
    assert.equal(total, questions.length);
    return titlesOf(questions);
  };
  const search = async (text: string) =>
    titlesOf((await store.search.find({ text, status: "open", page: 1, limit: 10, now: START })).questions);

  it("are both in a list, and one where one is asked for: the more likely, however little it is traded", () => {
    assert.deepEqual(list({}), ["Democrats", "Republicans"]);
    assert.deepEqual(list({ isOneSided: true }), ["Republicans"]);
    assert.deepEqual(list({ isOneSided: true, text: "ohio race" }), ["Republicans"]);
  });

  it("are one row of a search, but for the other side alone", async () => {
    assert.deepEqual(await search("ohio race"), ["Republicans"]);
    assert.deepEqual(await search("democrats"), ["Democrats"]);
    assert.deepEqual(list({ isOneSided: true, text: "democrats" }), ["Democrats"]);
  });

  it("end with the test", async () => {
    store.close();
    await test.writer.close();
  });
});

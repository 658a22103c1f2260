import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { openStore } from "../../../src/store/open.ts";
import { market, page, START } from "../../support/store/builders.ts";
import { group } from "../../support/store/groups.ts";
import { openTestWriter } from "../../support/store/writer.ts";

const party = (name: string, yesPrice: number, volume: number) =>
  market({ id: name, eventId: "race", title: `${name} win the Ohio race`, yesPrice, volume });

/** Democrats are listed first, Republicans are matched first. */
async function open(democrats: number, republicans: number) {
  const race = (change: number) => ({
    full: [page([party("Democrats", democrats + change, 90_000), party("Republicans", republicans - change, 10_000)])],
  });
  const test = openTestWriter({ scripts: { kalshi: race(0), polymarket: race(0) } });
  await test.tick();
  group(
    test,
    ["Republicans", "Democrats"].map((id) => ({ a: "kalshi", b: "polymarket", id, isInverted: false })),
  );
  const store = openStore(test.file, undefined);
  after(() => store.close());
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
  return { list, search };
}

describe("the two sides of an event", async () => {
  const { list, search } = await open(400_000, 610_000);

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

  it("of two that are as likely are the one that was listed first", async () => {
    const even = await open(500_000, 500_000);
    assert.deepEqual(await even.search("ohio race"), ["Democrats"]);
  });
});

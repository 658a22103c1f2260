import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createWritten, openScriptedHub, until } from "../support/feed/scripted.ts";

const CHANGES = 100_000;

describe("a stream that is behind", () => {
  it("gets what it missed within some readings, beside one that has missed everything", async () => {
    const { feed, start } = await openScriptedHub(CHANGES);
    const old = start({ since: 1 });
    await until(() => feed.readAfter.length > 3);
    const before = feed.readAfter.length;
    const fresh = start({ since: CHANGES - 900 });
    await until(() => fresh.events().length === 900);
    assert.ok(feed.readAfter.length - before <= 6, `${feed.readAfter.length - before} readings`);
    feed.add("kalshi", 0);
    await until(() => fresh.events().length === 901);
    const seen = old.events().length;
    assert.ok(seen < CHANGES / 10, "live long before the other");
    await until(() => old.events().length === CHANGES);
    assert.deepEqual(new Set(old.events().map(({ change }) => change)).size, CHANGES);
  });

  it("shares its readings with those that have come as far", async () => {
    const { feed, start } = await openScriptedHub(CHANGES);
    const readers = [1, 20_000, 40_000, 99_700, 99_900].map((since) => start({ since }));
    await until(() => readers.every((reader) => reader.events().at(-1)?.change === CHANGES));
    assert.deepEqual(
      readers.map((reader) => reader.events().length),
      [CHANGES - 1, 80_000, 60_000, 300, 100],
    );
    assert.ok(feed.readAfter.length < (CHANGES / 500) * 2, `${feed.readAfter.length} readings`);
  });

  it("is told to read its page where that was made long ago, and then follows what is new", async () => {
    const { feed, start } = await openScriptedHub(CHANGES);
    const long = start({ format: "page", since: CHANGES - 5001 });
    assert.deepEqual(
      long.events().map(({ type }) => type),
      ["reset"],
    );
    const short = start({ format: "page", since: CHANGES - 5000 });
    await until(() => short.events().length === 5000);
    assert.ok(feed.readAfter.every((after) => after >= CHANGES - 5000));
    feed.add("manifold", 0);
    await until(() => long.events().at(-1)?.seq === CHANGES + 1);
  });

  it("gets what is new where another with its filter leaves before both have begun", async () => {
    const { feed, open } = await openScriptedHub(1);
    const [first, second] = [open(), open()];
    const [gone, written] = [createWritten(), createWritten()];
    gone.response.destroy();
    second.begin(gone.response);
    first.begin(written.response);
    feed.add("manifold", 0);
    await until(() => feed.readAfter.at(-1) === 1);
    assert.deepEqual(
      written.events().map(({ platform }) => platform),
      ["manifold"],
    );
  });
});

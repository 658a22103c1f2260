import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { HubDeps } from "../../src/streams/hub.ts";
import { createWritten, openScriptedHub, until, type Written } from "../support/streams/scripted.ts";

const CHANGES = 100_000;

describe("a stream that is behind", () => {
  it("gets what it missed within some readings, beside one that has missed everything", async () => {
    const { reader, start, context, wakeHub } = await openScriptedHub(CHANGES);
    const old = start({ since: 1 });
    await until(() => reader.readAfter.length > 3);
    const before = reader.readAfter.length;
    const fresh = start({ since: CHANGES - 900 });
    await until(() => fresh.events().length === 900);
    assert.ok(reader.readAfter.length - before <= 20, `${reader.readAfter.length - before} readings`);
    context.clock.advance(1000);
    reader.add("kalshi", 0);
    wakeHub();
    await until(() => fresh.events().length === 901);
    const seen = old.events().length;
    assert.ok(seen < CHANGES / 10, "live long before the other");
    await until(() => old.events().length === CHANGES);
    assert.deepEqual(new Set(old.events().map(({ change }) => change)).size, CHANGES);
  });

  it("shares its readings with those that have come as far", async () => {
    const { reader, start } = await openScriptedHub(2000);
    const readers = [1, 1, 100, 300, 500].map((since) => start({ since }));
    await until(() => readers.every(({ events }) => events().at(-1)?.change === 2000));
    assert.deepEqual(
      readers.map(({ events }) => events().length),
      [1999, 1999, 1900, 1700, 1500],
    );
    assert.ok(reader.readAfter.length <= 6, `${reader.readAfter.length} readings`);
  });

  it("gets nothing after a reset that is older", async () => {
    const { reader, start, context } = await openScriptedHub(2000);
    const written = start({ since: 1 });
    await until(() => reader.readAfter.length === 1);
    const before = written.events().length;
    reader.trim();
    await until(() => written.events().some(({ type }) => type === "reset"));
    context.clock.advance(1000);
    reader.add("manifold", context.clock.now());
    await until(() => written.events().at(-1)?.change === 2001);
    const from = written.events().findIndex(({ type }) => type === "reset");
    assert.ok(from >= before);
    assert.deepEqual(
      written
        .events()
        .slice(from)
        .map(({ type, change }) => [type, change]),
      [
        ["reset", undefined],
        ["source", 2001],
      ],
    );
  });

  it("leaves room for requests while many others read the same", async () => {
    const { reader, start, own } = await openScriptedHub(1, { maxStreams: 150 });
    const owners = [await own("enterprise"), await own("enterprise"), await own("enterprise")];
    const all = owners.flatMap((owner) => Array.from({ length: 50 }, () => start({ owner, since: 1 })));
    await until(() => all.every((one) => one.all().length > 0));
    for (let index = 0; index < 500; index++) reader.add("kalshi", 0);
    const countServed = () => all.filter((one) => one.events().length > 0).length;
    let served = 0;
    while (served < all.length) {
      await new Promise(setImmediate);
      const now = countServed();
      assert.ok(now - served <= 2, `${now - served} of 150 in one turn`);
      served = now;
    }
    await until(() => all.every((one) => one.events().length === 500));
  });

  it("gets what is new where another with its filter leaves before both have begun", async () => {
    const { reader, open } = await openScriptedHub(1);
    const [first, second] = [open(), open()];
    const [gone, written] = [createWritten(), createWritten()];
    gone.response.destroy();
    second.begin(gone.response);
    first.begin(written.response);
    reader.add("manifold", 0);
    await until(() => reader.readAfter.at(-1) === 1);
    assert.deepEqual(
      written.events().map(({ platform }) => platform),
      ["manifold"],
    );
  });
});

describe("a change that cannot be presented", () => {
  it("is logged and left out, and keeps no other from those who are live or behind", async () => {
    const present: HubDeps["present"] = ({ seq, type, source }) => {
      if (source?.platform === "broken") throw new TypeError("it has no name");
      return { type, change: seq };
    };
    const { reader, start, context, wakeHub } = await openScriptedHub(1, { present });
    const live = [start(), start({ filter: { types: ["source"], platform: "manifold" } })];
    reader.add("kalshi", 0);
    await until(() => live[0]?.events().length === 1);
    context.clock.advance(1000);
    for (const platform of ["manifold", "broken", "kalshi"]) reader.add(platform, 0);
    wakeHub();
    const behind = [start({ since: 1 }), start({ since: 1, format: "ndjson" })];
    const poll = start({ since: 1, isPoll: true });
    await until(() => poll.isOver());
    await until(() => live[0]?.events().at(-1)?.change === 5);
    const changesOf = ({ events }: Written) => events().flatMap(({ change }) => change ?? []);
    assert.deepEqual([...live, ...behind, poll].map(changesOf), [[2, 3, 5], [3], [2, 3, 5], [2, 3, 5], [2, 3, 5]]);
    const failures = context.logged.filter(({ level }) => level === 50);
    assert.deepEqual(new Set(failures.map(({ seq, type }) => `${type} ${seq}`)), new Set(["source 4"]));
  });
});

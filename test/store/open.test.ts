import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { describe, it } from "node:test";
import { openDataVersion } from "../../src/store/database/data-version.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { openStore, openStoreEarly } from "../../src/store/open.ts";
import { market, page, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const LIVE = { platforms: ["kalshi"], kind: "live" } as const;

async function makeFile(): Promise<string> {
  const test = openTestWriter({ scripts: { kalshi: { full: [page([market({ id: "m1" }), market({ id: "m2" })])] } } });
  await test.tick();
  await test.writer.close();
  return test.file;
}

function change(file: string, pragma: string): void {
  const db = openDatabase(file, "read-write", undefined);
  db.pragma(pragma);
  db.close();
}

describe("a database that is opened before the writer has looked at it", () => {
  it("is read as it is where the writer has nothing to do to it", async () => {
    const store = openStoreEarly(await makeFile(), undefined, LIVE);
    assert.ok(store);
    const list = { status: "all", minVolume: 0, sort: "volume", order: "desc", now: START } as const;
    assert.equal(store.markets.list(list, { page: 1, size: 9 }).total, 2);
    store.close();
  });

  it("is read with a log as long as many passes leave it", async () => {
    const file = await makeFile();
    writeFileSync(`${file}-wal`, "");
    truncateSync(`${file}-wal`, 60 * 1024 * 1024);
    const store = openStoreEarly(file, undefined, LIVE);
    assert.ok(store);
    store.close();
  });

  it("is left to the writer where that has something to do, or to say", async () => {
    const cases: Record<string, (file: string) => void> = {
      "an older schema": (file) => change(file, "user_version = 0"),
      "a newer schema": (file) => change(file, "user_version = 9999"),
      "another program's": (file) => change(file, "application_id = 1"),
      "no log yet, as in a copy": (file) => change(file, "journal_mode = DELETE"),
      "a long log, as after a crash": (file) => {
        writeFileSync(`${file}-wal`, "");
        truncateSync(`${file}-wal`, 70 * 1024 * 1024);
      },
      "no database": (file) => writeFileSync(file, "This is a letter, and as long as one. ".repeat(200)),
    };
    for (const [name, spoil] of Object.entries(cases)) {
      const file = await makeFile();
      spoil(file);
      assert.equal(openStoreEarly(file, undefined, LIVE), undefined, name);
    }
    assert.equal(openStoreEarly(await makeFile(), undefined, { ...LIVE, kind: "demo" }), undefined, "another feed");
    assert.equal(openStoreEarly(`${await makeFile()}.missing`, undefined, LIVE), undefined, "no file");
  });
});

const EVERYTHING = { status: "all", sort: "volume", order: "desc" } as const;
const FIRST = { page: 1, size: 50 };

describe("a platform that has been switched off", () => {
  const stored = async () => {
    const scripts = {
      kalshi: { full: [page([market({ id: "k1", title: "Will the bridge open?" })])] },
      manifold: { full: [page([market({ id: "m1", title: "Will the bridge open?" })])] },
    };
    const test = openTestWriter({ scripts });
    await test.tick();
    return test;
  };

  it("is neither listed, nor counted, nor found", async () => {
    const store = openStore((await stored()).file, undefined, ["kalshi"]);
    const { markets, total } = store.markets.list({ ...EVERYTHING, minVolume: 0, now: START }, FIRST);
    assert.deepEqual([markets.map(({ id }) => id), total], [["k1"], 1]);
    const events = store.events.list(EVERYTHING, FIRST);
    assert.deepEqual([events.events.map(({ platform }) => platform), events.total], [["kalshi"], 1]);
    const found = store.search.find({ text: "bridge", status: "all", limit: 10, now: START });
    assert.deepEqual([found.markets.map(({ id }) => id), found.marketsFound], [["k1"], 1]);
    store.close();
  });
});

describe("the version of the data", () => {
  it("changes with every step that changed something; parts of a longer job count at its end", async () => {
    const test = openTestWriter();
    const { step, part } = test.writer.writing;
    const reader = openDatabase(test.file, "read-only", undefined);
    const version = openDataVersion(reader);
    const change = () =>
      test.db.exec("INSERT INTO job_positions VALUES ('x', 1) ON CONFLICT DO UPDATE SET position = position + 1");
    await step(change);
    const first = version() ?? 0;
    await step(() => undefined);
    assert.equal(version(), first, "nothing was changed");
    await part(change);
    await part(change);
    await step(() => undefined);
    const second = version() ?? 0;
    assert.ok(second > first, "the end of the job counts what its parts changed");
    await step(change);
    assert.equal(version(), second + 1);
    reader.close();
  });

  it("is not that of keys and their usage", async () => {
    const test = openTestWriter();
    const reader = openDatabase(test.file, "read-only", undefined);
    const version = openDataVersion(reader);
    const before = version();
    await test.commands.createKey({ name: "a", email: "a@example.org", tier: "free" });
    assert.equal(version(), before);
    reader.close();
  });

  it("is unknown while nothing can be read", () => {
    const test = openTestWriter();
    const reader = openDatabase(test.file, "read-only", undefined);
    const version = openDataVersion(reader);
    reader.close();
    assert.equal(version(), undefined);
  });
});

import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import { isSecret } from "../../src/domain/accounts/keys.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { migrate } from "../../src/store/database/migrations.ts";
import { leaveSettings, runMain } from "../support/service/process.ts";

leaveSettings();

const keys = (...args: string[]) => runMain("keys", ...args);

/** What a call that ends well prints as JSON. */
async function jsonOf(...args: string[]) {
  const { exitCode, stdout, stderr } = await keys(...args, "--json");
  assert.deepEqual([exitCode, stderr], [0, ""]);
  return JSON.parse(stdout);
}

const create = (...args: string[]) => jsonOf("create", "--name", "Ada", "--email", "ada@example.org", ...args);

describe("toteboard keys", () => {
  before(() => {
    const db = openDatabase("toteboard.db", "read-write", undefined);
    migrate(db, "toteboard.db");
    db.close();
  });

  it("create makes a key and prints its secret once", async () => {
    const { exitCode, stdout } = await keys(
      "create",
      "--name",
      "My app",
      "--email",
      "ada@example.org",
      "--tier",
      "pro",
    );
    assert.equal(exitCode, 0);
    const [secret = "", ...more] = stdout.match(/tb_live_[0-9A-Za-z]{38}/g) ?? [];
    assert.ok(isSecret(secret));
    assert.equal(more.length, 0);
    assert.match(stdout, /^name +My app$/m);
    assert.match(stdout, /^tier +pro$/m);
    const listed = await keys("list");
    assert.ok(listed.stdout.includes(secret.slice(0, 12)) && !listed.stdout.includes(secret.slice(0, 14)));
  });

  it("create makes free keys unless told otherwise, and enterprise keys with limits of their own", async () => {
    const free = await create();
    assert.deepEqual([free.tier, free.daily_limit, free.minute_limit], ["free", 1_000, 30]);
    const own = await create("--tier", "enterprise", "--per-minute", "5000", "--per-day", "70000");
    assert.deepEqual([own.minute_limit, own.daily_limit, own.monthly_limit], [5_000, 70_000, null]);
  });

  it("list and show give every key, as a table or as JSON", async () => {
    const { key, ...made } = await create();
    assert.ok(isSecret(key));
    assert.deepEqual(await jsonOf("show", made.id), { ...made, subscription: null, tier_changes: [] });
    const all = await jsonOf("list");
    assert.ok(all.some((one: { id: string }) => one.id === made.id));
    const { stdout } = await keys("list");
    assert.match(stdout, /^ID +KEY +TIER +CREATED +LAST USED +REVOKED +NAME +EMAIL\n/);
    assert.match(stdout, new RegExp(`^${made.id}  ${made.key_prefix}…  free .* Ada +ada@example.org$`, "m"));
    assert.equal(stdout.split("\n").length, all.length + 2);
  });

  it("revoke ends a key, and tells the same time when repeated", async () => {
    const { id } = await create();
    const first = await jsonOf("revoke", id);
    assert.ok(first.revoked_at);
    assert.deepEqual(await jsonOf("revoke", id.toUpperCase()), first);
    const { id: live } = await create();
    const { stdout } = await keys("list");
    const timesOf = (wanted: string): number =>
      stdout
        .split("\n")
        .find((line) => line.startsWith(`${wanted} `))
        ?.match(/\d{4}-\d\d-\d\d \d\d:\d\d/g)?.length ?? 0;
    assert.deepEqual([timesOf(id), timesOf(live)], [2, 1], "made, and revoked");
  });

  it("set-tier moves a key to a tier with the limits given, and back to a plan's", async () => {
    const { id } = await create();
    const own = await jsonOf("set-tier", id, "--tier", "enterprise", "--per-day", "5");
    assert.deepEqual([own.tier, own.daily_limit], ["enterprise", 5]);
    const free = await jsonOf("set-tier", id, "--tier", "free");
    assert.deepEqual([free.tier, free.daily_limit], ["free", 1_000]);
  });

  it("show lists every change of a key's tier", async () => {
    const { id } = await create();
    assert.doesNotMatch((await keys("show", id)).stdout, /TIER CHANGED/);
    for (const tier of ["pro", "pro", "free"]) await jsonOf("set-tier", id, "--tier", tier);
    const { tier_changes } = await jsonOf("show", id);
    assert.deepEqual(
      tier_changes.map(({ changed_at: _, ...change }: { changed_at: string }) => change),
      [
        { from: "free", to: "pro", cause: "operator", event_id: null },
        { from: "pro", to: "free", cause: "operator", event_id: null },
      ],
    );
    const { stdout } = await keys("show", id);
    assert.match(stdout, /^TIER CHANGED +FROM +TO +CAUSE +EVENT$/m);
    assert.match(stdout, /^\d{4}-\d\d-\d\d \d\d:\d\d +free +pro +operator +-$/m);
  });

  const wrong: [string[], number, RegExp][] = [
    [[], 2, /keys: expected create, list, show, revoke, set-tier; see 'toteboard keys --help'/],
    [["lst"], 2, /expected create, .*, not 'lst'/],
    [["constructor"], 2, /not 'constructor'/],
    [["create"], 2, /create needs --name/],
    [["create", "--name", "a"], 2, /create needs --email/],
    [["create", "--name", " ", "--email", "a@b.co"], 2, /--name: expected readable text .* of 1 to 255 characters/],
    [["create", "--name", "a", "--email", "nobody"], 2, /--email: expected an email address .*, not 'nobody'/],
    [
      ["create", "--name", "a", "--email", "a@b.co", "--tier", "gold"],
      2,
      /--tier: expected one of free, pro, enterprise/,
    ],
    [["create", "x", "--name", "a", "--email", "a@b.co"], 2, /create takes no 'x'/],
    [
      ["create", "--name", "a", "--email", "a@b.co", "--tier", "pro", "--per-day", "5"],
      2,
      /--per-day: only enterprise keys/,
    ],
    [
      ["create", "--name", "a", "--email", "a@b.co", "--tier", "enterprise", "--per-day", "0"],
      2,
      /--per-day: expected a whole number from 1/,
    ],
    [["list", "x"], 2, /list takes no 'x'/],
    [["list", "--name", "x"], 2, /list takes no --name/],
    [["show"], 2, /show needs the id of a key; 'toteboard keys list' shows them/],
    [["show", "no-such-id"], 1, /no key has the id 'no-such-id'; 'toteboard keys list' shows all/],
    // The error shows no more of it than tells keys apart; ids are in lower case.
    [["show", `tb_live_ABCD${"x".repeat(34)}`], 1, /no key has the id 'tb_live_abcd…'/],
    [["revoke", "no-such-id"], 1, /no key has the id/],
    [["set-tier", "no-such-id"], 2, /set-tier needs --tier/],
    [["set-tier", "no-such-id", "--tier", "pro"], 1, /no key has the id/],
    [["list", "--db", "missing.db"], 1, /no database at missing\.db: name it with --db/],
    [["list", "--db", "letter.db"], 1, /cannot open the database letter\.db: file is not a database/],
  ];
  for (const [args, exitCode, message] of wrong) {
    it(`refuses '${args.join(" ")}'`, async () => {
      writeFileSync("letter.db", "This is a letter to a friend. ".repeat(100));
      const result = await keys(...args);
      assert.deepEqual([result.exitCode, result.stdout], [exitCode, ""]);
      assert.match(result.stderr, message);
      assert.equal(existsSync("missing.db"), false);
    });
  }
});

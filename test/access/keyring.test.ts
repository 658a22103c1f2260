import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createKeyring } from "../../src/access/access.ts";
import { createSecret } from "../../src/domain/accounts/keys.ts";
import { route } from "../../src/http/route.ts";
import { createKey } from "../../src/store/accounts/keys.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { openTestApi, openTestContext, startTestServer } from "../support/service/api.ts";

const shared = { summary: "", parameters: {}, handler: () => ({ data: "here" }) } as const;
const routes = [
  route({ ...shared, method: "GET", path: "/free", tier: "free", cache: "never" }),
  route({ ...shared, method: "GET", path: "/kept", tier: "free", cache: "data" }),
  route({ ...shared, method: "POST", path: "/optional", tier: "open", isKeyOptional: true, cache: "never" }),
];

const gate = await openTestApi({ hasTestKey: false, routes });
const { secret } = await gate.make();

describe("a key that another program made", () => {
  /** Makes a key over a connection of its own, as the command line does: nobody tells the service. */
  const makeElsewhere = (): string => {
    const db = openDatabase(gate.writer.file, "read-write", undefined);
    const { secret: made } = createKey(db, { name: "a", email: "a@b.co", tier: "free" }, gate.clock.now());
    db.close();
    return made;
  };

  it("works on its first call, whichever kind of route that is", async () => {
    assert.equal((await gate.get("/free", makeElsewhere())).status, 200);
    assert.equal((await gate.call("POST", "/optional", makeElsewhere())).status, 200);
    const { headers } = await gate.get("/free", makeElsewhere());
    assert.match(String(headers.ratelimit), /r=999|r=29;/);
  });

  it("works on its first call for a request whose answer is kept", async () => {
    for (let time = 0; time < 3; time++) assert.equal((await gate.get("/kept", secret)).status, 200);
    assert.equal((await gate.get("/kept", makeElsewhere())).status, 200);
  });
});

describe("looking for an unknown key", () => {
  async function openCounting() {
    const context = await openTestContext({ config: { trustedProxies: ["127.0.0.1"] } });
    let reads = 0;
    const listChanged = (seq: number) => {
      reads++;
      return context.store.keys.listChanged(seq);
    };
    const keys = createKeyring({ listChanged });
    keys.refresh();
    reads = 0;
    const access = { ...context.access, keys };
    const server = await startTestServer({ ...context, access }, { routes });
    const ask = async (given: string, address: string) => {
      const { status, text } = await server.get("/free", { "X-API-Key": given, "X-Forwarded-For": address });
      return { status, text };
    };
    return { ask, clock: context.clock, reads: () => reads };
  }

  it("reads the file at most 60 times a minute for one address, and answers the same without", async () => {
    const { ask, clock, reads } = await openCounting();
    const answers = new Set<string>();
    for (let time = 0; time < 70; time++) answers.add(JSON.stringify(await ask(createSecret(), "192.0.2.7")));
    assert.equal(reads(), 60);
    assert.equal(answers.size, 1);
    await ask(createSecret(), "192.0.2.8");
    assert.equal(reads(), 61, "another address has its own");
    clock.advance(60_000);
    await ask(createSecret(), "192.0.2.7");
    assert.equal(reads(), 62);
  });

  it("never reads the file for what is no key", async () => {
    const { ask, reads } = await openCounting();
    const mistyped = createSecret().replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const given of ["nonsense", mistyped, "x".repeat(46), `${createSecret()}0`]) {
      assert.equal((await ask(given, "192.0.2.7")).status, 401);
    }
    assert.equal(reads(), 0);
  });
});

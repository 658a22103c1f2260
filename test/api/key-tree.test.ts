import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { openTestApi } from "../support/service/api.ts";

// What a key may touch: it lists and revokes itself and its descendants, and rotates itself alone.

const gate = await openTestApi({ hasTestKey: false, config: { keysPerHour: 100_000, pagesPerMinute: 100_000 } });

interface Member {
  readonly id: string;
  readonly secret: string;
}

async function makeChild(parent: Member): Promise<Member> {
  const { json } = await gate.call("POST", "/api/v1/keys?name=Child&email=child@example.org", parent.secret);
  return { id: json.data.id, secret: json.data.key };
}

/** A grandmother with two daughters, of whom the first has a child. */
async function makeFamily() {
  const root = await gate.make({ email: "child@example.org" });
  const first = await makeChild(root);
  const second = await makeChild(root);
  const grandchild = await makeChild(first);
  return { root, first, second, grandchild };
}

const list = async (key: Member): Promise<string[]> =>
  (await gate.get("/api/v1/keys", key.secret)).json.data.map((one: { id: string }) => one.id);
const revoke = (by: Member, id: string) => gate.call("DELETE", `/api/v1/keys/${id}`, by.secret);
const rotate = (by: Member, id: string) => gate.call("POST", `/api/v1/keys/${id}/rotate`, by.secret);
const isAlive = async (key: Member) => (await gate.get("/api/v1/keys", key.secret)).status === 200;

describe("GET /api/v1/keys", () => {
  it("lists the key itself first, then its descendants, and shows no secret", async () => {
    const { root, first, second, grandchild } = await makeFamily();
    const { headers, json, text } = await gate.get("/api/v1/keys", root.secret);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(json.data[0].id, root.id);
    assert.deepEqual(
      json.data.map((one: { id: string }) => one.id).sort(),
      [root.id, first.id, second.id, grandchild.id].sort(),
    );
    assert.deepEqual(json.data[0], {
      id: root.id,
      name: "Ada",
      email: "child@example.org",
      tier: "free",
      key_prefix: root.secret.slice(0, 12),
      created_at: "2026-11-20T12:00:00.000Z",
      last_used_at: "2026-11-20T12:00:00.000Z",
      revoked_at: null,
      daily_limit: 1_000,
      monthly_limit: 10_000,
      current: true,
    });
    assert.equal(json.data[1].current, false);
    assert.equal(json.data.find((one: { id: string }) => one.id === second.id).last_used_at, null);
    for (const { secret } of [root, first, second]) assert.ok(!text.includes(secret.slice(0, 20)));
    gate.clock.advance(1_000);
    const newest = await makeChild(second);
    gate.clock.advance(-1_000);
    assert.equal((await list(root)).at(-1), newest.id, "the oldest first, whoever made them");
  });
});

describe("DELETE /api/v1/keys/{key_id}", () => {
  it("revokes a descendant for good, answers the same when repeated, and leaves its descendants alone", async () => {
    const { root, first, grandchild } = await makeFamily();
    const { status, json } = await revoke(root, first.id);
    assert.equal(status, 200);
    assert.deepEqual(json.data, { id: first.id, revoked: true, revoked_at: "2026-11-20T12:00:00.000Z" });
    gate.clock.advance(1_000);
    assert.deepEqual((await revoke(root, first.id.toUpperCase())).json.data, json.data);
    gate.clock.advance(-1_000);
    assert.equal(await isAlive(first), false);
    assert.equal(await isAlive(grandchild), true);
    assert.equal((await revoke(root, grandchild.id)).status, 200, "still a descendant");
    const shown = (await gate.get("/api/v1/keys", root.secret)).json.data;
    assert.ok(shown.find((one: { id: string }) => one.id === first.id).revoked_at);
  });

  it("revokes the calling key itself", async () => {
    const { root, first } = await makeFamily();
    assert.equal((await revoke(root, root.id)).status, 200);
    const again = await revoke(root, root.id);
    assert.deepEqual([again.status, again.json.detail.error], [401, "revoked_api_key"]);
    assert.equal(await isAlive(first), true);
  });
});

describe("what is out of a key's reach", () => {
  it("is whatever is no key", async () => {
    const { root } = await makeFamily();
    for (const id of ["nonsense", "%00", root.secret]) {
      const reply = await revoke(root, id);
      assert.deepEqual([reply.status, reply.json.detail.error], [404, "key_not_found"], id);
    }
  });

  it("is the same as in a model of the tree, whatever the tree", async () => {
    const tree = fc.array(fc.nat(), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(tree, fc.nat(), fc.nat(), async (makers, caller, target) => {
        const members: Member[] = [];
        const parents: (number | undefined)[] = [];
        for (const [index, maker] of makers.entries()) {
          // Every third one is made without a key.
          const parent = index === 0 || maker % 3 === 0 ? undefined : maker % index;
          const at = parent === undefined ? undefined : members[parent];
          members.push(at === undefined ? await gate.make({ email: "child@example.org" }) : await makeChild(at));
          parents.push(parent);
        }
        const [by, of] = [caller % members.length, target % members.length];
        const [byKey, ofKey] = [members[by], members[of]];
        assert.ok(byKey && ofKey);
        const descends = (index: number | undefined): boolean =>
          index !== undefined && (index === by || descends(parents[index]));
        const family = members.filter((_, index) => descends(index)).map(({ id }) => id);
        assert.deepEqual((await list(byKey)).sort(), family.sort());
        const rotated = await rotate(byKey, ofKey.id);
        assert.equal(rotated.status, by === of ? 200 : 404);
        const secret = by === of ? rotated.json.data.key : byKey.secret;
        const revoked = await revoke({ ...byKey, secret }, ofKey.id);
        assert.equal(revoked.status, descends(of) ? 200 : 404);
        if (by !== of) assert.equal(await isAlive(ofKey), !descends(of));
      }),
      { numRuns: 40 },
    );
  });
});

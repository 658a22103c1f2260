import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Config } from "../../../src/config.ts";
import { digestOf, toFixedKey } from "../../../src/domain/accounts/keys.ts";
import {
  createKey,
  listChangedKeys,
  listKeys,
  revokeKey,
  rotateKey,
  setKeyTier,
  touchKeys,
} from "../../../src/store/accounts/keys.ts";
import { openTestApi } from "../../support/service/api.ts";
import { START } from "../../support/store/builders.ts";
import { openTestWriter, temporaryFile } from "../../support/store/writer.ts";

const ada = { name: "Ada", email: "ada@example.org", tier: "free" } as const;

describe("changes of keys", () => {
  it("are listed once, in their order, whoever made them; being used is none", () => {
    const { db } = openTestWriter();
    const idsAfter = (seq: number) => listChangedKeys(db, seq).keys.map(({ key }) => key.id);
    const [one, two] = [createKey(db, ada, START), createKey(db, ada, START)];
    assert.deepEqual(idsAfter(0), [one.id, two.id]);
    let { seq } = listChangedKeys(db, 0);
    assert.deepEqual(idsAfter(seq), []);
    touchKeys(db, [{ keyId: one.id, lastUsedAt: START }]);
    assert.deepEqual(idsAfter(seq), []);
    for (const change of [
      () => rotateKey(db, one.id, 1, START),
      () => setKeyTier(db, { id: one.id, tier: "pro" }, START),
      () => revokeKey(db, one.id, START),
    ]) {
      change();
      assert.deepEqual(idsAfter(seq), [one.id]);
      seq = listChangedKeys(db, seq).seq;
    }
    assert.throws(() => rotateKey(db, one.id, 0, START), { code: "revoked_api_key" });
    assert.throws(() => revokeKey(db, "nobody", START), { code: "key_not_found" });
    assert.deepEqual(idsAfter(seq), []);
  });

  it("are read to their end, a thousand at a time, makers after their children too", async () => {
    const gate = await openTestApi({ hasTestKey: false });
    const { db } = gate.writer;
    const parent = createKey(db, ada, START);
    gate.writer.db.exec(`
      WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers LIMIT 2500)
      INSERT INTO keys (key_id, parent_id, key_prefix, name, email, tier, created_at)
      SELECT value, '${parent.id}', 'tb_live_0000', 'Child', 'a@b.co', 'free', value FROM numbers
    `);
    setKeyTier(db, { id: parent.id, tier: "pro" }, START);
    gate.access.keys.refresh();
    assert.equal(gate.access.keys.listWithDescendants(parent.id).length, 2_501);
    assert.equal(gate.access.keys.find(parent.id)?.tier, "pro");
    const made = [...listKeys(db)].map(({ createdAt }) => createdAt);
    assert.deepEqual(made, [...Array.from({ length: 2500 }, (_, index) => index + 1), START]);
  });
});

describe("secrets that ended", () => {
  it("are remembered up to a hundred, the latest", () => {
    const { db } = openTestWriter();
    const { id, secret } = createKey(db, ada, START);
    const made = [secret];
    for (let index = 1; index <= 150; index++) made.push(rotateKey(db, id, 0, START + index).secret);
    const secrets = listChangedKeys(db, 0).keys[0]?.secrets ?? [];
    assert.deepEqual(secrets.map(({ digest }) => digest).toSorted(), made.slice(-101).map(digestOf).toSorted());
    assert.equal(secrets.filter(({ expiresAt }) => expiresAt === null).length, 1);
  });
});

describe("keys that follow from a text", () => {
  it("end when a demo starts that others may reach, and only those", async () => {
    const file = temporaryFile();
    const open = (config: Partial<Config>) => openTestWriter({ file, config: { isDemo: true, ...config } });
    const first = open({});
    const fixed = createKey(first.db, { ...ada, fixed: toFixedKey("a demo") }, START);
    const random = createKey(first.db, ada, START);
    await first.writer.close();
    const reached: readonly (readonly [config: Partial<Config>, revoked: number])[] = [
      [{}, 0],
      [{ host: "0.0.0.0" }, 1],
      [{}, 1],
    ];
    for (const [config, count] of reached) {
      const { writer, value } = open(config);
      assert.equal(value("SELECT count(*) FROM keys WHERE key_id = ? AND revoked_at > 0", fixed.id), count);
      assert.equal(value("SELECT revoked_at FROM keys WHERE key_id = ?", random.id), null);
      await writer.close();
    }
  });
});

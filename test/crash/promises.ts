import assert from "node:assert/strict";
import { SharedClock } from "../../src/clock.ts";
import { digestOf } from "../../src/domain/accounts/keys.ts";
import { setKeyTier } from "../../src/store/accounts/keys.ts";
import { type Db, openDatabase } from "../../src/store/database/db.ts";

/**
 * Counts of requests that were answered this long before a kill must be saved. Nothing bounds how late they are on a machine
 * without time, so this is far more than was ever measured, and no promise.
 */
const SAVED_AFTER_MS = 10_000;

/** What the service, or the command line beside it, has said is done, of one key. */
interface Promised {
  readonly id: string;
  secret: string;
  tier: string;
  isRevoked: boolean;
  /** True while it is being changed, of which the outcome is not known yet. */
  isBusy: boolean;
  /** When requests were answered since the last kill, by `performance.now()`. */
  answeredAt: number[];
  /** Requests that were counted before the last kill. */
  usedBefore: number;
}

/** Works on a service as callers and its operator do, and remembers what it was promised. */
export function createPromises(file: string) {
  const keys: Promised[] = [];
  let url = "";
  const call = async (method: string, path: string, secret?: string): Promise<Response | undefined> => {
    try {
      return await fetch(`${url}${path}`, { method, headers: secret === undefined ? {} : { "X-API-Key": secret } });
    } catch {
      // Killed before it answered: nothing was promised.
      return undefined;
    }
  };
  const said = async (response: Response | undefined): Promise<{ id: string; key: string } | undefined> => {
    if (response === undefined) return undefined;
    const text = await response.text().catch(() => "");
    assert.ok(response.status < 500 || response.status === 503, `${response.status} ${text}`);
    return response.ok && text !== "" ? (JSON.parse(text) as { data: { id: string; key: string } }).data : undefined;
  };
  return {
    listensAt(address: string): void {
      url = address;
    },
    count: () => keys.length,
    /** How many requests were answered since the last kill. */
    answered: () => keys.reduce((sum, { answeredAt }) => sum + answeredAt.length, 0),

    async create(): Promise<void> {
      const made = await said(await call("POST", "/api/v1/keys?name=me&email=me@example.com"));
      if (made !== undefined)
        keys.push({
          id: made.id,
          secret: made.key,
          tier: "free",
          isRevoked: false,
          isBusy: false,
          answeredAt: [],
          usedBefore: 0,
        });
    },

    /** Changes a key that nobody else changes at the same time; a change that was not answered leaves it out of the checks. */
    async alone(key: Promised, change: () => Promise<boolean>): Promise<void> {
      key.isBusy = true;
      if (await change()) key.isBusy = false;
      else keys.splice(keys.indexOf(key), 1);
    },

    async rotate(key: Promised): Promise<boolean> {
      const made = await said(await call("POST", `/api/v1/keys/${key.id}/rotate`, key.secret));
      if (made !== undefined) key.secret = made.key;
      return made !== undefined;
    },

    async revoke(key: Promised): Promise<boolean> {
      key.isRevoked = (await said(await call("DELETE", `/api/v1/keys/${key.id}`, key.secret))) !== undefined;
      return key.isRevoked;
    },

    /** As `toteboard keys set-tier` does. */
    async setTier(key: Promised, tier: "free" | "pro"): Promise<boolean> {
      const db = openDatabase(file, "read-write", undefined);
      try {
        setKeyTier(db, { id: key.id, tier }, new SharedClock().now());
        key.tier = tier;
        return true;
      } finally {
        db.close();
      }
    },

    async ask(key: Promised): Promise<void> {
      const response = await call("GET", "/api/v1/markets?page_size=5", key.secret);
      if (response === undefined) return;
      await response.text().catch(() => "");
      if (response.ok) key.answeredAt.push(performance.now());
    },

    /** A key that works as far as anybody knows. */
    pick: (chance: () => number): Promised | undefined => {
      const usable = keys.filter(({ isRevoked }) => !isRevoked);
      return usable[Math.floor(chance() * usable.length)];
    },

    /**
     * Fails unless a database keeps all that was promised before the kill; gives how many requests were checked, and how long
     * before the kill the oldest one was answered whose count is lost.
     */
    check(db: Db, killedAt: number): { readonly requests: number; readonly forgottenMs: number } {
      let [requests, forgottenMs] = [0, 0];
      const find = db.prepare("SELECT tier, revoked_at AS revokedAt FROM keys WHERE key_id = ?");
      const findSecret = db.prepare("SELECT count(*) FROM key_secrets WHERE digest = ? AND key_id = ?").pluck();
      const countUsed = db.prepare("SELECT coalesce(sum(requests), 0) FROM daily_usage WHERE key_id = ?").pluck();
      for (const key of keys) {
        const { id, secret, tier, isRevoked } = key;
        const found = find.get(id) as { tier: string; revokedAt: number | null } | undefined;
        assert.ok(found !== undefined, `key ${id} was made and is gone`);
        assert.equal(found.tier, tier, `tier of ${id}`);
        if (isRevoked) assert.notEqual(found.revokedAt, null, `key ${id} was revoked`);
        assert.equal(findSecret.get(Buffer.from(digestOf(secret), "hex"), id), 1, `the newest secret of ${id}`);
        const used = Number(countUsed.get(id));
        const [oldestLost] = key.answeredAt.toSorted((a, b) => a - b).slice(used - key.usedBefore);
        if (oldestLost !== undefined) forgottenMs = Math.max(forgottenMs, killedAt - oldestLost);
        requests += key.answeredAt.length;
        Object.assign(key, { answeredAt: [], usedBefore: used });
      }
      assert.ok(
        forgottenMs < SAVED_AFTER_MS,
        `a request was answered ${forgottenMs} ms before the kill and is not counted`,
      );
      return { requests, forgottenMs };
    },
  };
}

import type { Key } from "../domain/accounts/keys.ts";
import type { ChangedKey, KeySecret } from "../store/accounts/keys.ts";
import type { Store } from "../store/open.ts";
import { createAddressLimit } from "./address-limit.ts";

/** A secret found by its digest. */
export interface KnownSecret {
  readonly key: Key;
  readonly digest: string;
  /** When its grace period ends; null for the key's newest secret. */
  readonly expiresAt: number | null;
}

/** All keys, in memory, so that no request reads them from the database. */
export type Keyring = ReturnType<typeof createKeyring>;

/** Reads that an address may cause by guessing keys; beyond them a new key works after the next regular refresh. */
const LOOKUPS_PER_MINUTE = 60;

interface StoredKey {
  key: Key;
  secrets: readonly KeySecret[];
}

export function createKeyring(reader: Pick<Store["keys"], "listChanged">) {
  const stored = new Map<string, StoredKey>();
  // By parent id, apart from the keys: a parent that changed lately is read after its children.
  const children = new Map<string, string[]>();
  const secrets = new Map<string, { owner: StoredKey; expiresAt: number | null }>();
  const lookups = createAddressLimit();
  let seen = 0;

  const addChild = (parentId: string, id: string): void => {
    const siblings = children.get(parentId);
    if (siblings === undefined) children.set(parentId, [id]);
    else siblings.push(id);
  };

  const put = ({ key, secrets: current }: ChangedKey): void => {
    const owner = stored.get(key.id) ?? { key, secrets: [] };
    if (!stored.has(key.id)) {
      stored.set(key.id, owner);
      if (key.parentId !== null) addChild(key.parentId, key.id);
    }
    for (const { digest } of owner.secrets) secrets.delete(digest);
    owner.key = key;
    owner.secrets = current;
    for (const { digest, expiresAt } of current) secrets.set(digest, { owner, expiresAt });
  };

  const refresh = (): void => {
    for (;;) {
      const { keys, seq } = reader.listChanged(seen);
      if (seq <= seen) return;
      keys.forEach(put);
      seen = seq;
    }
  };

  return {
    findSecret(digest: string): KnownSecret | undefined {
      const found = secrets.get(digest);
      return found === undefined ? undefined : { key: found.owner.key, digest, expiresAt: found.expiresAt };
    },

    find: (id: string): Key | undefined => stored.get(id)?.key,

    /** A key and all its descendants, itself first, then the oldest first. */
    listWithDescendants(id: string): Key[] {
      const family: Key[] = [];
      const waiting = [id];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const one = stored.get(next);
        if (one === undefined) continue;
        family.push(one.key);
        waiting.push(...(children.get(next) ?? []));
      }
      const [first, ...rest] = family;
      return first === undefined ? [] : [first, ...rest.sort(byAge)];
    },

    /** Whether a key is `ancestor` or descends from it. */
    isSameOrDescendant(id: string, ancestor: string): boolean {
      for (let key = stored.get(id)?.key; key !== undefined; key = stored.get(key.parentId ?? "")?.key) {
        if (key.id === ancestor) return true;
      }
      return false;
    },

    /** Reads the keys that changed since the last refresh. Cheap when none did. */
    refresh,

    /** The same for a caller with an unknown key, at most 60 times a minute for each address. `now` in epoch ms. */
    refreshFor(address: string, now: number): void {
      if (lookups.tryAdmit(address, now, LOOKUPS_PER_MINUTE)) refresh();
    },
  };
}

const byAge = (a: Key, b: Key): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

import type { Key } from "../domain/keys.ts";
import type { ChangedKey, KeySecret, Keys } from "../store/accounts/index.ts";
import { createAddressLimit } from "./address-limit.ts";

/** A secret that is known by its digest. */
export interface KnownSecret {
  readonly key: Key;
  /** When its grace ends; null for the key's newest secret. */
  readonly expiresAt: number | null;
}

/** All keys, in memory, so that no request reads them from the database. */
export interface Keyring {
  findSecret(digest: string): KnownSecret | undefined;
  find(id: string): Key | undefined;
  /** A key and all its descendants, itself first, then the oldest first. */
  listFamily(id: string): Key[];
  /** Whether a key is `ancestor` or descends from it. */
  isFamily(id: string, ancestor: string): boolean;
  /** Takes in what changed since the last time, whoever changed it. Cheap when nothing did. */
  refresh(): Promise<void>;
  /** Does so for a caller with an unknown key, a bounded number of times a minute for each address. `now` in epoch ms. */
  refreshFor(address: string, now: number): Promise<void>;
}

/** An address that guesses keys costs no more reads than this; a new key then works with the next regular refresh. */
const LOOKUPS_PER_MINUTE = 60;

interface Held {
  key: Key;
  secrets: readonly KeySecret[];
}

export function createKeyring(stored: Keys): Keyring {
  const held = new Map<string, Held>();
  // Apart from the keys, for a maker that changed lately is read after its children.
  const children = new Map<string, string[]>();
  const secrets = new Map<string, { holder: Held; expiresAt: number | null }>();
  const lookups = createAddressLimit();
  let seen = 0;

  const addChild = (parentId: string, id: string): void => {
    const siblings = children.get(parentId);
    if (siblings === undefined) children.set(parentId, [id]);
    else siblings.push(id);
  };

  const take = ({ key, secrets: current }: ChangedKey): void => {
    const holder = held.get(key.id) ?? { key, secrets: [] };
    if (!held.has(key.id)) {
      held.set(key.id, holder);
      if (key.parentId !== null) addChild(key.parentId, key.id);
    }
    for (const { digest } of holder.secrets) secrets.delete(digest);
    holder.key = key;
    holder.secrets = current;
    for (const { digest, expiresAt } of current) secrets.set(digest, { holder, expiresAt });
  };

  const refresh = async (): Promise<void> => {
    for (;;) {
      const { keys, seq } = await stored.listChanged(seen);
      if (seq <= seen) return;
      keys.forEach(take);
      seen = seq;
    }
  };

  return {
    findSecret(digest) {
      const found = secrets.get(digest);
      return found === undefined ? undefined : { key: found.holder.key, expiresAt: found.expiresAt };
    },

    find: (id) => held.get(id)?.key,

    listFamily(id) {
      const family: Key[] = [];
      const waiting = [id];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const one = held.get(next);
        if (one === undefined) continue;
        family.push(one.key);
        waiting.push(...(children.get(next) ?? []));
      }
      const [first, ...rest] = family;
      return first === undefined ? [] : [first, ...rest.sort(byAge)];
    },

    isFamily(id, ancestor) {
      for (let key = held.get(id)?.key; key !== undefined; key = held.get(key.parentId ?? "")?.key) {
        if (key.id === ancestor) return true;
      }
      return false;
    },

    refresh,

    async refreshFor(address, now) {
      if (lookups.tryAdmit(address, now, LOOKUPS_PER_MINUTE)) await refresh();
    },
  };
}

const byAge = (a: Key, b: Key): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

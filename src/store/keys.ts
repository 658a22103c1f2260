import { randomUUID } from "node:crypto";
import { createSecret, digestOf, prefixOf } from "../domain/secrets.ts";
import type { NewKey } from "./commands.ts";
import { type Db, durably, prepare } from "./db.ts";

/** The writer's side of API keys. */
export function openKeys(db: Db) {
  const insert = prepare(db, "keys", "insert");
  return {
    /** Makes a key; it is on the disk when this returns. The secret is in the answer and nowhere else. */
    create(input: Pick<NewKey, "name" | "email" | "tier">, now: number): NewKey {
      const secret = createSecret();
      const key = { ...input, id: randomUUID(), keyPrefix: prefixOf(secret), createdAt: now };
      durably(db, () => insert.run({ ...key, digest: digestOf(secret) }));
      return { ...key, secret };
    },
  };
}

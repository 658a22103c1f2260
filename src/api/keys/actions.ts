import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import { upgradeUrlOf } from "../../site.ts";

interface KeyOwner {
  readonly name: string;
  readonly email: string;
  /** The key it becomes a child of. */
  readonly parentId?: string | undefined;
}

/** Creates a free key for a caller. Throws AppError key_creation_limit_exceeded. */
export const createKey = ({ commands, config, site }: Context, address: string, owner: KeyOwner) =>
  commands.createKey({
    ...owner,
    tier: "free",
    origin: { address, perHour: config.keysPerHour, upgradeUrl: upgradeUrlOf(site) },
  });

/** Revokes a key that is `own` or descends from it, and ends its subscription. Throws AppError key_not_found. */
export async function revokeKey({ access, commands, billing }: Context, own: Key, givenId: string): Promise<Key> {
  const { id } = getKey(access, givenId, (found) => access.keys.isFamily(found, own.id));
  const revoked = await commands.revokeKey({ id });
  billing?.cancelUnwanted();
  return revoked;
}

/** Throws AppError key_not_found, the same for a key that does not exist and one that the caller may not change. */
export function getKey({ keys }: Context["access"], givenId: string, mayChange: (id: string) => boolean): Key {
  const key = keys.find(givenId.toLowerCase());
  if (key !== undefined && mayChange(key.id)) return key;
  throw new AppError("key_not_found", "there is no key with this id that your key may change");
}

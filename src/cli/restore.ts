import { SharedClock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { acquireLock } from "../store/database/lock.ts";
import { type Restored, requireBackup, restore } from "../store/database/restore.ts";
import type { RestoredKey } from "../store/database/restored-accounts.ts";
import { type Arguments, type Command, readFile } from "./command.ts";
import { readSettings } from "./settings.ts";

export const restoreCommand: Command = {
  name: "restore",
  operands: "FILE",
  summary: "Replace the database with a backup; the old database is kept beside it",
  settings: ["db"],
  options: [
    {
      name: "keep-accounts",
      help: "keep keys, their usage, payments and alerts as they are in the database that is replaced",
    },
    { name: "revive", help: "let keys and secrets work again that were revoked or rotated since the backup" },
    {
      name: "revoke-created-after",
      value: "TIME",
      help: "revoke keys made or rotated after TIME, such as 2026-11-22T10:00:00Z",
    },
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  const backup = readFile(restoreCommand, args);
  const { db } = readSettings(args);
  const revokesCreatedAfter = readTime(args, "revoke-created-after");
  const keepsAccounts = args.isGiven("keep-accounts");
  const revives = args.isGiven("revive");
  const addonPath = extractAddon();
  requireBackup(backup, addonPath);
  const lock = acquireLock(db, addonPath);
  try {
    const now = new SharedClock().now();
    const restored = await restore(backup, db, { addonPath, now, keepsAccounts, revives, revokesCreatedAfter });
    const before = restored.kept === undefined ? "" : `; what was there before is ${restored.kept}`;
    process.stdout.write(
      `${[...report(restored, backup, revives), `${db} now holds what ${backup} holds${before}`].join("\n")}\n`,
    );
    return 0;
  } finally {
    lock.release();
  }
}

/** Reads a date, or a time with its zone, as epoch milliseconds. Throws UsageError. */
function readTime(args: Arguments, option: string): number | undefined {
  const text = args.findValue(option);
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw new UsageError(
    `--${option}: expected a date or a time in UTC such as 2026-11-22T10:00:00Z, not '${text.slice(0, 80)}'`,
  );
}

/** What the restore changes about keys, in lines. */
function report({ kept: replaced, undone, revoked }: Restored, backup: string, revives: boolean): string[] {
  const lines = list("revoked now, because they were made or rotated after the time given", revoked);
  if (replaced === undefined) return lines;
  if (undone === undefined) {
    return [
      ...lines,
      "The database that was there cannot be read: keys revoked or rotated since the backup work again as they did then.",
      "Look through 'toteboard keys list', or restore again with --revoke-created-after TIME.",
    ];
  }
  // A key that is revoked now works in neither way.
  const isLeft = ({ id }: RestoredKey): boolean => !revoked.some((key) => key.id === id);
  const { made, moved } = undone;
  const [rotated, ended] = [undone.rotated.filter(isLeft), undone.revoked.filter(isLeft)];
  const undoneLines = [
    ...list("made since the backup and gone", made),
    ...(revives ? list("revoked since the backup, which WORK AGAIN", ended) : []),
    ...(revives
      ? list("rotated since the backup, whose FORMER secrets work again and whose new ones do not", rotated)
      : []),
    ...list("moved to another tier since the backup", moved, ({ from, to }) => `, back from ${to} to ${from}`),
  ];
  const advice = undoneLines.length === 0 ? [] : adviceOf(replaced, backup);
  const kept = revives
    ? []
    : [
        ...list("revoked since the backup, which is kept", ended),
        ...list("rotated since the backup, which is kept: their new secrets go on", rotated),
      ];
  return [...lines, ...kept, ...undoneLines, ...advice];
}

/** To keep all keys, the replaced database has to be put back first: the current one has the keys of the backup. */
const adviceOf = (kept: string, backup: string): string[] => [
  "Revoke keys with 'toteboard keys revoke ID', or keep all keys as they were:",
  `  toteboard restore '${kept}'`,
  `  toteboard restore --keep-accounts '${backup}'`,
  "Keys that are paid for with Stripe are brought up to date when the service starts.",
  "",
];

const list = <T extends RestoredKey>(
  what: string,
  keys: readonly T[],
  more: (key: T) => string = () => "",
): string[] =>
  keys.length === 0
    ? []
    : [
        `${keys.length} ${keys.length === 1 ? "key was" : "keys were"} ${what}:`,
        ...keys.map((key) => `  ${key.id}  ${key.name} <${key.email}>${more(key)}`),
      ];

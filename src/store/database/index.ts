export { extractAddon } from "./addon.ts";
export { type Backup, backUp } from "./backup.ts";
export { openDataVersion, openVersioning } from "./data-version.ts";
export {
  checkpoint,
  consistently,
  copyLog,
  countFreePages,
  type Db,
  durably,
  findDamage,
  immediately,
  isBusy,
  isLogged,
  openDatabase,
  openStatements,
  pageBytesOf,
  prepare,
  prepareText,
  readLog,
  releaseCache,
  releasePages,
  type Statement,
  sqliteVersion,
} from "./db.ts";
export { EXPORTS, type Export, type ExportKind, type ExportRow, openExport } from "./export.ts";
export { requireWritable, sizeOf } from "./files.ts";
export { acquireLock, hasLockFile, type Lock, tryLock } from "./lock.ts";
export { migrate, readSchemaVersion, requireOwn, requireSchema, schemaVersion } from "./migrations.ts";
export {
  claimFeed,
  type Feed,
  findPosition,
  findProPrice,
  isDemo,
  isDemoFile,
  isRestored,
  markRestored,
  readFeed,
  requireUsable,
  savePosition,
  saveProPrice,
} from "./properties.ts";
export { getQuery } from "./queries.ts";
export { type Restored, requireBackup, restore, toStamp } from "./restore.ts";
export type { RestoredKey } from "./restored-accounts.ts";
export { explainTrouble, type FileWatch, type Trouble, troubleOf, watchFile } from "./trouble.ts";

// The database file: opening, statements, migrations, lock, backup, restore.
export { extractAddon } from "./addon.ts";
export { type Backup, backUp } from "./backup.ts";
export {
  type BackupFolder,
  backupTime,
  isBackupName,
  isUnfinishedName,
  listBackups,
  type StoredBackup,
} from "./backup-folder.ts";
export { openDataVersion, openVersioning } from "./data-version.ts";
export {
  checkpoint,
  consistently,
  copyWal,
  countFreePages,
  type Db,
  durably,
  findDamage,
  immediately,
  isBusy,
  openDatabase,
  openStatements,
  pageBytesOf,
  prepare,
  prepareText,
  readWal,
  releaseCache,
  releasePages,
  type Statement,
  sqliteVersion,
  usesWal,
} from "./db.ts";
export { requireWritable, sizeOf } from "./files.ts";
export { acquireLock, hasLockFile, type Lock, tryLock } from "./lock.ts";
export { migrate, readSchemaVersion, requireOwn, requireSchema, schemaVersion } from "./migrations.ts";
export {
  claimDataKind,
  type DataKind,
  findPosition,
  findProPrice,
  isDemo,
  isDemoFile,
  isRestored,
  markRestored,
  readDataKind,
  requireUsable,
  savePosition,
  saveProPrice,
} from "./properties.ts";
export { getQuery } from "./queries.ts";
export { type Restored, requireBackup, restore, toStamp } from "./restore.ts";
export type { RestoredKey } from "./restored-accounts.ts";
export { explainTrouble, type Trouble, troubleOf, watchFile } from "./trouble.ts";
export { openUnchanged } from "./unchanged.ts";

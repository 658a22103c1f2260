// Backups, retention, categories by new rules, the order of titles and the demo's archive.
export { type BackupMaker, createBackupMaker } from "./backup.ts";
export { applyCategoryRules } from "./categories.ts";
export { closePassed, foldHistory, keepBounded, type Retention, trimChanges } from "./maintenance.ts";
export { seedArchive } from "./seed.ts";
export { rankTitles } from "./titles.ts";

// What the operator is told of the service itself: messages without a key, which go to the operator's webhooks.

import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../clock.ts";
import { ageOf, spanText } from "../../domain/freshness.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { OperatorMessage } from "../../store/commands.ts";
import { type Db, immediately, type Trouble } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { readPlatformReads } from "../../store/runs.ts";
import { enqueueMessage } from "../../store/webhooks/deliveries.ts";

/** The data of a platform that is older than this. */
const STALE_MS = HOUR_MS;
/** Of the disk: below it a large pass may not fit any more. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;

interface OperatorMessageDeps {
  readonly clock: Clock;
  readonly platforms: readonly string[];
  /** The path of the database. */
  readonly file: string;
  /** Bytes that the disk has left. */
  readonly findFree?: () => number;
}

export function createOperatorMessages(db: Db, deps: OperatorMessageDeps) {
  const { clock, platforms, file, findFree = () => freeBytesOf(dirname(file)) } = deps;
  let fullSince: number | undefined;
  const tell = ({ type, ...data }: OperatorMessage): void =>
    immediately(db, () => void enqueueMessage(db, { keyId: null, type, data, at: clock.running(), alertId: null }));

  /** Tells of a trouble once, until it is over; what was told outlives the process. */
  const tellOnce = (name: string, isSo: boolean, message: () => OperatorMessage): void => {
    const job = `told:${name}`;
    if ((findPosition(db, job) === 1) === isSo) return;
    immediately(db, () => {
      savePosition(db, job, isSo ? 1 : 0);
      if (isSo) tell(message());
    });
  };
  /** Looks whether platforms are stale and the disk is nearly full. */
  const look = (): void => {
    for (const platform of platforms) {
      const age = ageOf(readPlatformReads(db, platform).lastSuccessAt, clock.now());
      if (age === undefined) continue;
      const { name } = getPlatform(platform);
      tellOnce(`stale ${platform}`, age >= STALE_MS, () => ({
        type: "service.source_stale",
        title: `${name} is stale`,
        text: `The data of ${name} is ${spanText(age)} old; 'toteboard doctor' says why.`,
      }));
    }
    const free = findFree();
    tellOnce("disk", free < LEAST_FREE_BYTES, () => ({
      type: "service.disk_full",
      title: "The disk is nearly full",
      text: `The disk of the database has ${Math.floor(free / 1024 / 1024)} MB left: make room on it.`,
    }));
  };

  return {
    tell,
    look,
    job: { name: "tell-operator", everyMs: MINUTE_MS, firstMs: 35 * SECOND_MS, run: look },

    /** While the disk is full nothing can be stored: the message comes after it. */
    noteTrouble(trouble: Trouble | null): void {
      if (trouble === "disk_full") fullSince ??= clock.running();
      if (trouble !== null || fullSince === undefined) return;
      const span = spanText(clock.running() - fullSince);
      fullSince = undefined;
      tell({
        type: "service.disk_full",
        title: "The disk was full",
        text: `Nothing could be stored for ${span}; it can again.`,
      });
    },

    tellOfBackup: (reason: string): void =>
      tell({ type: "service.backup_failed", title: "A backup failed", text: reason }),
  };
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

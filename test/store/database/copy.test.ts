import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, it } from "node:test";
import { watchCopy } from "../../../src/store/database/copy.ts";
import { listen } from "../../support/service/listen.ts";
import { temporaryFolder } from "../../support/service/process.ts";
import { fixedClock } from "../../support/store/writer.ts";

/** A watch, and what it reads of Litestream 0.3.13: its metrics and the sizes of its files, which a test sets. */
async function open() {
  const folder = temporaryFolder();
  const file = join(folder, "toteboard.db");
  let metrics: string | undefined;
  const server = createServer((_, response) => {
    if (metrics === undefined) response.writeHead(500).end();
    else response.end(metrics);
  });
  const clock = fixedClock();
  const metricsUrl = `http://127.0.0.1:${await listen(server)}/metrics`;
  const copy = watchCopy({ file, metricsUrl, clock });
  const litestream = join(folder, ".toteboard.db-litestream");
  let syncs = 0;
  return {
    /** The sizes of the files of a generation, by their numbers. */
    hasFiles(generation: string, sizes: Readonly<Record<number, number>>): void {
      const folderOfFiles = join(litestream, "generations", generation, "wal");
      rmSync(folderOfFiles, { recursive: true, force: true });
      mkdirSync(folderOfFiles, { recursive: true });
      writeFileSync(join(litestream, "generation"), `${generation}\n`);
      for (const [index, size] of Object.entries(sizes)) {
        writeFileSync(join(folderOfFiles, `${Number(index).toString(16).padStart(8, "0")}.wal`), Buffer.alloc(size));
      }
    },
    /** What is known once some seconds have passed, and Litestream's metrics are these: a path, and places of replicas. */
    async lookAfter(
      seconds: number,
      replicas: readonly (readonly [index: number, offset: number])[] | undefined,
      { path = file, isSyncing = true, errors = 0 } = {},
    ) {
      clock.advance(seconds * 1000);
      if (isSyncing) syncs++;
      const lines = [
        `litestream_sync_count{db="${path}"} ${syncs}`,
        `litestream_sync_error_count{db="${path}"} ${errors}`,
      ];
      for (const [at, [index, offset]] of (replicas ?? []).entries()) {
        lines.push(`litestream_replica_wal_index{db="${path}",name="${at}"} ${index}`);
        lines.push(`litestream_replica_wal_offset{db="${path}",name="${at}"} ${offset.toExponential()}`);
      }
      metrics = replicas === undefined ? undefined : lines.join("\n");
      await copy.look();
      const { behindSeconds, missingBytes, trouble } = copy.status();
      return [behindSeconds, missingBytes, trouble];
    },
  };
}

describe("how far the copy by Litestream is behind", () => {
  it("is at least the second between its looks at the log", async () => {
    const { hasFiles, lookAfter } = await open();
    hasFiles("a", { 0: 500 });
    assert.deepEqual(await lookAfter(1, [[0, 500]]), [1, 0, undefined]);
  });

  it("grows until the replica has come to where the log was, also while more is written all the time", async () => {
    const { hasFiles, lookAfter } = await open();
    hasFiles("a", { 0: 500 });
    assert.deepEqual(await lookAfter(0, [[0, 500]]), [1, 0, undefined]);
    hasFiles("a", { 0: 700 });
    assert.deepEqual(await lookAfter(2, [[0, 500]]), [3, 200, undefined]);
    hasFiles("a", { 0: 900, 1: 100 });
    assert.deepEqual(await lookAfter(2, [[0, 600]]), [5, 400, undefined]);
    hasFiles("a", { 0: 900, 1: 300 });
    assert.deepEqual(await lookAfter(2, [[0, 700]]), [5, 500, undefined]);
    assert.deepEqual(await lookAfter(2, [[1, 100]]), [5, 200, undefined]);
    hasFiles("a", { 1: 300 });
    assert.deepEqual(await lookAfter(2, [[1, 300]]), [1, 0, undefined]);
  });

  it("is that of the replica that is furthest behind", async () => {
    const { hasFiles, lookAfter } = await open();
    hasFiles("a", { 0: 500, 1: 100 });
    const both = [
      [1, 100],
      [0, 400],
    ] as const;
    assert.deepEqual(await lookAfter(1, both), [undefined, 200, undefined]);
  });

  it("is not known before the first copy is complete, nor by where the replica was in another generation", async () => {
    const { hasFiles, lookAfter } = await open();
    assert.deepEqual(await lookAfter(1, []), [undefined, undefined, "no_replica"]);
    hasFiles("a", { 0: 500 });
    assert.deepEqual(await lookAfter(1, []), [undefined, undefined, "no_replica"]);
    assert.deepEqual(await lookAfter(1, [[0, 500]]), [1, 0, undefined]);
    hasFiles("b", { 0: 600 });
    assert.deepEqual(await lookAfter(1, [[0, 500]]), [2, undefined, "no_replica"]);
    assert.deepEqual(await lookAfter(1, [[0, 600]]), [1, 0, undefined]);
  });

  it("grows while Litestream cannot read the log, which it says after ten seconds", async () => {
    const { hasFiles, lookAfter } = await open();
    hasFiles("a", { 0: 500 });
    await lookAfter(0, [[0, 500]]);
    assert.deepEqual(await lookAfter(4, [[0, 500]], { errors: 1 }), [5, 0, undefined]);
    assert.deepEqual(await lookAfter(6, [[0, 500]], { isSyncing: false, errors: 1 }), [11, 0, "failing"]);
    assert.deepEqual(await lookAfter(1, [[0, 500]], { errors: 1 }), [1, 0, undefined]);
  });

  it("grows while Litestream does not answer, or copies another database", async () => {
    const { hasFiles, lookAfter } = await open();
    hasFiles("a", { 0: 500 });
    await lookAfter(0, [[0, 500]]);
    assert.deepEqual(await lookAfter(60, undefined), [61, undefined, "no_answer"]);
    assert.deepEqual(await lookAfter(1, [[0, 500]], { path: "/other.db" }), [62, undefined, "no_replica"]);
  });
});

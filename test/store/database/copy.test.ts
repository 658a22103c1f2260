import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, it } from "node:test";
import { watchCopy } from "../../../src/store/database/copy.ts";
import { listen } from "../../support/service/listen.ts";
import { temporaryFolder } from "../../support/service/process.ts";
import { fixedClock } from "../../support/store/writer.ts";

/** A watch, and the metrics of Litestream 0.3.13 that it reads. */
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
  let syncs = 0;
  let shadow: readonly [index: number, offset: number] = [0, 0];
  return {
    /** Where the log has come to. */
    hasWritten(index: number, offset: number): void {
      shadow = [index, offset];
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
        `litestream_shadow_wal_index{db="${path}"} ${shadow[0]}`,
        `litestream_shadow_wal_size{db="${path}"} ${shadow[1]}`,
      ];
      for (const [at, [index, offset]] of (replicas ?? []).entries()) {
        lines.push(`litestream_replica_wal_index{db="${path}",name="${at}"} ${index}`);
        lines.push(`litestream_replica_wal_offset{db="${path}",name="${at}"} ${offset.toExponential()}`);
      }
      metrics = replicas === undefined ? undefined : lines.join("\n");
      await copy.look();
      const { behindSeconds, trouble } = copy.status();
      return [behindSeconds, trouble];
    },
  };
}

describe("how far the copy by Litestream is behind", () => {
  it("is at least the second between its looks at the log", async () => {
    const { hasWritten, lookAfter } = await open();
    hasWritten(0, 500);
    assert.deepEqual(await lookAfter(1, [[0, 500]]), [1, undefined]);
  });

  it("grows until the replica has come to where the log was, also while more is written all the time", async () => {
    const { hasWritten, lookAfter } = await open();
    hasWritten(0, 500);
    assert.deepEqual(await lookAfter(0, [[0, 500]]), [1, undefined]);
    hasWritten(0, 700);
    assert.deepEqual(await lookAfter(2, [[0, 500]]), [3, undefined]);
    hasWritten(1, 100);
    assert.deepEqual(await lookAfter(2, [[0, 600]]), [5, undefined]);
    hasWritten(1, 300);
    assert.deepEqual(await lookAfter(2, [[0, 700]]), [5, undefined]);
    assert.deepEqual(await lookAfter(2, [[1, 100]]), [7, undefined]);
    assert.deepEqual(await lookAfter(2, [[1, 300]]), [1, undefined]);
  });

  it("is that of the replica that is furthest behind", async () => {
    const { hasWritten, lookAfter } = await open();
    hasWritten(1, 100);
    const both = [
      [1, 100],
      [0, 400],
    ] as const;
    assert.deepEqual(await lookAfter(1, both), [undefined, undefined]);
  });

  it("is not known before the first copy is complete, nor by where the replica was in another generation", async () => {
    const { hasWritten, lookAfter } = await open();
    hasWritten(0, 500);
    assert.deepEqual(await lookAfter(1, []), [undefined, "no_replica"]);
    assert.deepEqual(await lookAfter(1, [[0, 500]]), [1, undefined]);
    hasWritten(0, 300);
    assert.deepEqual(await lookAfter(1, [[0, 500]]), [2, "no_replica"]);
    assert.deepEqual(await lookAfter(1, [[0, 300]]), [1, undefined]);
  });

  it("grows while Litestream cannot read the log, which it says after ten seconds", async () => {
    const { hasWritten, lookAfter } = await open();
    hasWritten(0, 500);
    await lookAfter(0, [[0, 500]]);
    assert.deepEqual(await lookAfter(4, [[0, 500]], { errors: 1 }), [5, undefined]);
    assert.deepEqual(await lookAfter(6, [[0, 500]], { isSyncing: false, errors: 1 }), [11, "failing"]);
    assert.deepEqual(await lookAfter(1, [[0, 500]], { errors: 1 }), [1, undefined]);
  });

  it("grows while Litestream does not answer, or copies another database", async () => {
    const { hasWritten, lookAfter } = await open();
    hasWritten(0, 500);
    await lookAfter(0, [[0, 500]]);
    assert.deepEqual(await lookAfter(60, undefined), [61, "no_answer"]);
    assert.deepEqual(await lookAfter(1, [[0, 500]], { path: "/other.db" }), [62, "no_replica"]);
  });
});

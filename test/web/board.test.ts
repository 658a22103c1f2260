import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UpstreamError } from "../../src/sources/index.ts";
import { servePages } from "../support/service/pages.ts";
import { market, page } from "../support/store/builders.ts";
import { openTestWriter, type Script } from "../support/store/writer.ts";

/** The board over platforms that answer like this, once each was asked. */
async function readBoard(scripts: Readonly<Record<string, Script>>, { isRead = true } = {}) {
  const test = openTestWriter({ scripts });
  if (isRead) await test.writer.runOnce(new Set());
  const site = await servePages(test, { platforms: Object.keys(scripts) });
  return async (path = "/") => (await site.get(path)).text;
}

const unreachable: Script = { full: [new UpstreamError("connection", "gamma-api.polymarket.com")] };
const some: Script = { full: [page([market({ id: "q" })])] };
const notesOf = (text: string): string[] =>
  [...text.matchAll(/<p class="note">([^<]+)<\/p>/g)].map(([, note = ""]) => note);

describe("the board before there is data", () => {
  it("says in place of empty lists which platform could not be read, and why", async () => {
    const read = await readBoard({ polymarket: unreachable });
    const [note, ...more] = notesOf(await read());
    assert.match(
      note ?? "",
      /^Waiting for first data: Polymarket could not be read \(.*gamma-api\.polymarket\.com.*\)\.$/,
    );
    assert.deepEqual(more, []);
    assert.doesNotMatch(await read(), /Nothing to show yet|class="panels"/);
  });

  it("says which platform was not asked yet", async () => {
    const read = await readBoard({ kalshi: some }, { isRead: false });
    assert.deepEqual(notesOf(await read()), ["Waiting for first data: Kalshi has not been read yet."]);
  });

  it("shows what other platforms have beside it, and nothing of those that are filtered away", async () => {
    const read = await readBoard({ kalshi: some, polymarket: unreachable });
    assert.equal(notesOf(await read()).length, 1);
    assert.match(await read(), /Will q happen\?/);
    assert.deepEqual(notesOf(await read("/?platform=kalshi")), []);
    assert.doesNotMatch(await read("/?platform=polymarket"), /class="panels"/);
  });
});

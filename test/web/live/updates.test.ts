import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, it } from "node:test";
import type { Config } from "../../../src/config.ts";
import { openTestApi } from "../../support/service/api.ts";
import { market, page } from "../../support/store/builders.ts";
import type { Script } from "../../support/store/writer.ts";

/** The pages over two markets; `move` gives the first another price. */
async function open(config: Partial<Config> = {}) {
  const script: Script = { full: [page([market({ id: "q" }), market({ id: "other" })])] };
  const site = await openTestApi({ scripts: { kalshi: script }, hasPages: true, config });
  return {
    ...site,
    async move(yesPrice: number) {
      site.clock.advance(2000);
      script.full = [page([market({ id: "q", yesPrice }), market({ id: "other" })])];
      await site.writer.writer.runOnce(new Set());
    },
    /** As the script of an open page asks again. */
    update: (path: string, etag: string) => fetch(`${site.url}${path}`, { headers: { "If-None-Match": etag } }),
  };
}

describe("a page that is asked for again", () => {
  it("is the same while only time has passed, and another once a price has moved", async () => {
    const site = await open();
    for (const path of ["/", "/markets", "/markets/kalshi/q", "/events/kalshi/e1", "/search?q=happen", "/status"]) {
      const first = await fetch(`${site.url}${path}`);
      const etag = first.headers.get("etag") ?? "";
      assert.match(await first.text(), /As of /, path);
      site.clock.advance(7000);
      const same = await site.update(path, etag);
      assert.deepEqual([same.status, await same.text()], [304, ""], path);
      await site.move(400_000 + (site.clock.now() % 100_000));
      assert.equal((await site.update(path, etag)).status, 200, path);
    }
  });

  it("is sent in full to who opens it, with the ages of now", async () => {
    const site = await open();
    const etag = (await fetch(`${site.url}/status`)).headers.get("etag") ?? "";
    const headers = { "If-None-Match": etag, "Sec-Fetch-Mode": "navigate" };
    // fetch sets the mode itself.
    const [response] = (await once(get(`${site.url}/status`, { headers }), "response")) as [IncomingMessage];
    response.resume();
    assert.equal(response.statusCode, 200);
  });

  it("says its age in each encoding as of when it was made", async () => {
    const site = await open();
    const ageOf = async (coding: string): Promise<string | undefined> => {
      const response = await fetch(`${site.url}/status`, { headers: { "Accept-Encoding": coding } });
      assert.equal(response.headers.get("content-encoding"), coding);
      return /data-age="(\d+)"/.exec(await response.text())?.[1];
    };
    assert.deepEqual(await Promise.all([ageOf("br"), ageOf("gzip")]), ["0", "0"]);
    site.clock.advance(7000);
    assert.deepEqual(await Promise.all([ageOf("br"), ageOf("gzip")]), ["7", "7"]);
  });

  it("does not count with those that are asked for the first time, and may be asked for ten times as often", async () => {
    const site = await open({ pagesPerMinute: 2 });
    const etag = (await fetch(`${site.url}/status`)).headers.get("etag") ?? "";
    for (let count = 0; count < 20; count++) assert.equal((await site.update("/status", etag)).status, 304, `${count}`);
    const refused = await site.update("/status", etag);
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /At most 20 updates a minute of open pages are sent to one internet address/);
    assert.equal((await site.get("/status")).status, 200);
    assert.equal((await site.get("/status")).status, 429);
  });

  it("may be asked for as often as a frame of another site, which may be opened ten times as often", async () => {
    const site = await open({ pagesPerMinute: 1 });
    const path = "/embed/kalshi/q";
    const { headers } = await site.get(path);
    for (let count = 0; count < 10; count++) assert.equal((await site.update(path, `${headers.etag}`)).status, 304);
    for (let count = 1; count < 10; count++) assert.equal((await site.get(path)).status, 200);
    assert.deepEqual([(await site.get(path)).status, (await site.update(path, `${headers.etag}`)).status], [429, 429]);
  });

  it("counts in full unless the answer is 304, whatever its header says", async () => {
    const site = await open({ pagesPerMinute: 3 });
    const { headers } = await site.get("/markets");
    for (let count = 0; count < 2; count++) {
      assert.equal((await site.update("/markets", 'W/"made up"')).status, 200);
      assert.equal((await site.update("/markets", `${headers.etag}`)).status, count === 0 ? 304 : 429);
    }
    assert.equal((await site.get("/markets")).status, 429);
  });
});

describe("the open markets of a page", () => {
  it("are read more often for a minute after it was asked for", async () => {
    const site = await open();
    const { hub, clock } = site.context;
    assert.deepEqual(hub.named(), []);
    await site.get("/markets/kalshi/q");
    await site.get("/");
    assert.deepEqual(
      hub.named().map(({ markets }) => [...markets].toSorted()),
      [["kalshi:other", "kalshi:q"]],
    );
    clock.advance(59_000);
    await site.get("/markets/kalshi/q");
    clock.advance(1000);
    assert.equal(hub.named().length, 1);
    clock.advance(59_000);
    assert.deepEqual(hub.named(), []);
  });
});

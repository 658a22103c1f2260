import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import { findMatched, findQuestion } from "../../support/demo/paths.ts";
import { browserMissing, openVisitor } from "../../support/service/browser.ts";
import { listen } from "../../support/service/listen.ts";
import { startTestService } from "../../support/service/service.ts";

const site = browserMissing ? undefined : await startTestService({ isWholeDemo: true });
const matched = site ? await findMatched(site) : "";
const question = site ? await findQuestion(site) : "";

/** A page of another site with these in frames. */
async function openOther(sources: readonly string[], size: { width: number; height: number }): Promise<string> {
  const frames = sources.map(
    (source) => `<iframe title="x" src="${source}" width="${size.width}" height="${size.height}"></iframe>`,
  );
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>Other</title>${frames.join("")}`);
  });
  return `http://127.0.0.1:${await listen(server)}/`;
}

describe("a page of another site", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url } = site;
  const visit = openVisitor(url);
  const embeds = [matched.replace("/markets", "/embed"), `/embed${question}`];

  it("shows embeds in frames, and every other page refuses the frame", async () => {
    const pages = ["/", matched, question, "/keys"];
    const { page } = await visit("/healthz");
    await page.goto(
      await openOther(
        [...embeds, ...pages].map((path) => url + path),
        { width: 320, height: 180 },
      ),
      { waitUntil: "load" },
    );
    const frames = page.mainFrame().childFrames();
    assert.equal(frames.length, embeds.length + pages.length);
    for (const [index, path] of embeds.entries()) {
      assert.equal(frames[index]?.url(), url + path);
      assert.match((await frames[index]?.locator("h1").innerText()) ?? "", /\w+/);
    }
    for (const frame of frames.slice(embeds.length)) assert.match(frame.url(), /^chrome-error:/);
  });

  it("shows embeds that fit their frame, from 320 × 180 to 600 wide", async () => {
    for (const [width, height] of [
      [320, 180],
      [600, 220],
    ] as const) {
      for (const path of embeds) {
        const { page, complaints } = await visit(path, { viewport: { width, height } });
        const size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]";
        const [shownWidth, shownHeight] = (await page.evaluate(size)) as [number, number];
        assert.ok(shownWidth <= width && shownHeight <= height, `${path}: ${shownWidth} × ${shownHeight} in ${width}`);
        assert.deepEqual(complaints, []);
        await page.close();
      }
    }
  });
});

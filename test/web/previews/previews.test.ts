import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Subject } from "../../../src/web/embeds/subject.ts";
import { drawPicture } from "../../../src/web/previews/picture.ts";
import { createPictures } from "../../../src/web/previews/pictures.ts";
import { createRenderer } from "../../../src/web/previews/renderer.ts";
import { openQuestionSite } from "../../support/service/question-site.ts";

const site = await openQuestionSite({
  listed: {
    kalshi: [
      { id: "q", title: "Will it rain in 日本? 🌧️" },
      { id: "a.png", title: "<b>&" },
    ],
    polymarket: [{ id: "q" }],
  },
  matches: [{ a: "kalshi", b: "polymarket" }],
});
const [question] = await site.api("/questions");
const PLACE = { host: "toteboard.example", isDemo: false };
const PNG = "89504e470d0a1a0a";

/** Width and height of a PNG. */
function sizeOf(png: Buffer): readonly [number, number] {
  assert.equal(png.subarray(0, 8).toString("hex"), PNG);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("the picture of a link preview", () => {
  it("is a PNG of 1200 × 630 for a market, an event and a question", async () => {
    for (const path of ["markets/kalshi/q", "events/kalshi/e1", `questions/${question.id}`, "markets/kalshi/a.png"]) {
      const { status, headers, bytes } = await site.get(`/previews/${path}.png`, { "Accept-Encoding": "br, gzip" });
      assert.equal(status, 200, path);
      assert.deepEqual(sizeOf(bytes), [1200, 630]);
      assert.equal(headers["content-type"], "image/png");
      assert.equal(headers["content-encoding"], undefined);
      assert.match(String(headers["cache-control"]), /^public, max-age=300/);
      assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
      const again = await site.get(`/previews/${path}.png`, { "If-None-Match": String(headers.etag) });
      assert.equal(again.status, 304);
    }
  });

  it("shows the site on pages that list many", async () => {
    for (const path of ["/", "/questions", "/markets", "/arbitrage", "/search"]) {
      const { text } = await site.get(path);
      assert.ok(text.includes(`<meta property="og:image" content="${site.url}/previews/site.png">`), path);
    }
    const { status, headers, bytes } = await site.get("/previews/site.png");
    assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
    assert.deepEqual(sizeOf(bytes), [1200, 630]);
  });

  it("is not there for what does not exist", async () => {
    for (const path of ["markets/kalshi/none.png", "events/kalshi/none.png", "questions/none.png"]) {
      assert.equal((await site.get(`/previews/${path}`)).status, 404, path);
    }
    assert.equal((await site.get("/previews/markets/kalshi/q.jpg")).status, 422);
  });

  it("can be drawn and rendered whatever the title and the labels are", { timeout: 120_000 }, async () => {
    const renderer = createRenderer();
    const anyText = fc.string({ unit: "binary", maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(
        anyText,
        anyText,
        fc.option(fc.integer({ min: 0, max: 1_000_000 })),
        async (title, label, price) => {
          const png = await renderer.render(drawPicture(toSubject(title, label, price), PLACE));
          assert.deepEqual(sizeOf(png), [1200, 630]);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("pictures", () => {
  it("are rendered once for callers at the same time, and again only for another drawing after five minutes", async () => {
    let rendered = 0;
    const pictures = createPictures({ render: async ({ svg }) => Buffer.from(`${++rendered} ${svg}`) });
    const find = (now: number, svg: string) => pictures.find("a", now, async () => ({ svg, families: [] }), "");
    const [one, other] = await Promise.all([find(0, "x"), find(0, "x")]);
    assert.equal(one, other);
    await find(299_999, "y");
    await find(300_000, "x");
    assert.equal(rendered, 1);
    assert.equal(String(await find(600_000, "y")), "2 y");
    await find(0, "z");
    assert.equal(rendered, 3, "a clock that was set back keeps no picture");
  });

  it("are four at a time for one address, refused before they are drawn, and do not keep out others", async () => {
    const held = Promise.withResolvers<Buffer>();
    const pictures = createPictures({ render: () => held.promise });
    let drawn = 0;
    const find = (path: string, address: string) =>
      pictures.find(path, 0, async () => ({ svg: String(++drawn), families: [] }), address);
    const made = ["a", "b", "c", "d", "d"].map((path) => find(path, "one"));
    assert.throws(() => find("e", "one"), { code: "overloaded" });
    made.push(find("e", "other"));
    held.resolve(Buffer.from("png"));
    await Promise.all(made);
    assert.equal(drawn, 5);
    await find("f", "one");
  });

  it("are tried again after a failure", async () => {
    let tries = 0;
    const pictures = createPictures({
      render: async () => (++tries === 1 ? Promise.reject(new Error("broken")) : Buffer.from("png")),
    });
    const find = () => pictures.find("a", 0, async () => ({ svg: "", families: [] }), "");
    await assert.rejects(find(), /broken/);
    assert.equal(String(await find()), "png");
  });
});

describe("the renderer", () => {
  const drawing = drawPicture(toSubject("Title", "Kalshi", 610_000), PLACE);

  it("refuses what would wait too long", async () => {
    const renderer = createRenderer({ maxWaiting: 1 });
    const first = [renderer.render(drawing), renderer.render(drawing)];
    assert.throws(() => renderer.render(drawing), { code: "overloaded" });
    for (const png of await Promise.all(first)) assert.deepEqual(sizeOf(png), [1200, 630]);
  });

  it("reports a drawing that cannot be read, and goes on", async () => {
    const renderer = createRenderer();
    await assert.rejects(renderer.render({ svg: "<svg", families: [] }), /cannot be rendered/);
    assert.deepEqual(sizeOf(await renderer.render(drawing)), [1200, 630]);
  });

  it("ends its thread when idle or too slow, and starts another one when it is needed", async () => {
    const idle = createRenderer({ idleMs: 0 });
    assert.deepEqual(sizeOf(await idle.render(drawing)), [1200, 630]);
    assert.deepEqual(sizeOf(await idle.render(drawing)), [1200, 630]);
    const slow = createRenderer({ deadlineMs: 0 });
    await assert.rejects(slow.render(drawing), /took longer than 0 ms/);
  });
});

function toSubject(title: string, label: string, price: number | null): Subject {
  const row = { label, platform: undefined, price, change: 0 };
  const prices = [null, 0, price, 1_000_000];
  return {
    ...{ title, path: "/markets/kalshi/q", isOpen: true, ending: undefined, price: null, change: null, moreRows: 3 },
    rows: [row, { ...row, platform: "manifold" }],
    platforms: ["kalshi"],
    course: { times: [1, 2, 3, 4], lines: [{ label, prices }] },
    readAt: null,
  };
}

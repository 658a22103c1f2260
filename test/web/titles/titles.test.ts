import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ARABIC, CUP, GAME, openHostileTitles, RAIN } from "../../support/web/hostile-titles.ts";

const site = await openHostileTitles();
const read = async (path: string): Promise<string> => (await site.get(path)).text;

/** What a reader of the whole text of a link or heading gets. */
const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, "");
const linkOf = (text: string, path: string): string =>
  new RegExp(`<a href="${path}" class="title" dir="auto">(.*?)</a>`, "s").exec(text)?.[1] ?? "";

describe("a title on pages", () => {
  for (const path of ["/markets"]) {
    it(`sets the outcome apart from its event, and reads as one text: ${path}`, async () => {
      const link = linkOf(await read(path), "/markets/kalshi/cup-Reds");
      assert.equal(link, `<span class="of">${CUP}</span> <bdi class="outcome">Reds</bdi>`);
      assert.equal(textOf(link), `${CUP} Reds`);
    });
  }

  it("is the outcome below a heading with its event, which is heard with it", async () => {
    const text = await read("/markets/kalshi/cup-Blues");
    assert.match(text, new RegExp(`<h2[^>]*>.*${CUP.replace("?", "\\?")}`));
    assert.equal(textOf(linkOf(text, "/markets/kalshi/cup-Reds")), `Reds, ${CUP}`);
  });

  it("joins both parts by a colon for those who hear it", async () => {
    const link = linkOf(await read("/markets"), "/markets/kalshi/game-Reds");
    assert.equal(textOf(link), `${GAME}: Reds`);
    assert.match(link, /<span class="hide">:<\/span>/);
  });

  it("is the heading of its page in the same two parts, and one part where it stands alone", async () => {
    const [, heading = ""] = /<h1 [^>]*>(.*?)<\/h1>/.exec(await read("/markets/kalshi/cup-Yes")) ?? [];
    assert.equal(heading, `<span class="of">${CUP}</span> <bdi class="outcome">Yes</bdi>`);
    assert.match(
      await read("/markets/manifold/rain-ann"),
      new RegExp(`<h1 class="title" dir="auto">${RAIN.replace("?", "\\?")}</h1>`),
    );
  });

  it("does not turn what follows it: those within sentences are kept apart", async () => {
    const text = await read(`/markets/kalshi/${encodeURIComponent("arabic-الهلال")}`);
    assert.match(text, new RegExp(`<bdi><a href="/events/kalshi/arabic">${ARABIC.replace("?", "\\?")}</a></bdi>`));
  });
});

describe("markets of one title on one platform", () => {
  const noteOf = (text: string, id: string): string =>
    /<span class="sub">(?<note>.*?)<\/span><\/th>/s.exec(text.slice(text.lastIndexOf(`/markets/manifold/${id}"`)))
      ?.groups?.note ?? "";
  for (const path of ["/markets", "/markets?platform=manifold&sort=closing"]) {
    it(`are told apart by who made them where they close together: ${path}`, async () => {
      const text = await read(path);
      assert.match(noteOf(text, "rain-ann"), / · <bdi>by ann<\/bdi>$/);
      assert.match(noteOf(text, "rain-ben"), / · <bdi>by ben<\/bdi>$/);
    });
  }

  it("have their author on their pages; others have none", async () => {
    assert.match(await read("/markets/manifold/rain-ben"), /, by <bdi>ben<\/bdi><\/p>/);
    assert.doesNotMatch(await read("/markets/kalshi/longest"), /, by <bdi>/);
  });
});

describe("markets made to try a platform out", () => {
  const IDS = /manifold\/trial/;

  it("are not on the board, nor in its lists as files and its feeds", async () => {
    for (const path of [
      "/",
      "/?platform=manifold",
      "/topics.csv",
      "/topics.csv?tab=results",
      "/search?q=test",
      "/feeds/resolved.atom",
    ]) {
      const { status, text } = await site.get(path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(text, IDS, path);
      assert.doesNotMatch(text, /trial/, path);
    }
  });

  it("are not matched, so no question has one", async () => {
    assert.doesNotMatch(await read("/questions?status=all"), IDS);
  });

  it("are found among markets by their words, since nothing that is stored is out of reach", async () => {
    assert.match(await read("/markets?q=parade+test&status=all"), IDS);
  });
});

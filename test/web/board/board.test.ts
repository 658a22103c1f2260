import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { toQuestion } from "../../../src/api/questions.ts";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import { openTestApi } from "../../support/service/api.ts";
import { market, page } from "../../support/store/builders.ts";
import type { Script } from "../../support/store/writer.ts";

/** The board over platforms that answer like this, once each was asked. */
async function readBoard(scripts: Readonly<Record<string, Script>>) {
  const site = await openTestApi({ scripts, hasPages: true, config: { platforms: Object.keys(scripts) } });
  return async (path = "/") => (await site.get(path)).text;
}

const unreachable: Script = { full: [new UpstreamError("connection", "gamma-api.polymarket.com")] };
const some: Script = { full: [page([market({ id: "q" })])] };
const notesOf = (text: string): string[] =>
  [...text.matchAll(/<p class="note"[^>]*>(.+?)<\/p>/gs)].map(([, note = ""]) => note.replaceAll(/<[^>]*>/g, ""));

describe("the board before there is data", () => {
  it("shows what other platforms have beside it, and nothing of those that are filtered away", async () => {
    const read = await readBoard({ kalshi: some, polymarket: unreachable });
    assert.equal(notesOf(await read()).length, 2);
    assert.match(await read(), /Will q happen\?/);
    assert.deepEqual(notesOf(await read("/?platform=kalshi")), []);
    assert.doesNotMatch(await read("/?platform=polymarket"), /class="panels"/);
  });
});

describe("the questions of the board", async () => {
  const site = await openTestApi({
    scripts: {
      kalshi: { full: [page([market({ id: "q", yesPrice: 300_000 }), market({ id: "alone", eventId: "e2" })])] },
      polymarket: { full: [page([market({ id: "q", yesPrice: 610_000 })])] },
      manifold: { full: [page([market({ id: "q", yesPrice: 350_000 })])] },
    },
    matches: [
      { a: "kalshi", b: "polymarket", isInverted: true },
      { a: "kalshi", b: "manifold" },
    ],
    hasPages: true,
    config: { platforms: ["kalshi", "polymarket", "manifold"] },
  });
  const { secret } = await site.make({ tier: "pro" });
  const [question]: ReturnType<typeof toQuestion>[] = (await site.get("/api/v1/questions", secret)).json.data;
  const partOf = (text: string, heading: string): string =>
    new RegExp(`<h2 id="${heading}">.*?</section>`, "s").exec(text)?.[0] ?? "";
  const rowsOf = (text: string, heading: string): string[] => partOf(text, heading).match(/<tr[^>]*>.*?<\/tr>/gs) ?? [];

  it("have a link, the price and gap of the API, and a chip for each platform", async () => {
    assert.ok(question !== undefined);
    const [, row = "", other = "", ...more] = rowsOf((await site.get("/")).text, "traded");
    assert.deepEqual(more, []);
    assert.match(other, /href="\/markets\/kalshi\/alone"/);
    assert.match(row, new RegExp(`href="/questions/${question.id}"[^>]*>${question.title.replace("?", "\\?")}<`));
    assert.match(row, new RegExp(`data-key="question:${question.id}">${Math.round(question.price * 100)}%<`));
    assert.match(row, new RegExp(`gap ${question.gap_cents?.toFixed(1)}¢`));
    const chips = row.match(/<li>.*?<\/li>/gs) ?? [];
    assert.deepEqual(chips.map(chipOf), question.markets.map(toChip));
    assert.equal(question.markets.filter(({ relation }) => relation === "inverted").length > 0, true);
  });

  it("are one of each event, with links to all in the same order and with the same filters", async () => {
    const { text } = await site.get("/?platform=kalshi");
    const linksOf = (heading: string) =>
      [...partOf(text, heading).matchAll(/href="([^"]+)">All [a-z]+</g)].map(([, href]) =>
        href?.replaceAll("&amp;", "&"),
      );
    assert.deepEqual(linksOf("traded"), [
      "/questions?sort=volume_24h&platform=kalshi",
      "/markets?sort=volume_24h&platform=kalshi",
    ]);
    assert.deepEqual(linksOf("closing"), [
      "/questions?sort=closing&platform=kalshi",
      "/markets?sort=closing&platform=kalshi",
    ]);
  });
});

const chipOf = (chip: string) => ({
  href: /href="([^"]+)"/.exec(chip)?.[1],
  price: /<strong[^>]*>([^<]+)<\/strong>/.exec(chip)?.[1],
  isOpposite: chip.includes(">opposite<"),
  isPlay: chip.includes('class="play"'),
});

const toChip = ({ platform, id, price, relation, play_money }: ReturnType<typeof toQuestion>["markets"][number]) => ({
  href: `/markets/${platform}/${id}`,
  price: `${Math.round(price * 100)}%`,
  isOpposite: relation === "inverted",
  isPlay: play_money,
});

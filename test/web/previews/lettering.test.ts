import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import fc from "fast-check";
import { readEmbeddedBytes } from "../../../src/embedded.ts";
import { estimateWidth } from "../../../src/web/embeds/text-width.ts";
import { html } from "../../../src/web/page/html.ts";
import { FONT_FILES, type FontFamily } from "../../../src/web/previews/fonts.ts";
import { clamp, toShown, toSpans, wrap } from "../../../src/web/previews/lettering.ts";

const ROOM = { width: 1072, fontSize: 54 };
const TITLES = [
  "Will the Fed cut rates by more than 25 bps in December 2026?",
  "WILL MOMENTUM AMOUNT TO MAXIMUM WWW @ 100%?",
  "Łódź, Ærøskøbing, Пётр и Мария, Ελλάδα “2028”",
  "日本銀行は2026年12月の会合で政策金利を引き上げますか？",
  "האם ביבי יהיה ראש הממשלה ב-2027? هل سيفوز المنتخب بكأس العالم",
  "Will 😀 win the 🏆 award? ❤ → yes ≥ 50% ™",
];

await initWasm(readEmbeddedBytes("node_modules/@resvg/resvg-wasm/index_bg.wasm"));

/** The width of a line as it is drawn. */
function measure(line: string): number {
  const families = new Set<FontFamily>(["Inter"]);
  const spans = toSpans(line, families);
  const { text } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text y="100" font-size="54" font-weight="700">${spans}</text></svg>`;
  const fontBuffers = [...families].flatMap((family) => FONT_FILES[family].map(readEmbeddedBytes));
  const drawing = new Resvg(text, { font: { fontBuffers, defaultFontFamily: "Inter" } });
  const width = drawing.getBBox()?.width ?? 0;
  drawing.free();
  return width;
}

describe("lettering of pictures", () => {
  for (const title of TITLES) {
    it(`draws every line within its room, and leaves no line out: ${title}`, () => {
      const lines = wrap(toShown(title), { ...ROOM, maxLines: 9 });
      for (const line of lines) {
        const width = measure(line);
        assert.ok(width > 0, `nothing is drawn of ${line}`);
        assert.ok(width <= ROOM.width, `${line}: ${width}`);
        assert.ok(width >= estimateWidth(line, ROOM.fontSize) * 0.5, `${line}: far less than estimated, ${width}`);
      }
      assert.equal(lines.join("").replaceAll(" ", ""), toShown(title).replaceAll(" ", ""));
    });
  }

  it("keeps any text within its lines", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 1, max: 3 }), (text, maxLines) => {
        const lines = wrap(toShown(text), { ...ROOM, maxLines });
        assert.ok(lines.length <= maxLines);
        for (const line of lines) assert.ok(estimateWidth(line, ROOM.fontSize) <= ROOM.width, line);
      }),
    );
  });

  it("ends in an ellipsis where there is no room, and nowhere else", () => {
    assert.match(wrap("word ".repeat(100), { ...ROOM, maxLines: 2 })[1] ?? "", /…$/);
    assert.deepEqual(wrap("A short title", { ...ROOM, maxLines: 2 }), ["A short title"]);
    assert.deepEqual(wrap("", { ...ROOM, maxLines: 2 }), []);
    assert.match(clamp("x".repeat(500), ROOM), /^x+…$/);
  });

  it("says US for a flag, one emoji for each of a family, and an ellipsis for letters without a font", () => {
    assert.equal(toShown("🇺🇸 or 👩‍👧 or 👍🏽"), "US or 👩👧 or 👍");
    assert.equal(toShown("ไทย wins"), "… wins");
  });

  it("has the fonts it names", () => {
    for (const file of Object.values(FONT_FILES).flat()) assert.ok(readFileSync(file).length > 10_000, file);
  });
});

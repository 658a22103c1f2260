import { parentPort } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readEmbeddedBytes } from "../../embedded.ts";
import { FONT_FILES, type FontFamily } from "./fonts.ts";
import type { FromRenderer, ToRenderer } from "./messages.ts";

const fonts = new Map<FontFamily, readonly Uint8Array[]>();

/** Reads a family when it is first needed: most titles need one alone. */
function fontsOf(family: FontFamily): readonly Uint8Array[] {
  const found = fonts.get(family) ?? FONT_FILES[family].map(readEmbeddedBytes);
  fonts.set(family, found);
  return found;
}

/** Turns drawings into PNG, one for each message, until it is terminated. */
async function run(): Promise<void> {
  await initWasm(readEmbeddedBytes("node_modules/@resvg/resvg-wasm/index_bg.wasm"));
  const post = (message: FromRenderer): void =>
    parentPort?.postMessage(message, message.png === undefined ? [] : [message.png.buffer]);
  parentPort?.on("message", ({ svg, families }: ToRenderer) => {
    try {
      post({ png: render(svg, families) });
    } catch (error) {
      post({ png: undefined, reason: String(error) });
    }
  });
}

function render(svg: string, families: readonly FontFamily[]): Uint8Array<ArrayBuffer> {
  const font = { fontBuffers: families.flatMap(fontsOf), defaultFontFamily: "Inter" };
  const drawing = new Resvg(svg, { font });
  try {
    const image = drawing.render();
    try {
      // A copy: the bytes are in the memory of the library.
      return new Uint8Array(image.asPng());
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}

// No top-level await: the bundled thread is a CommonJS module. A rejection ends the thread with an "error" event.
void run();

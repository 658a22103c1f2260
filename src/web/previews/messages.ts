import type { FontFamily } from "./fonts.ts";

/** A picture to render. */
export interface ToRenderer {
  readonly svg: string;
  readonly families: readonly FontFamily[];
}

/** The picture, or why there is none. */
export type FromRenderer =
  | { readonly png: Uint8Array<ArrayBuffer> }
  | { readonly png: undefined; readonly reason: string };

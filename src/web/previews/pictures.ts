import { hash } from "node:crypto";
import { createLruOfBytes } from "../../lru.ts";
import type { Drawing } from "./picture.ts";
import { type Renderer, tooManyPictures } from "./renderer.ts";

/** Rendered pictures by their address. */
export interface Pictures {
  /** The picture at `path`: a stored one for five minutes, or while `draw` gives the same. `now` is epoch milliseconds. */
  find(path: string, now: number, draw: () => Promise<Drawing>, address: string): Promise<Buffer>;
}

interface CachedPicture {
  readonly png: Buffer;
  readonly drawn: string;
  readonly madeAt: number;
}

/** As long as other sites may keep them. */
export const MAX_AGE_SECONDS = 300;
/** Some 200 pictures. */
const MAX_BYTES = 8 * 1024 * 1024;
const ENTRY_BYTES = 500;
/** Pictures being made at a time, in all and for one address: the thread makes some ten a second. */
const MAX_UNDER_WAY = 20;
const MAX_OF_ADDRESS = 4;

export function createPictures(renderer: Renderer): Pictures {
  const cache = createLruOfBytes<string, CachedPicture>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ png }, path) => ENTRY_BYTES + path.length + png.length,
  });
  const underWay = new Map<string, { readonly made: Promise<Buffer>; readonly address: string }>();

  const make = async (path: string, now: number, draw: () => Promise<Drawing>): Promise<Buffer> => {
    const drawing = await draw();
    const drawn = hash("sha256", drawing.svg, "base64url");
    const last = cache.get(path);
    const png = last?.drawn === drawn ? last.png : await renderer.render(drawing);
    cache.set(path, { png, drawn, madeAt: now });
    return png;
  };
  return {
    find(path, now, draw, address) {
      const cached = cache.get(path);
      // A clock that was set back must not keep a picture for longer.
      if (cached !== undefined && now >= cached.madeAt && now - cached.madeAt < MAX_AGE_SECONDS * 1000) {
        return Promise.resolve(cached.png);
      }
      const known = underWay.get(path);
      if (known !== undefined) return known.made;
      // Before it is drawn: that reads the database.
      const own = [...underWay.values()].filter((one) => one.address === address);
      if (underWay.size >= MAX_UNDER_WAY || own.length >= MAX_OF_ADDRESS) throw tooManyPictures();
      const made = make(path, now, draw).finally(() => underWay.delete(path));
      underWay.set(path, { made, address });
      return made;
    },
  };
}

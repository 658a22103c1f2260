import { createHash } from "node:crypto";
import { EMBEDDED_FILES, listEmbedded, readEmbedded } from "../../embedded.ts";
import { type Route, route } from "../../http/route.ts";

const FOLDER = "src/web/assets";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

interface Asset {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  readonly version: string;
}

const assets: ReadonlyMap<string, Asset> = new Map(
  [...listEmbedded(FOLDER), ...EMBEDDED_FILES].map(readAsset).map((one) => [one.name, one]),
);

/** The address of a file of the pages, another one whenever the file is; `base` is the site's path prefix. */
export function assetPath(base: string, name: string): string {
  const asset = assets.get(name);
  if (asset === undefined) throw new Error(`no asset '${name}'`);
  return `${base}/assets/${name}?v=${asset.version}`;
}

export const assetRoutes = (): readonly Route[] =>
  [...assets.values()].map(({ name, text, type }) =>
    route({
      method: "GET",
      path: `/assets/${name}`,
      summary: `The file ${name} of the pages`,
      tier: "open",
      cache: "data",
      parameters: {},
      handler: () => ({ text, type, headers: { "Cache-Control": "public, max-age=31536000, immutable" } }),
    }),
  );

function readAsset(path: string): Asset {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const type = TYPES[name.split(".").at(-1) ?? ""];
  if (type === undefined) throw new Error(`no media type for ${path}`);
  const text = readEmbedded(path);
  return { name, text, type, version: createHash("sha256").update(text).digest("hex").slice(0, 12) };
}

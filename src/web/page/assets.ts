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

interface AssetFile {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  readonly version: string;
}

const assets: ReadonlyMap<string, AssetFile> = new Map(
  [...listEmbedded(FOLDER), ...EMBEDDED_FILES].map(readAsset).map((one) => [one.name, one]),
);

/** The address of an asset; it changes with the file. `base` is the path prefix of the site. */
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

function readAsset(path: string): AssetFile {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const type = TYPES[name.split(".").at(-1) ?? ""];
  if (type === undefined) throw new Error(`no media type for ${path}`);
  const text = readEmbedded(path);
  return { name, text, type, version: createHash("sha256").update(text).digest("hex").slice(0, 12) };
}

import { createHash } from "node:crypto";
import { CATEGORIES, CATEGORY_COLOURS } from "../../domain/categories/names.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import { EMBEDDED_FILES, listEmbedded, readEmbedded, readEmbeddedBytes } from "../../embedded.ts";
import { type Route, route } from "../../http/route.ts";

const FOLDER = "src/web/assets";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
};

interface AssetFile {
  readonly name: string;
  readonly content: string | Buffer;
  readonly type: string;
  readonly version: string;
}

/** The style sheet of every page, made of these files in this order; later ones change what earlier ones say. */
const SITE_SHEET = "site.css";
const COLOURS = `${FOLDER}/site/colours.css`;
const SITE_PARTS = [
  COLOURS,
  ...["base", "header", "forms", "tables", "lists", "titles", "live", "market", "account", "print"].map(
    (name) => `${FOLDER}/site/${name}.css`,
  ),
];

/** The style sheet of frames on other sites. */
const EMBED_SHEET = "embed.css";
const EMBED_PARTS = [COLOURS, `${FOLDER}/${EMBED_SHEET}`];

/** The script of every page, made of these files in this order: one request in place of four. */
const SITE_SCRIPT = "site.js";
const SCRIPT_PARTS = [
  `${FOLDER}/copy.js`,
  `${FOLDER}/site.js`,
  "node_modules/idiomorph/dist/idiomorph.min.js",
  `${FOLDER}/live.js`,
  `${FOLDER}/watch.js`,
];
const PANELS_FILE = `${FOLDER}/grafana.txt`;
const PARTS = [...SITE_PARTS, ...EMBED_PARTS, ...SCRIPT_PARTS, PANELS_FILE];

/** Grafana's grid is 24 wide: three panels a row, and a last one that is alone in its row is as wide. */
const PANELS_PER_ROW = 3;
const GRID_WIDTH = 24;
const PANEL_HEIGHT = 8;

/** The colours of platforms and categories, as classes. They win over the colour of a line. */
const OWN_COLOURS = [
  ...PLATFORMS.map(({ id, colours }) => ({ name: `p-${id}`, colours })),
  ...CATEGORIES.map((category) => ({ name: `c-${category}`, colours: CATEGORY_COLOURS[category] })),
]
  .map(({ name, colours }) => `.${name} { --own: light-dark(${colours.join(", ")}) }`)
  .join("\n");

const assets: ReadonlyMap<string, AssetFile> = new Map(
  [
    toAsset(SITE_SHEET, [...SITE_PARTS.map(readSheet), OWN_COLOURS].join("\n")),
    toAsset(EMBED_SHEET, [...EMBED_PARTS.map(readSheet), OWN_COLOURS].join("\n")),
    toAsset("grafana.json", JSON.stringify(toGrafanaDashboard(), undefined, 2)),
    toAsset(SITE_SCRIPT, SCRIPT_PARTS.map(readScript).join("\n")),
    ...[...listEmbedded(FOLDER), ...EMBEDDED_FILES].filter((path) => !PARTS.includes(path)).map(readAsset),
  ].map((one) => [one.name, one]),
);

/** The address of an asset; it changes with the file. `base` is the path prefix of the site, or its origin. */
export function assetPath(base: string, name: string): string {
  const asset = assets.get(name);
  if (asset === undefined) throw new Error(`no asset '${name}'`);
  return `${base}/assets/${name}?v=${asset.version}`;
}

export const assetRoutes = (): readonly Route[] =>
  [...assets.values()].map(({ name, content, type }) =>
    route({
      path: `/assets/${name}`,
      tier: "open",
      cache: "data",
      handler: () =>
        typeof content === "string"
          ? { text: content, type, headers: LASTING }
          : { bytes: content, type, headers: { ...LASTING, "Cross-Origin-Resource-Policy": "cross-origin" } },
    }),
  );

const LASTING = { "Cache-Control": "public, max-age=31536000, immutable" };

function readAsset(path: string): AssetFile {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (path.startsWith(FOLDER) && path.endsWith(".css")) return toAsset(name, readSheet(path));
  if (path.endsWith(".png")) return toAsset(name, readEmbeddedBytes(path));
  return toAsset(name, path.endsWith(".js") ? readScript(path) : readEmbedded(path));
}

/** A script without comments and indentation, unless it is of a package. No string in it may contain either. */
function readScript(path: string): string {
  const text = readEmbedded(path);
  if (!path.startsWith(FOLDER)) return text;
  return text
    .replace(/^\s*\/\/.*\n/gm, "")
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, "")
    .replace(/^\s+/gm, "");
}

/** A style sheet without comments and needless spaces. No string in it may contain either. */
function readSheet(path: string): string {
  return readEmbedded(path)
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};]) ?/g, "$1")
    .replace(/: /g, ":");
}

function toAsset(name: string, content: string | Buffer): AssetFile {
  const type = TYPES[name.split(".").at(-1) ?? ""];
  if (type === undefined) throw new Error(`no media type for ${name}`);
  return { name, content, type, version: createHash("sha256").update(content).digest("hex").slice(0, 12) };
}

/** The dashboard over /metrics, as Grafana imports it. */
export function toGrafanaDashboard() {
  const lines = readEmbedded(PANELS_FILE).split(/\r?\n/);
  const texts = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const starts = texts.flatMap((line, index) => (line.startsWith(" ") ? [] : [index]));
  return {
    ...{ title: "Toteboard", uid: "toteboard", schemaVersion: 39, version: 1, refresh: "30s" },
    time: { from: "now-6h", to: "now" },
    tags: ["toteboard"],
    editable: true,
    templating: { list: [{ name: "datasource", type: "datasource", query: "prometheus", label: "Data source" }] },
    panels: starts.map((start, index) =>
      toPanel(texts.slice(start, starts[index + 1]), { index, isLast: index === starts.length - 1 }),
    ),
  };
}

function toPanel([heading = "", ...lines]: readonly string[], { index, isLast }: { index: number; isLast: boolean }) {
  const [title, unit] = heading.split(" | ");
  const column = index % PANELS_PER_ROW;
  const w = isLast && column === 0 ? GRID_WIDTH : GRID_WIDTH / PANELS_PER_ROW;
  return {
    ...{ id: index + 1, title, type: "timeseries" },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana puts the chosen source there.
    datasource: { type: "prometheus", uid: "${datasource}" },
    gridPos: {
      h: PANEL_HEIGHT,
      w,
      x: (column * GRID_WIDTH) / PANELS_PER_ROW,
      y: PANEL_HEIGHT * Math.floor(index / PANELS_PER_ROW),
    },
    fieldConfig: { defaults: { ...(unit === undefined ? {} : { unit }), min: 0 }, overrides: [] },
    targets: lines.map((line, order) => {
      const [expr = "", legendFormat] = line.trim().replace("[]", "[$__rate_interval]").split(" -> ");
      return { refId: "ABCDEF"[order], expr, legendFormat };
    }),
  };
}
